"""Support: how well each span bears a claim out, as a whole and not only statement by statement.

One summary line often folds several sentences of a message into one, and names in one line what an edit spells out in
forty. So a span counts with its best window, passages of growing width being worth less (passage retrieval after
Callan 1994), and with the share of the names that it holds; then by how directly it can witness such a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.align import Alignment, worth
from summarylint.evidence.index import Ledger
from summarylint.language.terms import terms
from summarylint.model import Statement
from summarylint.provenance.sources import Source, source_of

Manner = Literal["told", "deed", "wish", "fact"]
"""How a claim can be witnessed: what the user is said to have said, what was done, what is wanted, all else."""

WINDOWS = ((0, 1.0), (1, 0.85), (3, 0.8))
"""Statements to either side and what the union of their terms is worth; the wider, the looser the tie."""

WHOLE_CALL = 0.7
"""What the terms of a whole call are worth: it is one act, but its content is long."""

SHORT = 600
"""Code points up to which any span is one thing said, and counts as a whole like a window of its length."""

WHOLE_SHORT = 0.8

NAMES = 0.5
"""What the share of the claim's names that a call or an output holds is worth: they carry names, not the words around them."""

BESIDE = 0.1
"""What all its terms add to that, so that of two edits with the same names the one with more of the words is meant."""

NAMED_LEAST = 0.25
"""The part of a claim that its names must make up before they speak for the rest."""

TOPIC = 0.1
"""What a span gains that holds all of the headings above the claim."""

FILE = 0.1
"""What a call gains that acts on the file which the claim or the heading above it names."""

SPREAD = 0.25
SPREAD_TERMS = 600
"""A span of so many distinct terms has a bit of everything, and loses a quarter."""

LATER = 0.1
"""The last word on a matter is preferred to the first by so much over the length of the window."""

HELD_BY_FEW = 60
"""Spans up to which a name picks out its holders; one that stands in more of them is the topic of the session."""

TRIED = 3
"""Statements of one span whose windows are tried."""

_HEAD = 300
_FILE_NAME = re.compile(r"[\w-]+\.[a-z]{1,4}\b")

DIRECTNESS: Mapping[Manner, Mapping[Source, float]] = {
    "told": {"user": 1.0, "output": 0.8, "deed": 0.8, "look": 0.7, "document": 0.6, "plan": 0.5, "text": 0.8, "thinking": 0.7},
    "deed": {"user": 0.6, "output": 1.2, "deed": 1.3, "look": 0.9, "document": 0.6, "plan": 0.5, "text": 0.95, "thinking": 0.6},
    "wish": {"user": 1.4, "output": 0.8, "deed": 0.8, "look": 0.7, "document": 0.6, "plan": 0.5, "text": 0.95, "thinking": 0.6},
    "fact": {"user": 1.0, "output": 1.05, "deed": 0.75, "look": 0.7, "document": 0.6, "plan": 0.55, "text": 1.0, "thinking": 0.7},
}
"""How directly a source witnesses a claim: a deed by the call that did it, a wish by the one who has it, a fact by what
was printed or said; thinking and plans repeat what stands better elsewhere."""


@dataclass(frozen=True, slots=True)
class Support:
    """A span that bears a claim out: `score` between 0 and 1 is how well, `weight` how well and how directly."""

    number: int
    order: int
    score: float
    weight: float
    source: Source


def supports(statement: Statement, manner: Manner, alignment: Alignment, ledger: Ledger) -> list[Support]:
    """Return the spans that share enough with `statement` to be weighed, the weightiest first."""
    return sorted(_Weighing(statement, manner, alignment, ledger).supports(), key=lambda support: -support.weight)


