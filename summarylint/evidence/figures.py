"""Figures: when two quantities are the same value, and when they may be held against each other at all."""

from __future__ import annotations

import itertools
from decimal import Decimal, InvalidOperation

from summarylint.language.quantity_likeness import same_quantity
from summarylint.model import Mark, Statement

BARE = ("number", "count", "ordinal", "line")

_MEASURED = ("size", "duration", "measure")

CONVERSION = Decimal("0.03")
"""What a change of unit may take or add by rounding: a gigabyte of 1000 or 1024 megabytes differ by this much."""

_THOUSANDS = ("k", "K", "M")

SAME_SIZE = Decimal(3)
"""Beyond this factor two numbers of like slots are mostly those of two things."""

NOUN_HEAD = 4
"""Letters that tell a counted noun and its short form to be one."""

SMALL = 12
"""Counts up to a dozen are made afresh by whoever sums up, so only a value of the very same slot speaks against one."""


MEASURED_DIGITS = 3
"""A broken number of so many digits ("1.008", "0.643") was read off something, however small it is."""

MOST_QUANTITIES = 200
"""Values of one statement that are compared; a statement with more is a dump of data, and comparing each with each takes for ever."""


def quantities_of(statement: Statement) -> list[Mark]:
    """Return the quantities in `statement`, in text order: the first `MOST_QUANTITIES` of them."""
    return list(itertools.islice((mark for mark in statement.marks if mark.kind == "quantity"), MOST_QUANTITIES))


def number_of(mark: Mark) -> Decimal | None:
    try:
        return Decimal(mark.value)
    except InvalidOperation:
        return None


def digits_of(mark: Mark) -> str:
    return "".join(char for char in mark.text if char.isdigit())


def is_small(mark: Mark) -> bool:
    number = number_of(mark)
    if mark.type not in BARE or number is None or abs(number) > SMALL:
        return False
    return number == number.to_integral_value() or len(number.as_tuple().digits) < MEASURED_DIGITS


def same_value(mark: Mark, other: Mark) -> bool:
    """Is it the same number of the same things? A noun may be cut short ("42 chars", "42 characters")."""
    if (
        "number" in (mark.type, other.type)
        and digits_of(mark) == digits_of(other)
        and (mark.text[-1:] in _THOUSANDS or other.text[-1:] in _THOUSANDS)
    ):
        return True  # "budget is 70" among people who speak of thousands
    if {mark.type, other.type} == {"time"} and (mark.value.startswith(other.value) or other.value.startswith(mark.value)):
        return True  # the seconds left out
    if mark.type == other.type and mark.type in _MEASURED and _close(mark, other):
        return True
    alike = mark.unit[:NOUN_HEAD] == other.unit[:NOUN_HEAD]
    return same_quantity(mark, other) or (mark.type in BARE and other.type in BARE and alike and mark.value == other.value)


def _close(mark: Mark, other: Mark) -> bool:
    """Is one the other in a coarser unit? 60,416 MB may be told as 59 GB."""
    left, right = number_of(mark), number_of(other)
    if left is None or right is None or not right or digits_of(mark) == digits_of(other) or len(digits_of(mark)) == len(digits_of(other)):
        return False
    return abs(left - right) <= abs(right) * CONVERSION


def comparable(one: Mark, other: Mark) -> bool:
    if (number := number_of(one)) is not None and number == number_of(other):
        return False  # the same figure under another name
    if one.type == other.type and (one.unit == other.unit or one.type == "duration"):
        return True
    bare = [mark for mark in (one, other) if mark.type in BARE and not mark.unit]
    if {one.type, other.type} <= set(BARE):
        return bool(bare)
    if not bare:
        return False
    kinds = {one.type, other.type}
    return "money" in kinds or ("percentage" in kinds and _is_share(number_of(bare[0])))


def _is_share(number: Decimal | None) -> bool:
    """Can this be a share of one, as "0.35" is for 35 %?"""
    return number is not None and number != 0 and abs(number) <= 1


def same_size(one: Mark, other: Mark) -> bool:
    """Are the two of one size and kind? A number told wrong is seldom off by more, and stays a whole one where it was one."""
    left, right = number_of(one), number_of(other)
    if left is None or right is None or not left or not right:
        return True
    whole = left == left.to_integral_value(), right == right.to_integral_value()
    return 1 / SAME_SIZE <= abs(left / right) <= SAME_SIZE and (whole[0] == whole[1] or one.type == other.type != "number")


def same_year(one: Mark, other: Mark) -> bool:
    """Is one the short form of the other ("the 64 convention", "1964")?"""
    short, long = sorted((digits_of(one), digits_of(other)), key=len)
    return len(short) == 2 and len(long) == 4 and long.endswith(short)
