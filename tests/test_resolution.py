"""Resolution: what settles a guess, and what does not."""

from __future__ import annotations

import pytest
from windows import Said, ledger, statement

from summarylint.evidence.align import candidates, witness
from summarylint.evidence.bearing import bearings
from summarylint.evidence.resolution import UNSURE, settled_by

VALVE = "The boiler valve leaks at the inlet."
GUESS: Said = ("assistant", "Perhaps the boiler valve leaks at the inlet.")


def settler(summary: str, *said: Said) -> str | None:
    """The span that settles the guess in the first span, or None."""
    held, told = ledger(*said), statement(summary)
    found = candidates(told, held)
    guess = next(witness(held, candidate) for candidate in found if held.span_of(candidate.order).id == "s1")
    settled = settled_by(told, guess, bearings(guess, told, held, UNSURE)[0], found, held)
    return settled.span.id if settled else None


@pytest.mark.parametrize(
    ("later", "by"),
    [
        ([], None),
        ([("tool", "pressure test: boiler valve leaks at the inlet")], "s2"),
        ([("user", "Right, the boiler valve leaks at the inlet.")], "s2"),
        ([("user", "The plumber came by."), ("assistant", "The boiler valve leaks at the inlet.")], "s3"),
        ([("tool", "photo of the cellar saved"), ("assistant", "The boiler valve leaks at the inlet.")], "s3"),
        ([("assistant", "The boiler valve leaks at the inlet.")], None),  # nothing new in between
        ([("user", "Is it so that the boiler valve leaks at the inlet?")], None),
        ([("user", "I also think the boiler valve leaks at the inlet.")], None),
        ([("tool", "boiler valve: does not leak at the inlet")], None),
        ([("tool", "The boiler is in the cellar.")], None),
        ([("tool", "boiler valve leaks at the inlet --dry", "tool_call")], None),
        ([("tool", "$ grep boiler valve leaks at the inlet")], None),
        ([("user", "The idea that the boiler valve leaks at the inlet was a false alarm.")], None),
        ([("assistant", "The boiler valve leaks at the inlet.", "thinking")], None),
    ],
)
def test_what_settles_a_guess(later: list[Said], by: str | None) -> None:
    assert settler(VALVE, GUESS, *later) == by


def test_figures_are_settled_where_each_of_them_was_printed() -> None:
    summary = "The cistern holds 840 litres at 3.2 bar."
    guess: Said = ("assistant", "The cistern probably holds 840 litres at 3.2 bar.")
    assert settler(summary, guess, ("tool", "volume = 840 litres"), ("tool", "gauge = 3.2 bar cistern")) in ("s2", "s3")
    assert settler(summary, guess, ("tool", "cistern volume = 840 litres")) is None


def test_another_word_on_the_subject_settles_nothing() -> None:
    guess: Said = ("assistant", "I think KX-4417-B holds the spare oars.")
    assert settler("KX-4417-B holds the spare oars.", guess, ("tool", "KX-4417-B arrived in Leith")) is None
