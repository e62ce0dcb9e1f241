"""Dues: what a summary owes. Orders still in force, questions nobody answered, and what the work is stuck on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.telling import Key, concepts, holds, keys_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.order_clauses import NO_NOUN, order_phrases, order_words
from summarylint.language.orders import Order, find_orders
from summarylint.language.phrases import lowered, one_of
from summarylint.language.prose import is_prose
from summarylint.language.terms import terms
from summarylint.model import Segment, Span, Statement, Witness

DueKind = Literal["prohibition", "ask-first", "standing", "request", "limit", "approval", "blocker", "caveat", "lead"]

OLD_SPANS = 40
"""A bound on one piece of work, with so many spans behind it, may have been kept and done with: a note and no more."""

LONGEST_RULES = 1_500
"""Code points of a system message up to which it is a note to this piece of work; a longer one is a manual, in every window."""

CONDITION_WORTH = 0.5

RETOLD_SHARE = 0.75
"""The part of an order's words that a later summary hands on where it tells the same order..."""

LEAST_RETOLD = 2
"""...and how many they have to be."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("orders")["dues"][entry])


CONDITION = LatePattern(lambda: rf"\b{_any('conditions')}\b(?P<condition>[^,;.]+)")
_ASIDE = LatePattern(lambda: rf"{CONDITION.pattern}|,\s*(?:and |but )?not\s|\b{_any('contrasts')}\b")
"""A condition, or what is not meant ("use the median, not the mean"): the order is told without it."""

FOR_NOW = LatePattern(lambda: rf"\b{_any('for_now')}\b")
_REASON = LatePattern(lambda: rf"\s+{_any('reasons')}\b|\s-\s")
_ACKNOWLEDGED = LatePattern(
    lambda: rf"(?:{_any('noting')}\b[,.!:]?\s*)*(?:{_any('announcing')}\b.{{0,160}})?$",
    re.S,
)
_WAS_BLOCKED = re.compile(r"\b(?:not|no longer|was|were|un)\s?(?:blocked|stuck)")
_LABEL = re.compile(r"(?:[\w-]+ ){0,2}[\w-]+:\s+")
_PRONOUN = re.compile(r"(?:keep|leave|let|do|use|make)\s+(?:it|that|this|them|these|those)\b|(?:this|these|those)\b", re.I)
_COURTESY = LatePattern(lambda: rf"[\s,]+{_any('courtesies')}$")
_NARROWS = LatePattern(lambda: rf"[(]|\s{_any('narrowing')}\s")
"""Where a noun phrase ends and what narrows it down begins."""

_SUBJECT = re.compile(r"(?:the |a |an )?(?P<subject>[a-z][\w'/.-]+) (?:should|must|shall|may) (?:not|never)\b")

_TAIL = re.compile(r",\s+")


@dataclass(frozen=True, slots=True)
class Due:
    """What the summary owes: `owed` is the narrow statement in its span, `keys` what it is about.

    `strong` where its own words are binding; `doubtful` where it may be done with; `last` where it stands in the latest word.
    """

    kind: DueKind
    owed: Witness
    keys: tuple[Key, ...]
    reason: tuple[Key, ...] = ()
    """What the words behind the order are about, where it gives a reason."""
    strong: bool = False
    doubtful: bool = False
    last: bool = False
    head: tuple[str, ...] = ()
    """The terms of what a prohibition names: the thing that it bars ("no second **server**"), or bars from something. Of a caveat,
    what does not hold ("won't **compile**")."""


def find_dues(ledger: Ledger, surviving: frozenset[str] | None = None) -> tuple[Due, ...]:
    """Return all that a summary of the ledger's spans owes, in text order; a span that survives in the window tells it itself."""
    found = [*_orders(ledger), *_approvals(ledger), *_blockers(ledger)]
    return tuple(due for due in found if surviving is None or due.owed.span.id not in surviving)


# ---------------------------------------------------------------- orders


def _orders(ledger: Ledger) -> Iterator[Due]:
    speaking = [number for number, span in enumerate(ledger.spans) if _speaks(span)]
    users = [number for number in speaking if ledger.spans[number].role == "user"]
    last = users[-1] if users else -1
    seen: dict[frozenset[str], int] = {}
    found: list[tuple[int, Due]] = []
    lifted: set[tuple[int, tuple[int, int]]] = set()  # sentences of which an order was taken back: what hangs on it goes with it
    for number in speaking:
        span = ledger.spans[number]
        for order in find_orders(span.text, reported=span.role == "summary", rules=span.role == "system"):
            due = _due(ledger, span, number, order, number == last)
            if due is None or (number, order.sentence) in lifted:
                continue
            if _lifted(ledger, users, number, order, due):
                lifted.add((number, order.sentence))
                continue
            seen[frozenset(key.term for key in due.keys)] = len(found)
            found.append((number, due))
    kept = set(seen.values())  # said again later, it is owed once
    kept -= {at for at in kept if any(_retold(found[at][1], found[later][1]) for later in kept if later > at)}
    yield from (due for at, (_, due) in enumerate(found) if at in kept)


