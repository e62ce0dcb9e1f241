"""Support: how well each span bears a claim out, as a whole and not only statement by statement.

One summary line often folds several sentences of a message into one, and names in one line what an edit spells out in
forty. So a span counts with its best window, passages of growing width being worth less (passage retrieval after
Callan 1994), and with the share of the names that it holds; then by how directly it can witness such a claim.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
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

NAMED_LEAST = 0.2
"""The part of a claim that its names must make up before they speak for the rest."""

TOPIC = 0.08
"""What a span gains that holds all of the headings above the claim."""

FILE = 0.1
"""What a call gains that acts on the file which the claim or the heading above it names."""

SPREAD = 0.25
SPREAD_TERMS = 600
"""A span of so many distinct terms has a bit of everything, and loses a quarter."""

FIGURELESS = 0.75
"""What is left of the weight of a span without any of the figures that the claim gives and that few spans hold."""

ANNOUNCED = 0.6
"""What a call has of the score of the words right before it, which announce what it does in words nearer to a summary's."""

LATER = 0.1
"""The last word on a matter is preferred to the first by so much over the length of the window."""

HELD_BY_FEW = 24
"""Spans up to which a name picks out its holders; one that stands in more of them is the topic of the session."""

LEADING = 24
"""Leading statements whose spans are weighed; the right one is not found further down."""

WORTH_READING = 0.65
"""A span whose terms could not give it so much of the best weight so far is not looked at closer."""

_HEAD = 300
_FILE_NAME = re.compile(r"[\w-]+\.[a-z]{1,4}\b")

DIRECTNESS: Mapping[Manner, Mapping[Source, float]] = {
    "told": {
        "user": 1.0, "output": 0.8, "deed": 0.8, "look": 0.7, "document": 0.6, "plan": 0.5, "approved": 1.0, "text": 0.8, "thinking": 0.7,
    },
    "deed": {
        "user": 0.6, "output": 1.2, "deed": 1.3, "look": 0.9, "document": 0.6, "plan": 0.5, "approved": 0.6, "text": 0.95, "thinking": 0.6,
    },
    "wish": {
        "user": 1.4, "output": 0.8, "deed": 0.8, "look": 0.7, "document": 0.6, "plan": 0.5, "approved": 0.6, "text": 0.95, "thinking": 0.6,
    },
    "fact": {
        "user": 1.0, "output": 1.05, "deed": 0.75, "look": 0.7, "document": 0.6, "plan": 0.55, "approved": 0.7, "text": 1.0,
        "thinking": 0.7,
    },
}  # fmt: skip
"""How directly a source witnesses a claim: a deed by the call that did it, a wish by the one who has it, a fact by what
was printed or said; thinking and plans repeat what stands better elsewhere."""


@dataclass(frozen=True, slots=True)
class Support:
    """A span that bears a claim out: `score` between 0 and 1 is how well, `weight` how well and how directly.

    `order` is the statement in it that shares most with the claim, -1 where none was looked for (see `best_order`).
    """

    number: int
    order: int
    score: float
    weight: float
    source: Source


def supports(statement: Statement, manner: Manner, alignment: Alignment, ledger: Ledger) -> list[Support]:
    """Return the spans that share enough with `statement` to be weighed, the weightiest first."""
    found = _with_announced(list(_Weighing(statement, manner, alignment, ledger).supports()), manner, ledger)
    return sorted(found, key=lambda support: (-round(support.weight, 9), support.number))  # the same in every run


def _with_announced(found: list[Support], manner: Manner, ledger: Ledger) -> list[Support]:
    """Let a call that did something bear out what the assistant announced right before it ("Let me add the total to the footer")."""
    if manner != "deed":
        return found
    known = {support.number: support for support in found}
    directness = DIRECTNESS[manner]
    for support in found:
        behind = support.number + 1
        if support.source not in ("text", "thinking") or behind >= len(ledger.spans) or source_of(ledger.spans[behind]) != "deed":
            continue
        weight = ANNOUNCED * support.weight * directness["deed"] / directness[support.source]
        if behind not in known or known[behind].weight < weight:
            known[behind] = Support(behind, -1, ANNOUNCED * support.score, weight, "deed")
    return list(known.values())


def best_order(support: Support, alignment: Alignment, ledger: Ledger) -> int:
    """Return the number of the statement in the supporting span that shares most with the claim."""
    if support.order >= 0:
        return support.order
    terms, query = ledger.terms, alignment.query
    return max(ledger.orders_of(support.number), key=lambda order: sum([query[term] for term in terms[order] if term in query]))


