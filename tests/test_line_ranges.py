"""A range of lines belongs to the file named before it, and is compared with the ranges of that file alone."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.line_ranges import LineRange, line_ranges, other_range, single_lines
from summarylint.model import Span


def only(text: str) -> LineRange:
    (found,) = line_ranges(text, 0, len(text), 0)
    return found


@pytest.mark.parametrize(
    "written", ["`src/ferry.go` (lines 318-343)", "src/ferry.go:318-343", "ferry.go, line 318 to 343", "src/ferry.go#L318-L343"]
)
def test_a_range_is_read_in_every_notation(written: str) -> None:
    found = only(written)
    assert (found.file, found.first, found.last) == ("ferry.go", 318, 343)


def test_a_range_without_a_file_and_one_that_runs_backwards_are_none() -> None:
    assert list(line_ranges("lines 318-343", 0, 13, 0)) == []
    assert list(line_ranges("ferry.go lines 343-318", 0, 22, 0)) == []


def test_each_range_belongs_to_the_last_file_before_it() -> None:
    text = "lines 1-2 of a/b.go lines 3-4, lines 5-6; c_d.test.ts:7-8 and e.rs"
    assert [(found.file, found.first) for found in line_ranges(text, 0, len(text), 0)] == [("b.go", 3), ("b.go", 5), ("c_d.test", 7)]


def test_a_long_word_before_a_line_is_no_file() -> None:
    text = "a" * 100_000 + " line 42"
    assert list(single_lines(text, 0, len(text), 0)) == []


def test_the_other_range_shares_one_end() -> None:
    ledger = Ledger(
        [Span("s1", "assistant", "The plan: ferry.go (lines 318-343)."), Span("s2", "assistant", "Also deck.go (lines 318-399).")]
    )
    found = other_range(only("ferry.go lines 318-370"), ledger)
    assert found is not None and (found[0].span.id, found[1].last) == ("s1", 343)
    assert other_range(only("ferry.go lines 318-343"), ledger) is None
    assert other_range(only("ferry.go lines 500-510"), ledger) is None
