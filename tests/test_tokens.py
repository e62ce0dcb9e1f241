"""Token counters."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from summarylint.errors import UsageError
from summarylint.gate.tokens import by_characters, counter, window_tokens
from summarylint.model import Compaction, Span


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("😀😀😀😀", 1)])
def test_a_quarter_of_the_code_points(text: str, tokens: int) -> None:
    assert by_characters(text) == counter()(text) == tokens


def test_the_window_as_given_or_as_its_spans() -> None:
    spans = (Span("a", "user", "abcde"), Span("b", "user", "abcd"))
    assert window_tokens(Compaction("x", spans, "")) == 3
    assert window_tokens(Compaction("x", spans, "", window_tokens=40)) == 40


def test_an_unknown_counter_is_told() -> None:
    with pytest.raises(UsageError, match="unknown token counter 'words'; known are"):
        counter("words")


def test_tiktoken_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(UsageError, match="needs the package tiktoken"):
        counter("tiktoken:o200k_base")


def test_tiktoken_counts_where_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def get_encoding(name: str) -> SimpleNamespace:
        asked.append(name)
        if name == "none":
            raise ValueError("no such encoding")
        return SimpleNamespace(encode=lambda text, disallowed_special: text.split())

    monkeypatch.setitem(sys.modules, "tiktoken", SimpleNamespace(get_encoding=get_encoding))
    assert counter("tiktoken")("one two three") == 3
    assert asked == ["cl100k_base"]
    with pytest.raises(UsageError, match="gives no encoding 'none'"):
        counter("tiktoken:none")
