"""A mark is shown where it stands, whatever surrounds it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from summarylint.output.escaping import visible
from summarylint.output.excerpt import cells, excerpt, place_of
from summarylint.output.redaction import redact_pieces

WORDS = st.text(st.sampled_from("ab 日é\t\n\x1b\ud800"), max_size=200)


@given(WORDS, st.data(), st.integers(40, 90))
def test_the_underline_covers_the_mark_inside_the_width(text: str, data: st.DataObject, width: int) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = excerpt(text, start, end, width)
    assert cells(shown.shown) <= width
    assert shown.indent + shown.length <= max(width, 1) + 1
    marked = text[start:end].lstrip("\r\n")
    assume(shown.whole and marked)
    line = text.split("\n")[shown.line - 1]
    assert shown.shown == visible(line)
    assert shown.indent == cells(visible(line[: shown.column - 1]))
    assert shown.length == max(1, cells(visible(marked.split("\n")[0])))


@given(st.text(st.sampled_from("a\n")), st.data())
def test_line_and_column_lead_back_to_the_offset(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line, column = place_of(text, offset)
    lines = text.split("\n")
    assert sum(len(before) + 1 for before in lines[: line - 1]) + column - 1 == offset


def test_offsets_outside_the_text_are_brought_inside() -> None:
    shown = excerpt("abc", -5, 99, 40)
    assert (shown.shown, shown.indent, shown.length) == ("abc", 0, 3)


def test_a_mark_wider_than_the_line_is_cut() -> None:
    shown = excerpt("x" * 500, 100, 400, 60)
    assert cells(shown.shown) <= 60
    assert not shown.whole
    assert shown.indent + shown.length <= 60


def test_a_windows_line_end_is_not_shown() -> None:
    assert excerpt("one\r\ntwo\r\n", 5, 8, 40).shown == "two"


def test_no_piece_shows_a_part_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarylint.language.secrecy.redact", lambda text: text.replace("sekret123", "…"))
    text = "use key=sekret123 now"
    assert redact_pieces(text, (0, 8), (17, 21)) == ["", "use ", "key=…", " now", ""]
    assert redact_pieces(text, (0, 12), (14, 21)) == ["", "use ", "key=…", " now", ""]
    assert redact_pieces("nothing here", (0, 8), (12, 12)) == ["", "nothing ", "here", "", ""]
