"""Names of the spans told in plain words made of their parts."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.evidence.reworded_names import reworded_names


def found(summary: str, *said: Said) -> list[tuple[str, str]]:
    result = []
    for view in views(summary, *said):
        marks = [mark for statement in view.statements for mark in statement.marks]
        for name in reworded_names(summary, view.statement, marks, view.ledger):
            place = next(span for span in view.ledger.spans if span.id == name.value.span_id)
            assert place.text[name.value.start : name.value.end] == name.value.text
            result.append((summary[name.start : name.end], name.value.text))
    return result


@pytest.mark.parametrize(
    ("summary", "said", "expected"),
    [
        ("The sluice motor stays off.", "motor.sluice_west is unused so far", ("The sluice motor", "motor.sluice_west")),
        ("The old barley silo was emptied.", "emptied as farm.silo.grain_barley today", ("The old barley silo", "farm.silo.grain_barley")),
        ("It needs the right tide gate on Friday.", "set TideGate before Friday", ("the right tide gate", "TideGate")),
    ],
)
def test_a_name_told_in_words_is_found(summary: str, said: str, expected: tuple[str, str]) -> None:
    assert found(summary, ("assistant", said)) == [expected]


@pytest.mark.parametrize(
    "summary",
    [
        "motor.sluice_west stays off.",
        "The sluice motor (motor.sluice_west) stays off.",
        "The motor stays off.",
        "Sluice motor checks are done.",
        "The sluice is wet and the motor dry.",
    ],
)
def test_a_told_name_or_one_word_of_it_is_none(summary: str) -> None:
    assert found(summary, ("assistant", "motor.sluice_west is unused so far")) == []


def test_what_only_a_tool_printed_was_not_spoken_of() -> None:
    assert found("The sluice motor stays off.", ("tool", "motor.sluice_west: idle")) == []


def test_words_that_the_whole_window_speaks_of_tell_no_name() -> None:
    talk: list[Said] = [("assistant", f"the sluice motor was looked at on day {day}") for day in range(20)]
    assert found("The sluice motor stays off.", ("assistant", "motor.sluice_west is unused so far"), *talk) == []
