"""Instruction as user words: the summariser's prompt told as a request."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("instruction-as-user-words",)))


def found(summary: str, *said: tuple[str, str], **known: str) -> tuple[Finding, ...]:
    spans = tuple(
        Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(said, 1)
    )
    return LINTER.check(Compaction("r", spans, summary, **known)).findings  # type: ignore[arg-type]


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.summary.quote if f.summary else "", f.evidence[0].span_id if f.evidence else "") for f in findings]


PROMPT = "Your task is to create a detailed summary of the conversation so far. Respond with text only. Do not call any tools."


def test_the_prompt_among_the_spans_is_no_request() -> None:
    summary = "The user wants a dark theme. The user asked to create a detailed summary of the conversation."
    findings = found(summary, ("user", "add a dark theme"), ("user", PROMPT))
    assert places(findings) == [("The user asked to create a detailed summary of the conversation.", "s2")]


def test_the_prompt_of_the_record_counts_too() -> None:
    findings = found("## User requests\n- Respond with text only, no tool calls", ("user", "add a dark theme"), prompt=PROMPT)
    assert places(findings) == [("Respond with text only, no tool calls", "")]


@pytest.mark.parametrize(
    ("summary", "message"),
    [
        ("The user asked for a detailed summary of the meeting notes.", "write a detailed summary of the meeting notes"),
        ("The user wants the conversation summary shown in the sidebar.", "show the conversation summary in the sidebar"),
    ],
)
def test_a_summary_that_the_user_himself_asked_for(summary: str, message: str) -> None:
    assert found(summary, ("user", message), ("user", PROMPT)) == ()


def test_what_is_not_credited_to_the_user_may_be_said() -> None:
    assert (
        found("A detailed summary of the conversation was asked for by the harness.", ("user", "add a dark theme"), ("user", PROMPT)) == ()
    )
