"""Tests of causes and events that a later span ruled out, called off or took back."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import timeline
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span

GUESS = "The dough collapses, perhaps because the flour is too warm."


def refuted(summary: str, *spans: tuple[Role, str]) -> list[str]:
    held = [Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(spans, 1)]
    ledger = Ledger(held)
    statements = read_statements(summary)
    found = [
        turn
        for number in range(len(statements))
        for turn in timeline(summary, statements, number, candidates(statements[number], ledger), ledger)
        if turn.way == "refuted"
    ]
    return [turn.witness.span.text[turn.at : turn.to] for turn in found]


@pytest.mark.parametrize(
    "dismissal",
    [
        "So the flour is out as the cause.",
        "The flour was not the problem.",
        "Cooling the flour made no difference.",
        "That rules out the flour.",
    ],
)
def test_a_cause_that_was_ruled_out(dismissal: str) -> None:
    assert refuted("Cause: the flour is too warm, so the dough collapses.", ("assistant", GUESS), ("assistant", dismissal))


def test_a_summary_that_tells_the_dismissal_is_right() -> None:
    summary = "The dough collapses. Warm flour was suspected at first, because it came from the attic."
    assert refuted(summary, ("assistant", GUESS), ("assistant", "So the flour is out as the cause.")) == []


def test_what_is_no_cause_is_not_dismissed() -> None:
    assert refuted("The flour is kept in the attic.", ("assistant", "The flour is not the cause of it.")) == []


def test_an_event_that_was_called_off() -> None:
    spans: list[tuple[Role, str]] = [
        ("user", "there is a ferry strike on the 4th"),
        ("tool", "The union announced this morning that the ferry strike is called off."),
    ]
    assert refuted("There is a ferry strike on the 4th.", *spans) == ["the ferry strike is called off"]
    assert refuted("The 4th is the day of the crossing.", *spans) == []


def test_a_word_taken_back() -> None:
    spans: list[tuple[Role, str]] = [
        ("assistant", "The spool in rack 7 leaks wax and causes the smell."),
        ("user", "sure?"),
        ("assistant", "I have to take that back. The spool in rack 7 is dry."),
    ]
    assert refuted("Cause: the spool in rack 7 leaks wax.", *spans)
