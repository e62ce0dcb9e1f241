"""Line ranges: the lines of a file that a text points at, and the other range that the spans give for the same file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import at_order
from summarylint.language.terms import terms
from summarylint.model import Witness

MOST_READ = 300
"""Statements on one file that are searched; a file in more of them is the subject of the whole window."""

_RANGE = re.compile(r"(?:\b[Ll]ines?[ :]+~?|:|#L)(\d{1,6})\s*(?:-|–|—|to|\.\.)\s*L?(\d{1,6})\b")
_SINGLE = re.compile(r"(?:\b[Ll]ine[ :]+|(?<=\w):|#L)(\d{2,6})(?!\s*(?:-|–|—|to|\.\.)\s*L?\d)(?![\w.,:]*?\d)\b")
_FILE = re.compile(r"(?<![\w@-])[\w@-]++\.[A-Za-z]\w{0,5}\b")


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines `first` to `last` of the file named `file` (without its folder), told at `[start, end)` of a text."""

    file: str
    first: int
    last: int
    start: int
    end: int


def line_ranges(text: str, start: int, end: int, before: int) -> Iterator[LineRange]:
    """Yield the line ranges in `text[start:end]` with the last file named before each, looked for from `before` on."""
    for found, file in _of_files(_RANGE.finditer(text, start, end), _FILE.finditer(text, before, end)):
        first, last = int(found[1]), int(found[2])
        if first < last:
            yield LineRange(file, first, last, found.start(), found.end())


def _of_files(lines: Iterator[re.Match[str]], files: Iterator[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each of `lines` before which a file is named, with the last such file."""
    last, following = "", next(files, None)
    for found in lines:
        while following is not None and following.end() <= found.start():
            last, following = following[0], next(files, None)
        if last:
            yield found, last


def other_range(told: LineRange, ledger: Ledger) -> tuple[Witness, LineRange] | None:
    """Return where the spans give the same file a range that has one end of `told` and another other end.

    None where the range of `told` stands somewhere in the spans as it is.
    """
    nearly: tuple[Witness, LineRange] | None = None
    orders = ledger.postings.get(terms(told.file)[-1], ()) if terms(told.file) else ()
    for order in orders[:MOST_READ]:
        start, end = ledger.bounds[order]
        for found in line_ranges(ledger.span_of(order).text, start, end, start):
            if found.file != told.file:
                continue
            if (found.first, found.last) == (told.first, told.last):
                return None
            if (found.first == told.first) != (found.last == told.last):
                nearly = at_order(ledger, order), found
    return nearly


def single_lines(text: str, start: int, end: int, before: int) -> Iterator[LineRange]:
    """Yield the single lines named in `text[start:end]` ("line 42", "wdt.c:42") as ranges of one line, like `line_ranges`."""
    for found, file in _of_files(_SINGLE.finditer(text, start, end), _FILE.finditer(text, before, end)):
        yield LineRange(file, int(found[1]), int(found[1]), found.start(), found.end())


def other_line(told: LineRange, ledger: Ledger) -> tuple[Witness, LineRange] | None:
    """Return where the spans name a line of the same file of which `told` is a slip: two neighbouring digits changed about.

    None where the number of `told` stands anywhere in the spans: it may be a line in a listing.
    """
    if ledger.postings.get(str(told.first)) or not terms(told.file) or any(_holds_number(span.text, told.first) for span in ledger.spans):
        return None
    for order in ledger.postings.get(terms(told.file)[-1], ())[:MOST_READ]:
        start, end = ledger.bounds[order]
        for found in single_lines(ledger.span_of(order).text, start, end, start):
            if found.file == told.file and _swapped(str(found.first), str(told.first)):
                return at_order(ledger, order), found
    return None


def _holds_number(text: str, number: int) -> bool:
    return re.search(rf"(?<!\d){number}(?!\d)", text) is not None


def _swapped(one: str, other: str) -> bool:
    return len(one) == len(other) and any(
        one[:at] + one[at + 1] + one[at] + one[at + 2 :] == other for at in range(len(one) - 1) if one[at] != one[at + 1]
    )
