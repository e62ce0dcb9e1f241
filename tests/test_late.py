"""Late statements: fields are read once, and only when they are asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from summarylint.language import late
from summarylint.language.late import LateStatement
from summarylint.model import Segment

TEXT = "Noise. The port is 5433."


def test_fields_are_read_on_demand_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    find = late.find_marks
    monkeypatch.setattr(late, "find_marks", lambda *at: asked.append("marks") or find(*at))
    statement = LateStatement.of(TEXT, 7, 24, lambda: asked.append("segment") or Segment(7, 24, "sentence"))
    assert (statement.text, statement.start, statement.end, asked) == ("The port is 5433.", 7, 24, [])
    assert [mark.text for mark in statement.marks] == [mark.text for mark in statement.marks] != []
    assert asked == ["marks"]
    assert statement.segment.form == "sentence" and statement.stance.certainty == "certain"
    assert asked == ["marks", "segment"]


def test_a_late_statement_is_equal_to_itself_read_twice_and_to_nothing_else() -> None:
    one, other = (LateStatement.of(TEXT, 7, 24, lambda: Segment(7, 24, "sentence")) for _ in range(2))
    assert one == other
    assert one != LateStatement.of(TEXT, 0, 6, lambda: Segment(0, 6, "sentence"))
    assert one != "The port is 5433."


def test_the_cues_of_its_words_need_no_structure() -> None:
    asked: list[str] = []
    code = LateStatement.of("x = y  # not used", 0, 17, lambda: asked.append("segment") or Segment(0, 17, "code"))
    assert ([cue.text for cue in code.word_cues], asked) == (["not"], [])
    assert code.stance.cues == () and asked == ["segment"]
    said = LateStatement.of(TEXT, 7, 24, lambda: Segment(7, 24, "sentence"))
    assert replace(said, text="other").word_cues == said.stance.cues


def test_it_cannot_be_changed() -> None:
    statement = LateStatement.of(TEXT, 7, 24, lambda: Segment(7, 24, "sentence"))
    with pytest.raises(AttributeError):
        statement.text = "other"  # type: ignore[misc]
