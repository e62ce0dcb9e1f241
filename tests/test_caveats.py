"""A caveat of the last answers is owed with what does not hold by it; so is the suspicion of a search that was cut off."""

from __future__ import annotations

import pytest

from summarylint.evidence.caveats import falls_short, find_caveats
from summarylint.evidence.index import Ledger
from summarylint.language.terms import stem
from summarylint.model import Role, Span, SpanKind


def owed(*said: tuple[Role, SpanKind, str]) -> list[tuple[str, str]]:
    ledger = Ledger([Span(f"s{n}", role, text, kind=kind) for n, (role, kind, text) in enumerate(said, 1)])
    return [(due.kind, due.owed.statement.text) for due in find_caveats(ledger)]


CAVEAT = "**Note:** the long rope won't reach the upper deck of the ferry."
LEAD = "The cause is likely that the ballast of the ferry was never pumped out."


@pytest.mark.parametrize(
    "text",
    [
        CAVEAT,
        "However, the list of ropes is incomplete for the upper deck.",
        "### Known limitations\n\nRopes of the upper deck cannot be counted from the ferry.",
    ],
)
def test_what_an_answer_announces_as_a_caveat_is_owed(text: str) -> None:
    assert [kind for kind, _ in owed(("user", "text", "count the ropes"), ("assistant", "text", f"Done.\n\n{text}"))] == ["caveat"]


@pytest.mark.parametrize(
    "text",
    [
        "Note that I put the list of the ropes beside the wheel of the ferry.",  # nothing falls short
        "The long rope won't reach the upper deck of the ferry.",  # nothing announces it
        "However, could the long rope not reach the upper deck of the ferry?",
    ],
)
def test_a_remark_and_a_question_are_not_owed(text: str) -> None:
    assert owed(("user", "text", "count the ropes"), ("assistant", "text", text)) == []


def test_a_caveat_of_an_old_answer_is_not_owed() -> None:
    later: list[tuple[Role, SpanKind, str]] = [("user", "text", "go on"), ("assistant", "text", "Gone on.")] * 3
    assert owed(("user", "text", "count"), ("assistant", "text", CAVEAT), *later) == []


def test_the_point_of_a_caveat_is_what_does_not_hold() -> None:
    ledger = Ledger([Span("s1", "assistant", CAVEAT)])
    assert [due.head for due in find_caveats(ledger)] == [(stem("reach"),)]
    assert falls_short("the rope does not reach") and not falls_short("the rope reaches")


def test_a_suspicion_is_owed_while_the_assistant_said_nothing_behind_it() -> None:
    asked: tuple[Role, SpanKind, str] = ("user", "text", "why does she list?")
    assert owed(asked, ("assistant", "thinking", LEAD), ("tool", "tool_output", "ballast 40 t")) == [("lead", LEAD)]
    assert owed(asked, ("assistant", "thinking", LEAD), ("assistant", "text", "The ballast was full. It is pumped out.")) == []
    assert owed(asked, ("assistant", "thinking", "The cause is the ballast of the ferry at the upper deck.")) == []
