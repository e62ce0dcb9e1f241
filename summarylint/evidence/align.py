"""Alignment: the span statements that a summary statement may rest on, found by rare shared terms.

Each term of the summary statement is worth its inverse document frequency over the span statements (Robertson and
Spärck Jones 1976); a span statement scores the share of that worth which it holds, its neighbours in the same span
giving a part of theirs, since one summary clause often folds two or three sentences into one.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from math import log

from summarylint.evidence.index import Ledger
from summarylint.model import Statement, Witness

CANDIDATES = 12
"""Statements kept for each summary statement; the right one is among the first twelve in 99 of 100 cases of the corpora."""

LEAST_SCORE = 0.2
"""Below a fifth of the worth two statements share a topic word at most."""

COMMON_SHARE = 0.25
"""A term that stands in more than a quarter of the statements of a large window tells nothing and is passed over."""

COMMON_FLOOR = 400
"""...unless the window has too few statements for such a share to mean anything."""

NEIGHBOUR_SHARE = 0.25
"""What a term is worth that stands in the statement before or after, not in the statement itself."""

VALUE_WORTH = 1.4
"""A value (with a digit or an inner dot) says more about what is meant than a word of the same rarity."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span statement, by its number, with its score between 0 and 1 and the shared terms."""

    order: int
    score: float
    shared: tuple[str, ...]


def worth(ledger: Ledger, term: str) -> float:
    """Return what sharing `term` is worth in this window."""
    held = ledger.postings.get(term)
    rarity = log(1 + (len(ledger) + 1) / (len(held) if held else 0.5))
    return rarity * (1.0 if term.isalpha() else VALUE_WORTH)


def candidates(statement: Statement, ledger: Ledger, context: tuple[str, ...] = ()) -> tuple[Candidate, ...]:
    """Return the best candidates for `statement`, best first.

    `context` are terms of the headings and label above it: they help to choose and do not count in the score's base.
    """
    query = {term: worth(ledger, term) for term in dict.fromkeys(statement.terms)}
    total = sum(query.values())
    if not total:
        return ()
    scores: dict[int, float] = {}
    common = max(COMMON_FLOOR, COMMON_SHARE * len(ledger))
    for term, value in query.items():
        held = ledger.postings.get(term, ())
        if len(held) <= common:
            for order in held:
                scores[order] = scores.get(order, 0.0) + value
    for term in context:
        held = ledger.postings.get(term, ())
        if term not in query and len(held) <= common:
            value = NEIGHBOUR_SHARE * worth(ledger, term)
            for order in held:
                if order in scores:
                    scores[order] += value
    if not scores:
        return ()
    get = scores.get
    joined = [
        (value + NEIGHBOUR_SHARE * 0.5 * (get(order - 1, 0.0) + get(order + 1, 0.0)), -order)
        for order, value in heapq.nlargest(4 * CANDIDATES, scores.items(), key=lambda item: item[1])
        for order, value in ((order, value),)
    ]
    best = heapq.nlargest(CANDIDATES, joined)
    found = []
    for value, negative in best:
        score = min(1.0, value / total)
        if score >= LEAST_SCORE:
            order = -negative
            shared = tuple(t for t in query if t in ledger_terms(ledger, order))
            found.append(Candidate(order, round(score, 4), shared))
    return tuple(found)


def ledger_terms(ledger: Ledger, order: int) -> frozenset[str]:
    """Return the distinct terms of statement number `order`."""
    return frozenset(ledger.terms[order])


def witness(ledger: Ledger, candidate: Candidate) -> Witness:
    """Read a candidate in full."""
    return Witness(ledger.span_of(candidate.order), ledger.statement(candidate.order), candidate.score, candidate.shared, candidate.order)
