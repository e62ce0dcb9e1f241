"""Altered quantities: what the check makes of a discrepancy."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.checks.altered_quantity import FIELDS, Settings, check
from summarylint.model import Hit

RENT: list[Said] = [("user", "The monthly rent for the flat in Leith is 950 EUR."), ("user", "The notary wants 1,900 EUR.")]
SWAPPED = "The monthly rent for the flat in Leith is 1,900 EUR."
ALTERED = "The monthly rent for the flat in Leith is 590 EUR."


def hits(summary: str, settings: Settings, *said: Said) -> list[Hit]:
    return [hit for view in views(summary, *said) for hit in check(view, settings)]


@pytest.mark.parametrize(("summary", "told", "way"), [(SWAPPED, "1,900 EUR", "swapped"), (ALTERED, "590 EUR", "altered")])
def test_a_hit_marks_the_value_and_shows_the_right_one(summary: str, told: str, way: str) -> None:
    (hit,) = hits(summary, Settings(), *RENT)
    assert summary[hit.start : hit.end] == told
    assert hit.fields == {"quantity": told, "original": "950 EUR", "span_id": "s1"}
    assert set(hit.fields) == FIELDS
    assert hit.why["way"] == way
    (shown,) = hit.evidence
    assert RENT[0][1][shown.start : shown.end] == shown.quote == "950 EUR"
    assert hit.fix is not None
    (edit,) = hit.fix.edits
    assert summary[: edit.start] + edit.text + summary[edit.end :] == RENT[0][1]


@pytest.mark.parametrize(
    ("summary", "ways", "count"),
    [(SWAPPED, ("altered",), 0), (ALTERED, ("swapped",), 0), (SWAPPED, ("swapped",), 1), (ALTERED, ("altered",), 1), (ALTERED, (), 0)],
)
def test_the_ways_are_a_setting(summary: str, ways: tuple[str, ...], count: int) -> None:
    assert len(hits(summary, Settings(ways=ways), *RENT)) == count


def test_a_copied_value_is_no_hit() -> None:
    assert hits(RENT[0][1], Settings(), *RENT) == []


def test_each_altered_value_is_a_hit_of_its_own() -> None:
    summary = "Ordered 14 roses, 52 tulips and 12 lilies for the altar."
    found = hits(summary, Settings(), ("user", "Ordered 41 roses, 25 tulips and 12 lilies for the altar."))
    assert [(summary[hit.start : hit.end], hit.fields["original"]) for hit in found] == [("14", "41"), ("52", "25")]
