"""JSON with places gives the same values as the json module, and every string where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.reading.fixtures.json_values import json_value
from summarylint.reading.fixtures.tree import Items, Record, Text, Value, plain

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def texts(value: Value) -> list[Text]:
    if isinstance(value, Text):
        return [value]
    inner = value.items if isinstance(value, Items) else value.fields.values() if isinstance(value, Record) else ()
    return [text for item in inner for text in texts(item)]


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_values_and_places(value: Any, escaped: bool, indent: int | None) -> None:
    written = json.dumps(value, ensure_ascii=escaped, indent=indent)
    read = json_value("  " + written + "\n", place=5)
    assert plain(read) == value
    for text in texts(read):
        part = text.parts[0]
        assert json.loads(written[part.start - 7 : part.end - 7]) == text.value
        again = [written[piece.place - 7 : piece.place - 7 + piece.width] for piece in text.pieces]
        assert "".join(json.loads(f'"{piece}"') for piece in again) == text.value
        assert sum(piece.length for piece in text.pieces) == len(text.value)


@pytest.mark.parametrize("broken", ["", "{", '{"a" 1}', "[1 2]", '"a', "1 2", "[}"])
def test_what_is_no_json_raises(broken: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        json_value(broken)