def _retold(earlier: Due, later: Due) -> bool:
    """Does a later summary hand on the order of an earlier one in nearly its words?"""
    if earlier.owed.span.role != "summary" or later.owed.span.role != "summary" or earlier.owed.span is later.owed.span:
        return False
    first, second = ({key.term for key in due.keys if key.worth >= 1 or key.worth == CONDITION_WORTH} for due in (earlier, later))
    return len(first & second) >= max(LEAST_RETOLD, RETOLD_SHARE * min(len(first), len(second)))


def _speaks(span: Span) -> bool:
    """Can the span order anything: the user's words, an earlier summary, or a few rules for the assistant (a manual holds too many)?"""
    if span.role == "system" and len(span.text) > LONGEST_RULES:
        return False
    return span.role in ("user", "summary", "system") and span.kind == "text" and not is_summariser_prompt(span)


def _due(ledger: Ledger, span: Span, number: int, order: Order, last: bool) -> Due | None:
    start, end = order.start, order.end if order.kind == "limit" else core_end(span.text, order)
    label = _LABEL.match(span.text, start, end)
    keys = (keys_of if order.kind == "ask-first" else _keys)(span.text, label.end() if label else start, end)
    if not any(key.worth >= 1 for key in keys) and end < order.end:
        keys = keys_of(span.text, start, order.end)
    heavy = [key for key in keys if key.worth >= 1]
    if not keys or (order.kind == "request" and not heavy and len(keys) < 2):
        return None
    later = len(ledger.spans) - number - 1
    if order.kind == "request" and (not last or _taken_up(ledger, number)):
        return None
    old = later > OLD_SPANS
    passing = (order.kind == "standing" and not order.strong and not last) or (span.role == "summary" and number > 0)
    manner = _of_manner(span.text[start : order.end])
    unnamed = bool(_PRONOUN.match(span.text, start)) and not any(key.worth > 1 for key in keys)
    doubtful = (not heavy and len(keys) < 2) or unnamed or manner or (passing and old)
    reason = keys_of(span.text, end, order.end) if end < order.end else ()
    head = _named_thing(span.text, start, end, keys) if order.kind == "prohibition" else ()
    return Due(order.kind, witness_of(ledger, span, start, end), keys, reason, order.strong, doubtful, last, head)


def _named_thing(text: str, start: int, end: int, keys: tuple[Key, ...]) -> tuple[str, ...]:
    """Return the last word of "no <things>" before what narrows it down, and the whole of a subject of one word ("auto-save must not ...").

    Empty for a prohibition of another form, and for one that goes on with what is to be instead ("no zoom, room 4").
    """
    low = lowered(text[start:end])
    subject = _SUBJECT.match(low)
    if subject:
        return tuple(key.term for key in keys if key.end <= start + subject.end("subject"))
    if not NO_NOUN.match(low) or "," in low:
        return ()
    narrowed = _NARROWS.search(low)
    inside = [key for key in keys if key.end <= start + (narrowed.start() if narrowed else len(low))]
    return (inside[-1].term,) if inside else ()


def _of_manner(text: str) -> bool:
    """Is it about how an answer is to be worded ("no jargon please")?"""
    low = _COURTESY.sub("", lowered(text).rstrip(" .!"))
    return low.startswith("no ") and any(match.end() == len(low) for match in order_phrases("manner").finditer(low))


def _keys(text: str, start: int, end: int) -> tuple[Key, ...]:
    """What an order is about; the words of a condition ("before the 21 days are over") are worth half: it is told in many ways."""
    condition = _ASIDE.search(lowered(text[start:end]))
    keys = keys_of(text, start, end)
    at = start + condition.start() if condition else end
    if not any(key.worth >= 1 and key.start < at for key in keys):
        return keys
    return tuple(key if key.start < at else replace(key, worth=key.worth * CONDITION_WORTH) for key in keys)


def core_end(text: str, order: Order) -> int:
    """The end of what is ordered, without the reason that follows it."""
    stretch = lowered(text[order.start : order.end])
    reason = _REASON.search(stretch, 8)
    end = reason.start() if reason else len(stretch)
    commas = list(_TAIL.finditer(stretch, 0, end))
    if len(commas) == 1 and commas[0].start() >= 8 and len(stretch[commas[0].end() : end].split()) >= 3:
        end = commas[0].start()
    return order.start + end


