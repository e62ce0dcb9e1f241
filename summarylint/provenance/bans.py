"""Bans: what the user forbade, that still stands, and that a pending action would do. The words are in lexicon/bans.toml.

A ban bears on an action that does what it bars to the very thing that it names: a ban on `invoices_archive` says nothing of
`invoices`, one on pushing nothing of a restart. It ends with the user: by lifting it, by ordering or allowing the deed later, or
by agreeing to an assistant's word that names the thing; and with its condition, where the user or a tool tells of that later. What a tool
prints of the user's words lifts none, as anybody can write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.dues import CONDITION, FOR_NOW, LONGEST_RULES, core_end, sentences
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.language.order_clauses import order_phrases
from summarylint.language.orders import Order, find_orders
from summarylint.language.phrases import lowered
from summarylint.language.terms import terms
from summarylint.language.voices import opens_with_agreement
from summarylint.model import Span
from summarylint.provenance.barred import Barred, Doing, ban_words, barred_by

BANNING = ("prohibition", "ask-first")

_LIST = re.compile(r"(?P<things>(?:\s*,\s*[\w./-]*\w)+\s*,?\s*\b(?:and|or|nor)\s+[\w./-]*\w)\W*$")
_DENYING = re.compile(r"\b(?:not|never|no|nothing|nobody|cannot|cant|without|dont|doesnt|mustnt|shouldnt|wont|neither|nor)\b")
_ONLY = re.compile(r"\bonly\b")
_TURN = re.compile(r"\bso\b|[,;]\s*(?:and|but|please|then|therefore|hence)\b")
"""Where the one who tells of something turns to what he wants himself ("the deploy failed, so don't push to main")."""
_TOLD_OF = re.compile(r"\W*(?:i|we|he|she|they)\b")
_TO_LOOK = re.compile(rf"\W*(?:(?:and|to|now|just|still|only|then|also)\s+)*{ban_words('looking').pattern}")
_BARRING = re.compile(r"\b(?:never|not|no|nothing|nobody|dont|must|should|hands|leave|keep|stay|forbid|under no)\b|n't\b")
"""Where a clause begins to bar; what stands before may tell whose words they are."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban in force: the span that holds it, its words, and where they stand there."""

    span: Span
    start: int
    end: int
    text: str


def bans_on(action: str, spans: Sequence[Span]) -> tuple[Ban, ...]:
    """Return the bans of the user in `spans`, given in time order, that stand and that `action` would break, each once.

    Where the user's own words are not among the spans, an earlier summary that tells of the ban speaks for them.
    """
    doing = Doing.of(action)
    found = list(_found(doing, spans))
    own = [ban for ban in found if ban.span.role != "summary"]
    return tuple({ban.text: ban for ban in own or found}.values())


def _found(doing: Doing, spans: Sequence[Span]) -> Iterator[Ban]:
    for number, span in enumerate(spans):
        if span.role not in ("user", "summary", "system") or span.kind != "text" or is_summariser_prompt(span):
            continue
        if span.role == "system" and len(span.text) > LONGEST_RULES:
            continue  # a manual, for every piece of work
        for order in find_orders(span.text, reported=span.role == "summary", rules=span.role == "system"):
            if not _bans(span, order) or _told(span, order):
                continue
            start, end = order.start, _end_of_list(span.text, order) if order.kind in BANNING else order.end
            barred = barred_by(span.text[start:end])
            if doing.breaks(barred) and not _ended(spans, number, order, barred):
                yield Ban(span, start, end, span.text[start:end])


def _bans(span: Span, order: Order) -> bool:
    """Does an order bar something, or have it left as it is?"""
    return order.kind in BANNING or bool(ban_words("leaving").match(lowered(span.text[order.start : order.end])))


def _end_of_list(text: str, order: Order) -> int:
    """The end of what is barred, with the things that a comma parts from the first one ("t_users, t_logs or t_old")."""
    end = core_end(text, order)
    listed = _LIST.match(text, end, order.sentence[1])
    return listed.end("things") if listed else end


def _told(span: Span, order: Order) -> bool:
    """Is the ban somebody else's or a machine's, quoted or handed on by the one who writes, or does it hang on an "if"?"""
    if span.role == "summary":
        return False  # it tells of the user's words by its nature
    text = lowered(span.text)
    barring = _BARRING.search(text, order.start, order.end)
    before = text[order.sentence[0] : barring.start() if barring else order.start]
    above = text[: order.start].rstrip(" *_")
    if above.endswith(('"', "“", "`", "‘", " '", ">")) or above.startswith("'") or re.search(r"\bif\b", before):
        return True
    led = before.strip() or (above.rstrip().rpartition("\n")[2] if above.rstrip().endswith(":") else "")
    led = _TURN.split(led)[-1]
    return bool(ban_words("told").search(led)) and not ban_words("told", "own").search(led)


def _ended(spans: Sequence[Span], number: int, order: Order, barred: Barred) -> bool:
    """Did the user take the ban back since, or did what it waited for come true?"""
    own = spans[number]
    sentence = lowered(own.text[slice(*order.sentence)])
    condition = CONDITION.search(sentence)
    waits = frozenset(terms(condition["condition"])) if condition else frozenset[str]()
    if any(_lifts(said, barred, passing=bool(FOR_NOW.search(sentence))) for said in _sentences(own.text[order.sentence[1] :])):
        return True
    for at in range(number + 1, len(spans)):
        span = spans[at]
        if waits and span.role in ("user", "tool") and any(_came_true(said, waits) for said in _sentences(span.text)):
            return True
        if span.role != "user" or span.kind != "text" or is_summariser_prompt(span):
            continue
        if any(_lifts(said, barred, passing=bool(FOR_NOW.search(sentence))) for said in _sentences(span.text)):
            return True
        if opens_with_agreement(span.text) and _asked(spans[:at], barred):
            return True
    return False


def _came_true(said: str, waits: frozenset[str]) -> bool:
    """Does a sentence of the user or a tool tell what a ban waits for, as something that is so?"""
    low = lowered(said).replace("'", "")
    return waits <= frozenset(terms(said)) and not _DENYING.search(low) and not ban_words("open").search(low)


def _lifts(said: str, barred: Barred, *, passing: bool) -> bool:
    """Does a sentence of the user allow or order what is barred?"""
    low = lowered(said)
    if low.rstrip().endswith("?") and not re.match(r"\W*(?:please|(?:can|could|would|will) you)\b", low):
        return False
    whole = low.replace("'", "")
    low = ban_words("denying_nothing").sub(lambda match: " " * len(match[0]), whole)
    leave, lifting = order_phrases("lifting").search(low), ban_words("lifting").search(whole)
    taken_back = [match.end() for match in (leave, lifting) if match]
    end, deed = barred.end_of_name(low), barred.end_of_deed(low)
    if leave and not lifting and deed is None and _TO_LOOK.match(low, leave.end()):
        return False
    if end is None:
        return bool(taken_back) and (passing or barred.spoken_of(low)) and not _DENYING.search(low) and not _ONLY.search(low)
    if not taken_back and (deed is None or _TOLD_OF.match(low)):
        return False
    return not _DENYING.search(low, 0, max([end, *taken_back] if taken_back else [end, deed or 0]))


def _asked(before: Sequence[Span], barred: Barred) -> bool:
    """Did the assistant's last words before an agreement name what is barred?"""
    for span in reversed(before):
        if span.role == "user" and not is_summariser_prompt(span):
            return False
        if span.role == "assistant" and span.kind == "text":
            return barred.named_in(span.text)
    return False


def _sentences(text: str) -> Iterator[str]:
    return (text[start:end] for start, end in sentences(text))
