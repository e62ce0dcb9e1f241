"""Orders are read as their speakers mean them, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from summarylint.language.orders import find_orders


def read(text: str, *, reported: bool = False) -> list[tuple[str, str]]:
    return [(order.kind, text[order.start : order.end]) for order in find_orders(text, reported=reported)]


@pytest.mark.parametrize(
    ("text", "kind", "order"),
    [
        ("Repaint the fence. Never use the red tin.", "prohibition", "Never use the red tin"),
        ("please don't open the crate", "prohibition", "don't open the crate"),
        ("Nobody touches the kiln until Ana is back.", "prohibition", "Nobody touches the kiln until Ana is back"),
        ("hands off the payroll folder", "prohibition", "hands off the payroll folder"),
        ("The back room is off limits.", "prohibition", "The back room is off limits"),
        ("The choir must not hear of it yet.", "prohibition", "The choir must not hear of it yet"),
        ("please nothing about money in the speech, some are poor", "prohibition", "nothing about money in the speech, some are poor"),
        ("Nothing sold before the visit.", "prohibition", "Nothing sold before the visit"),
        ("Signs in blue, 40 mm minimum.", "limit", "Signs in blue, 40 mm minimum"),
        ("Otter names are never abbreviated.", "limit", "Otter names are never abbreviated"),
        ("blue tiles, and no grout on the windows", "prohibition", "no grout on the windows"),
        ("My doctor says no salt in the soup.", "prohibition", "My doctor says no salt in the soup"),
        ("ask me before you call the plumber", "ask-first", "ask me before you call the plumber"),
        ("Pay invoices only with my OK.", "ask-first", "Pay invoices only with my OK"),
        ("stop after each chapter", "ask-first", "stop after each chapter"),
        ("Always sign with both names.", "standing", "Always sign with both names"),
        ("Keep the old sign above the door.", "standing", "Keep the old sign above the door"),
        ("The order is fixed: rinse, dry, oil, wrap.", "standing", "The order is fixed: rinse, dry, oil, wrap"),
        ("use the median, not the mean", "standing", "use the median, not the mean"),
        ("weekends only", "standing", "weekends only"),
        ("add a table of contents", "request", "add a table of contents"),
        ("could you send the minutes to Ruth?", "request", "could you send the minutes to Ruth"),
    ],
)
def test_an_order_is_read_with_its_kind_and_its_stretch(text: str, kind: str, order: str) -> None:
    assert (kind, order) in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't know why it rains.",
        "don't worry about the stain",
        "no problem, thanks!",
        "We never found the key.",
        "It must be the old fuse.",
        "there was no answer",
        "Why must the lid stay on?",
        'The sign said "please do not feed the ducks in this park".',
        "> never trust the first result",
        "$ rm -rf build  # do not run twice",
        "<file>keep the cache warm</file>",
        "a spare key but no padlock",
    ],
)
def test_talk_quotations_and_code_order_nothing(text: str) -> None:
    assert [kind for kind, _ in read(text) if kind != "request"] == []


def test_clauses_of_one_sentence_are_orders_of_their_own() -> None:
    text = "Two things: the logo stays green, and never print the motto, not even small."
    assert read(text) == [("standing", "the logo stays green"), ("prohibition", "never print the motto, not even small")]


def test_an_earlier_summary_orders_only_what_it_reports_as_an_order() -> None:
    forbidden = read("Paint arrived. The user forbids varnish on the oak.", reported=True)
    assert forbidden == [("prohibition", "The user forbids varnish on the oak")]
    assert read("The bolt must be 8 mm wide, the drawing says.", reported=True) == []
    assert read("## Constraints\n- No visitors in the workshop\n", reported=True) == [("prohibition", "No visitors in the workshop")]


def test_an_earlier_summary_orders_by_what_its_headings_announce() -> None:
    wishes = "Primary Request and Intent:\n- Lists should not be copied\n"
    account = f"## Constraints\n- User wants two keys kept\n\n{wishes}\nErrors:\n- Lids should not stick"
    found = [(account[order.start : order.end], order.kind) for order in find_orders(account, reported=True)]
    assert found == [("User wants two keys kept", "standing"), ("Lists should not be copied", "prohibition")]


def test_the_middle_of_a_long_summary_orders_as_well() -> None:
    filler = "The crates are counted. " * 200
    assert [order.kind for order in find_orders(f"{filler}\nNever open crate 4.\n{filler}", reported=True)] == ["prohibition"]


def test_the_middle_of_a_pasted_text_orders_nothing() -> None:
    pasted = "The moor is wide and the wind is cold here. " * 250
    text = f"read this, and never quote it\n{pasted}\nNever walk alone.\n{pasted}"
    assert [order for _, order in read(text) if "Never walk" in order] == []
    assert ("prohibition", "never quote it") in read(text)


PARTS = (
    "never", "do not", "keep", "must", "only", "no", "nobody", "ask me first", "open", "the crates", "İß", "exports", "if it rains",
    "the user said",
    ".", ",", ":", ";", "!", "?", "(", ")", "“", "”", '"', "'", "`", ">", "-", "\n", "\n- ", "\n## Rules\n",
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PARTS), max_size=24).map(" ".join), st.booleans())
@example("Never open the crates, İß: keep them shut. Do not\nask the user.", False)
def test_any_text_gives_orders_within_it_in_order(text: str, reported: bool) -> None:
    found = find_orders(text, reported=reported)
    assert all(0 <= order.start < order.end <= len(text) and order.sentence[0] <= order.start for order in found)
    assert [order.start for order in found] == sorted(order.start for order in found)
    assert found or "Never open" not in text


def test_what_to_do_when_a_thing_comes_about_is_asking_first() -> None:
    assert read("if the seal leaks again, stop and call me") == [("ask-first", "if the seal leaks again, stop and call me")]
    assert read("at 40 bar page me") == [("ask-first", "at 40 bar page me")]
    assert read("if it leaks, they call me every time") == []


def test_a_habit_and_a_circumstance_order_nothing() -> None:
    assert read("my aunt says the ferry always loses bags") == []
    assert read("the pump stalls, only with the lid on") == []
    assert read("fix the pump, only in hall two") == [("request", "fix the pump"), ("standing", "only in hall two")]


def test_nobody_may_be_narrowed_down() -> None:
    assert read("nobody of the local crew talks to reporters") == [("prohibition", "nobody of the local crew talks to reporters")]
    assert read("nobody answers the phone") == []


def test_a_prohibition_without_a_comma_before_it_is_an_order_of_its_own() -> None:
    assert read("sketch only dont varnish the hull") == [("standing", "sketch only"), ("prohibition", "dont varnish the hull")]
    assert read("the keepers don't open the gate") == []


@pytest.mark.parametrize(
    "text",
    [
        "the lock fails on ice, never in the garage",
        "nothing about it is known",
        "the job takes under 40 min",
        "test_doors fails on ice",
        "see where each of these goes",
    ],
)
def test_a_description_orders_nothing(text: str) -> None:
    assert read(text) == []
