"""Names that the summary only counts."""

from __future__ import annotations

import pytest
from windows import views

from summarylint.evidence.counted_names import counted_names

SAID = "gauges TG-140 and TG-151 ran dry under the bridge"


def found(summary: str, said: str = SAID) -> list[tuple[str, list[str]]]:
    result = []
    for view in views(summary, ("tool", said)):
        marks = [mark for statement in view.statements for mark in statement.marks]
        for counted in counted_names(summary, view.lead, view.statement.end, view.candidates, marks, view.ledger):
            result.append((summary[counted.start : counted.end], [value.text for value in counted.values]))
    return result


def test_as_many_names_as_are_counted_are_found() -> None:
    assert found("Two gauges ran dry under the bridge.") == [("Two gauges", ["TG-140", "TG-151"])]
    assert found("Both river gauges ran dry under the bridge.") == [("Both river gauges", ["TG-140", "TG-151"])]


@pytest.mark.parametrize(
    "summary",
    [
        "Three gauges ran dry under the bridge.",
        "Two gauges, TG-140 and TG-151, ran dry under the bridge.",
        "Two gauges ran dry under the bridge; TG-151 was the first.",
        "The gauges ran dry under the bridge.",
        "Two boats came home.",
    ],
)
def test_other_numbers_and_told_names_are_none(summary: str) -> None:
    assert found(summary) == []


def test_names_of_several_kinds_are_not_counted_together() -> None:
    assert found("Two gauges ran dry under the bridge.", "gauge TG-140 ran dry under the bridge, photo at https://moss.example/1") == []
