"""A value that a placeholder is part of is not judged; all else is."""

from __future__ import annotations

import pytest

from summarylint.checks.opaque import is_unjudged
from summarylint.model import Finding, SummaryPlace

SUMMARY = "The host is db-\ufffc.internal.\nThe file is src/handler.py, the port \ufffc."


@pytest.mark.parametrize(
    ("word", "code", "name", "unjudged"),
    [
        ("db-", "IDN001", "altered-identifier", True),
        (".internal", "IDN001", "altered-identifier", True),
        ("src/handler.py", "IDN001", "altered-identifier", False),
        ("port", "IDN007", "vague-identifier", True),
        ("The host", "HDG001", "dropped-hedge", False),
    ],
)
def test_by_family_and_nearness(word: str, code: str, name: str, unjudged: bool) -> None:
    start = SUMMARY.index(word)
    place = SummaryPlace(start, start + len(word), word)
    assert is_unjudged(Finding(code, name, "error", "", place, (), "", None, {}, "f"), SUMMARY) is unjudged


def test_a_finding_about_nothing_in_the_summary_is_judged() -> None:
    assert not is_unjudged(Finding("IDN001", "x", "error", "", None, (), "", None, {}, "f"), SUMMARY)
