"""Unowned deeds: results without the one who got them."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("dropped-attribution",)))


@pytest.mark.parametrize(
    ("summary", "who"),
    [
        ("The ingest queue was restarted automatically.", "the user"),
        ("It is unclear who restarted the ingest queue.", "the user"),
        ("The user restarted the ingest queue.", None),
    ],
)
def test_a_deed_told_as_nobodys_has_a_doer(summary: str, who: str | None) -> None:
    spans = (Span("s1", "user", "I restarted the ingest queue myself from the console, took two minutes", "text"),)
    findings = LINTER.check(Compaction("r", spans, summary)).findings
    assert [finding.message.split(" did it")[0] for finding in findings] == ([who] if who else [])
    assert all(finding.fix is not None and finding.fix.safety == "display" for finding in findings)


def test_what_the_spans_tell_in_the_same_words_may_be_chance() -> None:
    spans = (
        Span("s1", "user", "I restarted the ingest queue", "text"),
        Span("s2", "tool", "ingest queue restarted automatically after 300 s", "tool_output"),
    )
    assert LINTER.check(Compaction("r", spans, "The ingest queue was restarted automatically.")).findings == ()
