"""Tests of coverage: what a span sets apart from a result that the summary tells of all."""

from __future__ import annotations

import pytest

from summarylint.evidence.coverage import gaps
from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import at_order
from summarylint.language.statements import read_statements
from summarylint.model import Span


def told(summary: str, text: str, *signs: str) -> list[str]:
    """Return the words of `text` that the first statement of `summary` leaves out."""
    ledger = Ledger((Span("s1", "assistant", text),))
    statement = read_statements(summary)[0]
    return [text[gap.at : gap.to] for gap in gaps(statement, summary, list(signs), at_order(ledger, 0), ledger, summary)]


@pytest.mark.parametrize(
    ("summary", "text", "signs", "words"),
    [
        ("The jars name the wrong year.", "In a sample of four of the twelve jars the year was wrong.", (), "In a sample of"),
        (
            "No broken link on any page.",
            "The shop pages have no broken link, the other pages weren't read.",
            ("any",),
            "the other pages weren't read.",
        ),
        (
            "All pumps passed the pressure test.",
            "The pumps passed the pressure test. Tank 7 was not measured.",
            ("all",),
            "Tank 7 was not measured.",
        ),
        (
            "The whole street reports brown water.",
            "Brown water is reported from the street, Mill Lane has none.",
            ("whole",),
            "Mill Lane has none",
        ),
        ("The maps may be lent to Ms Ode.", "Some of the maps may be lent to Ms Ode, the unsealed ones.", (), "Some of the"),
    ],
)
def test_what_a_result_does_not_cover(summary: str, text: str, signs: tuple[str, ...], words: str) -> None:
    assert told(summary, text, *signs) == [words]


@pytest.mark.parametrize(
    ("summary", "text", "signs"),
    [
        ("A sample of four jars names the wrong year.", "In a sample of four of the twelve jars the year was wrong.", ()),
        (
            "No broken link on any shop page; others were not read.",
            "The shop pages have no broken link, the other pages weren't read.",
            ("any",),
        ),
        (
            "All pumps passed the pressure test, tank 7 was left out.",
            "The pumps passed the pressure test. Tank 7 was not measured.",
            ("all",),
        ),
        ("Those maps that bear no seal may be lent to Ms Ode.", "Some of the maps may be lent to Ms Ode, the unsealed ones.", ()),
        ("The long hike is on Sunday.", "I put the long hike on Sunday. The rest of the plan needn't change.", ()),
    ],
)
def test_a_gap_that_is_told_or_bears_on_something_else(summary: str, text: str, signs: tuple[str, ...]) -> None:
    assert told(summary, text, *signs) == []
