"""Cutting a sentence into clauses that may each be an order."""

from __future__ import annotations

import pytest

from summarylint.language.order_clauses import clauses, opens_order, order_phrases, order_words, reports_back


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("port the driver, never touch the loader", ["port the driver", "never touch the loader"]),
        ("port the driver, tests must stay green", ["port the driver", "tests must stay green"]),
        ("paint the door and the frame", ["paint the door and the frame"]),
        ("rinse the cup dont scrub it", ["rinse the cup", "dont scrub it"]),
    ],
)
def test_a_sentence_is_cut_where_an_order_or_a_subject_begins(sentence: str, parts: list[str]) -> None:
    assert [sentence[start:end] for start, end in clauses(sentence, 0, len(sentence))] == parts


@pytest.mark.parametrize(
    ("body", "opens"),
    [
        ("never sell", True),
        ("no exports", True),
        ("do not sell", True),
        ("do we sell", False),
        ("not before noon", True),
        ("not now", False),
    ],
)
def test_what_opens_an_order(body: str, opens: bool) -> None:
    assert opens_order(body) is opens


@pytest.mark.parametrize(
    ("body", "reports"), [("if the valve leaks, call me", True), ("if so, call me", False), ("the valve leaks, call me", False)]
)
def test_who_has_to_be_told(body: str, reports: bool) -> None:
    assert reports_back(body) is reports


def test_the_words_are_those_of_the_lexicon() -> None:
    assert "keep" in order_words("imperatives")
    assert order_phrases("report_back", "tell").search("call me")
