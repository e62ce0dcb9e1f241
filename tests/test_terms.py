"""Terms: stems, names and values, with their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.terms import BREAK, WORD, blanked, placed_terms, stem, terms, terms_of_stretches, word_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [("configure", "configuration"), ("stopped", "stop"), ("retries", "retry"), ("policies", "policy"), ("timeouts", "timeout")],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["5.1", "web.config", "v2", "0x1f", "1204"])
def test_values_stay_whole(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("word", ["the", "that's", "x"])
def test_stop_words_and_lone_letters_have_no_stem(word: str) -> None:
    assert stem(word) == ""


def test_a_lone_digit_is_a_value() -> None:
    assert stem("7") == "7"


def test_names_in_mixed_case_stay_apart_from_what_they_begin_with() -> None:
    assert word_terms("countLinesOf") == ("countl", "countlinesof")
    assert set(word_terms("countLines")) & set(word_terms("countLinesOf")) == {"countl"}


def test_letter_case_does_not_part_the_spellings_of_a_name() -> None:
    assert word_terms("retryBudget") == word_terms("RetryBudget")


def test_a_qualified_name_speaks_of_its_last_part() -> None:
    assert "retrybudget" in word_terms("config.RetryBudget")
    assert word_terms("SceneShim.swift") == ("sceneshim.swift",)


def test_terms_keep_order_and_repetitions() -> None:
    assert terms("Port 5433, then port 5434") == ("port", "5433", "port", "5434")


def test_curly_apostrophes_and_arrows_are_no_letters() -> None:
    assert terms("that’s → staging") == ("stag",)


def test_words_of_other_scripts_are_terms() -> None:
    assert terms("Größe: 任务") == ("größ", "任务")


@given(st.text(max_size=80))
def test_all_three_readings_agree(text: str) -> None:
    assert [term for term, _, _ in placed_terms(text)] == list(terms(text))
    assert terms_of_stretches(text, [(0, len(text))]) == list(terms(text))


@given(st.text(alphabet="abcXY 1.'_-→’é|\n", max_size=60), st.integers(0, 60))
def test_terms_of_two_stretches_stand_apart(text: str, cut: int) -> None:
    assert terms_of_stretches(text, [(0, cut), (cut, len(text))]) == [*terms(text[:cut]), BREAK, *terms(text[cut:])]


@given(st.text(max_size=60), st.text(alphabet="abcXY 1.'_-→’é", max_size=60))
def test_places_are_of_the_words(before: str, text: str) -> None:
    whole = f"{before}{text} gutter"
    found = list(placed_terms(whole, len(before)))
    assert found[-1] == (stem("gutter"), len(whole) - len("gutter"), len(whole))
    for term, start, end in found:
        word = whole[start:end].replace("’", "'")
        assert start >= len(before) and WORD.fullmatch(word) and term in word_terms(word)


@given(st.text(max_size=80))
def test_blanking_moves_nothing(text: str) -> None:
    assert len(blanked(text)) == len(text)
