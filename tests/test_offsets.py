"""Offsets in a rewritten text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.offsets import rewritten


def test_a_text_without_pieces_is_handed_back_itself() -> None:
    text = "pump one"
    made, offsets = rewritten(text, ())
    assert made is text
    assert offsets is None
    assert rewritten(text, [(4, 5, "-")]) == ("pump-one", None)


def test_what_is_gone_stays_outside_of_what_stands_beside_it() -> None:
    made, offsets = rewritten("<<ab>>cd", [(0, 2, ""), (4, 6, "")])
    assert made == "abcd"
    assert offsets is not None
    assert (offsets.start(0), offsets.end(2), offsets.start(2), offsets.end(4)) == (2, 4, 6, 8)
    assert offsets.end(0) == 2


@given(st.text("ab", max_size=12), st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.sampled_from(["", "x"])), max_size=5))
def test_what_is_kept_leads_back_to_itself(text: str, wanted: list[tuple[int, int, str]]) -> None:
    pieces, at = [], 0
    for skip, length, new in wanted:
        start, end = at + skip, at + skip + length
        if end <= len(text):
            pieces.append((start, end, new))
            at = end
    made, offsets = rewritten(text, pieces)
    if offsets is None:
        assert len(made) == len(text)
        return
    for place, sign in enumerate(made):
        start, end = offsets.start(place), offsets.end(place + 1)
        assert (start, end, "x") in pieces if sign == "x" else text[start:end] == sign
