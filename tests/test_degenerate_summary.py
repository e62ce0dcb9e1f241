"""A text that is no summary is told as such, and a short true one is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("degenerate-summary",)))
SPANS = (
    Span("s1", "user", "Pack the winter stock. The configuration of the labels is in labels.toml."),
    Span("s2", "tool", "packed 120 of 300 boxes", "tool_output"),
)


def findings(summary: str, spans: tuple[Span, ...] = SPANS) -> list[Finding]:
    return list(LINTER.check(Compaction("r", spans, summary)).findings)


@pytest.mark.parametrize(
    ("summary", "fault", "quote"),
    [
        ("## Progress\n\n### Done\n", "heading or placeholder", "## Progress"),
        ("**Summary:**", "heading or placeholder", "**Summary:**"),
        ("[insert summary here]", "heading or placeholder", "[insert summary here]"),
        ("<summary>\n</summary>", "heading or placeholder", "<summary>"),
        ("Here is the summary:", "heading or placeholder", "Here is the summary:"),
        ("N/A", "heading or placeholder", "N/A"),
        ("Sure, let me look at the boxes first.", "only announces", "Sure, let me look at the boxes first."),
        ('<invoke name="shell">\n<parameter name="command">ls</parameter>\n</invoke>', "raw tool call", '<invoke name="shell">'),
        ('{"error": {"type": "overloaded_error"}}', "error message", '{"error": {"type": "overloaded_error"}}'),
        ("Prompt is too long", "error message", "Prompt is too long"),
        ("- 120 of 300 boxes are packed\n<next_st", "inside a tag", "<next_st"),
        ("<summary>\nBoxes are packed, 120 of", "before </summary>", "Boxes are packed, 120 of"),
        ("The winter stock is being packed. " * 8 + "The labels follow the configu", "the word 'configu'", "configu"),
    ],
)
def test_what_is_no_summary_is_found_where_it_shows(summary: str, fault: str, quote: str) -> None:
    (finding,) = findings(summary)
    assert finding.severity == "warning"
    assert fault in finding.message
    assert finding.summary is not None
    assert finding.summary.quote == quote
    assert finding.evidence[0].span_id == "s1"


@pytest.mark.parametrize("summary", ["", " \n\t"])
def test_an_empty_summary_points_at_what_is_lost(summary: str) -> None:
    (finding,) = findings(summary)
    assert finding.summary is None
    assert finding.evidence[0].quote.startswith("Pack the winter stock.")


@pytest.mark.parametrize(
    "summary",
    [
        "120 of 300 boxes are packed.",
        "Blocked: none\nPacked: 120 of 300 boxes",
        "Error handling in labels.toml was discussed.",
        "Let me know before you pack the rest, the user said. 120 boxes are packed.",
        "The user wants `<tool_call>` to be written down as the name of the tag.",
        "The winter stock is being packed. " * 8 + "Next: pack",
        "<summary>\n120 of 300 boxes are packed\n</summary>",
        "- Tag to use: <label>",
    ],
)
def test_a_short_summary_is_one_all_the_same(summary: str) -> None:
    assert findings(summary) == []


def test_nothing_was_lost_where_nothing_was_said() -> None:
    assert findings("", ()) == []
    assert findings("", (Span("s1", "user", " "),)) == []


@given(st.text(max_size=80))
def test_any_text_is_read_and_places_hold(summary: str) -> None:
    for finding in findings(summary):
        if finding.summary is not None:
            assert summary[finding.summary.start : finding.summary.end] == finding.summary.quote != ""
