"""Quantities: canonical values, units, what is none, and comparison."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.language.numerals import canonical, singular
from summarylint.language.quantities import find_quantities
from summarylint.language.quantity_likeness import rounds_to, same_quantity
from summarylint.model import Mark


def only(text: str) -> Mark:
    (mark,) = find_quantities(text)
    return mark


@pytest.mark.parametrize(
    ("text", "type_", "value", "unit"),
    [
        ("8 KiB", "size", "8192", "byte"),
        ("8192 bytes", "size", "8192", "byte"),
        ("512 B", "size", "512", "byte"),
        ("5 MB/s", "measure", "5000000", "byte/second"),
        ("90 s", "duration", "90", "second"),
        ("1.5 min", "duration", "90", "second"),
        ("6m12s", "duration", "372", "second"),
        ("2 hours and 5 minutes", "duration", "7500", "second"),
        ("a 90-day trial", "duration", "7776000", "second"),
        ("12 months", "duration", "12", "month"),
        ("half an hour", "duration", "1800", "second"),
        ("20%", "percentage", "20", "percent"),
        ("12.75 per cent", "percentage", "12.75", "percent"),
        ("$1,200", "money", "1200", "USD"),
        ("900 euro", "money", "900", "EUR"),
        ("USD 40", "money", "40", "USD"),
        ("€3.5M", "money", "3500000", "EUR"),
        ("35 columns", "count", "35", "column"),
        ("seven new files", "count", "7", "file"),
        ("a dozen eggs", "count", "12", "egg"),
        ("twenty-one tests", "count", "21", "test"),
        ("half a million", "number", "500000", ""),
        ("18 thousand", "number", "18000", ""),
        ("1.2k", "number", "1200", ""),
        ("3.5 M", "number", "3500000", ""),
        ("8k tokens", "count", "8000", "token"),
        ("12 req/s", "count", "12", "req/second"),
        ("418 passed", "count", "418", "passed"),
        ("3-node cluster", "count", "3", "node"),
        ("1,204 rows", "count", "1204", "row"),
        ("18 233 rows", "count", "18233", "row"),
        ("18\u00a0233", "number", "18233", ""),
        ("0.083333", "number", "0.083333", ""),
        ("22:45", "time", "22:45", ""),
        ("3:30 pm", "time", "15:30", ""),
        ("at 12 am", "time", "00:00", ""),
        ("02:10 UTC", "time", "02:10", "UTC"),
        ("2026-11-08T10:41:00Z", "timestamp", "2026-11-08T10:41:00Z", ""),
        ("2026-11-08 10:41", "timestamp", "2026-11-08T10:41", ""),
        ("2026-11-08", "date", "2026-11-08", ""),
        ("12 March", "date", "--03-12", ""),
        ("March 12th, 2026", "date", "2026-03-12", ""),
        ("14.03.2026", "date", "2026-03-14", ""),
        ("in March 2026", "date", "2026-03", ""),
        ("on Monday", "date", "monday", "weekday"),
        ("lines 12-40", "line", "12-40", "line"),
        ("popup.js:48", "line", "48", "line"),
        ("section 4", "ordinal", "4", "section"),
        ("the second attempt", "ordinal", "2", "attempt"),
        ("the 3rd run", "ordinal", "3", "run"),
        ("10-20 ms", "range", "0.01..0.02", "second"),
        ("3 to 5 files", "range", "3..5", "file"),
        ("1920x1080", "dimension", "1920x1080", ""),
        ("5x faster", "number", "5", "times"),
    ],
)
def test_value_and_unit(text: str, type_: str, value: str, unit: str) -> None:
    mark = only(text)
    assert (mark.type, mark.value, mark.unit) == (type_, value, unit)


@pytest.mark.parametrize(
    "text",
    ["1" * 40, "r2.log", "sdk-5", "v3.4.0", "3.4.0", "a1b2", "1. first\n2. second", "## 3. Title", "one of them", "the 1990s", "I may go"],
)
def test_no_quantity(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3 of 5 tests", ["3", "5"]),
        ("5/6", ["5", "6"]),
        ('"7 rows\\n8 rows\\"', ["7", "8"]),
        ("(+41 -67)", ["41", "-67"]),
        ("raised from 20 to 35", ["20", "35"]),
        ("ports 22 443", ["22", "443"]),
        ("items: 3, 5", ["3", "5"]),
        ("on 12 May. Then", ["--05-12"]),
    ],
)
def test_several(text: str, values: list[str]) -> None:
    assert [mark.value for mark in find_quantities(text)] == values


def test_window_offsets_are_absolute() -> None:
    text = "7 files, then 35 columns, then 9 rows"
    (mark,) = find_quantities(text, 14, 24)
    assert (mark.start, mark.text, mark.unit) == (14, "35", "column")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("8 KiB", "8192 bytes", True),
        ("90 s", "1.5 min", True),
        ("90 s", "90 min", False),
        ("20%", "20 percent", True),
        ("20%", "0.2", True),
        ("20%", "20 files", False),
        ("900 euro", "900 EUR", True),
        ("900 EUR", "900 USD", False),
        ("1,204 rows", "1204", True),
        ("35 columns", "35 rows", False),
        ("18,233 rows", "18 thousand rows", False),
        ("12 May", "2026-05-12", True),
        ("12 May", "2026-05-13", False),
        ("22:45", "10:45 pm", True),
        ("11.4", "11.4 ms", True),
        ("11.4", "11.5 ms", False),
        ("30 September", "September", False),
        ("14:02", "14:02 UTC", True),
    ],
)
def test_same_quantity(a: str, b: str, same: bool) -> None:
    assert same_quantity(only(a), only(b)) is same
    assert same_quantity(only(b), only(a)) is same


@pytest.mark.parametrize(
    ("a", "b", "rounded"),
    [
        ("18,233 rows", "18 thousand rows", True),
        ("18,733 rows", "18 thousand rows", False),
        ("112 s", "2 minutes", True),
        ("77 s", "2 minutes", False),
        ("19.6%", "20%", True),
        ("19.4%", "20%", True),
        ("14%", "20%", False),
        ("1,204 rows", "1.2k rows", True),
        ("3 files", "3 rows", False),
        ("30 September", "in September", True),
        ("2026-09-30", "in September", True),
        ("2026-09-30", "September 2026", True),
        ("2026-09-30", "2026", True),
        ("30 September", "in August", False),
    ],
)
def test_rounds_to(a: str, b: str, rounded: bool) -> None:
    assert rounds_to(only(a), only(b)) is rounded


def test_singular() -> None:
    assert [singular(word) for word in ("Columns", "entries", "boxes", "status", "class")] == ["column", "entry", "box", "status", "class"]


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9))
def test_canonical_round_trip(number) -> None:  # type: ignore[no-untyped-def]
    text = canonical(number)
    assert type(number)(text) == number
    assert "E" not in text


@settings(max_examples=200)
@given(st.text(alphabet="0123456789abkmsMay%$€.,:/-+ \nx_§é日'’\u00a0"))
def test_any_text_gives_marks_in_order(text: str) -> None:
    end = 0
    for mark in find_quantities(text):
        assert text[mark.start : mark.end] == mark.text
        assert mark.start >= end
        assert same_quantity(mark, mark)
        end = mark.end


@given(st.integers(min_value=1001, max_value=10**9))
def test_grouping_does_not_matter(number: int) -> None:
    assert same_quantity(only(f"{number:,} rows"), only(f"{number} rows"))


@pytest.mark.parametrize("words", ["see lines 12-", "waits 12-", "waits 12 to "])
def test_a_number_too_long_to_be_read_ends_no_range(words: str) -> None:
    assert not any(mark.type in ("range", "line") for mark in find_quantities(words + "9" * 5_000))
