"""Identifiers in text: hosts, paths, hashes, versions, flags, names and the other things that only a verbatim copy names.

One compiled pattern takes every token that can be an identifier (`candidate_tokens`), a cached function classifies the
token, and a few contexts ("port 5433", "exit code 137") say what a number is. Prose stays prose: `read/write`, `Node.js`
as a file, `e.g.`, `well-known` are no identifiers. Shapes, word lists and sources are in `lexicon/identifiers.toml`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from summarylint.language.identifier_shapes import classify
from summarylint.language.identifier_tokens import tokens_in
from summarylint.language.lexicon import read_lexicon
from summarylint.model import Mark

_DATA = read_lexicon("identifiers")
_ERROR_WORDS = re.compile(
    rf"(?i:\b(?:{'|'.join(map(re.escape, _DATA['error_words']))})\b)|\b[A-Z]\w+(?:Error|Exception)\b|\bE[A-Z]{{4,}}\b"
)
# People speak of themselves and to others; programs rarely do.
_SPOKEN = re.compile(r"\b(?:I|we|We|you|You|let's|please|my|our)\b")
_CONTEXTS = {
    f"context{number}": (entry["type"], re.compile(entry["value"].replace("{end}", r"(?![\w.:]\w|\w|,\d)"), re.M))
    for number, entry in enumerate(_DATA["context"])
}
# Each begins with a word or a colon; to say so once, before all of them, spares most places the trying of each.
_CONTEXT = re.compile(
    r"(?<![A-Za-z])(?=[A-Za-z:])(?:"
    + "|".join(
        f"(?P<context{number}>{entry['before'].replace('{versioned}', '|'.join(map(re.escape, _DATA['versioned'])))})$"
        for number, entry in enumerate(_DATA["context"])
    )
    + ")",
    re.I,
)
_NUMBER_START = re.compile(r"\d(?<=[\s:=(`*#!v]\d)")  # the digit first: re can skip to it

CONTEXT_LENGTH = 32
"""Characters before a number that are searched for the word which makes it an identifier."""


def _contextual(text: str, start: int, stop: int) -> Iterator[Mark]:
    """Numbers that the words before them make identifiers."""
    for digit in _NUMBER_START.finditer(text, start, stop):
        begin = digit.start()
        before = _CONTEXT.search(text[max(start, begin - CONTEXT_LENGTH) : begin])
        if not before:
            continue
        type_, value = _CONTEXTS[before.lastgroup or ""]
        found = value.match(text, begin, stop)
        if found:
            plain = found[0] if "." in found[0] else found[0].lstrip("0") or "0"
            yield Mark("identifier", type_, begin, found.end(), found[0], plain)


def find_identifiers(text: str, start: int = 0, end: int | None = None) -> tuple[Mark, ...]:
    """All identifiers in `text[start:end]` in text order; offsets count from the start of `text`.

    `value` is the normal form: lower case where case means nothing, without `:line`, call brackets or `$`.
    """
    stop = len(text) if end is None else end
    marks: list[Mark] = []
    for begin, finish, quoted in tokens_in(text, start, stop):
        for low, high, type_, value in classify(text[begin:finish], quoted):
            marks.append(Mark("identifier", type_, begin + low, begin + high, text[begin + low : begin + high], value))
    ends = {mark.start: mark.end for mark in marks}
    starts = [mark.start for mark in marks]
    for mark in _contextual(text, start, stop):
        place = bisect_right(starts, mark.start)
        if place == 0 or ends[starts[place - 1]] <= mark.start:
            marks.append(mark)
    return tuple(sorted(marks, key=lambda mark: mark.start))


def is_error_string(content: str) -> bool:
    """Whether quoted words read as an error message of a program."""
    if not 8 <= len(content) <= 300 or " " not in content or _SPOKEN.search(content):
        return False
    return _ERROR_WORDS.search(content) is not None
