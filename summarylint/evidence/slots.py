"""Slots: around a value stands what it is the value of ("port 5433", "timeout 90 s", "pool.max_size = 20").

Comparing slots finds a value that exists in the spans and stands in the wrong place in the summary.
"""

from __future__ import annotations

from collections.abc import Iterable

from summarylint.evidence.align import worth
from summarylint.evidence.index import Ledger
from summarylint.language.terms import placed_terms, terms
from summarylint.model import Mark, Statement

REACH = 4
"""Terms on each side that belong to a slot; further off stands the next value's."""


def slot_terms(text: str, statement: Statement, mark: Mark) -> tuple[str, ...]:
    """Return the terms that say what `mark` is the value of, the nearest first; other values are left out.

    `text` is the text that the statement stands in. The counted noun, the label and the nearest heading belong to it.
    """
    values = [(m.start, m.end) for m in statement.marks if m.kind == "quantity"]
    placed = placed_terms(text, statement.start, statement.end)
    before = [t for t, a, b in placed if b <= mark.start and not _inside(values, a, b)][-REACH:]
    after = [t for t, a, b in placed if a >= mark.end and not _inside(values, a, b)][:REACH]
    mixed: list[str] = []
    for distance in range(REACH):
        mixed += [*([before[-1 - distance]] if distance < len(before) else []), *([after[distance]] if distance < len(after) else [])]
    own = terms(mark.unit) if mark.unit else ()
    around = terms(" ".join((statement.segment.label, *statement.segment.headings[-1:])))
    return tuple(dict.fromkeys((*own, *mixed, *around)))


def _inside(places: Iterable[tuple[int, int]], start: int, end: int) -> bool:
    return any(a <= start and end <= b for a, b in places)


def likeness(ledger: Ledger, one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how much of slot `one` slot `other` shares, 0 to 1, each term weighted by its worth and its nearness."""
    if not one:
        return 0.0
    held = set(other)
    weights = {term: worth(ledger, term) / (1 + 0.25 * place) for place, term in enumerate(one)}
    return sum(value for term, value in weights.items() if term in held) / sum(weights.values())
