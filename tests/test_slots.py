"""Slots: what a value is the value of."""

from __future__ import annotations

import pytest
from windows import ledger

from summarylint.evidence.slots import MOST_HOLDERS, holders, likeness, slot_terms
from summarylint.language.statements import read_statements
from summarylint.language.terms import terms


def slot(text: str, value: str) -> tuple[str, ...]:
    for statement in read_statements(text):
        for mark in statement.marks:
            if mark.kind == "quantity" and mark.text == value:
                return slot_terms(text, statement, mark)
    raise LookupError(f"{value!r} is no quantity of {text!r}")


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("The greenhouse heater is set to 18 °C.", "18 °C", "heater greenhouse"),
        ("Ordered 40 roses, 25 tulips and 12 lilies.", "25", "tulips"),
        ("Ordered 40 roses, 25 tulips and 12 lilies.", "12", "lilies"),
        ("Monthly rent: 950 EUR", "950 EUR", "monthly rent"),
        ("The rent is 950 EUR, the deposit 1,900 EUR.", "1,900 EUR", "deposit"),
        ("The rent is 950 EUR, the deposit 1,900 EUR.", "950 EUR", "rent"),
        ("In the barn, on the upper floor, stand 12 carts.", "12", "carts stand floor upper barn"),
        ("The choir has 31 singers, all of them from Leith.", "31", "singers choir leith"),
    ],
)
def test_the_nearest_words_on_this_side_of_the_commas(text: str, value: str, words: str) -> None:
    assert slot(text, value) == terms(words)


def test_other_values_are_no_part_of_a_slot() -> None:
    assert slot("The ferry of 10:40 takes 120 cars to 2 islands.", "120") == terms("cars ferry islands")


WINDOW = ledger(
    ("user", "The monthly rent is 950 EUR."),
    ("user", "The deposit is 1,900 EUR."),
    ("user", "The heater in the greenhouse is set to 18 °C."),
)


def test_likeness_is_whole_for_the_same_slot_and_none_for_another() -> None:
    rent, deposit = slot("The monthly rent is 950 EUR.", "950 EUR"), slot("The deposit is 1,900 EUR.", "1,900 EUR")
    assert likeness(WINDOW, deposit, deposit) == pytest.approx(1.0)
    assert likeness(WINDOW, rent, rent) > 0.75
    assert likeness(WINDOW, rent, deposit) == 0.0
    assert likeness(WINDOW, (), rent) == 0.0
    assert likeness(WINDOW, rent, ()) == 0.0


def test_nearer_words_count_for_more() -> None:
    told = terms("rent monthly flat")
    assert likeness(WINDOW, told, terms("rent")) > likeness(WINDOW, told, terms("flat"))
    assert likeness(WINDOW, terms("rent monthly"), terms("rent")) > 0.7  # the nearest word says most of it
    assert likeness(WINDOW, told, terms("rent monthly")) > likeness(WINDOW, told, terms("garden cellar loft rent monthly"))


def test_holders_are_the_statements_with_the_nearest_words() -> None:
    assert holders(WINDOW, terms("rent monthly")) == [0]
    assert holders(WINDOW, terms("heater")) == [2]
    assert holders(WINDOW, terms("submarine deposit")) == [1]
    assert holders(WINDOW, terms("submarine")) == []
    assert holders(WINDOW, ()) == []


def test_a_common_word_alone_names_no_slot() -> None:
    many = ledger(*(("user", f"The rent of flat {number}00 is due.") for number in range(1, 60)))
    assert holders(many, terms("rent")) == []
    assert len(holders(many, terms("rent flat"))) == MOST_HOLDERS
