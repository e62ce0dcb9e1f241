"""When two quantities state the same value, and when one is the other rounded. Units are converted exactly."""

from __future__ import annotations

import re
from decimal import Decimal

from summarylint.language.numerals import NUMBER, ONES, SMALL, TENS, any_of, decimal_number, small_number
from summarylint.model import Mark

_MEASURED = ("percentage", "money", "duration", "size", "measure")
_NUMERIC = ("count", "number", *_MEASURED)


def _is_coarser(date: Mark, other: Mark) -> bool:
    """Whether `other` is the month or the year of `date`."""
    if other.type == "number":
        return date.value.startswith(f"{other.value}-")
    month = re.fullmatch(r"(?:-|\d{4})(-\d\d)", other.value)
    if other.type != "date" or not month:
        return False
    return date.value.startswith(f"{other.value}-") or (other.value.startswith("--") and date.value[4:7] == month[1])


def _compatible(a: Mark, b: Mark) -> bool:
    """Whether the units allow a comparison; a plain number takes any unit of a count, label or factor."""
    if a.unit == b.unit:
        return True
    bare = {a.type, b.type} <= {"number", "count", "ordinal", "line"}
    return bare and ("" in (a.unit, b.unit) or a.unit.endswith(b.unit) or b.unit.endswith(a.unit))


def same_quantity(a: Mark, b: Mark) -> bool:
    """Whether two quantity marks state the same value: units converted exactly, nothing rounded.

    A percentage equals the bare fraction (20 % and 0.2); a number without unit equals any count of that number and any
    measure that is written with it (11.4 and "11.4 ms"); a date without a year equals the full date on that day.
    """
    if a.value == b.value and (_compatible(a, b) or {a.type, b.type} == {"time"}):
        return True
    bare, other = (a, b) if a.type == "number" and not a.unit else (b, a)
    if bare.type == "number" and not bare.unit and other.type in _MEASURED and Decimal(bare.value) == _written(other):
        return True
    if {a.type, b.type} == {"percentage", "number"}:
        share, plain = (a, b) if a.type == "percentage" else (b, a)
        return not plain.unit and Decimal(share.value) == Decimal(plain.value) * 100
    if a.type == b.type == "date":
        short, long = sorted((a.value, b.value), key=lambda value: not value.startswith("--"))
        return short.startswith("--") and len(short) == 7 and long.endswith(short[1:])
    if {a.type, b.type} <= {"time", "timestamp"}:
        return _same_moment(a, b)
    if {a.type, b.type} == {"number", "count"} and "-" in (a.value[:1], b.value[:1]):
        # "(-67)" of a diff and "67 deletions".
        return a.value.lstrip("-") == b.value.lstrip("-") and _compatible(a, b)
    return False


def _same_moment(a: Mark, b: Mark) -> bool:
    if a.type == b.type == "time":
        return a.value == b.value and (a.unit == b.unit or "" in (a.unit, b.unit))
    if a.type == b.type:
        return re.sub(r"\.\d+", "", a.value).rstrip("Z") == re.sub(r"\.\d+", "", b.value).rstrip("Z")
    clock, stamp = (a.value, b.value) if a.type == "time" else (b.value, a.value)
    return stamp.partition("T")[2].startswith(clock)


def _written(mark: Mark) -> Decimal | None:
    """The number as it stands in the text, before multiplier and unit."""
    found = re.search(NUMBER, mark.text)
    if found:
        return decimal_number(found[0])
    words = re.match(rf"(?:{TENS})-(?:{ONES})|{any_of(SMALL)}", mark.text.lower())
    return Decimal(small_number(words[0])) if words else None


def rounds_to(a: Mark, b: Mark) -> bool:
    """Whether the exact quantity `a`, rounded to the digits that `b` is written with, gives `b` ("18,233" to "18 thousand").

    Trailing zeros of `b` count as not significant. The same value rounds to itself, a date to its month or year.
    """
    if same_quantity(a, b):
        return True
    if a.type == "date":
        return _is_coarser(a, b)
    if a.type not in _NUMERIC or b.type not in _NUMERIC or not _compatible(a, b):
        return False
    value, target = Decimal(a.value), Decimal(b.value)
    written = _written(b) or target
    if not written or not target:
        return False
    factor = target / written
    exponent = written.normalize().as_tuple().exponent
    if factor == 0 or not isinstance(exponent, int):
        return False
    unit = Decimal(10) ** exponent
    return abs(value / factor - written) * 2 <= unit and value != 0
