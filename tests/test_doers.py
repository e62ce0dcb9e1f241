"""Doers: which party did a thing."""

from __future__ import annotations

import pytest

from summarylint.evidence.doers import deeds_told, doers
from summarylint.evidence.index import Ledger
from summarylint.model import Span


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The user trimmed the list.", [("user", "trim", " the list.")]),
        ("The list was sent by the agent", [("assistant", "sent", "The list was ")]),
        ("The user suggested a shorter list.", []),
        ("The list is short.", []),
    ],
)
def test_a_deed_is_told_with_its_doer_and_its_object(text: str, told: list[tuple[str, str, str]]) -> None:
    assert [(who, verb, text[start:end]) for who, verb, start, end in deeds_told(text)] == told


@pytest.mark.parametrize(
    ("role", "text", "who"),
    [
        ("user", "I trimmed the list", {"user"}),
        ("user", "you trimmed the list", {"assistant"}),
        ("assistant", "You trimmed the list.", {"user"}),
        ("user", "have you trimmed the list?", {"assistant"}),
        ("tool", "I trimmed the list", set()),
    ],
)
def test_persons_are_read_from_the_writers_side(role: str, text: str, who: set[str]) -> None:
    ledger = Ledger((Span("s1", role, text, "tool_output" if role == "tool" else "text"),))  # type: ignore[arg-type]
    assert doers(ledger, 0, "trim") == who
