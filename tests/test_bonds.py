"""Bonds: which clause of a summary can come from nothing but a given order."""

from __future__ import annotations

import pytest

from summarylint.evidence.bonds import Bonds, binds, denies
from summarylint.evidence.dues import find_dues
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.model import Span


def unexplained(summary: str, *texts: str, binding: bool = True) -> str | None:
    ledger = Ledger([Span(f"s{n}", "user" if n % 2 == 0 else "assistant", text) for n, text in enumerate(texts)])
    due = next(due for due in find_dues(ledger) if due.kind != "request")
    found = Bonds(ledger, summary, read_statements(summary)).unexplained(due.owed, due.owed.statement.end, binding)
    return found.text if found else None


ORDER = "Label the herbarium sheets. Don't fold any of the specimens."


def test_a_bound_in_other_words_has_no_source_but_the_order() -> None:
    assert unexplained("Sheets are labelled. The plants must lie flat.", ORDER) == "the plants must lie flat."


def test_what_another_message_says_is_explained() -> None:
    told = "The curator must see the catalogue."
    assert unexplained(told, ORDER, "The catalogue is shown to the curator.") is None


def test_another_order_of_the_same_sentence_is_explained() -> None:
    order = "Don't fold any of the specimens, and never use tape."
    assert unexplained("Tape must not be used.", order) is None


def test_what_was_not_found_is_no_bound() -> None:
    assert unexplained("Mould was not seen anywhere.", ORDER) is None


def test_a_word_from_the_answer_that_takes_note_counts_as_the_orders() -> None:
    told = "Pressing between boards is a must: boards must be used."
    assert unexplained(told, ORDER, "Understood, I put them between boards.") is not None
    assert unexplained("Boards must be used.", ORDER, "There are boards in the cupboard.") is None


@pytest.mark.parametrize("text", ["it has to stay dry", "callers must see no change", "the choice is up to the user"])
def test_binding_words(text: str) -> None:
    assert binds(text)


def test_a_past_denial_denies_nothing_for_the_future() -> None:
    assert denies("no smoothing of the voices")
    assert not denies("the copy was not found")
