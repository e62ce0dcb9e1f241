"""Tests of deeds that a span calls not done, or puts off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import Turn, timeline
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span


def turns(summary: str, *spans: tuple[Role, str]) -> list[Turn]:
    held = [Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(spans, 1)]
    ledger = Ledger(held)
    statements = read_statements(summary)
    return [
        turn
        for number in range(len(statements))
        for turn in timeline(summary, statements, number, candidates(statements[number], ledger), ledger)
    ]


def ways(summary: str, *spans: tuple[Role, str]) -> set[str]:
    return {turn.way for turn in turns(summary, *spans)}


@pytest.mark.parametrize(
    "span",
    [
        "The gate sticks at the hinge. Not oiled so far.",
        "The gate at the hinge hasn't been oiled.",
        "The hinge of the gate is still unoiled.",
    ],
)
def test_a_deed_under_a_negation_was_not_done(span: str) -> None:
    found = [turn for turn in turns("The hinge of the gate was oiled.", ("assistant", span)) if turn.way in ("inflated", "negated")]
    assert found
    assert "oiled" in span[found[0].at : found[0].to]


def test_a_noun_of_the_deed_counts_too() -> None:
    assert "inflated" in ways("Tickets to Graz booked and paid.", ("tool", "Tickets to Graz reserved.\nPayment not made, card refused."))


def test_a_later_deed_settles_it() -> None:
    spans: list[tuple[Role, str]] = [
        ("assistant", "The hinge of the gate is not oiled so far."),
        ("assistant", "Oiled the hinge of the gate just now."),
    ]
    assert ways("The hinge of the gate was oiled.", *spans) == set()


def test_an_order_that_waits_is_a_plan() -> None:
    spans: list[tuple[Role, str]] = [
        ("assistant", "The pump costs 210. I can order it."),
        ("user", "order the pump when Leo confirms the size"),
    ]
    assert "planned" in ways("The pump was ordered.", *spans)


def test_a_prohibition_plans_nothing() -> None:
    assert "planned" not in ways("The host entry was added.", ("user", "don't add any host entry then, it takes weeks"))


def test_what_is_told_of_a_part_is_not_held_against_the_rest() -> None:
    assert ways("Only the mill lane was walked so far.", ("tool", "mill lane only; rest of the zone not walked")) == set()


def test_a_thing_not_set_yet_speaks_against_any_verb() -> None:
    assert "inflated" in ways("The bibliography was switched to authoryear.", ("assistant", "authoryear isn't set so far."))


LETTERS = st.text(alphabet="qxé日😀İ ,.\n", max_size=60)


@given(LETTERS, LETTERS)
def test_places_are_inside_their_texts(before: str, lead: str) -> None:
    summary, span = f"{before}\n\nThe bibliography was switched to authoryear.", f"{lead}\n\nauthoryear isn't set so far."
    found = turns(summary, ("assistant", span))
    assert "inflated" in {turn.way for turn in found}
    for turn in found:
        assert 0 <= turn.at < turn.to <= len(span)
        assert 0 <= turn.start < turn.end <= len(summary)