class _Weighing:
    """The weighing of all spans for one statement."""

    def __init__(self, statement: Statement, manner: Manner, alignment: Alignment, ledger: Ledger) -> None:
        self.alignment, self.ledger = alignment, ledger
        self.query, self.total = alignment.query, alignment.total
        self.directness = DIRECTNESS[manner]
        self.manner = manner
        self.names = named_terms(statement) & self.query.keys()
        self.names_worth = self._worth(self.names)
        self.above = {term: worth(ledger, term) for term in alignment.context if term not in self.query}
        self.above_worth = sum(self.above.values())
        text = " ".join((*statement.segment.headings[-2:], statement.segment.label, statement.text)).lower()
        self.files = frozenset(_FILE_NAME.findall(text))

    def supports(self) -> Iterable[Support]:
        first: dict[int, list[int]] = {}
        for _, order in self.alignment.leading:
            orders = first.setdefault(self.ledger.number_of(order), [])
            if len(orders) < TRIED:
                orders.append(order)
        for number in self._others():
            first.setdefault(number, [])
        for number, orders in first.items():
            found = self._support(number, orders)
            if found is not None:
                yield found

    def _others(self) -> Iterable[int]:
        """Spans without a leading statement that may still be the right ones: holders of the names, and the user's words."""
        if self.manner == "deed":
            for term in (*self.names, *self.files):
                held = self.ledger.holders(term)
                if len(held) <= HELD_BY_FEW:
                    yield from held
        elif self.names_worth >= NAMED_LEAST * self.total:
            yield from self.ledger.holders(min(self.names, key=lambda term: len(self.ledger.postings.get(term, ()))))
        if self.manner in ("told", "wish"):
            yield from (number for number, span in enumerate(self.ledger.spans) if span.role == "user")

    def _support(self, number: int, orders: list[int]) -> Support | None:
        span = self.ledger.spans[number]
        source = source_of(span)
        if source is None:
            return None
        vocabulary = self.ledger.vocabulary(number)
        score, order = max(((self._window(number, order), order) for order in orders), default=(0.0, -1))
        whole = self._worth(self.query.keys() & vocabulary) / self.total
        if source == "deed":
            score = max(score, WHOLE_CALL * whole)
        elif len(span.text) <= SHORT:
            score = max(score, WHOLE_SHORT * whole)
        if source in ("deed", "output") and self.names_worth >= NAMED_LEAST * self.total:
            score = max(score, NAMES * self._names_share(vocabulary, orders, source) + BESIDE * whole)
        if not score:
            return None
        gain = TOPIC * self._topic(vocabulary)
        if source == "deed" and self.files and any(name in span.text[:_HEAD].lower() for name in self.files):
            gain += FILE
        weight = (score + gain) * self.directness[source]
        weight *= 1 - SPREAD * min(1.0, len(vocabulary) / SPREAD_TERMS)
        weight *= 1 + LATER * number / len(self.ledger.spans)
        return Support(number, order if order >= 0 else self._best_order(number), min(1.0, score), weight, source)

    def _names_share(self, vocabulary: frozenset[str], orders: list[int], source: Source) -> float:
        """The share of the names in a call, or in one statement of an output, where a long listing would hold them all."""
        held: Iterable[frozenset[str]] = [vocabulary] if source == "deed" else [frozenset(self.ledger.terms[order]) for order in orders]
        return max((self._worth(self.names & terms) for terms in held), default=0.0) / self.names_worth

    def _window(self, number: int, order: int) -> float:
        within = self.ledger.orders_of(number)
        best, held, reach = 0.0, set[str](), -1
        for width, share in WINDOWS:
            for at in range(max(within.start, order - width), min(within.stop, order + width + 1)):
                if abs(at - order) > reach:
                    held.update(self.query.keys() & self.ledger.terms[at])
            reach = width
            best = max(best, share * self._worth(held))
        return best / self.total

    def _topic(self, vocabulary: frozenset[str]) -> float:
        return sum([self.above[term] for term in self.above if term in vocabulary]) / self.above_worth if self.above else 0.0

    def _best_order(self, number: int) -> int:
        orders, keys = self.ledger.orders_of(number), self.query.keys()
        return max(orders, key=lambda order: self._worth(keys & self.ledger.terms[order]))

    def _worth(self, terms: Iterable[str]) -> float:
        query = self.query
        return sum([query[term] for term in terms])


def named_terms(statement: Statement) -> frozenset[str]:
    """Return the terms inside the identifiers and the code of a statement."""
    return frozenset(term for mark in statement.marks if mark.kind in ("identifier", "code") for term in terms(mark.text))
