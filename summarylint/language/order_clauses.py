"""Cutting a sentence into the clauses that may each be an order, and the words of orders, which are in lexicon/orders.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, one_of

LEAST_TRIGGER = 2
"""Words after "if" and its like that say when an order comes into force; with fewer it is about the step at hand ("if so")."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("orders")["openings"][entry])


OPENING = LatePattern(
    lambda: rf"(?:[\s>*•–-]*(?:\(?\w{{1,2}}[.)]\s+|\d+[.):]\s+|\[[ x]\]\s+)?(?:{_any('fillers')}[\s,:]+)*)",
)
"""What merely leads up to a clause: bullets, numbers, "and please"."""

_SOFT = re.compile(
    r",\s+|\s+(?:and|but|so)\s+|:\s+|\s[-–—]+\s|—|\(|\)\s*"
    r"|(?<!s)(?<!\bi)(?<!\bwe)(?<!\bu)(?<!\byou)(?<!\bthey)(?<!\bthat)(?<!\bwhich)(?<!\bwho)(?<!\bpeople)(?<!\bto)(?<!\bwhy)"
    r"\s+(?=(?:dont|don't|do not)\s[a-z])"
)
"""Where a clause may end; hasty writers leave out the comma before "dont"."""

_SUBJECT = LatePattern(lambda: rf"(?:{_any('subjects')}|the \w+ {_any('the_subject')})(?:'\w+)?\b")
_BOUND_SUBJECT = LatePattern(
    lambda: (
        r"(?:the |our |my |all |every |any |each )?(?!(?:and|or|but|if|when|which|that|who)\b)(?:[\w'/.-]+ ){1,3}"
        rf"(?:{_any('bound')}|(?:is|are) {_any('bound_states')})\b"
    )
)
"""Another thing that is bound begins a clause of its own ("port the driver, tests must stay green")."""

NO_NOUN = re.compile(r"no\s+[\"“*']*(?P<next>[a-z'\d-]+)")
"""The opening of a clause that bars a thing by its name ("no exports"); `next` is its first word."""

_WHEN = LatePattern(lambda: rf"(?:{_any('when')}|{_any('measured')} (?=\d)|on (?:the first|any|every)\b)")
_ACTS = LatePattern(lambda: rf"(?:\b{_any('telling_of')}|[a-z]n't)\s+$")
"""Before a verb: it is told of somebody, and ordered of nobody."""


@lru_cache(maxsize=32)
def order_words(entry: str) -> frozenset[str]:
    """Return the words of a lexicon entry that lists them in one string."""
    return frozenset(read_lexicon("orders")[entry].split())


@lru_cache(maxsize=32)
def order_phrases(table: str, key: str = "phrases") -> PhrasePattern:
    """Return the pattern of a table of phrases, to be searched in lower case with straight apostrophes."""
    written = (phrase for raw in read_lexicon("orders")[table][key] for phrase in expand(raw))
    return PhrasePattern(written, lambda group: rf"(?<![\w']){group}(?![\w'])")


def clauses(low: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a sentence where a new order or a new subject begins; what follows without either belongs to the order before it."""
    begin = start
    for match in _SOFT.finditer(low, start, end):
        rest = low[match.end() : end]
        opening = OPENING.match(rest)
        body = rest[opening.end() :] if opening else rest
        joined = match[0].strip() in ("and", "but", "so")
        listed = match[0].strip() == "," and len(re.split(r"[,:;]|\band\b", body)[0].split()) < 2  # one step of an enumeration
        first = lead.end() if (lead := OPENING.match(low, begin, end)) else begin
        if (
            _WHEN.match(low, first)
            and reports_back(low[first:end])
            and any(order_phrases("report_back", key).match(body) for key in ("stop", "tell"))
        ):
            continue  # what to do then belongs to what it is done upon
        turns = (not listed and opens_order(body)) or (not joined and (_SUBJECT.match(body) or _BOUND_SUBJECT.match(body)))
        if turns or match[0].strip() in ("(", ")", "—", "-", "–"):
            if low[begin : match.start()].strip():
                yield begin, match.start()
            begin = match.end()
    if low[begin:end].strip():
        yield begin, end


def opens_order(body: str) -> bool:
    """Does the first word of a clause, without what leads up to it, order or bar something?"""
    word = re.match(r"[a-z'-]+", body)
    if not word:
        return False
    if word[0] in ("must", "never", "always", "only", "nobody", "nothing", "hands", "dont", "don't"):
        return True
    if word[0] in ("do", "let"):
        return body.startswith(("do not ", "let me know "))
    if word[0] == "not":
        return body.startswith(("not before ", "not without ", "not to "))
    if word[0] == "no":
        barred = NO_NOUN.match(body)
        return barred is not None and barred["next"] not in order_words("no_orders")
    return word[0] in order_words("imperatives")


def reports_back(body: str) -> bool:
    """Has somebody to be asked or told where a thing comes about ("if the valve leaks, call me"), or all to stop ("stop if it leaks")?"""
    stop = order_phrases("report_back", "stop").match(body)
    if stop and (behind := _WHEN.match(body, stop.end() + 1)):
        return len(body[behind.end() :].split()) >= LEAST_TRIGGER
    when = _WHEN.match(body)
    if not when:
        return False
    for key, apart in (("stop", r",\s*(?:then |please |pls |just )*$"), ("tell", r"[\s,]+$")):
        for found in order_phrases("report_back", key).finditer(body, when.end()):
            before = body[when.end() : found.start()]
            if (len(before.split()) >= LEAST_TRIGGER or before[:1].isdigit()) and re.search(apart, before) and not _ACTS.search(before):
                return True
    return False
