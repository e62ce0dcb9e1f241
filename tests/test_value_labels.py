"""Labels in place of values, found in text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.value_labels import find_evaluatives, find_label_lists, find_labels


@pytest.mark.parametrize(
    ("text", "phrase", "noun", "strength"),
    [
        ("It hangs on the relevant article of the treaty.", "the relevant article", "article", "vague"),
        ("Set a short lock timeout.", "a short lock timeout", "timeout", "vague"),
        ("One particular runner fails.", "One particular runner", "runner", "vague"),
        ("It moves to a later migration.", "a later migration", "migration", "serial"),
        ("To do on a fix branch", "a fix branch", "branch", "indefinite"),
        ("The user gave the incident id.", "the incident id", "id", "definite"),
        ("denied on the rate card file", "the rate card file", "file", "definite"),
    ],
)
def test_label_is_found_whole(text: str, phrase: str, noun: str, strength: str) -> None:
    (label,) = find_labels(text, 0, len(text))
    assert (text[label.start : label.end], label.noun, label.strength) == (phrase, noun, strength)


@pytest.mark.parametrize(
    "text",
    [
        "The port must be open.",
        "Read a file first.",
        "the usual branch protection holds",
        "Create a new branch.",
        "every affected file of the module",
        "the specific port-forwarding rule2",
        "a look before commit",
    ],
)
def test_plain_talk_has_no_label(text: str) -> None:
    assert [label.strength for label in find_labels(text, 0, len(text))] == []


def test_own_words_of_a_label_leave_the_vague_ones_out() -> None:
    text = "on a specific production batch"
    (label,) = find_labels(text, 0, len(text))
    assert label.modifiers == ("production",)


def test_list_of_bare_nouns() -> None:
    text = "The user gave several values (port, tag, and alias)."
    (found,) = find_label_lists(text, 0, len(text))
    assert found.items == ("port", "tag", "alias")
    assert text[found.end - 1] == ")"


def test_list_with_values_is_no_list_of_labels() -> None:
    text = "The user gave values (port 5433, tag v2, alias ops)."
    assert list(find_label_lists(text, 0, len(text))) == []


def test_evaluative_knows_its_figures() -> None:
    text = "it was noticeably slower and heavier"
    assert [(text[a:b], sorted(types)) for a, b, types in find_evaluatives(text, 0, len(text))] == [
        ("slower", ["duration", "rate"]),
        ("heavier", ["measure", "size"]),
    ]


@given(st.text(alphabet="the relvantpo mgis(,).\n-İ", max_size=80))
def test_places_lie_in_the_text(text: str) -> None:
    for label in find_labels(text, 0, len(text)):
        assert 0 <= label.start < label.end <= len(text)
        assert text[label.start : label.end].strip() == text[label.start : label.end]
