"""Statements: text to statements with marks, stance, terms and tags."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.language.statements import read_statement, read_statements
from summarylint.language.tags import compiled
from summarylint.model import Segment, Statement


def tags(statement: Statement) -> list[str]:
    return [mark.type for mark in statement.marks if mark.kind == "tag"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("The lock is new. [user-said:s1]", [("The lock is new.", ["user-said"])]),
        ("The lock is new [user-said:s1].", [("The lock is new", ["user-said"])]),
        ("The lock is new. [user-said:s1] The key is lost. [hedged:s2]",
         [("The lock is new.", ["user-said"]), ("The key is lost.", ["hedged"])]),
        ("The lock is new. [user-said:s1] The key is lost.", [("The lock is new.", ["user-said"]), ("The key is lost.", [])]),
        ("- lock new [user-said:s1]\n- key lost [unverified]", [("lock new", ["user-said"]), ("key lost", ["unverified"])]),
        ("The lock is new.\n[hedged:s2] The key is lost.", [("The lock is new.", []), ("The key is lost.", ["hedged"])]),
        ("The lock is new. [user-said:s1][hedged:s2]", [("The lock is new.", ["user-said", "hedged"])]),
        ("| part | state |\n|---|---|\n| lock | new [user-said:s1] |", [("lock", []), ("new", ["user-said"])]),
        ("[unverified]", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_tag_belongs_to_the_claim_before_it(text: str, claims: list[tuple[str, list[str]]]) -> None:
    found = [statement for statement in read_statements(text) if statement.segment.form != "heading"]
    assert [(s.text, tags(s)) for s in found if s.text not in ("part", "state")] == claims


def test_another_spelling_of_a_tag() -> None:
    spelt = compiled([r"<(?P<origin>\w+) (?P<ids>\w+)>"])
    (found,) = read_statements("The lock is new. <user m1>", tag_patterns=spelt)
    assert (found.text, tags(found)) == ("The lock is new.", ["user"])


def test_what_a_statement_holds() -> None:
    text = "## Open questions\n- Does the ferry carry 120 cars to `pier-7`?"
    statement = read_statements(text)[-1]
    assert statement.text == "Does the ferry carry 120 cars to `pier-7`?"
    assert statement.segment.headings == ("Open questions",)
    assert statement.stance.certainty == "asked"
    assert [mark.value for mark in statement.marks if mark.kind == "quantity"] == ["120"]
    assert "pier-7" in [mark.text for mark in statement.marks if mark.kind == "identifier"]
    assert statement.terms[:2] == ("fer", "car")
    assert "120" in statement.terms


def test_without_markdown_no_mark_up_is_read() -> None:
    assert [s.text for s in read_statements("# not a heading here", markdown=False)] == ["# not a heading here"]


def test_one_place_of_a_text() -> None:
    text = "The barge left. Perhaps it carries 40 t of sand."
    start = text.index("Perhaps")
    statement = read_statement(text, Segment(start, len(text), "sentence"))
    assert (statement.start, statement.end, statement.text) == (start, len(text), text[start:])
    assert statement.stance.certainty == "possible"
    assert all(start <= mark.start and text[mark.start : mark.end] == mark.text for mark in statement.marks)


PIECES = [
    "The lock is new.", " ", "\n", "- ", "[hedged:s1]", "[user-said:s2, s3]", "Rent: 950 EUR", "| a | b |", "## Plan", "`x`", "😀", "İ",
    "\ud800", "\x00",
]  # fmt: skip


@settings(deadline=None, max_examples=80)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_statements_slice_to_their_text_in_order_and_hold_no_tag_at_their_ends(text: str) -> None:
    last = 0
    for statement in read_statements(text):
        assert text[statement.start : statement.end] == statement.text
        assert last <= statement.start < statement.end
        assert not statement.text.endswith("[hedged:s1]")
        assert not statement.text.startswith("[hedged:s1]")
        assert all(text[mark.start : mark.end] == mark.text for mark in statement.marks)
        last = statement.end


def test_a_tag_before_the_full_stop_leaves_the_claim_its_words() -> None:
    (before,) = read_statements("The sluice port is 5433 [hedged:s1].")
    (behind,) = read_statements("The sluice port is 5433. [hedged:s1]")
    assert before.terms == behind.terms != ()