class _Weighing:
    """The weighing of all spans for one statement."""

    def __init__(self, statement: Statement, manner: Manner, alignment: Alignment, ledger: Ledger) -> None:
        self.alignment, self.ledger, self.manner = alignment, ledger, manner
        self.query, self.total = alignment.query, alignment.total
        self.traits = ledger.once(_traits)
        self.directness = DIRECTNESS[manner]
        self.names = {term: self.query[term] for term in sorted(named_terms(statement)) if term in self.query}
        self.names_worth = sum(self.names.values())
        if self.names_worth < NAMED_LEAST * self.total:
            self.names, self.names_worth = {}, 0.0
        self.above = tuple([(term, worth(ledger, term)) for term in set(alignment.context).difference(self.query)])
        self.above_worth = sum([value for _, value in self.above]) or 1.0
        text = " ".join((*statement.segment.headings[-2:], statement.segment.label, statement.text)).lower()
        self.files = frozenset(_FILE_NAME.findall(text))
        self.most_gain = (TOPIC if self.above else 0.0) + (FILE if self.files else 0.0)
        self.figures = frozenset(term for term in _figures(statement) if 0 < len(ledger.holders(term)) <= HELD_BY_FEW)
        self.best = 0.0

    def supports(self) -> Iterable[Support]:
        first: dict[int, int] = {}
        number_of = self.ledger.number_of
        for _, order in self.alignment.leading[:LEADING]:
            first.setdefault(number_of(order), order)
        for number in self._others():
            first.setdefault(number, -1)
        traits = self.traits
        for number, order in first.items():
            known = traits[number]
            found = self._support(number, order, known) if known else None
            if found is not None:
                self.best = max(self.best, found.weight)
                yield found

    def _others(self) -> Iterable[int]:
        """Spans without a leading statement that may still be the right ones: holders of the names, and the user's words."""
        if self.manner == "deed":
            calls = self.ledger.calls
            for term in sorted({*self.names, *self.files}):
                held = self.ledger.holders(term)
                if len(held) <= HELD_BY_FEW:
                    yield from [number for number in held if number in calls]
        elif self.names:
            yield from self.ledger.holders(min(self.names, key=lambda term: len(self.ledger.postings.get(term, ()))))
        for term in sorted(self.figures):
            yield from self.ledger.holders(term)
        if self.manner in ("told", "wish"):
            yield from self.ledger.by_users

    def _support(self, number: int, order: int, traits: _Traits) -> Support | None:
        source, spread, later, short, head = traits
        query, vocabulary = self.query, self.ledger.vocabulary(number)
        shared = sum([query[term] for term in vocabulary.intersection(query)])
        whole = shared / self.total
        factor = self.directness[source] * spread * later
        if self.figures and vocabulary.isdisjoint(self.figures):
            factor *= FIGURELESS
        named = self._named(vocabulary, order, source, whole) if self.names else 0.0
        if (max(whole, named) + self.most_gain) * factor < WORTH_READING * self.best:
            return None
        gain = TOPIC * sum([value for term, value in self.above if term in vocabulary]) / self.above_worth if self.above else 0.0
        if source == "deed" and self.files and any(name in head for name in self.files):
            gain += FILE
        score = self._window(number, order, shared) if order >= 0 else 0.0
        score = max(score, short * whole, named)
        return Support(number, order, min(1.0, score), (score + gain) * factor, source) if score else None

    def _named(self, vocabulary: frozenset[str], order: int, source: Source, whole: float) -> float:
        """What the names in a call are worth, or in one statement of an output, where a long listing would hold them all."""
        if source not in ("deed", "output") or (source == "output" and order < 0):
            return 0.0
        held: Collection[str] = vocabulary if source == "deed" else self.ledger.terms[order]
        return NAMES * sum([value for term, value in self.names.items() if term in held]) / self.names_worth + BESIDE * whole

    def _window(self, number: int, order: int, whole: float) -> float:
        within, terms, query = self.ledger.orders_of(number), self.ledger.terms, self.query
        best = 0.0
        for width, share in WINDOWS:
            if best >= share * whole:  # a wider window holds no more than the whole span does
                break
            stretch = range(max(within.start, order - width), min(within.stop, order + width + 1))
            held = query.keys() & chain.from_iterable([terms[near] for near in stretch])
            best = max(best, share * sum([query[term] for term in held]))
        return best / self.total


_Traits = tuple[Source, float, float, float, str]
"""What a span brings to every weighing: its source, what is left of its weight for their spread and for its place
in time, what its terms as a whole are worth, and the head of a call in lower case."""


def _traits(ledger: Ledger) -> list[_Traits | None]:
    """The traits of each span; None for one that witnesses nothing."""
    found: list[_Traits | None] = []
    for number, span in enumerate(ledger.spans):
        source = source_of(span)
        if source is None:
            found.append(None)
            continue
        spread = 1 - SPREAD * min(1.0, ledger.breadth(number) / SPREAD_TERMS)
        short = WHOLE_CALL if source == "deed" else WHOLE_SHORT if len(span.text) <= SHORT else 0.0
        head = span.text[:_HEAD].lower() if source == "deed" else ""
        found.append((source, spread, 1 + LATER * number / len(ledger.spans), short, head))
    return found


def named_terms(statement: Statement) -> frozenset[str]:
    """Return the terms inside the identifiers and the code of a statement."""
    return frozenset(term for mark in statement.marks if mark.kind in ("identifier", "code") for term in terms(mark.text))


def _figures(statement: Statement) -> frozenset[str]:
    """Return the terms of the figures of a statement, those of one digit left out: they stand everywhere."""
    return frozenset(
        term for mark in statement.marks if mark.kind == "quantity" for term in terms(mark.text) if len(term) > 1 and term[0].isdigit()
    )
