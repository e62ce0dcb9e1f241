"""Bearing: which cues of a span bear on what a summary statement says."""

from __future__ import annotations

import pytest
from windows import Said, best_witness, ledger, statement

from summarylint.evidence.bearing import Bearing, bearings, values_of
from summarylint.language.terms import terms

DOUBTS = ("possible", "probable", "asked", "conditional")


def found(text: str, *said: Said, categories: tuple[str, ...] = DOUBTS) -> tuple[Bearing, ...]:
    held = ledger(*said)
    return bearings(best_witness(text, held), statement(text), held, categories)


VALVE = "The boiler valve leaks at the inlet."


@pytest.mark.parametrize(
    ("said", "cue"),
    [
        ("I think the boiler valve leaks at the inlet.", "I think"),
        ("The boiler valve leaks at the inlet, presumably.", "presumably"),
        ("The boiler valve leaks at the inlet. That's only a guess.", "a guess"),
        ("The boiler valve leaks at the inlet. That’s only a guess.", "a guess"),
    ],
)
def test_a_doubt_about_the_whole(said: str, cue: str) -> None:
    (first, *_) = found(VALVE, ("user", said))
    assert first.cue.text == cue
    assert first.share == pytest.approx(1.0)
    assert set(first.terms) == set(terms("boiler valve leaks inlet"))


def test_a_doubt_about_a_part_has_a_part_of_the_worth() -> None:
    (only,) = found("The orchard was sprayed and the frost killed the plums.",
                    ("user", "The orchard was sprayed on Monday, but perhaps the frost killed the plums."))  # fmt: skip
    assert only.cue.text == "perhaps"
    assert set(only.terms) == set(terms("frost killed plums"))
    assert 0.3 < only.share < 0.9


@pytest.mark.parametrize(
    "said",
    [
        "The boiler valve leaks at the inlet.",
        "The boiler valve leaks at the inlet, but the cellar might be dry.",
        "The boiler valve leaks at the inlet. Maybe the plumber from Leith comes on Tuesday with new seals and pipes.",
        "The boiler valve leaks at the inlet. Probably rain tomorrow.",
    ],
)
def test_a_doubt_about_something_else(said: str) -> None:
    assert found(VALVE, ("user", said)) == ()


def test_only_the_asked_categories() -> None:
    said: Said = ("user", "I think the boiler valve leaks at the inlet.")
    assert found(VALVE, said, categories=("possible",)) == ()
    assert len(found(VALVE, said, categories=("probable",))) == 1


def test_an_afterthought_counts_only_in_its_own_span() -> None:
    assert found(VALVE, ("user", VALVE), ("assistant", "That is only a guess.")) == ()
    (only,) = found(VALVE, ("user", f"{VALVE} That is only a guess."))
    assert only.order == 1


def test_the_widest_bearing_comes_first() -> None:
    shares = [entry.share for entry in found(VALVE, ("user", "I think the boiler valve, maybe, leaks at the inlet."))]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) > 1


def test_the_words_of_a_cue_are_no_matter_of_it() -> None:
    (only,) = found("The suspect harvest estimate is in the barn.", ("user", "We suspect the harvest is in the barn."))
    assert "suspec" not in only.terms


def test_values_are_identifiers_and_quantities_in_normal_form() -> None:
    assert values_of(statement("Crate KX-4417-B weighs 1,204 kg.")) == {"KX-4417-B", "1204000"}
    assert values_of(statement("The crate is heavy.")) == frozenset()
