"""Altered values: the value that one which stands nowhere in the spans was made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from summarylint.evidence.arithmetic import STEPS
from summarylint.evidence.counts import totals
from summarylint.evidence.derivation import ADDITIVE, counted, elapsed, follows_from
from summarylint.evidence.figures import comparable, digits_of, is_small, quantities_of, same_size, same_year
from summarylint.evidence.index import Ledger
from summarylint.evidence.number_slips import SLIP_DIGITS, copied_wrong, is_rough, labelled_slip, slip_of, slipped
from summarylint.evidence.occurrence import holding, holds
from summarylint.evidence.slots import holders, likeness
from summarylint.evidence.turns import at_order
from summarylint.evidence.value_matter import (
    SAME_SLOT,
    Discrepancy,
    ValueMatter,
    counterpart,
    may_replace,
    slot_in,
    told_elsewhere,
    worked_out,
)
from summarylint.language.quantity_likeness import rounds_to, same_quantity
from summarylint.language.terms import stem, terms
from summarylint.model import Mark, Statement, Witness

SMALL_SCORE = 0.4

PAIR_SCORE = 0.45
"""The witness score from which the only value of a type on each side is that of the same thing."""

PAIR_SLOT = 0.25

SAME_MATTER = 0.6
"""The witness score from which the only percentage (duration, sum of money) on each side is one, whatever stands beside it."""

_LONE = ("percentage", "money", "duration")

VERY_SLOT = 0.75
"""A counterpart so alike is the value itself, so only adding and taking away values of its own unit may explain another."""


def _keyed(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """Does a witness set the very name that the statement gives the value of ("upload_timeout: 90s") to another value, and only to it?"""
    names = [own.text.strip("`\"'") for own in matter.statement.marks if own.kind == "identifier"]
    if len(quantities_of(matter.statement)) != 1:
        return None
    found = [
        Discrepancy(mark, other, near, "altered", 1.0, "keyed")
        for near in _naming(names, matter.ledger)
        for other in quantities_of(near.statement)
        if may_replace(other, mark) and any(_sets(near.span.text[near.statement.start : other.start], name) for name in names)
    ]
    values = {(one.other.value, one.other.unit) for one in found}
    return found[0] if len(values) == 1 and not rounds_to(found[0].other, mark) and not is_rough(mark, matter.statement) else None


def _naming(names: Sequence[str], ledger: Ledger) -> Iterator[Witness]:
    """The statements that may hold one of the names; none for a name that stands all over the window."""
    for name in names:
        held = [set(ledger.postings.get(term, ())) for term in terms(name)]
        orders = sorted(set.intersection(*held)) if held else []
        yield from (at_order(ledger, order) for order in orders if len(orders) <= MOST_NAMING and ledger.span_of(order).role != "summary")


MOST_NAMING = 12
"""A name in more statements has had many values, or is no name."""


def _sets(before: str, name: str) -> bool:
    """Does a text end in the name and a sign that sets it?"""
    match = _SETS.search(before)
    return match is not None and before[: match.start()].endswith(name) and not before[: match.start() - len(name)][-1:].isalnum()


_SETS = re.compile(r"[\"'`]?\s*(?::|=|:=)\s*[\"']?\Z")


def altered(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """The value stands nowhere: find the one it was made of, unless it was worked out."""
    ledger, statement, statements, near = matter.ledger, matter.statement, matter.statements, matter.near
    if elapsed(mark, statement, near):
        return None
    slot = matter.slot(mark)
    around = [*near, *(at_order(ledger, order) for order in holders(ledger, slot) if all(order != found.order for found in near))]
    slip = slip_of(mark, [*around, *slipped(mark, {*slot, *terms(mark.text)}, ledger)], statement)
    if slip and follows_from(mark, statement, [*near, slip[1]], statements, ADDITIVE, one_unit=len(digits_of(mark)) > SLIP_DIGITS):
        slip = None
    slip = slip or labelled_slip(mark, statement, ledger)
    copied = slip or copied_wrong(matter.text, mark, around, statement, statements)
    if copied is not None:
        return Discrepancy(mark, copied[0], copied[1], "altered", 1.0, "slip" if slip else "same-words")
    keyed = _keyed(mark, matter)
    if keyed is not None:
        return keyed
    near_copy = _shifted(mark, matter) or _odd_one(mark, matter) or _of_same_row(mark, matter) or _counted_otherwise(mark, matter)
    if near_copy is not None:
        return near_copy
    by_slot = counterpart(mark, matter, around, SAME_SLOT)
    found = by_slot or _only_pair(mark, matter)
    if worked_out(mark, matter.text) or found is None or rounds_to(found[0], mark) or counted(mark, near):
        return None
    if is_rough(mark, statement) and not is_rough(found[0], found[1].statement):
        return None
    if is_small(mark) and (found[2] < VERY_SLOT or found[1].score < SMALL_SCORE):
        return None
    very = found[2] >= VERY_SLOT or _counts_alike(mark, found[0], statements)
    if follows_from(mark, statement, around, statements, ADDITIVE if very else STEPS, one_unit=very):
        return None
    return Discrepancy(mark, found[0], found[1], "altered", found[2], "slot" if by_slot else "only-pair")


def _counts_alike(mark: Mark, other: Mark, statements: Sequence[Statement]) -> bool:
    """Do the two count things of one name, or measure in one unit, and does the summary tell the other one nowhere?

    Then a step over values of other units explains neither.
    """
    alike = bool(mark.unit) and mark.unit == other.unit and mark.type == other.type
    return alike and not any(same_quantity(other, told) for statement in statements for told in quantities_of(statement))


def _shifted(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """Does the best witness give, of the very same thing, a value of the same digits with a zero more or less ("1 %", "10 %")?"""
    near = matter.near[:1] if matter.near and matter.near[0].score >= PAIR_SCORE else ()
    for found in near:
        for other in quantities_of(found.statement):
            alike = other.type == mark.type and other.unit == mark.unit and digits_of(other).strip("0") == digits_of(mark).strip("0")
            if alike and digits_of(other) and (slot := likeness(matter.ledger, matter.slot(mark), slot_in(found, other))) >= VERY_SLOT:
                return Discrepancy(mark, other, found, "altered", slot, "slip")
    return None


def _odd_one(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """Does a near witness hold other values of the statement, and just one of this kind that the statement has not?

    The best witness has to hold all of them, one below it two and a value of this very unit.
    """
    told = quantities_of(matter.statement)
    if len(told) < LEAST_COPIED + 1 or not matter.near or worked_out(mark, matter.text) or is_rough(mark, matter.statement):
        return None
    for found in matter.near[:ODD_NEAR]:
        copied = [one for one in told if one is not mark and holds(found, one)]
        whole = found is matter.near[0] and found.score >= PAIR_SCORE and len(copied) == len(told) - 1
        left = [other for other in quantities_of(found.statement) if not any(same_quantity(other, one) for one in told)]
        of_kind = left if whole else [other for other in left if mark.unit and other.unit == mark.unit and other.type == mark.type]
        if not whole and (found.score < ODD_SCORE or len({one.value for one in copied}) < LEAST_COPIED or told_elsewhere(of_kind, matter)):
            continue
        if len(of_kind) != 1 or not may_replace(of_kind[0], mark) or rounds_to(of_kind[0], mark):
            continue
        if (mark.unit and mark.unit == of_kind[0].unit) or matter.slot(mark)[:1] == slot_in(found, of_kind[0])[:1]:
            return Discrepancy(mark, of_kind[0], found, "altered", 1.0, "odd-one")
    return None


def _of_same_row(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """Does a value beside this one come from one statement of the window alone, which has just one value of this unit, told nowhere?

    A row of measurements is copied value by value, whatever name is put before it.
    """
    if not mark.unit or mark.type == "count" or worked_out(mark, matter.text) or is_rough(mark, matter.statement):
        return None
    for mate in _mates(mark, matter):
        held = {order for order, _ in holding(mate, matter.ledger) if matter.ledger.span_of(order).role != "summary"}
        if len(held) != 1:
            continue
        found = at_order(matter.ledger, held.pop())
        same = [other for other in quantities_of(found.statement) if other.type == mark.type and other.unit == mark.unit]
        if len(same) != 1 or not may_replace(same[0], mark) or rounds_to(same[0], mark) or told_elsewhere(same, matter):
            continue
        if not follows_from(mark, matter.statement, [found, *matter.near], matter.statements, STEPS, one_unit=True):
            return Discrepancy(mark, same[0], found, "altered", 1.0, "same-row")
    return None


def _mates(mark: Mark, matter: ValueMatter) -> list[Mark]:
    """The values on the same line that are near enough, and long enough to be known again."""
    near = [m for one in matter.statements for m in quantities_of(one) if m is not mark and abs(m.start - mark.start) <= ROW_REACH]
    return [m for m in near if len(digits_of(m)) >= SLIP_DIGITS and "\n" not in matter.text[min(m.start, mark.start) : mark.end]]


ROW_REACH = 60
"""Code points within which values are told of one thing, one after the other."""


def _counted_otherwise(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """Do the spans count things of this very name with one other number, a near witness among them ("6 runs", "five runs")?"""
    noun = stem(mark.unit) if mark.type == "count" and "/" not in mark.unit else ""
    orders = matter.ledger.postings.get(noun, ()) if noun else ()
    if not 0 < len(orders) <= MOST_COUNTING or worked_out(mark, matter.text) or is_rough(mark, matter.statement):
        return None
    near = {found.order: found for found in matter.near if found.score >= COUNTED_SCORE}
    if near.keys().isdisjoint(orders) or mark.value in ("0", "1"):
        return None
    counts = totals(mark, orders, matter.ledger)
    held = [(order, other) for order, other in counts if order in near]
    if not held or len({other.value for _, other in counts}) != 1 or told_elsewhere([held[0][1]], matter):
        return None
    if counted(mark, list(near.values())) or follows_from(mark, matter.statement, matter.near, matter.statements, ADDITIVE, one_unit=True):
        return None
    return Discrepancy(mark, held[0][1], near[held[0][0]], "altered", 1.0, "counted")


MOST_COUNTING = 16
"""Statements with a noun beyond which it is counted in too many ways."""

COUNTED_SCORE = 0.3
"""The score from which a witness that counts the same noun speaks of the same things."""

ODD_NEAR = 4
"""Witnesses, the best first, among which the one that the statement copied its values from is looked for."""

ODD_SCORE = 0.3
"""The score from which a witness that is not the best may be that one."""

LEAST_COPIED = 2
"""Values that a statement must have copied from a witness before the one that differs was to be copied too."""


def _only_pair(mark: Mark, matter: ValueMatter) -> tuple[Mark, Witness, float] | None:
    """Return the one value of this type in a witness on the same matter, where the statement has but one of it too."""
    if is_small(mark) or sum(1 for other in quantities_of(matter.statement) if comparable(mark, other)) > 1:
        return None
    for found in matter.near[:2]:
        others = [other for other in quantities_of(found.statement) if comparable(mark, other) and not same_year(mark, other)]
        if found.score >= PAIR_SCORE and len(others) == 1 and same_size(mark, others[0]):
            alike = likeness(matter.ledger, matter.slot(mark), slot_in(found, others[0]))
            if alike >= PAIR_SLOT or (found.score >= SAME_MATTER and mark.type == others[0].type in _LONE):
                return others[0], found, alike
    return None
