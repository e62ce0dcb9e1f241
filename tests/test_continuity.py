"""Continuity: which statement goes on telling which."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.statements import read_statements
from summarylint.language.terms import terms
from summarylint.provenance.continuity import Continuity


def between(old: str, new: str) -> Continuity:
    return Continuity(read_statements(old), read_statements(new))


def test_a_reworded_fact_has_an_heir_and_another_has_none() -> None:
    found = between(
        "The ferry leaves from pier 4. The harbour office opens at seven.", "Harbour office: opens at seven sharp. The grain is dry."
    )
    assert found.heirs == {1: 0} and found.forebears == {0: 1}


def test_of_several_that_are_folded_into_one_the_closest_is_its_forebear() -> None:
    found = between("The ferry leaves from pier 4. The ferry from pier 4 leaves at noon.", "The ferry leaves pier 4 at noon.")
    assert found.heirs == {0: 0, 1: 0} and found.forebears == {0: 1}


def test_one_shared_word_is_a_coincidence() -> None:
    assert between("The ferry leaves from pier 4.", "The ferry is white and wide.").heirs == {}


def test_a_topic_is_told_without_its_identifier_or_not_at_all() -> None:
    found = between(
        "The failing run run-88e1 ended early. Mail goes to ops@mill.example.", "The failing run ended early. The grain is dry."
    )
    assert found.topic_told(0, terms("run-88e1")) == 0
    assert found.topic_told(1, terms("ops@mill.example")) is None


def test_code_tells_no_topic() -> None:
    found = between("```\nretry_cap = compute_window(budget)\n```", "The retry cap computes a window of the budget.")
    assert found.topic_told(0, ()) is None


WORDS = st.lists(st.sampled_from(["pier", "ferry", "office", "mail", "grain", "4", "noon", "queue"]), max_size=5).map(" ".join)
TOLD = st.lists(WORDS, max_size=5).map(lambda lines: "".join(f"- {line}\n" for line in lines))


@given(TOLD, TOLD)
def test_an_heir_is_the_likest_of_all_statements(old: str, new: str) -> None:
    found = between(old, new)
    for number in range(len(found.old)):
        likest = max(((found._likeness(number, at), -at) for at in range(len(found.new))), default=(0.0, 0))
        assert found.heirs.get(number) == (-likest[1] if likest[0] > 0 else None)
