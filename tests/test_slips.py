"""Slips in tokens that no type of identifier knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from windows import Said, views

from summarylint.evidence.slips import slip


def found(summary: str, *said: Said) -> list[tuple[str, str, str]]:
    return [(copy.mark.text, copy.way, copy.original) for view in views(summary, *said) for copy in view.copies if copy.way != "unknown"]


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("41T", "14T", "swap"),
        ("88421", "88412", "swap"),
        ("k4l7q2b9", "k4l7p2b9", "edit"),
        ("k4l7q2b9", "k4l7q2b9x", "edit"),
        ("kiln.zone[0]", "kiln.zone[1]", "index"),
        ("1068", "1069", ""),
        ("bay-7", "bay-8", ""),
        ("KX-4417", "kx-4417", ""),
        ("4417", "44.17", ""),
    ],
)
def test_what_one_slip_makes(one: str, other: str, how: str) -> None:
    assert slip(one, other) == how
    assert slip(other, one) == how


@given(st.text("ab12-./", max_size=12))
def test_nothing_is_a_slip_of_itself(token: str) -> None:
    assert slip(token, token) == ""


@pytest.mark.parametrize(
    ("summary", "said", "expected"),
    [
        ("Bay 73R of the quay stays closed.", "bay 37R of the quay stays closed", ("73R", "altered", "37R")),
        ("The tariff for sheep is 0104 10 03.", "the tariff for sheep is 0104 10 30", ("0104 10 03", "altered", "0104 10 30")),
        ("Relation 48271 of the quay is locked.", "relation 48217 of the quay is locked", ("48271", "altered", "48217")),
    ],
)  # fmt: skip
def test_a_slip_is_found_with_its_original(summary: str, said: str, expected: tuple[str, str, str]) -> None:
    assert found(summary, ("tool", said)) == [expected]
    assert found(said.capitalize(), ("tool", said)) == []


def test_the_other_shelf_mark_was_copied_with_what_stands_beside_it() -> None:
    said: tuple[Said, ...] = (("tool", "Ledger Nr. 1086, leaf 44r\nJonas Moe, shepherd"), ("tool", "Nr. 1068 is on loan"))
    assert found("Jonas Moe is a shepherd (Nr. 1068, leaf 44r).", *said) == [("1068", "swapped", "1086")]
    assert found("Jonas Moe is a shepherd (Nr. 1086, leaf 44r).", *said) == []


def test_another_count_is_no_slip() -> None:
    assert found("The quay counted 412 sheep in 18 s.", ("tool", "the quay counted 421 sheep in 81 s")) == []
