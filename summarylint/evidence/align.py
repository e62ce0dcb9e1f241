"""Alignment: the span statements that a summary statement may rest on, found by rare shared terms.

Each term of the summary statement is worth its inverse document frequency over the span statements (Robertson and
Spärck Jones 1976); a span statement scores the share of that worth which it holds, its neighbours in the same span
giving a part of theirs, since one summary clause often folds two or three sentences into one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from summarylint.evidence.index import Ledger
from summarylint.model import Statement, Witness

CANDIDATES = 12
"""Statements kept for each summary statement; the right one is among the first twelve in 99 of 100 cases of the corpora."""

LEAST_SCORE = 0.2
"""Below a fifth of the worth two statements share a topic word at most."""

LEADING = 3 * CANDIDATES
"""Statements that are weighed in full, with their neighbours, their commoner terms and the headings above."""

COMMON_SHARE = 0.25
"""A term that stands in more than a quarter of the statements of a large window tells nothing and is passed over."""

COMMON_FLOOR = 400
"""...unless the window has too few statements for such a share to mean anything."""

NEIGHBOUR_SHARE = 0.25
"""What a term is worth that stands in the statement before or after, not in the statement itself."""

WORTH_JOINING = 0.6
"""The part of the least score that a statement must have by itself before its neighbours may lift it over."""

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
    found = ledger.worths.get(term)
    if found is None:
        held = ledger.postings.get(term)
        rarity = log(1 + (len(ledger) + 1) / (len(held) if held else 0.5))
        found = ledger.worths[term] = rarity * (1.0 if term.isalpha() else VALUE_WORTH)
    return found


def worth_of(ledger: Ledger, terms: Iterable[str]) -> float:
    """Return the summed worth of distinct terms in this window."""
    return sum(worth(ledger, term) for term in set(terms))


@dataclass(frozen=True, slots=True)
class Alignment:
    """What was found for one statement: the worth of its terms, and the leading span statements, best first.

    `leading` are pairs of a score (in units of worth) and a statement's number; `candidates` the best of them.
    `context` are the terms of the headings and label above.
    """

    query: dict[str, float]
    total: float
    context: tuple[str, ...] = ()
    leading: tuple[tuple[float, int], ...] = ()
    candidates: tuple[Candidate, ...] = ()


def candidates(statement: Statement, ledger: Ledger, context: tuple[str, ...] = ()) -> tuple[Candidate, ...]:
    """Return the best candidates for `statement`, best first; `context` as in `align`."""
    return align(statement, ledger, context).candidates


def align(statement: Statement, ledger: Ledger, context: tuple[str, ...] = ()) -> Alignment:
    """Align `statement` with the statements of all spans.

    `context` are terms of the headings and label above it: they help to choose and do not count in the score's base.
    """
    known = ledger.worths
    query = {term: known[term] if term in known else worth(ledger, term) for term in dict.fromkeys(statement.terms)}
    total = sum(query.values())
    if not total:
        return Alignment(query, total, context)
    scores, late = _scores(query, total, ledger)
    least = WORTH_JOINING * LEAST_SCORE * total
    enough = [value for value in scores.values() if value >= least]
    if len(enough) > LEADING:  # sorting the bare scores first is three times faster than sorting the pairs
        enough.sort(reverse=True)
        least = enough[LEADING - 1]
    leading = [(value, -order) for order, value in scores.items() if value >= least]
    leading.sort(reverse=True)
    del leading[LEADING:]
    for term in set(context).difference(query):
        late[term] = NEIGHBOUR_SHARE * worth(ledger, term)
    get, held_terms, apart = scores.get, ledger.terms, late.keys().isdisjoint
    joined = []
    for value, minus in leading:
        value += NEIGHBOUR_SHARE * 0.5 * (get(-minus - 1, 0.0) + get(-minus + 1, 0.0))
        if late and not apart(held_terms[-minus]):
            value += sum([late[term] for term in late.keys() & held_terms[-minus]])
        joined.append((round(value, 9), minus))  # sums over sets differ in the last digit from run to run
    joined.sort(reverse=True)
    found = []
    for value, minus in joined[:CANDIDATES]:
        score = min(1.0, value / total)
        if score >= LEAST_SCORE:
            both = query.keys() & held_terms[-minus]
            found.append(Candidate(-minus, round(score, 4), tuple([term for term in query if term in both])))
    return Alignment(query, total, context, tuple((value, -minus) for value, minus in joined), tuple(found))


def _scores(query: dict[str, float], total: float, ledger: Ledger) -> tuple[dict[int, float], dict[str, float]]:
    """Sum the worth of shared terms by statement, the rarest terms first; return also the terms left out, with their worth.

    Once what is left could not lift a new statement to the least score by itself, the commoner terms only choose among
    the statements found so far (the "continue" strategy of Moffat and Zobel 1996): their long lists cost most and decide
    least.
    """
    lists = sorted(((held, term) for term in query if (held := ledger.postings.get(term))), key=lambda pair: len(pair[0]))
    scores: dict[int, float] = {}
    left, common = sum([query[term] for _, term in lists]), max(COMMON_FLOOR, COMMON_SHARE * len(ledger))
    late: dict[str, float] = {}
    large = len(ledger) > COMMON_FLOOR
    for held, term in lists:
        value = query[term]
        if len(held) > common or (left < LEAST_SCORE * total and scores and large):
            late[term] = value
        else:
            found = dict.fromkeys(held, value)
            for order in scores.keys() & found.keys():  # few; all else is done without a loop in Python
                found[order] += scores[order]
            scores.update(found)
        left -= value
    return scores, late


def witness(ledger: Ledger, candidate: Candidate) -> Witness:
    """Read a candidate in full."""
    return Witness(ledger.span_of(candidate.order), ledger.statement(candidate.order), candidate.score, candidate.shared, candidate.order)
