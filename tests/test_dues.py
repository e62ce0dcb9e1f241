"""A summary owes what is still in force, and nothing that was lifted, answered or carried out."""

from __future__ import annotations

import pytest

from summarylint.evidence.dues import find_dues
from summarylint.evidence.index import Ledger
from summarylint.model import Role, Span


def dues(*said: tuple[Role, str], surviving: frozenset[str] | None = None) -> list[tuple[str, str]]:
    spans = [Span(f"s{n}", role, text, kind="tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(said, 1)]
    return [(due.kind, due.owed.statement.text) for due in find_dues(Ledger(spans), surviving)]


def test_a_prohibition_is_owed_without_its_reason() -> None:
    found = dues(("user", "Never lend out the blue atlas, the binding is coming loose again."), ("assistant", "Noted."))
    assert found == [("prohibition", "Never lend out the blue atlas")]


def test_a_lifted_prohibition_is_not_owed() -> None:
    assert dues(("user", "do not lend out the atlas"), ("user", "the binding is done, you can lend out the atlas again")) == []


def test_a_condition_that_came_true_lifts_the_order() -> None:
    held: tuple[Role, str] = ("user", "hands off the pantry until the inventory is through")
    assert dues(held) == [("prohibition", "hands off the pantry until the inventory is through")]
    assert dues(held, ("user", "inventory is done")) == []


def test_a_prohibition_that_says_so_again_is_not_its_own_lifting() -> None:
    found = dues(("user", "do not lend out the atlas"), ("user", "you can not lend out the atlas, only the globe"))
    assert ("prohibition", "do not lend out the atlas") in found


def test_a_request_is_owed_while_nothing_followed_it() -> None:
    assert dues(("user", "clean the upper shelf")) == [("request", "clean the upper shelf")]
    assert dues(("user", "clean the upper shelf"), ("assistant", "Will do.")) == [("request", "clean the upper shelf")]
    assert dues(("user", "clean the upper shelf"), ("tool", "shelf 4 (upper): clean"), ("assistant", "Done.")) == []
    assert dues(("user", "clean the upper shelf"), ("user", "thanks")) == []


def test_what_tools_print_orders_nothing() -> None:
    assert dues(("tool", "WARNING: never unplug the drive while it is busy")) == []


def test_a_span_that_survives_tells_itself() -> None:
    said: tuple[Role, str] = ("user", "Never lend out the blue atlas.")
    assert dues(said, surviving=frozenset({"s1"})) == []
    assert dues(said, surviving=frozenset()) != []


def test_an_order_given_twice_is_owed_once() -> None:
    assert len(dues(("user", "never lend out the atlas"), ("user", "again: never lend out the atlas"))) == 1


def test_a_question_for_leave_is_owed_until_the_user_speaks() -> None:
    asked: tuple[Role, str] = ("assistant", "Two copies are torn. Shall I throw the torn copies away?")
    assert dues(asked) == [("approval", "Shall I throw the torn copies away?")]
    assert [kind for kind, _ in dues(asked, ("user", "yes"))] == []


def test_what_the_work_is_stuck_on_is_owed_at_the_end_only() -> None:
    stuck: tuple[Role, str] = ("assistant", "I am stuck: the archive door needs a second badge.")
    assert [kind for kind, _ in dues(stuck)] == ["blocker"]
    assert dues(stuck, ("tool", "door opened")) == []


def test_the_rules_of_a_short_system_message_are_owed_and_those_of_a_manual_are_not() -> None:
    rule = "Crew lists are never sent by mail."
    assert dues(("system", rule)) == [("prohibition", "Crew lists are never sent by mail")]
    assert dues(("system", rule + " The harbour has two quays." * 100)) == []


def test_what_hangs_on_an_order_is_lifted_with_it() -> None:
    said: tuple[Role, str] = ("user", "do not open the atlas remotely, a keeper must be in the room")
    assert len(dues(said)) == 2
    assert dues(said, ("user", "opening the atlas is ok again")) == []


def test_the_words_of_a_condition_weigh_half() -> None:
    (due,) = find_dues(Ledger([Span("s1", "user", "do not lend out the atlas before the inventory is closed")]))
    worth = {key.term: key.worth for key in due.keys}
    assert worth["atla"] == 2 * worth["invent"]


@pytest.mark.parametrize(
    ("order", "head"),
    [
        ("no second courier in the yard", ("courie",)),
        ("Day-tickets must not carry a photo", ("day", "ticket")),
        ("no lift, staircase B", ()),
        ("never use the lift", ()),
    ],
)
def test_a_prohibition_names_the_thing_that_it_bars(order: str, head: tuple[str, ...]) -> None:
    assert find_dues(Ledger([Span("s1", "user", order)]))[0].head == head
