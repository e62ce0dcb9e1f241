"""An unanswered question for leave stays open in the summary."""

from __future__ import annotations

import pytest

from summarylint.engine import check
from summarylint.model import Span
from summarylint.settings import Settings

SPANS = [
    Span("s1", "user", "how far are the hedges?"),
    Span("s2", "assistant", "Two of three are cut. Should I cut the third hedge, or wait for the nest?"),
]


def codes(summary: str, spans: list[Span]) -> list[str]:
    return [finding.code for finding in check(summary, spans, settings=Settings(select=("OMI003",))).findings]


@pytest.mark.parametrize("summary", ["Two hedges are cut; the third hedge is next.", "Two hedges are cut.", ""])
def test_a_summary_that_goes_on_as_if_answered_is_found(summary: str) -> None:
    assert codes(summary, SPANS) == ["OMI003"]


@pytest.mark.parametrize("summary", ["Two hedges are cut. Whether to cut the third hedge is up to the user.", "Open: cut the third hedge?"])
def test_a_summary_that_says_it_is_open_is_silent(summary: str) -> None:
    assert codes(summary, SPANS) == []


def test_an_answer_closes_the_question() -> None:
    assert codes("Two hedges are cut; the third hedge is next.", [*SPANS, Span("s3", "user", "cut it")]) == []
