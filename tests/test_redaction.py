"""Keeping secrets out of what is printed: in JSON-like values, and in a text that is cut in pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from summarylint.output.redaction import redact, redact_all, redact_pieces

TOKEN = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def test_a_secret_in_a_text_is_masked() -> None:
    assert redact(f"use {TOKEN} here") == "use ghp_… here"


def test_every_string_of_a_value_is_masked_and_all_else_stays() -> None:
    value = {"id": "r1", "n": 3, "none": None, "claims": [{"text": f"key {TOKEN}", "sure": True}], "pair": ("a", "password=hunter22")}
    assert redact_all(value) == {
        "id": "r1",
        "n": 3,
        "none": None,
        "claims": [{"text": "key ghp_…", "sure": True}],
        "pair": ["a", "password=…"],
    }


def test_a_cut_inside_a_secret_moves_to_the_edge_of_its_word() -> None:
    text = f"use {TOKEN} now"
    inside, behind = text.index(TOKEN) + 20, text.index(" now")
    assert redact_pieces(text, (inside,), (behind,)) == ["use ", "ghp_…", " now"]
    assert redact_pieces(text, (4,), (inside,)) == ["use ", "ghp_…", " now"]


def test_a_text_without_secrets_is_cut_where_asked() -> None:
    assert redact_pieces("one two", (2,), (5,)) == ["on", "e t", "wo"]


@given(st.text(max_size=20), st.text(max_size=20), st.data())
def test_the_pieces_are_the_masked_text(before: str, after: str, data: st.DataObject) -> None:
    text = f"{before} {TOKEN} {after}"
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    pieces = redact_pieces(text, (start,), (end,))
    assert len(pieces) == 3
    assert "".join(pieces) == redact(text)
    assert all(part not in "".join(pieces) for part in (TOKEN, TOKEN[4:12], TOKEN[-8:]))
