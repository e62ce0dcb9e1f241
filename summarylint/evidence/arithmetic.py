"""Arithmetic: does a number of the summary follow from the numbers of the spans by one step?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation, Overflow
from itertools import combinations

STEPS = ("sum", "difference", "product", "ratio", "percentage")
"""What people work out in one step and tell without the working."""

MOST_NUMBERS = 40
"""Numbers looked at; with more of them some pair gives nearly any value, and the step would prove nothing."""

LEAST_DIGITS_ROUNDED = 2
"""A rounded ratio counts from so many digits on."""


def follows(value: Decimal, sources: Sequence[Decimal], steps: Collection[str] = STEPS) -> str | None:
    """Return the step by which `value` follows from `sources` ("sum", "difference", ...), or None.

    Only those in `steps` are tried: the sum, difference, product or ratio of two, a percentage of one in another, the
    share that then remains of a hundred, and the sum of a run of neighbours.
    """
    numbers = list(dict.fromkeys(sources))[:MOST_NUMBERS]
    for one, other in combinations(numbers, 2):
        for step, result in _steps(one, other):
            if step in steps and (result == value or (step in ("ratio", "percentage") and _rounded(value, result))):
                return step
    return "sum" if "sum" in steps and _run_sums(list(sources)[:MOST_NUMBERS], value) else None


def _steps(one: Decimal, other: Decimal) -> list[tuple[str, Decimal]]:
    found = [("sum", one + other), ("difference", abs(one - other))]
    try:
        found.append(("product", one * other))
    except Overflow:  # powers of ten beyond all measure; no summary tells their product
        return found
    for above, below in ((one, other), (other, one)):
        try:
            ratio = above / below
        except (InvalidOperation, DivisionByZero, Overflow):
            continue
        found += [("ratio", ratio), ("percentage", ratio * 100), ("percentage", abs(100 - ratio * 100))]
    return found


def _rounded(value: Decimal, result: Decimal) -> bool:
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or not value or len(value.as_tuple().digits) < LEAST_DIGITS_ROUNDED:
        return False
    try:  # people round a half up, most programs to the even digit
        return any(result.quantize(Decimal(1).scaleb(exponent), rounding) == value for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN))
    except InvalidOperation:
        return False


def _run_sums(numbers: list[Decimal], value: Decimal) -> bool:
    for first in range(len(numbers)):
        total = numbers[first]
        for number in numbers[first + 1 :]:
            total += number
            if total == value:
                return True
    return False
