"""Values: quantities that the spans give otherwise, and those that are right in another form."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.evidence.value_matter import Discrepancy
from summarylint.evidence.values import discrepancies


def found(summary: str, *said: Said) -> list[Discrepancy]:
    return [
        entry
        for view in views(summary, *said)
        for entry in discrepancies(summary, view.statement, view.statements, view.witnesses, view.candidates, view.ledger)
    ]


@pytest.mark.parametrize(
    ("summary", "said", "told", "original", "way"),
    [
        ("Deposit for the flat: 1,800 EUR.", [("user", "The deposit for the flat is 1,500 EUR.")], "1,800 EUR", "1,500 EUR", "altered"),
        ("The translator delivers chapter 7 on 12 March.", [("assistant", "The translator delivers chapter 7 on 21 March.")],
         "12 March", "21 March", "altered"),
        ("The nurse gives 25 mg at night.", [("tool", "The nurse gives 15 mg at night.")], "25 mg", "15 mg", "altered"),
        ("The farm has 43 hens and ducks.", [("user", "The farm has 30 hens and 12 ducks.")], "43", "30", "altered"),
        ("1,240 ballots were counted, 31 spoilt.", [("tool", "ballots counted: 1,204, spoilt: 31")], "1,240", "1,204", "altered"),
        ("The monthly rent for the flat in Leith is 1,900 EUR.",
         [("user", "The monthly rent for the flat in Leith is 950 EUR."), ("user", "The notary wants 1,900 EUR.")],
         "1,900 EUR", "950 EUR", "swapped"),
    ],
)  # fmt: skip
def test_a_value_that_the_spans_give_otherwise(summary: str, said: list[Said], told: str, original: str, way: str) -> None:
    (entry,) = found(summary, *said)
    assert (entry.mark.text, entry.way) == (told, way)
    assert original in entry.other.text or entry.other.text in original
    assert entry.witness.span.text[entry.other.start : entry.other.end] == entry.other.text
    assert 0.5 <= entry.slot <= 1.0


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The bore is 1204 mm wide.", [("tool", "bore: 1,204 mm wide")]),
        ("The cure takes 1.5 hours.", [("user", "The cure takes 90 minutes.")]),
        ("The vote was carried by 50 %.", [("tool", "The vote was carried by 0.5")]),
        ("The farm has 42 hens and ducks.", [("user", "The farm has 30 hens and 12 ducks.")]),
        ("120 of 240 seedlings survived, 50 %.", [("tool", "240 seedlings planted, 120 survived")]),
        ("About 4 km of hedge were planted.", [("tool", "3.96 km of hedge were planted")]),
        ("Three sites are open: Leith, Hull and Ayr.", [("user", "Open are the sites Leith, Hull and Ayr.")]),
        ("The committee has 4 members.", [("user", "Members of the committee: Ann, Bo, Cem, Dee; the old committee has 3 members")]),
        ("The bridge is 12 m long.", [("user", "The orchard was sprayed on Monday.")]),
        ("The notary wants 1,900 EUR.", [("user", "The monthly rent is 950 EUR."), ("user", "The notary wants 1,900 EUR.")]),
        ("The gate is on line 40 of the plan.", [("tool", "line 44 of the plan: gate")]),
        ("The bridge is closed.", [("user", "The bridge of 12 m is closed.")]),
    ],
)
def test_a_value_that_is_right_or_has_no_counterpart(summary: str, said: list[Said]) -> None:
    assert found(summary, *said) == []


def test_nothing_is_compared_without_spans() -> None:
    assert found("The deposit is 1,900 EUR.") == []


def test_a_name_set_to_another_value_speaks_against_the_one_told() -> None:
    said = ("tool", "14:  connect_timeout: 5s\n15:  upload_timeout: 90s")
    (other,) = found("Uploads break at the weir: `upload_timeout` is 60 s.", said)
    assert (other.mark.text, other.other.text) == ("60 s", "90s")
    assert found("Uploads break at the weir: `upload_timeout` is 90 s.", said) == []


def test_lengths_that_follow_are_right() -> None:
    assert (
        found(
            "8:20 of the second anecdote go (its ending, 1:10, stays).",
            ("assistant", "Cut the second anecdote (9:30); its ending stays, 1:10."),
        )
        == []
    )


def test_a_long_number_with_two_digits_changed_about_is_a_slip_wherever_it_stands() -> None:
    (other,) = found("Expenses of the weir: 7,913.20.", ("assistant", "Then the rest is 1,000.00 and the total 7,931.20."))
    assert (other.other.text, other.sign) == ("7,931.20", "slip")
    assert found("Expenses of the weir: 7,931.20.", ("assistant", "Then the rest is 1,000.00 and the total 7,931.20.")) == []


def test_a_short_number_with_two_digits_changed_about_needs_the_same_slot() -> None:
    (other,) = found("Share of the weir: 68.3 %.", ("assistant", "The share of the weir is 63.8 %."))
    assert other.other.text == "63.8 %"
    assert found("Height of the dam: 68.3 %.", ("assistant", "Share of ponds 63.8 %.")) == []


def test_a_long_number_that_is_a_sum_is_no_slip() -> None:
    said = ("assistant", "The weir costs 12,453 EUR and its paint 90 EUR.")
    assert found("The weir and its paint cost 12,543 EUR.", said) == []
    (other,) = found("The weir costs 12,543 EUR.", ("assistant", "The weir costs 12,453 EUR and its paint 70 EUR."))
    assert (other.other.text, other.sign) == ("12,453 EUR", "slip")
