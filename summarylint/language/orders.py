"""Orders: the clauses by which a person binds later work. Reading them in a text; the words are in lexicon/orders.toml."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.limits import find_limit
from summarylint.language.order_clauses import NO_NOUN, OPENING, clauses, opens_order, order_phrases, order_words, reports_back
from summarylint.language.phrases import lowered, one_of
from summarylint.language.prose import is_command, is_prose

Above = Literal["bounds", "wishes", ""]
"""What the heading over a line announces: rules that last, what was asked for, or neither."""

OrderKind = Literal["prohibition", "ask-first", "standing", "request", "limit"]
"""A limit is told as what is the case ("names are never translated") or as a bare figure ("14 pt minimum"). It may be met and done
with, or a mere description, so its absence owes nothing; a summary that grants what it bars is wrong all the same."""

LONGEST = 600
"""Code points of a sentence beyond which it is a dump and not an order."""

LONG_MESSAGE = 6_000
"""Code points beyond which a message holds a pasted text..."""

MESSAGE_EDGE = 1_500
"""...and its sender's own words stand so near to its beginning or end."""

HEADING_REACH = 3_000
"""Code points above a line within which the heading over it is looked for."""

SHORT_CLAUSE = 6
"""Words up to which a clause without a verb orders by "only" alone ("staging only")."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("orders")["clauses"][entry])


def _not_behind(entry: str, before: str = "", behind: str = "") -> str:
    """A pattern of no width that fails right behind a word of the entry, with the patterns `before` and `behind` around it."""
    return "".join(rf"(?<!{before}{word}{behind})" for word in read_lexicon("orders")["clauses"][entry])


_NEEDED = LatePattern(lambda: rf"\b{_any('needed')}\b")
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.!?](?=[\w/])[^.!?;\n]*)*[.!?]*")
_DESCRIBED = LatePattern(lambda: rf"^{_any('describing')}\b|^{_any('describing_subjects')}(?:'\w+)?\s")
_NOT = LatePattern(lambda: rf"{_any('barring')}\s+(?:{_any('barring_adverbs')}\s+)?(?P<verb>[a-z'-]+)")
_NOBODY = LatePattern(lambda: rf"(?:{_any('barring_subjects')}|none of \w+)\s+(?:else\s+|that\s+)?(?:ever\s+)?(?P<next>[a-z]+)")
_NOTHING_OF = LatePattern(
    lambda: rf"(?:nothing|none) (?:(?:ever )?(?:\w+ed|{_any('barred_deeds')})\b(?! {_any('so_far')})|{_any('barred_about')} )"
)
"""What is barred without a verb ("nothing about money", "nothing thrown away before June")."""
_QUALIFIED = LatePattern(lambda: rf"(?:{_any('narrowing')}|[a-z]+ing)$")
"""After "nobody": the first word of what narrows it down ("nobody of the crew", "nothing containing nuts")."""

LONGEST_QUALIFIER = 5
"""Words that may stand between "nobody" and its verb."""

_MUST = LatePattern(lambda: rf"(?:\b(?P<who>[\w'\"-]+)\s+)?\b{_any('obliging')}\s+(?P<next>be\s+\w+|have\s+\w+|[a-z]+)")
_EPISTEMIC = re.compile(r"be (?:the|a|an|some|because|something|why)\b|have \w+(?:ed|en|ne)\b")
"""After "must": a guess about what is so, and no order."""
_LASTING = LatePattern(lambda: rf"^always\b|\b{_any('lasting')}\b")
_CAUSE = LatePattern(lambda: rf"only {_any('only_told')}\b")
_ONLY = re.compile(r"\bonly\b|\bnothing else\b|\bnothing but\b")
_EACH = LatePattern(lambda: rf"{_not_behind('asking_each', behind=' ')}\b(?:every|each|any)\s+(?!{_any('each_idioms')}\b)\w+")
_SAID_NO = LatePattern(lambda: rf"\b{_any('saying_no')}\s+(?=(?:no|nothing|never|not to|nobody|hands off|stay away|keep away|leave)\s)")
_URGED = LatePattern(lambda: rf"\b{_any('urging')}\b|!")
_STAYS = LatePattern(
    lambda: rf"\b{_not_behind('staying_otherwise', behind=' ')}(?:stays|stay|remains)\s+(?!{_any('stay_idioms')}\b)[a-z_\d<\"'`]"
)
_KEEP = LatePattern(lambda: rf"(?:keep|leave)\s+(?!{_any('keep_idioms')}\b)\S")
_CONTRAST = LatePattern(lambda: _not_behind("no_contrast", before=r"\b") + r",?\s+not\s+(?:the |a )?[\w-]+$")
_BARRED_BEFORE = LatePattern(lambda: rf"\b{_any('no_longer_barring')}\s+(?:\w+\s+)?{_any('barring_states')}\b")
"""What bars nothing now ("the archive was off limits last year")."""
_RATHER_NOT = LatePattern(lambda: rf"\b{_any('rather_not')}\b")
_VERBLESS = LatePattern(lambda: rf"(?:a single|one|a separate) [\w-]+ {_any('for_each')} \w+|(?:[\w-]+ ){{1,4}}{_any('everywhere')}\W*$")
"""A bound without a verb ("one commit per package", "formal address throughout")."""

_FRAGMENT = LatePattern(lambda: rf"only\s|(?:never|not) {_any('fragments')}\b")
"""What narrows down a thing told before, and orders nothing."""

_SHOULD_NOT = re.compile(r"\bshould(?:n't| not| never)\b")
_PROHIBITED = LatePattern(lambda: rf"\b{_any('denying')}\b")
_LEAVE_OUT = re.compile(r"leave (?:[\w'-]+ ){1,5}out\b")
"""One thing to be taken out, and no lasting bound."""

_IS_SO = re.compile(r"\b(?:is|are|was|were)\b(?! to\b)")
_CONDITION = LatePattern(lambda: rf"\b{_any('ending')}\b")
_FINITE = LatePattern(lambda: rf"\b{_any('telling')}\b")
_FINITE_VERB = re.compile(rf"{_FINITE.pattern}|(?<!^)\b[a-z]{{3,}}(?:s|ed)\b")
_TAGGED = re.compile(r"\s*<(?!user|request|task|prompt|message)[a-z][\w-]*>")
"""A message that opens with a tag was put together by the harness: a file it read, a command it ran."""

_NO_REQUEST = LatePattern(lambda: rf"[a-z]+(?:[/=.:]|\s*\(|\s+(?:{_any('no_request')}|\d[\d.]*)(?:\s|$)|\s*,)")
_AS_YOU_LIKE = LatePattern(lambda: rf"\b{_any('as_you_like')}\b")
_GO_ON = LatePattern(lambda: rf"{_any('go_on')}(?: {_any('go_on_tails')})*\W*")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6} [^\n]+|\**(?:\d+\. )?[^\n*:.]{3,60}\**:\**[ \t]*)$", re.M)
_QUOTED = re.compile(r"\"[^\"\n]{25,}\"|“(?=[^”\n]{25})[^“”\n]*+(?:“[^“”\n]*+){0,3}”|```.*?```|^[ \t]*>.*$", re.S | re.M)
"""A quotation may hold a few others; from one that never ends no more of the text is looked through than theirs."""
_REPORTED = LatePattern(
    lambda: (
        rf"^[\s>*•–-]*(?:(?:{_any('report_kinds')} )?{_any('report_labels')}(?: (?:of|by|from) [^:]{{0,40}})?"
        rf"|{_any('report_labels_of_persons')}\**):\s*"
        rf"|\b(?:the )?{_any('report_persons')}\s+(?:{_any('report_adverbs')} )*(?P<said>{_any('report_verbs')})\b"
        r"(?:\s+(?:to|that|for))?\s*"
    )
)


@dataclass(frozen=True, slots=True)
class Order:
    """An order at `[start, end)` of a text; `sentence` is the sentence around it. `strong` where it uses a binding word."""

    start: int
    end: int
    kind: OrderKind
    strong: bool
    sentence: tuple[int, int]


@lru_cache(maxsize=1024)
def find_orders(text: str, *, reported: bool = False, rules: bool = False) -> tuple[Order, ...]:
    """Return the orders in a message, in text order; quotations, code and what machines print order nothing.

    With `reported` true the text is somebody's account of an order ("the user wants ..."), as in an earlier summary:
    then only bounds that last are orders. With `rules` true it is a set of rules for the assistant, which are written as
    what is the case ("drafts are never sent by mail"). Kept by text, since messages come again with every check of a window.
    """
    low = lowered(text)
    if _TAGGED.match(low):
        return ()
    low = _QUOTED.sub(lambda match: " " * len(match[0]), low)
    found: list[Order] = []
    for match in _SENTENCE.finditer(low):
        start, end = match.span()
        if end - start > LONGEST or not low[start:end].strip():
            continue
        above = _heading_over(low, start) if reported else ""
        if reported and above != "bounds" and not _NEEDED.search(low, start, end):
            continue
        if not reported and len(text) > LONG_MESSAGE and MESSAGE_EDGE < start < len(text) - MESSAGE_EDGE:
            continue  # a pasted text between the words of its sender
        if is_command(text[start:end]) or not _written(text, start, end):
            continue
        found += _rules(low, start, end) if rules else _orders(low, start, end, reported, above)
    return tuple(found)


def _rules(low: str, start: int, end: int) -> Iterator[Order]:
    """Return the sentence as one order where it says that something must, may not, or never is."""
    found = order_phrases("rules").search(low, start, end)
    body = OPENING.match(low, start, end)
    first, right = body.end() if body else start, len(low[:end].rstrip(" ,;:)!.?*"))
    if found and not _DESCRIBED.match(low[first:right]) and right - first >= 4:
        asks = order_phrases("informing", "asking").search(low, first, right)
        barred = _PROHIBITED.search(low, first, right)
        yield Order(first, right, "prohibition" if barred else "ask-first" if asks else "standing", True, (start, end))


def _written(text: str, start: int, end: int) -> bool:
    """Prose, or a line too short to tell that has letters for the most part."""
    stretch = text[start:end].strip()
    if is_prose(stretch):
        return True
    letters = sum(char.isalpha() or char.isspace() for char in stretch)
    return letters >= 0.7 * len(stretch) and not any(mark in stretch for mark in ("{", "};", "=>", "::", "()", "//"))


def _orders(low: str, start: int, end: int, reported: bool, above: Above) -> Iterator[Order]:
    asked = low[start:end].rstrip().endswith("?")
    told = False  # does the clause before this one tell how things are?
    for at, to in clauses(low, start, end):
        body = OPENING.match(low, at, to)
        first = body.end() if body else at
        kind = _kind(low[first:to], low[start:first].rstrip().endswith("but"), low[start:to] if reported else "", above)
        fragment, told = told and bool(_FRAGMENT.match(low, first, to)), kind is None and bool(_FINITE_VERB.search(low, first, to))
        if fragment and not reported:
            continue  # "it crashes, only with the lid on"
        if kind is None and not reported and not asked:
            limit = find_limit(low, first, to)
            if limit:
                yield Order(*limit, "limit", False, (start, end))
        if kind is None or (asked and kind == "request" and not _polite(low[first:to])):
            continue
        if asked and kind != "request" and low[at:to].rstrip().endswith("?"):
            continue
        right = len(low[:to].rstrip(" ,;:)!.?*"))
        if right - first >= 4:
            strong = kind in ("prohibition", "ask-first") or bool(order_phrases("weak", "strong").search(low, first, to))
            yield Order(first, right, kind, strong, (start, end))


def _heading_over(low: str, at: int) -> Above:
    """What the nearest heading above announces."""
    above = _headings(low)
    nearest = bisect_left(above, (at,)) - 1
    return above[nearest][1] if nearest >= 0 and at - above[nearest][0] <= HEADING_REACH else ""


@lru_cache(maxsize=8)
def _headings(low: str) -> tuple[tuple[int, Above], ...]:
    """Where the headings of a text begin, and what they announce."""
    return tuple((match.start(), _announced(match[0])) for match in _HEADING.finditer(low))


def _announced(heading: str) -> Above:
    if order_phrases("headings").search(heading):
        return "bounds"
    return "wishes" if order_phrases("headings", "wishes").search(heading) else ""


def _polite(body: str) -> bool:
    return bool(re.match(r"(?:can|could|would|will) you\b|please\b|pls\b", body))


def _kind(body: str, contrasted: bool, account_of: str, above: Above) -> OrderKind | None:
    """Return what a clause orders; `body` is the clause without the words that merely lead up to it."""
    bounds = above == "bounds"
    account = _REPORTED.search(account_of) if account_of else None
    if account_of and not account and not bounds:
        barred = _prohibits(body, contrasted, described=bool(NO_NOUN.match(body))) or (above == "wishes" and _SHOULD_NOT.search(body))
        return "prohibition" if barred and not _DESCRIBED.match(body) else None
    if account and account.end() > len(account_of) - len(body):
        body = account_of[account.end() :]
        if (account["said"] or "").startswith(("forb", "prohib")):
            return "prohibition"
    spoken = _SAID_NO.search(body)
    if spoken and not account_of and _prohibits(body[spoken.end() :], False, False):
        return "prohibition"
    described = _DESCRIBED.match(body)
    if _asks_first(body, bool(described)):
        return "ask-first"
    if _prohibits(body, contrasted, bool(described)):
        return "prohibition"
    if not account_of and reports_back(body):
        return "ask-first"
    if account and (bounds or _NEEDED.search(body)) and not ((account["said"] or "").startswith("sa") and not opens_order(body)):
        return "standing"
    if _binds(body, bool(described), bool(account_of)):
        return "standing"
    return "request" if not account_of and _requests(body) else None


def _requests(body: str) -> bool:
    if _NO_REQUEST.match(body) or _AS_YOU_LIKE.search(body) or _GO_ON.fullmatch(body):
        return False
    word = re.match(r"(?:(?:can|could|would|will) you (?:please |pls |also )?)?(?P<verb>[a-z]+)(?![\w-])", body)
    return word is not None and word["verb"] in order_words("imperatives") and " " in body.strip()


def _asks_first(body: str, described: bool) -> bool:
    asking = order_phrases("ask_first").search(body)
    return asking is not None and (not described or asking.start() == 0 or body.startswith(("it ", "that ")))


def _prohibits(body: str, contrasted: bool, described: bool) -> bool:
    if _RATHER_NOT.match(body):
        return True
    found = _NOT.match(body)
    if found:
        return found["verb"] not in order_words("no_prohibitions") and found["verb"] not in ("a", "the", "been", "was")
    if _NOTHING_OF.match(body) and not _FINITE.search(_CONDITION.split(body)[0].split(",")[0]):
        return True
    found = _NOBODY.match(body)
    if found:
        verbs = [found["next"]]
        if _QUALIFIED.match(found["next"]):
            verbs += [word for word in re.findall(r"[a-z']+", body[found.end() :])[: LONGEST_QUALIFIER + 1] if word != "ever"]
        return any(map(_bars, verbs)) and not _IS_SO.search(_CONDITION.split(body)[0])
    found = NO_NOUN.match(body)
    if found and found["next"] not in order_words("no_orders") and not _FINITE.search(body.split(",")[0]) and " yet" not in body:
        again = re.match(r"no \w+ (?:this|that|it|them|again)\b", body)
        pronoun = found["next"] in order_words("imperatives") and again  # "no, remove it again"
        contrast = contrasted and not _URGED.search(body)  # "a retry topic but no queue" tells what is there
        return not pronoun and not contrast
    if described and not re.match(r"(?:it|that|they|there)\b", body):
        return False
    match = order_phrases("prohibitions").search(body)
    if not match or _BARRED_BEFORE.search(body):
        return False
    return match[0] != "alone" or body.startswith(("leave", "let"))


def _bars(verb: str) -> bool:
    """May `verb` follow "nobody" where all are barred from something ("nobody talks to the press", "nothing gets thrown away")?"""
    if verb in order_words("bars"):
        return True
    plain = verb[:-1] if verb.endswith("s") else ""
    return (plain in order_words("imperatives") or plain[:-1] in order_words("imperatives")) and verb not in order_words("no_bars")


def _binds(body: str, described: bool, reported: bool) -> bool:
    imperative = (word := re.match(r"[a-z]+", body)) is not None and word[0] in order_words("imperatives")
    if not described and not reported and _VERBLESS.match(body) and not _FINITE.search(body):
        return True
    if order_phrases("standing").search(body) and (not described or body.startswith("it ")):
        return imperative or reported or bool(_LASTING.search(body))
    if re.match(r"(?:keep|leave) (?:a|an|some)\b", body):
        return False  # that is something to do, once
    if imperative and _EACH.search(body):
        return True
    if imperative and _CONTRAST.search(body.rstrip(" .!")):
        return True  # "use the median, not the mean"
    if (_KEEP.match(body) and not _LEAVE_OUT.match(body)) or (_STAYS.search(body) and not described):
        return True
    must = _MUST.search(body)
    ours = must is not None and must["who"] in ("i", "we", "they", "he", "she", "there")
    if must and not described and not ours and not _EPISTEMIC.match(must["next"]):
        return "must" in must[0] or must["next"].startswith("be ") or reported
    if _ONLY.search(body) and not described and not _CAUSE.match(body) and not re.search(r"\b(?:the|an|my|one|not|if) only\b", body):
        return imperative or body.startswith("only ") or (len(body.split()) <= SHORT_CLAUSE and not _FINITE.search(body))
    return False
