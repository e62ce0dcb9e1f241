"""Tests of the last state of a named thing against a summary that tells it as done."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import timeline
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span


def inflated(summary: str, *spans: tuple[Role, str]) -> list[str]:
    ledger = Ledger([Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(spans, 1)])
    told = read_statements(summary)
    turns = [turn for n in range(len(told)) for turn in timeline(summary, told, n, candidates(told[n], ledger), ledger)]
    return [turn.cue for turn in turns if turn.way == "inflated"]


@pytest.mark.parametrize(
    ("row", "state"),
    [
        ("job kx-71 RUNNING  step 300/900", "RUNNING"),
        ("kx-71: 3 of 9 plates", "3 of 9"),
        ("kx-71 02:10 of 12:00 elapsed", "02:10 of 12:00"),
        ("kx-71 PENDING_APPROVAL", "PENDING"),
        ("kx-71 in the tray (not picked up)", "not picked"),
    ],
)
def test_a_state_short_of_the_end(row: str, state: str) -> None:
    assert state in inflated("The scan kx-71 was completed.", ("tool", row))


@pytest.mark.parametrize("row", ["kx-71 9 of 9 plates", "kx-71 done", "kx-72 RUNNING  step 300/900", "KX: 9/9 inbox"])
def test_an_end_or_another_thing_is_none(row: str) -> None:
    assert inflated("The scan kx-71 was completed.", ("tool", row)) == []


def test_the_last_word_counts() -> None:
    assert inflated("The scan kx-71 was completed.", ("tool", "kx-71 queued"), ("tool", "kx-71 done")) == []


def test_a_summary_that_tells_the_state_is_right() -> None:
    assert inflated("The scan kx-71 was uploaded, 3 of 9 plates.", ("tool", "kx-71: 3 of 9 plates")) == []
    assert inflated("The scan kx-71 was taken. It is still pending.", ("tool", "kx-71: pending")) == []


def test_a_status_line_speaks_of_the_line_before() -> None:
    assert inflated("Invoice RB-551 was paid.", ("tool", "pay ref=RB-551\nstatus: AWAITING_CODE")) == ["AWAITING"]


def test_all_tests_pass_but_for_the_skipped() -> None:
    assert inflated("All parser tests pass.", ("tool", "40 passed, 2 skipped")) == ["2 skipped"]
    assert inflated("All parser tests pass.", ("tool", "40 passed, 0 skipped")) == []
    assert inflated("All parser tests pass.", ("tool", "38 passed, 2 failed"), ("tool", "40 passed")) == []
