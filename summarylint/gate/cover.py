"""Covers: the cheapest set of spans that covers every claim, and the set that covers most claims for a given cost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import e

EXACT_SPANS = 16
"""Spans up to which all subsets are tried, 65,536 of them at most; real plans seldom have more left after reduction."""

Covers = Mapping[int, frozenset[str]]
"""For each claim, by number, the spans any of which covers it; never empty."""

Chosen = tuple[frozenset[str], bool, float]
"""The spans, whether they are the best there is, and the bound to it where they may not be (1 where they are)."""


def cheapest_cover(covers: Covers, cost: Mapping[str, int]) -> Chosen:
    """Return the cheapest set of spans that covers every claim; among equally cheap ones the smaller, then the first by id."""
    forced, rest, useful = reduced(covers, cost)
    if not rest:
        return forced, True, 1.0
    by_span = {span: frozenset(claim for claim, ways in rest.items() if span in ways) for span in useful}
    if len(useful) <= EXACT_SPANS:
        sets = (chosen for size in range(1, len(useful) + 1) for chosen in combinations(useful, size))
        best = min(
            (chosen for chosen in sets if _covered(chosen, by_span) == len(rest)),
            key=lambda chosen: (sum(cost[span] for span in chosen), len(chosen), chosen),
        )
        return forced | frozenset(best), True, 1.0
    chosen: set[str] = set()
    missing = set(rest)
    while missing:
        span = max(useful, key=lambda one: (len(by_span[one] & missing) / max(cost[one], 1), -cost[one], one))
        chosen.add(span)
        missing -= by_span[span]
    largest = max(len(claims) for claims in by_span.values())
    return forced | chosen, False, sum(1 / k for k in range(1, largest + 1))


def widest_cover(covers: Covers, cost: Mapping[str, int], budget: int) -> Chosen:
    """Return the set of spans of at most `budget` that covers most claims; among equally wide ones the cheaper."""
    useful = sorted({span for ways in covers.values() for span in ways if cost[span] <= budget})
    by_span = {span: frozenset(claim for claim, ways in covers.items() if span in ways) for span in useful}
    if len(useful) <= EXACT_SPANS:
        sets = (chosen for size in range(len(useful) + 1) for chosen in combinations(useful, size))
        affordable = (chosen for chosen in sets if sum(cost[span] for span in chosen) <= budget)
        best = max(affordable, key=lambda chosen: (_covered(chosen, by_span), -sum(cost[span] for span in chosen)))
        return frozenset(best), True, 1.0
    chosen, left, missing = set[str](), budget, set(covers)
    while fitting := [span for span in useful if cost[span] <= left and by_span[span] & missing]:
        span = max(fitting, key=lambda one: (len(by_span[one] & missing) / max(cost[one], 1), one))
        chosen.add(span)
        left -= cost[span]
        missing -= by_span[span]
    single = max(useful, key=lambda one: (len(by_span[one]), -cost[one]))
    wide = chosen if _covered(tuple(chosen), by_span) >= len(by_span[single]) else {single}
    return frozenset(wide), False, 2 / (1 - 1 / e)


def reduced(covers: Covers, cost: Mapping[str, int]) -> tuple[frozenset[str], dict[int, frozenset[str]], list[str]]:
    """Return the spans that every cheapest cover may as well hold, the claims then left with their spans, and those spans."""
    forced: frozenset[str] = frozenset()
    rest = dict(covers)
    while True:
        alone = frozenset(span for ways in rest.values() if len(ways) == 1 for span in ways)
        forced |= alone
        rest = {claim: ways for claim, ways in rest.items() if not ways & forced}
        useful = _undominated(rest, cost)
        narrowed = {claim: ways & frozenset(useful) for claim, ways in rest.items()}
        if narrowed == rest:
            return forced, rest, useful
        rest = narrowed


def _undominated(covers: Covers, cost: Mapping[str, int]) -> list[str]:
    """The spans that no other one replaces, covering at least as much for no more (of two alike the first by id stays)."""
    by_span: dict[str, set[int]] = {}
    for claim, ways in covers.items():
        for span in ways:
            by_span.setdefault(span, set()).add(claim)

    def beaten(span: str, other: str) -> bool:
        if span == other or not by_span[span] <= by_span[other] or cost[other] > cost[span]:
            return False
        return by_span[span] != by_span[other] or cost[other] < cost[span] or other < span

    return sorted(span for span in by_span if not any(beaten(span, other) for other in by_span))


def _covered(chosen: tuple[str, ...], by_span: Mapping[str, frozenset[int]]) -> int:
    return len(frozenset().union(*(by_span[span] for span in chosen)))
