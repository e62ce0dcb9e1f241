"""Tests of deeds told as done that the spans leave ahead, with nothing to show that they were done."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import Turn, timeline
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span, SpanKind

KINDS: dict[str, SpanKind] = {"tool": "tool_output"}


def planned(summary: str, *spans: tuple[Role, str]) -> list[Turn]:
    ledger = Ledger([Span(f"s{n}", role, text, KINDS.get(role, "text")) for n, (role, text) in enumerate(spans, 1)])
    told = read_statements(summary)
    turns = [turn for n in range(len(told)) for turn in timeline(summary, told, n, candidates(told[n], ledger), ledger)]
    return [turn for turn in turns if turn.way == "planned"]


@pytest.mark.parametrize(
    "spans",
    [
        [("assistant", "I'll glaze the north window tomorrow.")],
        [("user", "glaze the north window when the frame is dry")],
        [("assistant", "Mira is to glaze the north window on Monday.")],
        [("assistant", "The north window is cut to size, ready for you to glaze.")],
        [("tool", "would glaze north window")],
    ],
)
def test_what_only_lies_ahead_was_not_done(spans: list[tuple[Role, str]]) -> None:
    found = planned("The north window was glazed.", *spans)
    assert [turn.witness.span.id for turn in found] == ["s1"]


@pytest.mark.parametrize(
    "later",
    [
        ("assistant", "Glazed the north window."),
        ("tool", "north window glazed 14:02"),
        ("user", "mira glazed the north window this morning"),
    ],
)
def test_a_deed_that_anything_shows_is_done(later: tuple[Role, str]) -> None:
    assert planned("The north window was glazed.", ("assistant", "I'll glaze the north window tomorrow."), later) == []


def test_a_failure_shows_nothing() -> None:
    spans: list[tuple[Role, str]] = [
        ("assistant", "I'll publish the tide table tonight."),
        ("tool", "publish tide table: error, no connection"),
    ]
    assert planned("The tide table was published.", *spans)


def test_a_plan_that_the_user_takes_up_may_be_done_in_other_words() -> None:
    plan: tuple[Role, str] = ("assistant", "I'd add a ramp to the plan, 1.2 m wide.")
    written: tuple[Role, str] = ("tool", "write draft_v3  ok")
    assert planned("A ramp was added to the plan.", plan, ("user", "fine"), written) == []
    assert planned("A ramp was added to the plan.", plan, ("user", "let me sleep on it until tomorrow"), written)


def test_a_call_shows_the_deed_and_a_promise_before_it() -> None:
    calls = Ledger([
        Span("s1", "assistant", "Let me rewrite the intake form.", "text"),
        Span("s2", "assistant", '{"file": "form.md", "text": "..."}', "tool_call"),
    ])  # fmt: skip
    summary = "The intake form was rewritten."
    told = read_statements(summary)
    assert [t.way for t in timeline(summary, told, 0, candidates(told[0], calls), calls)] == []


def test_a_norm_is_no_plan() -> None:
    assert planned("The vessel was filled to 0.2 bar.", ("user", "vessel is at 0.2 bar, should be 1.0 when filled")) == []
