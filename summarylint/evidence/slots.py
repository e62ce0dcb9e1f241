"""Slots: around a value stands what it is the value of ("port 5433", "timeout 90 s", "pool.max_size = 20").

Comparing slots finds a value that exists in the spans and stands in the wrong place in the summary.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter, itemgetter

from summarylint.evidence.align import worth
from summarylint.evidence.index import Ledger
from summarylint.language.terms import placed_terms, terms
from summarylint.model import Mark, Statement

_PART = re.compile(r"[,;|](?=\s)|\s(?=and\s)")

DISTANCE = 0.3
"""What each step away from the value takes from a term's weight: at four steps it still counts for nearly half."""

HEAD = 2.0
"""The nearest word (the counted noun, for a count) says more of what the value is than all that follow."""

RARE = 4
"""A term in so few statements names its slot alone."""

MOST_HOLDERS = 24
"""Statements looked through for a slot; the latest word is among the first, since values are told where they are set."""

REACH = 4
"""Terms on each side that belong to a slot; further off stands the next value's."""

FARTHEST = 200
"""Code points on each side in which those terms are looked for: two lines of prose; a statement that is longer is a dump of
values, where reading all of it for each of them never ends."""

_start = attrgetter("start")


def slot_terms(text: str, statement: Statement, mark: Mark) -> tuple[str, ...]:
    """Return the terms that say what `mark` is the value of, the nearest first; other values are left out.

    `text` is the text that the statement stands in. Where commas part several values, only the words on this side of
    them belong to the slot. The counted noun comes first, the label last.
    """
    first, last = max(statement.start, mark.start - FARTHEST), min(statement.end, mark.end + FARTHEST)
    marks = statement.marks
    near = marks[max(0, bisect_left(marks, first, key=_start) - OVERLAPPING) : bisect_right(marks, last, key=_start)]
    values = [(m.start, m.end) for m in near if m.kind == "quantity"]
    start, end = _item(text, first, last, mark, values)
    placed = placed_terms(text, start, end)
    before = [t for t, a, b in placed if b <= mark.start and not _inside(values, a, b)][-REACH:]
    after = [t for t, a, b in placed if a >= mark.end and not _inside(values, a, b)][:REACH]
    mixed: list[str] = []
    for distance in range(REACH):
        mixed += [*([before[-1 - distance]] if distance < len(before) else []), *([after[distance]] if distance < len(after) else [])]
    own = terms(mark.unit) if mark.type == "count" else ()
    return tuple(dict.fromkeys((*own, *mixed, *terms(statement.segment.label))))


def _item(text: str, start: int, end: int, mark: Mark, values: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the part of `[start, end)` around `mark` up to the nearest commas with another value behind them, if it holds a word."""
    cuts = [m.start() for m in _PART.finditer(text, start, end)]
    if not cuts:
        return start, end
    left = max((cut for cut in cuts if cut < mark.start), default=start)
    right = min((cut for cut in cuts if cut >= mark.end), default=end)
    if not any(b <= left for _, b in values):
        left = start
    if not any(a >= right for a, _ in values):
        right = end
    words = [t for t, a, b in placed_terms(text, left, right) if not _inside(values, a, b) and not (mark.start <= a and b <= mark.end)]
    return (left, right) if words else (start, end)


def likeness(ledger: Ledger, one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how much of slot `one` slot `other` shares, 0 to 1; a term counts by its worth and its nearness on both sides."""
    if not one:
        return 0.0
    rank = {term: place for place, term in reversed(list(enumerate(other)))}
    weights = {term: worth(ledger, term) / (1 + DISTANCE * place) for place, term in enumerate(one)}
    weights[one[0]] *= HEAD
    shared = sum(value / (1 + DISTANCE * rank[term]) for term, value in weights.items() if term in rank)
    whole = sum(value / (1 + DISTANCE * place) for place, value in enumerate(weights.values()))
    return min(1.0, shared / whole)


def holders(ledger: Ledger, slot: tuple[str, ...]) -> list[int]:
    """Return the statements that hold the nearest terms of `slot`: the first with another one, or alone where it is rare."""
    known = [term for term in slot if term in ledger.postings]
    if not known:
        return []
    first = ledger.postings[known[0]]
    rest = {order for term in known[1:] for order in ledger.postings[term]} if len(first) > RARE else set(first)
    return [order for order in first if order in rest][:MOST_HOLDERS]


OVERLAPPING = 3
"""Values that may begin before a word and reach over it: "3 to 5 kg" is one of several."""


def _inside(places: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(places, start, key=itemgetter(0))
    return any(end <= b for _, b in places[max(0, at - OVERLAPPING) : at])
