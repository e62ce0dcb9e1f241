"""What a check sees of a summary statement."""

from __future__ import annotations

import pytest
from windows import Said, best_witness, ledger, views

from summarylint.checks.view import View, place


def view(summary: str, number: int = 0) -> View:
    return views(summary)[number]


def test_the_statement_is_the_one_of_that_number() -> None:
    assert [v.statement.text for v in views("The barge left. The lock is shut.")] == ["The barge left.", "The lock is shut."]


@pytest.mark.parametrize(
    ("summary", "number", "sentence"),
    [
        ("The barge left. The lock is shut.", 0, ["The barge left."]),
        ("The barge left. The lock is shut.", 1, ["The lock is shut."]),
        ("- The barge left\n- The lock is shut", 1, ["The lock is shut"]),
        ("Barge: gone; lock: shut", 0, ["gone", "shut"]),
        ("- The barge left, which is sad; the lock, however, is shut.", 1, ["The barge left, which is sad", "the lock, however, is shut."]),
    ],
)
def test_the_sentence_ends_at_full_stops_and_lines(summary: str, number: int, sentence: list[str]) -> None:
    assert [statement.text for statement in view(summary, number).sentence] == sentence


def test_the_label_before_a_statement_and_what_stands_in_it() -> None:
    summary = "- Crate KX-4417-B (seal 88213): arrived in Leith"
    seen = view(summary)
    assert summary[seen.lead :].startswith(("Crate", "- Crate"))
    assert {"KX-4417-B", "88213"} <= {mark.text for mark in seen.with_label.marks}
    assert "KX-4417-B" not in {mark.text for mark in seen.statement.marks}


def test_without_a_label_the_statement_begins_at_itself() -> None:
    seen = view("Crate KX-4417-B arrived.")
    assert seen.lead == seen.statement.start
    assert seen.with_label is seen.statement


def test_clauses_are_parts_with_their_own_terms_and_marks() -> None:
    summary = "The orchard at Mill Lane was sprayed on Monday, and the late frost killed 40 plum trees on the slope."
    whole, *clauses = view(summary).parts
    assert whole.text == summary
    assert len(clauses) == 2
    for clause in clauses:
        assert summary[clause.start : clause.end] == clause.text
        assert all(clause.start <= mark.start and mark.end <= clause.end for mark in clause.marks)
        assert clause.stance == whole.stance
    assert set(clauses[0].terms).isdisjoint(clauses[1].terms)


def test_a_simple_statement_is_its_only_part() -> None:
    seen = view("The lock is shut.")
    assert seen.parts == (seen.statement,)


def test_a_clause_of_a_word_or_two_is_no_part() -> None:
    assert [part.text for part in view("The orchard at Mill Lane was sprayed on Monday, but it rained.").parts][1:] == [
        "The orchard at Mill Lane was sprayed on Monday"
    ]


def test_more_witnesses_are_all_candidates_of_a_score() -> None:
    trips: list[Said] = [("user", f"The barge carries sand from Leith, trip {number}.") for number in range(9)]
    (seen,) = views("The barge carries sand from Leith to Hull.", *trips)
    scores = [found.score for found in seen.more_witnesses(0.0)]
    assert len(scores) == len(seen.candidates) > len(seen.witnesses)
    assert scores == sorted(scores, reverse=True)
    assert all(found.score >= 0.5 for found in seen.more_witnesses(0.5))
    assert list(seen.more_witnesses(1.1)) == []


def test_the_place_of_a_witness_or_of_a_stretch_of_its_span() -> None:
    text = "The barge left. The lock is shut since Monday."
    found = best_witness("The lock is shut.", ledger(("user", text)))
    whole, stretch = place(found, "told here"), place(found, start=20, end=24)
    assert (whole.span_id, whole.label, text[whole.start : whole.end]) == ("s1", "told here", whole.quote)
    assert "lock is shut" in whole.quote
    assert (stretch.start, stretch.end, stretch.quote) == (20, 24, "lock")
