"""A text on one line, and no longer than asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.shortening import shortened


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [("a\n b\t c ", 9, "a b c"), ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), (" \n", 5, "")],
)
def test_shortened(text: str, longest: int, short: str) -> None:
    assert shortened(text, longest) == short


@given(st.text(), st.integers(1, 20))
def test_nothing_is_longer_than_asked_or_holds_a_line_end(text: str, longest: int) -> None:
    short = shortened(text, longest)
    assert len(short) <= longest
    assert len(short.splitlines()) <= 1
