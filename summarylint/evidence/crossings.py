"""Crossings: two values of a span, each told of the other's thing ("SDA on 9, SCL on 8" for "sda is 8, scl is 9").

Both values stand in the spans, so a test for presence passes; what stands beside each of them tells that they changed places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import slot_terms
from summarylint.language.phrases import lowered
from summarylint.model import Mark, Statement, Witness

MOST_VALUES = 12
"""Values of one statement that are held against each other; a longer list is a table, and read row by row."""

NEAR_TERMS = 3
"""Terms of a slot that may be the name of the thing; those further off belong to its neighbours."""

MOST_HOLDERS = 12
"""Statements of one value looked at; a value in more of them belongs to many things."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """`mark` is told of the thing whose value is `other`; `witness` holds `other`'s own place for it."""

    mark: Mark
    other: Mark
    witness: Witness


Holders = Callable[[Mark], Sequence[tuple[int, Mark]]]
"""Return the statements that hold a value, each with the mark there."""


def crossings(text: str, statement: Statement, holders: Holders, ledger: Ledger) -> Iterator[Crossing]:
    """Yield pairs of values of `statement` (of the summary `text`) that changed places against one and the same span."""
    values = [mark for mark in statement.marks if mark.kind == "quantity" and mark.type not in ("ordinal", "line", "range")][:MOST_VALUES]
    slots = {mark.start: (*_name(text, statement, mark), *slot_terms(text, statement, mark)) for mark in values}
    for one, two in combinations(values, 2):
        if one.type != two.type or one.unit != two.unit or one.value == two.value:
            continue
        first, second = _own(slots[one.start], slots[two.start]), _own(slots[two.start], slots[one.start])
        if first and second:
            yield from _crossed(one, two, first, second, holders, ledger)


def _own(slot: tuple[str, ...], other: tuple[str, ...]) -> set[str]:
    """Return the two nearest terms of a slot that the other one has not: the name of the thing itself is among them."""
    return set([term for term in slot if term not in other][:2])


def _crossed(one: Mark, two: Mark, first: set[str], second: set[str], holders: Holders, ledger: Ledger) -> Iterator[Crossing]:
    held_one, held_two = holders(one), holders(two)
    if not held_one or not held_two or len(held_one) > MOST_HOLDERS or len(held_two) > MOST_HOLDERS:
        return
    near_one = [(order, mark, _slot(order, mark, ledger)) for order, mark in held_one]
    near_two = [(order, mark, _slot(order, mark, ledger)) for order, mark in held_two]
    if any(first & slot for _, _, slot in near_one) or any(second & slot for _, _, slot in near_two):
        return  # somewhere a value stands with its own thing
    for order, _, slot in near_one:
        for other_order, other, other_slot in near_two:
            if second & slot and first & other_slot and ledger.span_of(order) is ledger.span_of(other_order):
                yield Crossing(one, other, Witness(ledger.span_of(other_order), ledger.statement(other_order), 0.0, (), other_order))
                return


def _slot(order: int, mark: Mark, ledger: Ledger) -> set[str]:
    text, statement = ledger.span_of(order).text, ledger.statement(order)
    return {*_name(text, statement, mark), *slot_terms(text, statement, mark)[:NEAR_TERMS]}


def _name(text: str, statement: Statement, mark: Mark) -> tuple[str, ...]:
    """Return the last name before a value that a letter or number behind a hyphen tells from its sisters ("nova-s", "nova-m")."""
    found = _SISTER.findall(lowered(text[max(statement.start, mark.start - NAME_REACH) : mark.start]))
    return tuple(found[-1:])


NAME_REACH = 40
"""Code points before a value in which the name of its thing stands."""

_SISTER = re.compile(r"(?<![\w-])[a-z][\w.]*-[a-z0-9]{1,2}(?![\w-])")
