"""Derivation: does a value follow from what the spans give, by one step or by counting what they list?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from summarylint.evidence.arithmetic import follows
from summarylint.evidence.figures import number_of
from summarylint.language.terms import terms
from summarylint.model import Mark, Statement, Witness

ADDITIVE = ("sum", "difference")
"""The steps that keep the unit."""

MOST_LISTED = 50
"""Longer lists nobody counts by hand in a sentence."""


def follows_from(
    mark: Mark,
    statement: Statement,
    near: Sequence[Witness],
    statements: Sequence[Statement],
    steps: Sequence[str],
    *,
    one_unit: bool = False,
) -> bool:
    """Does the value follow by one step from values of one witness, of the same unit, or told in the summary itself?

    With `one_unit` the values of a witness count only where they have the unit of the mark.
    A witness's counts of things that the statement names may be taken together: 30 hens and 12 ducks are "42 hens and ducks".
    """
    if mark.type == "time":
        told = [m for found in (*(w.statement for w in near), *statements) for m in found.marks if m.type == "time" and m is not mark]
        lasting = _minutes(mark)
        return lasting is not None and follows(lasting, [n for m in told if (n := _minutes(m)) is not None], ADDITIVE) is not None
    value = number_of(mark)
    if value is None:
        return False
    groups = [[m for m in found.statement.marks if m.kind == "quantity"] for found in near] if not one_unit else []
    same = [m for found in near for m in found.statement.marks if m.kind == "quantity" and mark.unit and m.unit == mark.unit]
    groups.append(same)
    if mark.type == "count":
        named = set(statement.terms)
        groups += [[m for m in found.statement.marks if m.type == "count" and named.issuperset(terms(m.unit))] for found in near]
    groups.append([m for statement in statements for m in statement.marks if m.kind == "quantity" and m is not mark])
    return any(follows(value, [n for m in group if (n := number_of(m)) is not None], steps) is not None for group in groups)


def elapsed(mark: Mark, statement: Statement, near: Sequence[Witness]) -> bool:
    """Is a length of time what lies between two clock times, or two dates, that its statement or the witnesses give?"""
    seconds = number_of(mark) if mark.type == "duration" else None
    if seconds is None:
        return False
    statements = [statement, *(found.statement for found in near)]
    marks = [mark for statement in statements for mark in statement.marks]
    clock = list(dict.fromkeys(at for mark in marks if mark.type == "time" and (at := _clock(mark.value)) is not None))[:MOST_MOMENTS]
    days = list(dict.fromkeys(at for mark in marks if mark.type == "date" and (at := _day(mark.value)) is not None))[:MOST_MOMENTS]
    # Clock times with seconds are told apart in whole minutes; what begins before midnight ends the day after.
    slack = HALF_A_MINUTE if seconds > MINUTE and any(at % MINUTE for at in clock) else 0
    apart = {abs(one - other) for one, other in combinations(clock, 2)}
    apart |= {DAY - length for length in apart}
    apart |= {abs(one - other) * DAY for one, other in combinations(days, 2)}
    return any(abs(length - seconds) <= slack for length in apart)


MOST_MOMENTS = 24
"""Moments that are held against each other; among more of them some two are any time apart."""

MINUTE, DAY = 60, 86_400
HALF_A_MINUTE = 30


def _clock(value: str) -> int | None:
    """Return the seconds since midnight of a time in its normal form ("09:04:40"), or None."""
    parts = value.split(":")
    if len(parts) not in (2, 3) or not all(part.isdigit() for part in parts):
        return None
    hours, minutes, *rest = map(int, parts)
    return hours * 3600 + minutes * MINUTE + (rest[0] if rest else 0)


def _day(value: str) -> int | None:
    """Return the number of a whole date in its normal form; one without a year is taken for one of a leap year."""
    year, _, tail = ("2000", "", value[2:]) if value.startswith("--") else value.partition("-")
    try:
        return date.fromisoformat(f"{year}-{tail}").toordinal()
    except ValueError:
        return None


def _minutes(mark: Mark) -> Decimal | None:
    """Read "9:30" as a length; in minutes or seconds comes to the same, where only sums and differences are asked for."""
    parts = mark.text.split(":")
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return None
    return Decimal(int(parts[0]) * 60 + int(parts[1]))


def counted(mark: Mark, near: Sequence[Witness]) -> bool:
    """Is the value the number of things that a witness lists?"""
    value = number_of(mark)
    if value is None or not 2 <= value <= MOST_LISTED or value != int(value):
        return False
    for found in near:
        text = found.span.text[found.statement.start : found.statement.end]
        pieces = [_items(piece) for piece in text.replace(", and ", ", ").split(";")]
        if int(value) in pieces or sum(pieces) == int(value):
            return True
        if sum(1 for line in found.span.text.splitlines() if line.strip()) == int(value):
            return True
    return False


def _items(piece: str) -> int:
    """How many things does this part of a list name?"""
    commas = piece.count(",")
    return commas + 1 + (1 if " and " in piece and commas == 0 else 0)
