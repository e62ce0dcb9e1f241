"""How numbers, dates and times are written, and the one canonical form of each.

Words, months and their sources are in `lexicon/quantities.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

from summarylint.language.lexicon import read_lexicon

_DATA = read_lexicon("quantities")
MONTHS: dict[str, int] = _DATA["months"]
SMALL: dict[str, int] = _DATA["number_words"]


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of `words`, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def any_word(words: Iterable[str]) -> str:
    """A pattern for any of `words` in lower case or with a capital, one branch a first letter."""
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[0], []).append(word[1:])
    return "|".join(f"[{letter}{letter.upper()}](?:{any_of(rest)})" for letter, rest in branches.items())


# ASCII alone: else "ı", "ſ" and the Kelvin sign pass for i, s and k in any case, and no table holds the word so written.
MONTH = f"(?ai:{any_of(MONTHS)})"
NUMBER = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]*\d)|\d{1,3}(?:[\u00a0\u202f]\d{3})+(?!\d)|\d{1,3}(?:'\d{3})+(?!\d)"
    r"|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?(?![\d.]*\d)|\d{1,3}(?:_\d{3})+(?!\w)|\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2}(?!\w))?"
)
CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?"
ZONE = r"Z|[+-]\d\d:?\d\d"
HALF_DAY = r"[aApP](?:\.[mM]\.|[mM]\b)"
DAY = r"(?:0?[1-9]|[12]\d|3[01])"

TENS = any_of(word for word, value in SMALL.items() if value >= 20)
ONES = any_of(word for word, value in SMALL.items() if 0 < value < 10)


def canonical(number: Decimal) -> str:
    """The shortest plain decimal string of a number: no exponent, no trailing zeros, no grouping."""
    text = format(number.normalize(), "f")
    return "0" if text in ("-0", "") else text


def singular(noun: str) -> str:
    """The stem by which counted nouns are compared: "Columns" to "column", "entries" to "entry"."""
    word = noun.lower()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def decimal_number(digits: str) -> Decimal:
    """A written number in any of the grouping styles as a decimal."""
    digits = digits.replace("_", "").replace("'", "").replace("\u00a0", "").replace("\u202f", "").replace(" ", "")
    if digits.count(".") > 1:
        digits = digits.replace(".", "").replace(",", ".")
    return Decimal(digits.replace(",", ""))


def iso_date(year: str | None, month: int, day: int | None) -> str:
    tail = f"{month:02d}" + (f"-{day:02d}" if day else "")
    return f"{year}-{tail}" if year else f"--{tail}"


@lru_cache(maxsize=4096)
def read_date(form: str, text: str) -> str:
    """The ISO form of a matched date; two leading hyphens where the year is missing."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if form == "iso":
        return text
    if form == "dotted":
        return iso_date(str(numbers[2]), numbers[1], numbers[0])
    if form == "slashed":
        if numbers[0] > 31:
            return iso_date(str(numbers[0]), numbers[1], numbers[2])
        first, second, third = numbers
        if first > 12 or first == second:
            return iso_date(str(third), second, first)
        # Day and month cannot be told apart here: keep the text as written.
        return iso_date(str(third), first, second) if second > 12 else text
    month = MONTHS[next(word for word in re.findall(r"[A-Za-z]+", text.lower()) if word in MONTHS)]
    year = next((str(number) for number in numbers if number > 31), None)
    day = next((number for number in numbers if number <= 31), None)
    return iso_date(year, month, day)


@lru_cache(maxsize=4096)
def read_time(text: str) -> str:
    """24-hour form: "3:30 pm" to "15:30"."""
    hour, *rest = re.findall(r"\d+", text.split("+")[0])
    number = int(hour)
    if "p" in text.lower() and number < 12:
        number += 12
    elif re.search(r"\d ?[aA]\.?[mM]", text) and number == 12:
        number = 0
    return ":".join((f"{number:02d}", rest[0] if rest else "00", *rest[1:2]))


def small_number(word: str) -> int:
    """The value of "seven" or "twenty-one"."""
    return sum(SMALL[part] for part in re.split(r"[ -]", word.lower()))
