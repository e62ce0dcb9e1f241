"""JSON is read strictly, and faults carry their line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.reading.json_text import TextFault, decode, items, parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": }', "column 7"),
        ("{", "found the end"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ('{"a": ' + "9" * 5000 + "}", "a number in it has more digits than any count"),
        ("[" * 100_000, "nested too deeply"),
        ('"\x00"', "column 2"),
        ("1 2", "extra data"),
    ],
)
def test_what_is_not_json(text: str, words: str) -> None:
    with pytest.raises(TextFault, match=words):
        parse(text)


def test_the_first_wrong_byte_is_named() -> None:
    with pytest.raises(TextFault, match=r"byte 105 of the file \(0xff\) is not UTF-8") as caught:
        decode(b"ab\ncd\xff", offset=100)
    assert caught.value.line == 2


def test_another_unicode_encoding_is_recognised() -> None:
    with pytest.raises(TextFault, match="looks like UTF-16"):
        decode("{}".encode("utf-16"))


def test_a_byte_order_mark_is_no_text() -> None:
    assert decode(b"\xef\xbb\xbf{}") == "{}"


def test_items_know_line_and_place() -> None:
    assert [(item.value, item.line, item.index) for item in items('\n[\n 1,\n\n {"a": 2}, 3\n]\n')] == [
        (1, 3, 0),
        ({"a": 2}, 5, 1),
        (3, 5, 2),
    ]
    assert [(item.value, item.line, item.index) for item in items("\n{}")] == [({}, 2, None)]
    assert list(items(" [ ] ")) == []


@pytest.mark.parametrize(("text", "line"), [("[1,\n2\n3]", 3), ("[1,\n]", 2), ("[1]\n\n2", 3), ("[1,\n2", 2)])
def test_a_list_that_breaks_gives_what_stands_before(text: str, line: int) -> None:
    found = items(text)
    assert next(found).value == 1
    with pytest.raises(TextFault) as caught:
        list(found)
    assert caught.value.line == line


@given(st.lists(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))))
def test_items_are_the_members_of_the_list(values: list[object]) -> None:
    for indent in (None, 1):
        found = list(items(json.dumps(values, indent=indent)))
        assert [item.value for item in found] == values
        assert [item.index for item in found] == list(range(len(values)))
