"""String literals give the value that Python gives them, and every character where it stands."""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.reading.fixtures.python_strings import cleaned, dedented, python_text, stripped
from summarylint.reading.fixtures.tree import OPAQUE, Text

INSIDE = st.lists(
    st.sampled_from(
        ["a", "é", "😀", " ", "\\n", "\\\\", "\\'", '\\"', "\\x41", "\\101", "\\u00e9", "\\N{BULLET}", "\\d", "\\\n", "{", "}", "\n", "\t"]
    ),
    max_size=10,
).map("".join)


def read(literal: str) -> Text:
    text = python_text(literal, 0)
    assert text is not None
    return text


@given(INSIDE, st.sampled_from(['"""', "'''"]), st.sampled_from(["", "r", "u", "R"]))
def test_values_are_those_of_python(inside: str, quote: str, prefix: str) -> None:
    literal = f"{prefix}{quote}{inside}{quote}"
    try:
        value = ast.literal_eval(literal)
    except SyntaxError:
        return
    text = read(literal)
    assert text.value == value
    at = 0
    for piece in text.pieces:
        written = literal[piece.place : piece.place + piece.width]
        assert piece.length == piece.width or len(text.value[at : at + piece.length]) == 1
        assert piece.length != piece.width or written == text.value[at : at + piece.length]
        at += piece.length
    assert at == len(value)


@given(st.lists(st.sampled_from(["", "  a", "    b c", "d", "  ", "   é"]), min_size=1, max_size=6).map("\n".join))
def test_dedent_cleandoc_and_strip_are_those_of_the_library(inside: str) -> None:
    text = read(f'"""{inside}"""')
    assert dedented(text).value == textwrap.dedent(inside)
    assert cleaned(text).value == inspect.cleandoc(inside)
    assert stripped(text, True, True).value == inside.strip()
    for changed in (dedented(text), cleaned(text), stripped(text, True, True), stripped(text, False, True)):
        assert "".join(inside[piece.place - 3 : piece.place - 3 + piece.width] for piece in changed.pieces) == changed.value


def test_line_ends_of_windows_are_one_character() -> None:
    text = read('"""a\r\nb"""')
    assert (text.value, [piece.width for piece in text.pieces]) == ("a\nb", [1, 2, 1])


def test_a_placeholder_is_one_opaque_character() -> None:
    text = python_text('f"a{{{x!r}}}b"', 10, [("a{{", False), ("{x!r}", True), ("}}b", False)])
    assert text is not None
    assert text.value == "a{" + OPAQUE + "}b"
    places = [(piece.length, piece.place, piece.width) for piece in text.pieces]
    assert places == [(1, 12, 1), (1, 13, 2), (1, 15, 5), (1, 20, 2), (1, 22, 1)]


@pytest.mark.parametrize("literal", ['b"x"', "rb'x'", "1"])
def test_what_is_no_text(literal: str) -> None:
    assert python_text(literal, 0) is None
