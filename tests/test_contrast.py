"""Tests of the parts of a sentence across which nothing is denied."""

from __future__ import annotations

import pytest

import summarylint
from summarylint.evidence.contrast import contrasted, main_clause
from summarylint.evidence.turns import Matter
from summarylint.language.statements import read_statements
from summarylint.model import Span, Witness


def matter(text: str) -> Matter:
    told = read_statements(text)
    return Matter(told[0], text, told[0].start, told[0].end, frozenset(told[0].terms), frozenset(), told)


def witness(text: str) -> Witness:
    return Witness(Span("s1", "user", text, "text"), read_statements(text)[0], 0.5, (), 0)


@pytest.mark.parametrize(
    ("summary", "span", "apart"),
    [
        ("The valves stay open but for the last.", "dont open the last valve", True),
        ("The roof has to dry before paint goes on.", "no paint before the roof is dry", True),
        ("Seedlings are watered until they sprout.", "dont water the seedlings until they sprout", False),
        ("The label should be printed before noon.", "dont print the label", False),
        ("The label is printed.", "dont print the label", False),
    ],
)
def test_what_sets_apart(summary: str, span: str, apart: bool) -> None:
    assert contrasted(matter(summary), witness(span)) is apart


@pytest.mark.parametrize(
    ("words", "main"),
    [
        ("the plan is attached since links are filtered", "the plan is attached"),
        ("she read page 4 (stamp illegible)", "she read page 4"),
        ("the plan is attached", "the plan is attached"),
    ],
)
def test_the_main_clause(words: str, main: str) -> None:
    assert main_clause(words, witness("send no link")).strip() == main


def test_a_clause_that_both_open_alike_is_kept() -> None:
    assert main_clause("data is returned after 30 days", witness("no data is returned after 30 days")) == "data is returned after 30 days"


@pytest.mark.parametrize(
    ("summary", "said", "flipped"),
    [
        ("The tunnel is fine but the weir is affected.", "The tunnel itself works. The weir isn't affected.", True),
        ("Shared keys must be copied, though they're a mess.", "shared keys must not be copied, they're a mess", True),
        ("Shared keys must not be copied, though they're a mess.", "shared keys must not be copied, they're a mess", False),
        ("All but the weir is affected.", "The weir isn't affected.", False),
    ],
)
def test_a_clause_told_word_for_word_without_its_negation_is_seen_beside_a_contrast(summary: str, said: str, flipped: bool) -> None:
    report = summarylint.check(summary, [Span("s1", "user", said)])
    assert ("flipped-negation" in [finding.name for finding in report.findings]) is flipped
