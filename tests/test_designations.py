"""The values of a statement and what each names."""

from __future__ import annotations

import pytest

from summarylint.evidence.designations import designations
from summarylint.evidence.index import Ledger
from summarylint.language.terms import stem
from summarylint.model import Span


def named(text: str) -> dict[str, set[str]]:
    ledger = Ledger([Span("s1", "tool", text)])
    found: dict[str, set[str]] = {}
    for order in range(len(ledger)):
        for one in designations(order, ledger):
            assert text[one.value.start : one.value.end] == one.value.text
            found.setdefault(one.value.text, set()).update(one.words)
    return found


@pytest.mark.parametrize(
    ("text", "value", "nouns"),
    [
        ("the ewe came in crate KX-4417 on Monday", "KX-4417", {"crate"}),
        ("customs file no. UR 1184/26 is complete", "UR 1184/26", {"file"}),
        ("the seal that was cut is 884197", "884197", {"seal"}),
        ("KX-4417 is the first wet crate", "KX-4417", {"wet", "crate"}),
        ("one gate fails, quay::gates::north", "quay::gates::north", {"gate"}),
        ("shear log entry: SHR-RR-4471 cold wool", "SHR-RR-4471", {"log", "entry"}),
        ("I found fleece_invoice_TK5520.pdf there", "fleece_invoice_TK5520.pdf", {"invoice"}),
    ],
)
def test_what_a_value_names(text: str, value: str, nouns: set[str]) -> None:
    assert {stem(noun) for noun in nouns} <= named(text)[value]


@pytest.mark.parametrize(
    "text",
    [
        "the ewe weighs 4417 g at 12:30",
        "step 6/7 of 09-06",
        "the 5th gate on Tuesday 22-24h",
        "deploy pens 3-6 now",
        "the token is ghp_0123456789abcdefghijABCDEFGHIJ456789",
    ],
)  # fmt: skip
def test_measures_fractions_and_secrets_name_nothing(text: str) -> None:
    assert named(text) == {}


def test_what_is_told_is_left_out() -> None:
    ledger = Ledger([Span("s1", "tool", "crate KX-4417 and seal 884197")])
    assert [one.value.text for one in designations(0, ledger, "seal 884197 is whole")] == ["KX-4417", "KX-4417"]
