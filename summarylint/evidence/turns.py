"""Turns: what a span statement does to a statement of the summary, and the small questions that all ways of turning ask."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.align import worth, worth_of
from summarylint.evidence.index import Ledger
from summarylint.language.prose import is_prose
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

_COMMA = re.compile(r",\s+(?:and |then |or )?|\s+and\s+(?=(?:[\w.\"/-]+ ){0,3}(?:was|were|is|are|has|have|had)\b)")

Way = Literal["negated", "contradicted", "superseded", "inflated", "planned", "completed", "refuted", "refused"]

MOST_LATER = 60
"""Later statements on the same matter that are looked at; who speaks of a thing so often has settled it."""

RARE = 4
"""A term in so few statements names its matter alone."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A span statement that disagrees with `[start, end)` of the summary, and how.

    `at` and `to` mark the words in the span that disagree, `share` the part of the summary's worth that both tell (0 to 1).
    `doubtful` is true where the words alone cannot show that it is the same matter.
    """

    way: Way
    witness: Witness
    start: int
    end: int
    at: int
    to: int
    cue: str
    share: float
    doubtful: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Matter:
    """A stretch of the summary under comparison: the statement or one clause, with the label and headings above it.

    Equal to itself alone, so that what is read of it can be kept for the next who asks.
    """

    statement: Statement
    text: str
    """The whole summary."""
    start: int
    end: int
    terms: frozenset[str]
    above: frozenset[str]
    """Terms of the label and the nearest headings."""
    others: tuple[Statement, ...]
    """All statements of the summary."""

    @property
    def words(self) -> str:
        """The stretch as written."""
        return self.text[self.start : self.end]


def part_of(ledger: Ledger, some: Collection[str], whole: Collection[str]) -> float:
    """Return what part of the worth of `whole` is shared with `some`, 0 to 1."""
    return worth_of(ledger, set(some) & set(whole)) / (worth_of(ledger, whole) or 1.0)


def terms_in(text: str, start: int, end: int | None) -> tuple[str, ...]:
    """Return the distinct terms of a stretch in text order."""
    return tuple(dict.fromkeys(terms(text[start:end])))


def rare(ledger: Ledger, terms: Iterable[str]) -> bool:
    """Is one of the terms a value, or in so few statements that it names its matter alone?"""
    return any(not term.isalpha() or len(ledger.postings.get(term, ())) <= RARE for term in terms)


def mentions(ledger: Ledger, terms: Collection[str], least: float, after: int = -1) -> Iterator[int]:
    """Yield the last statements behind number `after` that hold at least the part `least` of the worth of `terms`, in time order.

    Such a statement holds at least one of the rarest terms that together weigh more than the part it may lack, so only the
    places of those are followed.
    """
    values = sorted(((worth(ledger, term), term) for term in set(terms)), reverse=True)
    total = sum(value for value, _ in values)
    lack, needed, orders = (1 - least) * total, 0.0, set[int]()
    for value, term in values:
        held = ledger.postings.get(term, ())
        orders.update(held[bisect_right(held, after) :])
        needed += value
        if needed > lack:
            break
    found = [order for order in orders if sum(value for value, term in values if term in ledger.terms[order]) >= least * total]
    yield from sorted(found)[-MOST_LATER:]


def asserts(found: Statement) -> bool:
    """Is this a plain assertion: no question, no condition?"""
    return not found.text.rstrip().endswith("?") and found.stance.certainty not in ("asked", "conditional")


def speaks(found: Witness) -> bool:
    """Are these somebody's words, and not a call or a machine's listing?"""
    return (
        found.span.kind != "tool_call"
        and found.statement.segment.form != "code"
        and (found.span.role != "tool" or is_prose(found.statement.text))
    )


def at_order(ledger: Ledger, order: int) -> Witness:
    """Read statement number `order` in full, as a witness without a score of its own."""
    return Witness(ledger.span_of(order), ledger.statement(order), 0.0, (), order)


def pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the parts of `text[start:end]` between commas outside brackets, and before an "and" that opens a clause."""
    cuts = [m.span() for m in _COMMA.finditer(text, start, end) if text.count("(", start, m.start()) == text.count(")", start, m.start())]
    edges = [start, *(x for cut in cuts for x in cut), end]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
