"""Limits are read where a clause bounds something without a word that binds."""

from __future__ import annotations

import pytest

from summarylint.language.limits import find_limit


@pytest.mark.parametrize(
    ("clause", "limit"),
    [
        ("benches at most 40 cm high", "benches at most 40 cm high"),
        ("she gets cold so tours under 2 hours", "tours under 2 hours"),
        ("street names are never shortened", "street names are never shortened"),
        ("font: 12 pt minimum!", "12 pt minimum"),
    ],
)
def test_a_limit_is_found_without_what_leads_up_to_it(clause: str, limit: str) -> None:
    found = find_limit(clause, 0, len(clause))
    assert found is not None and clause[slice(*found)] == limit


@pytest.mark.parametrize("clause", ["the tour takes under 2 hours", "we were over 40 cm off", "she never came", "two benches, 40 cm"])
def test_what_is_measured_is_no_limit(clause: str) -> None:
    assert find_limit(clause, 0, len(clause)) is None
