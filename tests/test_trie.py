"""The pattern of many phrases: matches the longest, and writes equal endings once."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.phrases import expand
from summarylint.language.trie import trie_pattern

PHRASES = st.lists(st.text(alphabet="ab .*|(", min_size=1).map(lambda text: " ".join(text.split())).filter(bool), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("not sure", "not sure"),
        ("not\n  sure", "not\n  sure"),
        ("not surely", "not sure"),
        ("not safe", "not"),
        ("no", "no"),
        ("nobody", "no"),
        ("never", None),
    ],
)
def test_the_longest_phrase_is_found(text: str, found: str | None) -> None:
    match = re.match(trie_pattern(["not", "no", "not sure"]), text)
    assert (match[0] if match else None) == found


def test_signs_of_patterns_are_taken_literally() -> None:
    assert re.fullmatch(trie_pattern(["ca. (c.)", "a|b"]), "ca. (c.)")
    assert not re.fullmatch(trie_pattern(["ca. (c.)", "a|b"]), "caX (c.)")


@given(PHRASES, st.text(alphabet="ab .*|(", max_size=40))
def test_the_matches_are_those_of_the_phrases_tried_from_the_longest(phrases: list[str], text: str) -> None:
    plain = "|".join(re.escape(phrase).replace("\\ ", r"\s+") for phrase in sorted(phrases, key=len, reverse=True))
    assert [phrase for phrase in phrases if not re.fullmatch(trie_pattern(phrases), phrase)] == []
    for border in ("", r"(?!\w)"):
        found, expected = (re.compile(f"(?:{pattern}){border}").finditer(text) for pattern in (trie_pattern(phrases), plain))
        assert [match.span() for match in found] == [match.span() for match in expected]


WORDS = st.sampled_from(["said", "sad", "told us", "sent", "an", "and", ""])


@given(st.lists(st.lists(WORDS, min_size=2, max_size=4), min_size=2, max_size=4))
def test_phrases_with_alternatives_match_and_nothing_between_them(parts: list[list[str]]) -> None:
    phrases = {phrase for phrase in expand(" ".join(f"{{{'|'.join(part)}}}" for part in parts)) if phrase}
    pattern = re.compile(trie_pattern(phrases))
    halves = {first[: len(first) // 2] + second[len(second) // 2 :] for first in phrases for second in phrases}
    between = {" ".join(text.split()) for text in halves} - phrases
    assert {text for text in phrases | between if pattern.fullmatch(text)} == phrases


def test_equal_endings_are_written_once() -> None:
    phrases = expand("the {editor|printer|publisher|translator} {refused|returned|kept} the manuscript")
    assert trie_pattern(phrases) == r"the\s+(?:edito|translato|p(?:rinte|ublishe))r\s+(?:kept|re(?:fused|turned))\s+the\s+manuscript"
