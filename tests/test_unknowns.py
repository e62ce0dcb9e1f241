"""Tests of results that the spans leave open: nobody looked, nothing is known, or a printed state fell short."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import timeline
from summarylint.evidence.unknown_clauses import unknowns
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span


def window(*spans: tuple[Role, str]) -> Ledger:
    return Ledger([Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(spans, 1)])


def inflated(summary: str, *spans: tuple[Role, str]) -> list[str]:
    ledger = window(*spans)
    told = read_statements(summary)
    turns = [turn for n in range(len(told)) for turn in timeline(summary, told, n, candidates(told[n], ledger), ledger)]
    return [turn.cue for turn in turns if turn.way == "inflated"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The gate opens by hand. With frost nobody has tried it.", "The gate works by hand and with frost."),
        ("Salinity has not been looked at, nor the current.", "The salinity survey gave no critical spot."),
        ("For the harmonium the tuner was ill, so nothing is known there.", "Harmonium: reeds in tune."),
        ("I cannot tell when the cistern was last emptied.", "The cistern was emptied in spring."),
        ("The aviary passes the draught test, the stable does not: two hinges are off.", "The stable is fine."),
    ],
)
def test_a_result_on_what_nobody_looked_at(said: str, told: str) -> None:
    assert inflated(told, ("assistant", said))


@pytest.mark.parametrize(
    ("spans", "told"),
    [
        ([("assistant", "With frost nobody has tried it."), ("tool", "frost run: gate opens")], "The gate works with frost."),
        ([("assistant", "With frost nobody has tried it.")], "The gate works by hand; with frost it is untested."),
        ([("assistant", "With frost nobody has tried it.")], "The gate is to be tried with frost."),
        ([("assistant", "The almanac says nothing on the gate.")], "The almanac is on the shelf, complete."),
        ([("assistant", "Hinge 2 I have not looked at.")], "Hinge 1 was checked and holds."),
        ([("assistant", "Frost I can't test here.")], "The gate works with frost (tried by the user)."),
        ([("assistant", "None measured below the frost line.")], "None measured below the frost line."),
        ([("assistant", "The almanac says nothing about frost.")], "Neither the almanac nor the user knows of frost."),
        ([("user", "has the frost not been tested?")], "The gate works with frost."),
    ],
)
def test_what_is_left_open_or_shown_later_is_none(spans: list[tuple[Role, str]], told: str) -> None:
    assert inflated(told, *spans) == []


def test_a_printed_state_short_of_success() -> None:
    assert inflated("The pigeon census succeeded.", ("tool", "$ field run\npigeon census FAILED\nroof census ok"))
    assert inflated("The pigeon census hit errors.", ("tool", "$ field run\npigeon census FAILED")) == []
    assert inflated("The roof census succeeded.", ("tool", "$ field run\npigeon census FAILED\nroof census ok")) == []


def test_what_an_unknown_is_about() -> None:
    said = "The pump is oiled, the valve is untested. The manual is silent on the gasket."
    ledger = window(("assistant", said))
    assert [[sorted(one.subject) for one in unknowns(ledger)[order]] for order in range(len(ledger))] == [[["valv"]], [["gasket"]]]
