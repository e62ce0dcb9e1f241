"""Uncopied identifiers: altered, shortened, swapped and unknown ones."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.checks.uncopied_identifier import FEW_SPANS, FIELDS, Settings, check
from summarylint.model import Hit


def hits(summary: str, settings: Settings, *said: Said) -> list[Hit]:
    return [hit for view in views(summary, *said) for hit in check(view, settings)]


@pytest.mark.parametrize(
    ("way", "summary", "said", "told", "original", "safety"),
    [
        ("altered", "Ship crate KX-4471-B to Leith.", [("user", "Ship crate KX-4417-B to Leith.")], "KX-4471-B", "KX-4417-B", "safe"),
        ("altered", "The tide report is in /gauges/hull/2026/tides.cvs.", [("tool", "saved /gauges/hull/2026/tides.csv")],
         "/gauges/hull/2026/tides.cvs", "/gauges/hull/2026/tides.csv", "safe"),
        ("swapped", "Sample QN-20-7783 went to the lab in Leith.",
         [("user", "Sample QN-20-7781 went to the lab in Leith."), ("user", "Keep sample QN-20-7783 in the fridge.")],
         "QN-20-7783", "QN-20-7781", "unsafe"),
    ],
)  # fmt: skip
def test_a_hit_shows_the_identifier_as_it_stands(way: str, summary: str, said: list[Said], told: str, original: str, safety: str) -> None:
    (hit,) = hits(summary, Settings(way=way), *said)
    assert summary[hit.start : hit.end] == told
    assert (hit.fields["identifier"], hit.fields["original"], hit.fields["span_id"]) == (told, original, "s1")
    assert set(hit.fields) == FIELDS
    (shown,) = hit.evidence
    assert said[0][1][shown.start : shown.end] == shown.quote == original
    assert hit.fix is not None
    assert (hit.fix.safety, [edit.text for edit in hit.fix.edits]) == (safety, [original])
    others = [other for other in ("altered", "shortened", "swapped", "unknown") if other != way]
    assert [hit for other in others for hit in hits(summary, Settings(way=other), *said)] == []


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("Ship crate KX-4417-B to Leith.", ("user", "Ship crate KX-4417-B to Leith.")),
        ("Ship crate `KX-4417-B` to Leith.", ("user", "Ship crate KX-4417-B to Leith.")),
        ("Commit 8f14e45 holds the tide fix.", ("tool", "commit 8f14e45fceea167a5a36dedd4bea25435f3a1b2c tide fix")),
        ("Nothing is named here.", ("user", "Ship crate KX-4417-B to Leith.")),
    ],
)
@pytest.mark.parametrize("way", ["altered", "shortened", "swapped", "unknown"])
def test_a_copy_is_no_hit(way: str, summary: str, said: Said) -> None:
    assert hits(summary, Settings(way=way), said) == []


UNKNOWN = Settings(way="unknown")
TALK: tuple[Said, ...] = tuple(("user", f"The ferry number {place} left the quay with sheep.") for place in range(FEW_SPANS))


@pytest.mark.parametrize(
    ("summary", "said", "severities"),
    [
        ("Ticket QN-20-7783 was filed for the sheep.", [("tool", "sheep counted: 40")], [None]),
        ("The keeper is mara.lind@quay.example now.", [("tool", "sheep counted: 40")], [None]),
        ("The list is in /quay/sheep/list.csv now.", [("tool", "sheep counted: 40")], ["note"]),  # no span need print every path
        ("Ticket QN-20-7783 was filed for the sheep.", TALK, ["note"]),  # tool outputs were not recorded
        ("Ticket QN-20-7783 was filed for the sheep.", [*TALK, ("tool", "sheep counted: 40")], [None]),
        ("## Next steps\n- Write /quay/sheep/list.csv for the sheep", [("tool", "sheep counted: 40")], []),  # still to be made
        ("## QN-20-7783", [("tool", "sheep counted: 40")], []),
    ],
)
def test_an_unknown_identifier_is_loud_only_where_absence_proves_something(
    summary: str, said: list[Said], severities: list[str | None]
) -> None:
    found = hits(summary, UNKNOWN, *said)
    assert [hit.severity for hit in found] == severities
    assert all(hit.evidence == () and hit.fix is None for hit in found)


def test_only_identifiers_of_the_given_types() -> None:
    summary = "Ship crate KX-4471-B to Leith."
    said: Said = ("user", "Ship crate KX-4417-B to Leith.")
    (hit,) = hits(summary, Settings(), said)
    assert len(hits(summary, Settings(types=(hit.why["type"],)), said)) == 1
    assert hits(summary, Settings(types=("uuid",)), said) == []


def test_a_plain_number_is_left_to_the_rule_for_quantities() -> None:
    said: Said = ("user", "use transponder 48213 for the gate")
    assert hits("Transponder 48231 is used for the gate.", Settings(way="altered"), said) == []
    (hit,) = hits("Transponder TR-48231 is used.", Settings(way="altered"), ("user", "use transponder TR-48213"))
    assert hit.fields["original"] == "TR-48213"
