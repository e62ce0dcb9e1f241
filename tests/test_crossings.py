"""Two values of a span, each told of the other's thing."""

from __future__ import annotations

import pytest

from summarylint.evidence.values import discrepancies
from tests.windows import views

Said = tuple[str, str]


def signs(summary: str, *said: Said) -> list[tuple[str, str]]:
    return [
        (found.mark.text, found.other.text)
        for view in views(summary, *said)
        for found in discrepancies(summary, view.statement, view.statements, view.witnesses, view.candidates, view.ledger)
        if found.sign == "crossed"
    ]


@pytest.mark.parametrize(
    ("summary", "said", "expected"),
    [
        ("Wiring: clock on pin 18, data on pin 21.", "data is pin 18, clock is pin 21", [("18", "21")]),
        ("The barn costs 4,100, the shed 2,600.", "shed 4,100, barn 2,600", [("4,100", "2,600")]),
        ("Wiring: clock on pin 21, data on pin 18.", "data is pin 18, clock is pin 21", []),
        ("The barn costs 2,600 and the shed 4,100.", "shed 4,100, barn 2,600", []),
        ("Between 18 and 21 pins are free.", "data is pin 18, clock is pin 21", []),
    ],
)
def test_values_that_changed_places(summary: str, said: str, expected: list[tuple[str, str]]) -> None:
    assert signs(summary, ("user", said)) == expected


def test_a_value_that_stands_with_its_own_thing_anywhere_is_none() -> None:
    said = [("user", "data is pin 18, clock is pin 21"), ("tool", "clock pin 18 after the rewiring, data pin 21")]
    assert signs("Wiring: clock on pin 18, data on pin 21.", *said) == []
