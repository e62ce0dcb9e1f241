"""A claim that points at a span by what it says is traced to it, however few words they share."""

from __future__ import annotations

import pytest

from summarylint.engine import check
from summarylint.model import Claim, Role, Span, SpanKind


def claim(summary: str, *said: tuple[Role, SpanKind, str]) -> Claim:
    spans = [Span(f"s{n}", role, text, kind=kind) for n, (role, kind, text) in enumerate(said, 1)]
    return check(summary, spans).claims[-1]


def test_a_check_that_passed_is_traced_to_the_output_of_its_last_run() -> None:
    found = claim(
        "All tests pass.",
        ("assistant", "tool_call", 'Bash {"command": "go test ./..."}'),
        ("tool", "tool_output", "ok  \tferry/deck\t0.4s"),
        ("assistant", "text", "All tests pass."),
    )
    assert (found.origin, found.primary_span_id) == ("tool-output", "s2")


def test_a_quotation_of_the_user_is_traced_to_the_message_of_its_words() -> None:
    found = claim(
        'The list was split by deck, then the user said "by deck is too much".',
        ("assistant", "text", "Here is the list, split by deck."),
        ("user", "text", "I think by deck is to much"),
        ("assistant", "thinking", "No split of the list by deck then."),
    )
    assert (found.origin, found.primary_span_id) == ("user-said", "s2")


@pytest.mark.parametrize("answer", ["I agree with your structure:", "Let's use your folders:", "As you listed:"])
def test_what_an_answer_takes_over_is_traced_to_the_user_who_listed_it(answer: str) -> None:
    found = claim(
        "`ropes.ts` moves from src/ to the store.",
        ("user", "text", "no. anchors, ropes -> store"),
        ("assistant", "text", f"{answer}\n- `ropes.ts` moves from src/ to the store"),
    )
    assert (found.origin, found.primary_span_id) == ("user-said", "s1")


def test_a_command_gives_way_to_what_it_printed() -> None:
    found = claim(
        "Committed the deck plan of the ferry.",
        ("assistant", "tool_call", 'bash {"command": "git commit -m \\"Add the deck plan of the ferry\\""}'),
        ("tool", "tool_output", "[main 4f2a] 2 files changed"),
    )
    assert (found.origin, found.primary_span_id) == ("tool-output", "s2")


def test_a_deed_is_traced_to_the_call_that_its_announcement_stands_before() -> None:
    found = claim(
        "Added the tide table to the footer of the deck plan.",
        ("tool", "tool_output", "deck plan: header, footer"),
        ("assistant", "thinking", "Let me add the tide table to the footer of the deck plan."),
        ("assistant", "tool_call", 'Edit {"file_path": "plan.svg", "new_string": "<g id=\\"tides\\"/>"}'),
        ("tool", "tool_output", "updated"),
    )
    assert (found.origin, found.primary_span_id) == ("tool-output", "s3")