def witness_of(ledger: Ledger, span: Span, start: int, end: int) -> Witness:
    """Return `[start, end)` of a span as what is owed."""
    text = span.text[start:end]
    statement = Statement(Segment(start, end, "sentence"), text, terms=terms(text))
    orders = ledger.orders(span.id)
    order = next((n for n in orders if ledger.bounds[n][0] <= start < ledger.bounds[n][1]), orders.start)
    return Witness(span, statement, 1.0, (), order)


def _taken_up(ledger: Ledger, number: int) -> bool:
    """Did anything follow the message but a word of acknowledgement? Then the summary tells of the work, not of the asking."""
    later = ledger.spans[number + 1 :]
    acknowledged = len(later) == 1 and later[0].kind == "text" and _ACKNOWLEDGED.match(lowered(later[0].text.strip())) is not None
    return bool(later) and not acknowledged


def _lifted(ledger: Ledger, users: list[int], number: int, order: Order, due: Due) -> bool:
    """Did the user take the order back later, or did what it waited for come true?"""
    if order.kind == "request":
        return False
    text = due.owed.span.text
    low = lowered(text[slice(*order.sentence)])
    condition = CONDITION.search(low)
    waits = set(terms(condition["condition"])) if condition else set()
    passing = bool(FOR_NOW.search(low))
    objects = {key.term for key in due.keys}
    for later in users:
        if later <= number:
            continue
        for sentence in re.split(r"[.!?;\n]+", ledger.spans[later].text):
            said = lowered(sentence)
            if not order_phrases("lifting").search(said) or re.search(r"\b(?:not|n't|never|only)\b", said):
                continue
            told = concepts(sentence)
            if any(holds(told, term) for term in (objects | waits)) or passing:
                return True
    return False


# ---------------------------------------------------------------- open questions and blockers


def _closing(ledger: Ledger) -> Iterator[Span]:
    """The assistant's own words after the user's last one."""
    for span in reversed(ledger.spans):
        if span.role == "user" and not is_summariser_prompt(span):
            return
        if span.role == "assistant" and span.kind == "text":
            yield span


_CHOICE = re.compile(r"\W*(?P<verb>[a-z]+)\b[^?]*,? or [^?]*\?\W*$")


def _offers_choice(asked: str) -> bool:
    """Does a question put two deeds up for choice ("delete them all, or keep the first?")?"""
    choice = _CHOICE.match(asked)
    return choice is not None and choice["verb"] in order_words("imperatives")


LONGEST_PUTTING_OFF = 12
"""Words up to which a message that puts an answer off gives none beside it."""


def _put_off(ledger: Ledger) -> Span | None:
    """Return what the assistant said last before the user's last word, where that only puts the answer off ("let me ask the others")."""
    user = next((span for span in reversed(ledger.spans) if span.role == "user" and not is_summariser_prompt(span)), None)
    if user is None or len(user.text.split()) > LONGEST_PUTTING_OFF or not order_phrases("approval", "put_off").search(lowered(user.text)):
        return None
    before = (span for span in reversed(ledger.spans[: ledger.number(user.id)]) if span.kind == "text")
    last = next(before, None)
    return last if last is not None and last.role == "assistant" else None


def _approvals(ledger: Ledger) -> Iterator[Due]:
    last = next(_closing(ledger), None) or _put_off(ledger)
    if last is None:
        return
    for start, end in sentences(last.text):
        asked = lowered(last.text[start:end])
        if asked.endswith("?") and (order_phrases("approval").search(asked) or _offers_choice(asked)):
            keys = keys_of(last.text, start, end)
            if sum(key.worth for key in keys) >= 2:
                yield Due("approval", witness_of(ledger, last, start, end), keys, last=True)


def _blockers(ledger: Ledger) -> Iterator[Due]:
    last = next(_closing(ledger), None)
    if last is None or any(span.role == "tool" for span in ledger.spans[ledger.number(last.id) + 1 :]):
        return
    for start, end in sentences(last.text):
        stretch = last.text[start:end]
        if order_phrases("blocker").search(lowered(stretch)) and is_prose(stretch) and not _WAS_BLOCKED.search(lowered(stretch)):
            keys = keys_of(last.text, start, end)
            if sum(key.worth for key in keys) >= 2:
                yield Due("blocker", witness_of(ledger, last, start, end), keys, last=True)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text stand, the white space around them left out."""
    for match in re.finditer(r"[^.!?\n]+(?:[.!?](?=\w)[^.!?\n]*)*[.!?]*", text):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        end = match.start() + len(match[0].rstrip())
        if start < end:
            yield start, end
