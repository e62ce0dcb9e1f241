"""Conditions of orders: which order a plan tells without its condition."""

from __future__ import annotations

import pytest

from summarylint.engine import check
from summarylint.model import Span

ORDER = "I ring the weaver. if she agrees dye loom 12 in madder red, not before"


def codes(order: str, summary: str, *later: str) -> list[tuple[str, str]]:
    spans = (Span(id="s1", role="user", text=order), *(Span(id=f"t{n}", role="user", text=text) for n, text in enumerate(later)))
    return [(found.code, found.severity) for found in check(summary, spans).findings if found.code == "HDG004"]


@pytest.mark.parametrize(
    ("order", "summary"),
    [
        (ORDER, "Next: dye loom 12 in madder red."),
        ("unless the buyer calls off ship crate 41 with the blue labels", "## Next steps\n- Ship crate 41 with the blue labels."),
    ],
)
def test_a_plan_without_the_condition_of_its_order(order: str, summary: str) -> None:
    assert codes(order, summary) == [("HDG004", "warning")]


@pytest.mark.parametrize(
    ("order", "summary"),
    [
        (ORDER, "Next: dye loom 12 in madder red if the weaver agrees."),
        (ORDER, "Next: dye loom 12 in madder red, with the weaver's consent."),
        (ORDER, "Next: dye loom 12 in madder red. The weaver has not agreed so far."),
        ("if possible dye loom 12 in madder red", "Next: dye loom 12 in madder red."),
    ],
)
def test_a_condition_in_whatever_words_or_none_to_speak_of(order: str, summary: str) -> None:
    assert codes(order, summary) == []


def test_a_condition_that_is_met_need_not_be_told() -> None:
    assert codes(ORDER, "Next: dye loom 12 in madder red.", "she rang back, she agrees") == []
