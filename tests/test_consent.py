"""Consent in the spans: agreement, answers and decisions of persons."""

from __future__ import annotations

import pytest

from summarylint.evidence.consent import agreed_to, signs, tells_of
from summarylint.evidence.index import Ledger
from summarylint.language.terms import terms
from summarylint.model import Span

PROPOSAL = "I could drop the legacy bucket and its replicas."


def _ledger(*said: tuple[str, str]) -> Ledger:
    return Ledger(Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(said, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "agreed"),
    [("yes please", True), ("drop it then", True), ("go on, all fine", True), ("good to know", False), ("what is in there?", False)],
)
def test_a_proposal_is_agreed_to_by_the_next_message(answer: str, agreed: bool) -> None:
    ledger = _ledger(("assistant", PROPOSAL), ("user", answer))
    assert agreed_to(ledger, terms("drop the legacy bucket and its replicas")) is agreed


def test_a_go_ahead_holds_for_what_follows() -> None:
    ledger = _ledger(("user", "go ahead"), ("user", "lunch"), ("assistant", PROPOSAL))
    assert agreed_to(ledger, terms("drop the legacy bucket and its replicas"))


def test_a_dialogue_of_the_harness_tells_of_approval() -> None:
    assert agreed_to(_ledger(("tool", "User has approved your plan.")), terms("plan"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Noor agreed to it", True),
        ("Noor is fine with it", True),
        ("got the approval of Noor", True),
        ("let me ask Noor, she owns it", False),
        ("if Noor agrees we ship", False),
        ("nothing goes out without Noor's sign-off", False),
    ],
)
def test_consent_of_a_named_person(text: str, told: bool) -> None:
    assert tells_of(_ledger(("user", text)), 0, "noor", "consent") is told


def test_ones_own_line_in_a_chat_agrees() -> None:
    assert tells_of(_ledger(("tool", "[10:02] noor: ok for me")), 0, "noor", "consent")
    assert not tells_of(_ledger(("tool", "[10:02] noor: I'd like to see it before anything goes out")), 0, "noor", "consent")


def test_an_answer_is_told_or_written() -> None:
    assert tells_of(_ledger(("user", "Noor wrote back at noon")), 0, "noor", "reply")
    assert not tells_of(_ledger(("user", "I asked Noor on Monday")), 0, "noor", "reply")


def test_a_user_who_signs_is_the_person_named() -> None:
    assert signs(_ledger(("user", "Figures below. Regards, Pia Lund"), ("user", "Approved.")), "lund")
    assert not signs(_ledger(("user", "ok send it to lund"), ("user", "Approved.")), "lund")
