"""Covers: exact on small inputs against trying everything, within the stated bound beyond."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.gate.cover import EXACT_SPANS, cheapest_cover, reduced, widest_cover

SPANS = [f"s{number}" for number in range(7)]
COVERS = st.dictionaries(st.integers(0, 6), st.frozensets(st.sampled_from(SPANS), min_size=1, max_size=4), max_size=6)
COSTS = st.fixed_dictionaries({span: st.integers(0, 9) for span in SPANS})


def subsets(spans: list[str]) -> list[frozenset[str]]:
    return [frozenset(chosen) for size in range(len(spans) + 1) for chosen in combinations(spans, size)]


def price(chosen: frozenset[str], cost: dict[str, int]) -> int:
    return sum(cost[span] for span in chosen)


@settings(deadline=None, max_examples=150)
@given(COVERS, COSTS)
def test_the_cheapest_cover_is_the_cheapest_there_is(covers: dict[int, frozenset[str]], cost: dict[str, int]) -> None:
    chosen, exact, bound = cheapest_cover(covers, cost)
    least = min(price(one, cost) for one in subsets(SPANS) if all(ways & one for ways in covers.values()))
    assert all(ways & chosen for ways in covers.values())
    assert (price(chosen, cost), exact, bound) == (least, True, 1.0)


@settings(deadline=None, max_examples=150)
@given(COVERS, COSTS, st.integers(0, 20))
def test_the_widest_cover_covers_most_for_the_budget(covers: dict[int, frozenset[str]], cost: dict[str, int], budget: int) -> None:
    chosen, exact, _ = widest_cover(covers, cost, budget)
    most = max(sum(bool(ways & one) for ways in covers.values()) for one in subsets(SPANS) if price(one, cost) <= budget)
    assert price(chosen, cost) <= budget and exact
    assert sum(bool(ways & chosen) for ways in covers.values()) == most


def ring(size: int) -> tuple[dict[int, frozenset[str]], dict[str, int]]:
    """Claims in a ring, each borne out by the two spans beside it; nothing is forced or dominated."""
    return {n: frozenset({f"s{n:02}", f"s{(n + 1) % size:02}"}) for n in range(size)}, {f"s{n:02}": 10 for n in range(size)}


def test_beyond_small_inputs_the_greedy_cover_keeps_its_bound() -> None:
    covers, cost = ring(EXACT_SPANS + 8)
    chosen, exact, bound = cheapest_cover(covers, cost)
    least = 10 * (EXACT_SPANS + 8) // 2
    assert all(ways & chosen for ways in covers.values())
    assert not exact and bound == 1.5 and least <= price(chosen, cost) <= bound * least


def test_beyond_small_inputs_the_budget_is_kept() -> None:
    covers, cost = ring(EXACT_SPANS + 8)
    chosen, exact, _ = widest_cover(covers, cost, 30)
    assert not exact and price(chosen, cost) == 30 and sum(bool(ways & chosen) for ways in covers.values()) == 6


def test_what_is_forced_and_what_is_dominated_is_settled_first() -> None:
    covers = {1: frozenset({"a"}), 2: frozenset({"a", "b"}), 3: frozenset({"b", "c"}), 4: frozenset({"c", "d"})}
    forced, rest, useful = reduced(covers, {"a": 5, "b": 4, "c": 3, "d": 3})
    assert (forced, rest, useful) == (frozenset({"a", "c"}), {}, [])
