"""Things that the summary tells without the name that a span gives them."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.checks.vague_identifier import Settings, check


def found(summary: str, *said: Said) -> list[tuple[str, str]]:
    return [
        (hit.fields["label"], hit.fields["value"])
        for view in views(summary, *said)
        for hit in check(view, Settings())
        if hit.why["strength"] == "designation" and hit.severity != "note"
    ]


@pytest.mark.parametrize(
    ("summary", "said", "expected"),
    [
        ("The ewe came ashore in the crate with the blue lid.",
         "the ewe came ashore in crate KX-4417 with the blue lid", ("crate", "KX-4417")),
        ("A horn comb was found beneath the floor.", "today: horn comb SF 226 found beneath the floor", ("comb", "SF 226")),
        ("The vet wants the permit in the subject line.", "the vet wants my permit 4-4170 in the subject line", ("permit", "4-4170")),
        ("The invoice in the drawer is probably the receipt.", "in the drawer is fleece_invoice_TK5520.pdf, probably the receipt",
         ("invoice", "fleece_invoice_TK5520.pdf")),
        ("No wool goes out until the winter change is through.", "no wool before the thaw, CHG-55218", ("change", "CHG-55218")),
        ("The old shearing script is slow in the rain.", "weird, t/shear.sh is slow in rain fyi", ("script", "t/shear.sh")),
        ("It needs the right cost centre.", "cost centre must be CC-4471", ("centre", "CC-4471")),
        ("Shearing waits on a ticket about wet wool.", "wet wool stops the shearing, see SHR-4471", ("ticket", "SHR-4471")),
    ],
)  # fmt: skip
def test_a_lost_name_is_found(summary: str, said: str, expected: tuple[str, str]) -> None:
    assert found(summary, ("tool", said)) == [expected]


@pytest.mark.parametrize(
    "summary",
    [
        "The ewe came ashore in crate KX-4417.",
        "Crate KX-4417 holds the ewe. The crate came ashore.",
        "The ewe came ashore.",
        "The crates are wet.",
        "The crate list is printed.",
        "Ewes were crated.",
    ],
)
def test_a_told_name_or_another_thing_is_none(summary: str) -> None:
    assert found(summary, ("tool", "the ewe came ashore in crate KX-4417 with the blue lid")) == []


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The backup of the loft failed.", "$ tool -r loft backup /srv"),
        ("The wool scan of May shows nothing.", "wool scan 2026-05-06 12:30, nothing"),
        ("The show is on Tuesday, two hours.", "late show, Tuesdays 22-24h."),
    ],
)
def test_arguments_times_and_ranges_name_nothing(summary: str, said: str) -> None:
    assert found(summary, ("tool", said)) == []


def test_a_name_with_a_slip_is_another_fault() -> None:
    assert found("KX-4471 holds the ewe; the crate came ashore.", ("tool", "the ewe came ashore in crate KX-4417")) == []
