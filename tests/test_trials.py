"""Trials: what nobody tried, and what shows that somebody did."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.trials import tells_untried, untried
from summarylint.model import Role, Span


def ledger(*said: tuple[Role, str]) -> Ledger:
    kinds = {"tool": "tool_output"}
    return Ledger([Span(f"s{n}", role, text, kinds.get(role, "text")) for n, (role, text) in enumerate(said, 1)])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "I couldn't run the tests here.",
        "The gauge has not been tested.",
        "Keyboard and reader I haven't tried.",
        "We have no board, so nobody knows.",
        "Take it as unconfirmed.",
    ],
)
def test_what_was_not_tried(text: str) -> None:
    assert [found.witness.statement.text for found in untried(ledger(("assistant", text)))] == [text]


def test_a_question_says_nothing() -> None:
    assert untried(ledger(("user", "have you not tested the gauge yet?"))) == ()


def test_a_short_word_of_success_ends_all_doubt_before_it() -> None:
    assert untried(ledger(("assistant", "The gauge has not been tested."), ("user", "works!"))) == ()


def test_a_later_trial_is_kept_with_its_matter() -> None:
    found = untried(ledger(("assistant", "The gauge has not been tested."), ("tool", "gauge self test: passed")))
    assert len(found) == 1
    assert "gaug" in found[0].trials[0]


@pytest.mark.parametrize(
    ("text", "untold"),
    [
        ("The gauge was not run.", True),
        ("Untested as yet.", True),
        ("It remains to be verified.", True),
        ("The gauge was run and tested.", False),
    ],
)
def test_a_summary_may_tell_it_in_other_words(text: str, untold: bool) -> None:
    assert tells_untried(text) is untold
