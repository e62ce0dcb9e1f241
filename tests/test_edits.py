"""Edits one after the other are told as edits of the first text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from summarylint.editing.edits import Edited
from summarylint.model import Edit


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@given(st.data(), st.text("ab\n", max_size=12))
def test_the_edits_lead_from_the_first_text_to_the_last(data: st.DataObject, text: str) -> None:
    made = Edited.of(text)
    for _ in range(data.draw(st.integers(0, 4))):
        now = made.text
        start = data.draw(st.integers(0, len(now)))
        end = data.draw(st.integers(start, len(now)))
        edit = Edit(start, end, data.draw(st.text("xa", max_size=3)))
        made = made.after([edit])
        assert made.text == now[:start] + edit.text + now[end:]
    edits = made.edits()
    assert applied(text, edits) == made.text
    assert all(left.end < right.start for left, right in pairwise(edits))


def test_edits_of_one_round_have_the_offsets_of_the_text_before_it() -> None:
    made = Edited.of("one two three").after([Edit(0, 3, "1"), Edit(8, 13, "3"), Edit(4, 4, "+")])
    assert made.text == "1 +two 3"
    assert made.edits() == (Edit(0, 3, "1"), Edit(4, 4, "+"), Edit(8, 13, "3"))


def test_what_is_only_written_anew_is_no_edit() -> None:
    assert Edited.of("handler_pol.py").after([Edit(0, 14, "handler_pool.py")]).edits() == (Edit(10, 10, "o"),)
    assert Edited.of("same").after([Edit(0, 4, "same")]).edits() == ()
