"""Tests of what was allowed once, or for one thing."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("widened-scope",)))


def widened(summary: str, said: str) -> list[str]:
    report = LINTER.check(Compaction(id="r", spans=(Span("s1", "user", said, "text"),), summary=summary))
    return [finding.evidence[0].quote for finding in report.findings]


@pytest.mark.parametrize(
    ("said", "summary", "quote"),
    [
        ("you may reboot mill-4 for the driver", "The user allows reboots of the mill machines for the driver.", "mill-4"),
        ("ok, go ahead and archive this ledger", "Ledgers may be archived.", "this ledger"),
        ("you can sign for parcels in my name this week", "The user allows signing for parcels in their name.", "this week"),
    ],
)
def test_a_narrow_leave_told_as_a_wide_one(said: str, summary: str, quote: str) -> None:
    assert widened(summary, said) == [quote]


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("you may reboot mill-4 for the driver", "The user allows a reboot of mill-4 for the driver."),
        ("you can sign for parcels in my name this week", "The user allows signing for parcels in their name during this week."),
        ("you may reboot the mill machines for the driver", "The user allows reboots of the mill machines for the driver."),
    ],
)
def test_a_leave_told_as_it_was_given(said: str, summary: str) -> None:
    assert widened(summary, said) == []
