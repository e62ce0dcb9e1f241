"""What the work is stuck on stays in the summary."""

from __future__ import annotations

from summarylint.engine import check
from summarylint.model import Span
from summarylint.settings import Settings

STUCK = [Span("s1", "assistant", "The poster is drawn. I cannot continue: the plotter asks for a licence key that nobody here has.")]


def codes(summary: str, spans: list[Span]) -> list[str]:
    return [finding.code for finding in check(summary, spans, settings=Settings(select=("OMI004",))).findings]


def test_a_summary_without_the_blocker_is_found() -> None:
    assert codes("The poster is drawn and goes to print.", STUCK) == ["OMI004"]


def test_a_summary_with_the_blocker_is_silent() -> None:
    assert codes("The poster is drawn. Printing waits for a licence key of the plotter.", STUCK) == []


def test_what_was_overcome_is_not_owed() -> None:
    assert codes("The poster is drawn.", [*STUCK, Span("s2", "user", "key is on the box: ask Jo, then go on")]) == []
