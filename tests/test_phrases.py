"""Phrases: alternatives written out, lower case in place, and the trie pattern."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.phrases import any_phrase, expand, lowered, one_of


@pytest.mark.parametrize(
    ("phrase", "written"),
    [
        ("as far as we know", ["as far as we know"]),
        ("  as far   as we know ", ["as far as we know"]),
        ("{can|could} say", ["can say", "could say"]),
        ("{he|she} {said|wrote} so", ["he said so", "he wrote so", "she said so", "she wrote so"]),
        ("{|very }likely", ["likely", "very likely"]),
    ],
)
def test_alternatives_are_written_out(phrase: str, written: list[str]) -> None:
    assert expand(phrase) == written


@pytest.mark.parametrize(
    ("text", "lower"),
    [
        ("The Nurse Didn’t SAY", "the nurse didn't say"),
        ("İZMİR Harbour", "İzmİr harbour"),  # its lower case would be longer, so the letter stays
        ("STRASSE ÄÖÜ", "strasse äöü"),
        ("", ""),
    ],
)
def test_lower_case_with_straight_apostrophes(text: str, lower: str) -> None:
    assert lowered(text) == lower


@given(st.text())
def test_lowering_moves_no_code_point(text: str) -> None:
    assert len(lowered(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cancelled", "cancelled"),
        ("cancel", "cancel"),
        ("not only", "not only"),
        ("nothing", None),
        ("the others", "the others"),
        ("others", "others"),
    ],
)
def test_a_group_of_phrases_for_a_larger_pattern(text: str, found: str | None) -> None:
    match = re.match(rf"{one_of(['cancel*', 'not{| only}', '{|the }others'])}\b", text)
    assert (match[0] if match else None) == found


def test_a_group_of_nothing_but_word_beginnings() -> None:
    assert re.findall(one_of(["crash*", "oom*"]), "crashed, oomkilled, up") == ["crashed", "oomkilled"]


def test_a_group_of_any_phrase_matches_what_the_phrases_written_out_match() -> None:
    raw = ["{|that |which }{the |}{editor|printer} {named|chose}", "in {question|the {thread|chat}}", "named (above)"]
    written = [phrase for one in raw for phrase in expand(one)]
    assert [phrase for phrase in written if not re.fullmatch(any_phrase(raw), phrase)] == []
    others = ["", "that", "the editor", "thateditor named", "in the", "in question named", "named above", "editor named chose"]
    assert [text for text in others if re.fullmatch(any_phrase(raw), text)] == []
    assert re.fullmatch(any_phrase(raw), "which the\n printer  chose")
