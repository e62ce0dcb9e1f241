"""A summary tells an order in other words, or it does not."""

from __future__ import annotations

import pytest

from summarylint.evidence.telling import Telling, Told, binding_force, concepts, holds, keys_of, opposed
from summarylint.language.statements import read_statements
from summarylint.language.terms import stem


def told(order: str, summary: str) -> Told:
    statements = read_statements(summary)
    return Telling(statements, [[number] for number in range(len(statements))]).of(keys_of(order, 0, len(order)))


def test_keys_leave_out_the_words_of_ordering_and_weigh_objects_above_verbs() -> None:
    keys = {key.term: key.worth for key in keys_of("please never change bay_7 of the depot", 0, 38)}
    assert stem("never") not in keys and "pleas" not in keys
    assert keys[stem("change")] < keys[stem("depot")] < max(keys.values())


@pytest.mark.parametrize(
    ("said", "word"),
    [("the family may be phoned", "telephone"), ("shipping is frozen", "deploy"), ("they took the lamp out", "remove")],
)
def test_a_synonym_holds_a_term(said: str, word: str) -> None:
    assert holds(concepts(said), stem(word))


def test_an_unrelated_word_does_not_hold_a_term() -> None:
    assert not holds(concepts("the lamp is green"), stem("telephone"))


def test_a_retelling_beside_a_word_of_restriction_is_bound() -> None:
    assert told("never telephone the neighbours", "The neighbours must not be called.").bound == pytest.approx(1)
    assert told("never telephone the neighbours", "The neighbours were called twice.").bound == 0


def test_what_is_told_nowhere_is_missing() -> None:
    found = told("never paint the ceiling", "The walls are painted.")
    assert found.missing == (stem("ceiling"),)
    assert found.number == 0


def test_an_empty_summary_tells_nothing() -> None:
    found = told("never paint the ceiling", "")
    assert (found.bound, found.near, found.whole, found.number) == (0, 0, 0, None)


def test_the_contrary_of_a_request_is_opposed_and_a_denial_is_not() -> None:
    keys = keys_of("remove the gasket", 0, 17)
    (contrary,) = read_statements("Next: add the gasket.")[-1:]
    (denied,) = read_statements("The gasket was not added.")
    assert opposed(keys, contrary) == "add"
    assert opposed(keys, denied) is None


def test_the_contrary_of_what_is_barred_tells_the_prohibition() -> None:
    statements = read_statements("The masters are retained.")
    keys = keys_of("never delete the masters", 0, 24)
    telling = Telling(statements, [[number] for number in range(len(statements))])
    assert telling.of(keys, barred=True).bound > telling.of(keys).bound


@pytest.mark.parametrize(
    ("said", "word"),
    [("he wrote to them", "write"), ("closed at christmas", "xmas"), ("three boats", "3"), ("at 17:00", "5pm"), ("unsourced", "source")],
)
def test_other_forms_of_a_word_hold_it(said: str, word: str) -> None:
    assert holds(concepts(said), stem(word))


def test_what_asks_for_a_thing_binds_and_bars_nothing() -> None:
    assert binding_force("a restart is required") > 0
    assert binding_force("a restart is required", barred=True) == 0
    assert binding_force("a restart is not allowed", barred=True) == 1


def test_a_heading_over_the_work_binds_nothing_under_it() -> None:
    statements = read_statements("## What remains to be done\n- The gate is painted\n")
    groups = [[number] for number in range(len(statements))]
    assert Telling(statements, groups).of(keys_of("the gate", 0, 8)).bound == 0


def test_a_sentence_that_does_not_name_what_is_barred_tells_something_else() -> None:
    order, statements = "no second courier", read_statements("The second gate must stay shut.")
    keys = keys_of(order, 0, len(order))
    assert Telling(statements, [[0]]).of(keys).bound > 0
    assert Telling(statements, [[0]]).of(keys, head=(stem("courier"),)).bound == 0


def test_an_order_that_no_statement_comes_near_belongs_under_the_heading_over_the_rules() -> None:
    statements = read_statements("## Rules\n- one gate only\n\n## State\n- the lamp of the west tower is lit\n")
    groups = [[number] for number in range(len(statements))]
    near = Telling(statements, groups).of(keys_of("no second lamp", 0, 14))
    far = Telling(statements, groups).of(keys_of("no shouting in the boat house", 0, 29))
    assert near.number is not None and statements[near.number].text == "the lamp of the west tower is lit"
    assert far.number is not None and statements[far.number].text == "Rules"


def test_a_figure_too_long_to_be_read_is_a_word_like_any_other() -> None:
    figure = "9" * 5_000
    assert f"{figure}k" in concepts(f"{figure}k pumps")
    assert {"9", "21"} <= concepts("9pm")
