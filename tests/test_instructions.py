"""Summariser prompts among the spans."""

from __future__ import annotations

import pytest

from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.model import Role, Span, SpanKind


@pytest.mark.parametrize(
    "text",
    [
        "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to create a detailed summary of the conversation so far.",
        "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM that will resume the task.",
        "Summarise our conversation so far. Your summary will replace the conversation history. List all user messages and pending tasks.",
    ],
)
@pytest.mark.parametrize("role", ["user", "system"])
def test_a_prompt_of_a_harness_is_known_in_either_role(text: str, role: Role) -> None:
    assert is_summariser_prompt(Span("s1", role, text))


@pytest.mark.parametrize(
    "text",
    [
        "write me a detailed summary of the meeting",
        "the context window is too small for this, can you summarize the conversation in two lines?",
        "fix the compaction test, it fails on pending tasks",
    ],
)
def test_a_person_who_asks_for_a_summary_writes_no_prompt(text: str) -> None:
    assert not is_summariser_prompt(Span("s1", "user", text))


@pytest.mark.parametrize(("role", "kind"), [("tool", "tool_output"), ("assistant", "text")])
def test_a_prompt_that_is_printed_or_quoted_is_evidence(role: Role, kind: SpanKind) -> None:
    assert not is_summariser_prompt(Span("s1", role, "Your task is to create a detailed summary of the conversation so far.", kind))
