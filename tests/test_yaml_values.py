"""YAML with places gives PyYAML's own values, and every character of a string where it stands."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.reading.fixtures.tree import Record, Text, plain
from summarylint.reading.fixtures.yaml_values import yaml_values
from summarylint.reading.json_text import TextFault

PROSE = st.lists(
    st.sampled_from(["word", "it's", '"q"', "a\\b", "é", "😀", "  ", "\t", "\n", "\n\n", " ", ": ", " #", "- ", "x\n  y"]), max_size=8
)


@settings(max_examples=200, deadline=None)
@given(PROSE.map("".join), st.sampled_from([None, "'", '"', "|", ">"]), st.booleans(), st.integers(12, 80))
def test_every_style_is_read_character_by_character(value: str, style: str | None, unicode: bool, width: int) -> None:
    page = yaml.dump({"a": 1, "text": value, "z": 2}, default_style=style, allow_unicode=unicode, width=width, sort_keys=False)
    (read,) = yaml_values(page)
    assert isinstance(read, Record)
    assert plain(read)["text"] == value
    text = read.fields["text"]
    assert isinstance(text, Text)
    at = 0
    for piece in text.pieces:
        written = page[piece.place : piece.place + piece.width]
        if piece.length == piece.width and not written.isspace():
            assert [a for a, b in zip(written, text.value[at : at + piece.length], strict=True) if a != b and not a.isspace()] == []
        at += piece.length
    assert at == len(value)
    # the whole string as one piece is what stands in for a style that is not understood
    assert len(text.pieces) > 1 or len(value) <= 1 or text.pieces[0].width == text.pieces[0].length or "\n" in page[: text.parts[0].end]


def test_keys_aliases_merges_and_times() -> None:
    (read,) = yaml_values("base: &b {a: 1, t: 2026-11-08T10:41:00Z}\nown: {<<: *b, a: 2}\n5: [*b, yes, ~]\n")
    assert plain(read) == {
        "base": {"a": 1, "t": "2026-11-08T10:41:00Z"},
        "own": {"a": 2, "t": "2026-11-08T10:41:00Z"},
        "5": [{"a": 1, "t": "2026-11-08T10:41:00Z"}, True, None],
    }


@pytest.mark.parametrize(
    ("page", "words", "line"),
    [
        ("a: 1\na: 2\n", "'a' stands twice", 2),
        ("a: [1\n", "not YAML", 2),
        ("a: &x [*x]\n", "an alias stands inside of what it names", 1),
        ("a:\n  - !!python/object:os.system x\n", "not YAML: could not determine a constructor", 2),
        ("a: \x01\n", "not YAML", 1),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(page: str, words: str, line: int) -> None:
    with pytest.raises(TextFault, match=words) as caught:
        list(yaml_values(page))
    assert caught.value.line == line


def test_aliases_that_multiply_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarylint.reading.fixtures.yaml_values.MOST_VALUES", 1000)
    page = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    page += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    with pytest.raises(TextFault, match="aliases stand for too many values"):
        list(yaml_values(page))
