"""Values: does a quantity of the summary occur in the spans, for the thing it is told of, or follow from what occurs?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.arithmetic import STEPS
from summarylint.evidence.crossings import crossings
from summarylint.evidence.derivation import ADDITIVE, counted, follows_from
from summarylint.evidence.figures import BARE, comparable, digits_of, is_small, quantities_of, same_size, same_year
from summarylint.evidence.index import Ledger
from summarylint.evidence.number_slips import SLIP_DIGITS, copied_wrong, is_rough, slip_of, slipped
from summarylint.evidence.occurrence import holding, holds, measured_here, occurs_as_value
from summarylint.evidence.rates import rates
from summarylint.evidence.slots import holders, likeness, slot_terms
from summarylint.evidence.table_cells import cells
from summarylint.evidence.turns import at_order
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.quantities import rounds_to, same_quantity
from summarylint.language.terms import stem, terms
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement, Witness

SAME_SLOT = 0.5
"""How much of its slot a value must share with another one to be the value of the same thing."""

_WHOLE_DATE = re.compile(r"(?:\d{4}|-)-\d\d-\d\d")
"""A date with a day in it; a month or a year by itself is told in too many ways."""

SMALL_SCORE = 0.4

SERIES_REACH = 24
"""Code points before a number in which the noun of its series stands ("Handoff 2", "part no. 3")."""

_SERIES = frozenset(stem(noun) for noun in read_lexicon("quantities")["series"])
"""Nouns whose number says which one: "Handoff 2" counts nothing."""

_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(?:the\s+|at\s+|after\s+)?$", re.I)

NEGATION_REACH = 12
"""Code points before a number in which the word stands that takes it back."""

DENIED_SCORE = 0.4
"""The witness score from which what the user takes back is this value, and not the same number of something else."""

PAIR_SCORE = 0.45
"""The witness score from which the only value of a type on each side is that of the same thing."""

PAIR_SLOT = 0.25

SAME_MATTER = 0.6
"""The witness score from which the only percentage (duration, sum of money) on each side is one, whatever stands beside it."""

_LONE = ("percentage", "money", "duration")

VERY_SLOT = 0.75
"""A counterpart so alike is the value itself, so only adding and taking away values of its own unit may explain another."""

SWAP_SCORE = 0.55
"""The witness score from which a value found elsewhere only is taken for a swap."""

SWAP_SLOT = 0.7
"""How much of its slot the value in the witness must share to be the one that was meant; the told value exists, so more."""

_INCOMPARABLE = ("line", "ordinal", "range", "timestamp", "dimension")
"""Types that change with every edit and every call, or are told in too many ways, to be held against each other."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A quantity that the spans give otherwise: `other` is the mark in the witness that stands in the same slot."""

    mark: Mark
    other: Mark
    witness: Witness
    way: Literal["altered", "swapped"]
    slot: float
    sign: Literal["crossed", "rate", "cell", "denied", "slip", "same-words", "keyed", "slot", "only-pair", "odd-one", "counted"]
    """What tells that the two stand for one thing."""


def discrepancies(
    text: str,
    statement: Statement,
    statements: Sequence[Statement],
    witnesses: Sequence[Witness],
    candidates: Sequence[Candidate],
    ledger: Ledger,
) -> Iterator[Discrepancy]:
    """Yield the quantities of `statement` (of the summary `text`) that the spans give otherwise for the same thing."""
    own = [mark for mark in quantities_of(statement) if _is_comparable(mark, text, statement)]
    if not own or statement.segment.form == "heading":
        return
    matter = _Matter(text, statement, statements, [*witnesses, *(witness(ledger, c) for c in candidates[len(witnesses) :])], ledger)
    for crossed in crossings(text, statement, lambda mark: holding(mark, ledger), ledger):
        yield Discrepancy(crossed.mark, crossed.other, crossed.witness, "swapped", 1.0, "crossed")
    for rate in rates(text, statement, ledger):
        yield Discrepancy(rate.mark, rate.other, rate.witness, "altered", 1.0, "rate")
    in_tables = {cell.mark.start: cell for cell in cells(text, statement, ledger)}
    for mark in own:
        if (cell := in_tables.get(mark.start)) is not None:
            yield Discrepancy(mark, cell.other, cell.witness, "swapped" if _stands(mark, matter) else "altered", 1.0, "cell")
            continue
        found = _denied(mark, matter) or (_swap(mark, matter) if _stands(mark, matter) else _altered(mark, matter))
        if found is not None and not _out_of(found, text):
            yield found


def _out_of(found: Discrepancy, text: str) -> bool:
    """Does the summary give the value as a part of the other one ("25 of 40 rows")? Then the other one is the whole, and told."""
    match = _WHOLE.match(text, found.mark.end)
    return match is not None and "".join(filter(str.isdigit, match["whole"])) == digits_of(found.other)


_WHOLE = re.compile(r"\s*(?:(?:out )?of|/)\s*(?:(?:the|all|its|these|those)\s)*(?P<whole>\d[\d,]*)(?![\d.])")


@dataclass(frozen=True, slots=True)
class _Matter:
    """What a value is judged by: its statement among all `statements` of the summary `text`, and the nearest witnesses."""

    text: str
    statement: Statement
    statements: Sequence[Statement]
    near: Sequence[Witness]
    ledger: Ledger

    def slot(self, mark: Mark) -> tuple[str, ...]:
        return slot_terms(self.text, self.statement, mark)


def _stands(mark: Mark, matter: _Matter) -> bool:
    return any(holds(found, mark) for found in matter.near) or occurs_as_value(mark, matter.ledger)


def _worked_out(mark: Mark, text: str) -> bool:
    """Does a word beside the value say that it is a sum or a difference ("68 pens together", "6 h more")?"""
    around = lowered(text[max(0, mark.start - BESIDE) : mark.end + BESIDE])
    return _SUMMED.search(around) is not None


BESIDE = 18
"""Code points on each side of a value in which such a word speaks of it."""

_SUMMED = re.compile(
    r"\b(?:together|altogether|in total|in all|combined|total of|sum of|more|fewer|extra|additional|further|short of|left over)\b"
)


def _keyed(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """Does a witness set the very name that the statement gives the value of ("upload_timeout: 90s") to another value, and only to it?"""
    names = [own.text.strip("`\"'") for own in matter.statement.marks if own.kind == "identifier"]
    if len(quantities_of(matter.statement)) != 1:
        return None
    found = [
        Discrepancy(mark, other, near, "altered", 1.0, "keyed")
        for near in _naming(names, matter.ledger)
        for other in quantities_of(near.statement)
        if _may_replace(other, mark) and any(_sets(near.span.text[near.statement.start : other.start], name) for name in names)
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


def _altered(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """The value stands nowhere: find the one it was made of, unless it was worked out."""
    ledger, statement, statements, near = matter.ledger, matter.statement, matter.statements, matter.near
    slot = matter.slot(mark)
    around = [*near, *(at_order(ledger, order) for order in holders(ledger, slot) if all(order != found.order for found in near))]
    slip = slip_of(mark, [*around, *slipped(mark, {*slot, *terms(mark.text)}, ledger)], statement)
    if slip and follows_from(mark, statement, [*near, slip[1]], statements, ADDITIVE, one_unit=len(digits_of(mark)) > SLIP_DIGITS):
        slip = None
    copied = slip or copied_wrong(matter.text, mark, around, statement, statements)
    if copied is not None:
        return Discrepancy(mark, copied[0], copied[1], "altered", 1.0, "slip" if slip else "same-words")
    keyed = _keyed(mark, matter)
    if keyed is not None:
        return keyed
    near_copy = _shifted(mark, matter) or _odd_one(mark, matter) or _counted_otherwise(mark, matter)
    if near_copy is not None:
        return near_copy
    by_slot = _counterpart(mark, matter, around, SAME_SLOT)
    found = by_slot or _only_pair(mark, matter)
    if _worked_out(mark, matter.text) or found is None or rounds_to(found[0], mark) or counted(mark, near):
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


def _shifted(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """Does the best witness give, of the very same thing, a value of the same digits with a zero more or less ("1 %", "10 %")?"""
    near = matter.near[:1] if matter.near and matter.near[0].score >= PAIR_SCORE else ()
    for found in near:
        for other in quantities_of(found.statement):
            alike = other.type == mark.type and other.unit == mark.unit and digits_of(other).strip("0") == digits_of(mark).strip("0")
            if alike and digits_of(other) and (slot := likeness(matter.ledger, matter.slot(mark), _slot_in(found, other))) >= VERY_SLOT:
                return Discrepancy(mark, other, found, "altered", slot, "slip")
    return None


def _odd_one(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """Does a near witness hold other values of the statement, and just one of this kind that the statement has not?

    The best witness has to hold all of them, one below it two and a value of this very unit.
    """
    told = quantities_of(matter.statement)
    if len(told) < LEAST_COPIED + 1 or not matter.near or _worked_out(mark, matter.text) or is_rough(mark, matter.statement):
        return None
    for found in matter.near[:ODD_NEAR]:
        copied = [one for one in told if one is not mark and holds(found, one)]
        whole = found is matter.near[0] and found.score >= PAIR_SCORE and len(copied) == len(told) - 1
        left = [other for other in quantities_of(found.statement) if not any(same_quantity(other, one) for one in told)]
        of_kind = left if whole else [other for other in left if mark.unit and other.unit == mark.unit and other.type == mark.type]
        if not whole and (found.score < ODD_SCORE or len({one.value for one in copied}) < LEAST_COPIED or _told_elsewhere(of_kind, matter)):
            continue
        if len(of_kind) != 1 or not _may_replace(of_kind[0], mark) or rounds_to(of_kind[0], mark):
            continue
        if (mark.unit and mark.unit == of_kind[0].unit) or matter.slot(mark)[:1] == _slot_in(found, of_kind[0])[:1]:
            return Discrepancy(mark, of_kind[0], found, "altered", 1.0, "odd-one")
    return None


def _counted_otherwise(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """Do the spans count things of this very name with one other number, a near witness among them ("6 runs", "five runs")?"""
    noun = stem(mark.unit) if mark.type == "count" and "/" not in mark.unit else ""
    orders = matter.ledger.postings.get(noun, ()) if noun else ()
    if not 0 < len(orders) <= MOST_COUNTING or _worked_out(mark, matter.text) or is_rough(mark, matter.statement):
        return None
    near = {found.order: found for found in matter.near if found.score >= COUNTED_SCORE}
    if near.keys().isdisjoint(orders) or mark.value in ("0", "1"):
        return None
    counts = [(order, other) for order in orders for other in quantities_of(at_order(matter.ledger, order).statement)
              if other.type == "count" and other.unit == mark.unit]  # fmt: skip
    held = [(order, other) for order, other in counts if order in near]
    if not held or len({other.value for _, other in counts}) != 1 or _told_elsewhere([held[0][1]], matter):
        return None
    if counted(mark, list(near.values())) or follows_from(mark, matter.statement, matter.near, matter.statements, ADDITIVE, one_unit=True):
        return None
    return Discrepancy(mark, held[0][1], near[held[0][0]], "altered", 1.0, "counted")


MOST_COUNTING = 16
"""Statements with a noun beyond which it is counted in too many ways."""

COUNTED_SCORE = 0.3
"""The score from which a witness that counts the same noun speaks of the same things."""


def _told_elsewhere(others: Sequence[Mark], matter: _Matter) -> bool:
    return any(same_quantity(other, one) for other in others for told in matter.statements for one in quantities_of(told))


ODD_NEAR = 4
"""Witnesses, the best first, among which the one that the statement copied its values from is looked for."""

ODD_SCORE = 0.3
"""The score from which a witness that is not the best may be that one."""

LEAST_COPIED = 2
"""Values that a statement must have copied from a witness before the one that differs was to be copied too."""


def _is_comparable(mark: Mark, text: str, statement: Statement) -> bool:
    """May this value be held against another? Moments without a day, ranges and the numbers of a series may not."""
    if mark.type in _INCOMPARABLE or ".." in mark.value or (mark.type == "date" and not _WHOLE_DATE.fullmatch(mark.value)):
        return False
    before = terms(text[max(statement.start, mark.start - SERIES_REACH) : mark.start])
    return not (before and before[-1] in _SERIES and is_small(mark))


def _only_pair(mark: Mark, matter: _Matter) -> tuple[Mark, Witness, float] | None:
    """Return the one value of this type in a witness on the same matter, where the statement has but one of it too."""
    if is_small(mark) or sum(1 for other in quantities_of(matter.statement) if comparable(mark, other)) > 1:
        return None
    for found in matter.near[:2]:
        others = [other for other in quantities_of(found.statement) if comparable(mark, other) and not same_year(mark, other)]
        if found.score >= PAIR_SCORE and len(others) == 1 and same_size(mark, others[0]):
            alike = likeness(matter.ledger, matter.slot(mark), _slot_in(found, others[0]))
            if alike >= PAIR_SLOT or (found.score >= SAME_MATTER and mark.type == others[0].type in _LONE):
                return others[0], found, alike
    return None


def _denied(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """What the user gives instead of this value ("400 days, not 90"), where the summary tells it nowhere."""
    for found in matter.near:
        if found.span.role != "user" or found.score < DENIED_SCORE:
            continue
        others = quantities_of(found.statement)
        for other in others:
            ahead = found.span.text[max(found.statement.start, other.start - NEGATION_REACH) : other.start]
            if same_quantity(mark, other) and _NOT.search(ahead):
                instead = next((m for m in others if m is not other and comparable(mark, m) and not same_quantity(mark, m)), None)
                if instead is not None and token_at(instead.text, matter.text) < 0 and not _told_elsewhere([instead], matter):
                    return Discrepancy(mark, instead, found, "altered", 1.0, "denied")
    return None


def _swap(mark: Mark, matter: _Matter) -> Discrepancy | None:
    """The value stands somewhere, but the best witness gives another one in its place."""
    near = matter.near
    if not near or near[0].score < SWAP_SCORE or holds(near[0], mark) or len(mark.value) == 1:
        return None
    slot = matter.slot(mark)
    for found in near:
        same = [other for other in quantities_of(found.statement) if same_quantity(mark, other)]
        if any(likeness(matter.ledger, slot, _slot_in(found, other)) >= SAME_SLOT for other in same):
            return None
    if measured_here(mark, matter.statement, matter.ledger) or _settled_later(mark, near[0], matter.ledger):
        return None
    best = _counterpart(mark, matter, near[:1], SWAP_SLOT)
    return Discrepancy(mark, best[0], best[1], "swapped", best[2], "slot") if best else None


def _settled_later(mark: Mark, found: Witness, ledger: Ledger) -> bool:
    """Does the user answer the witness with just this value ("back to 12 then")?"""
    for order in ledger.postings.get(mark.value, ()):
        if order <= found.order or ledger.span_of(order).role != "user" or len(ledger.text(order).split()) > LONGEST_ANSWER:
            continue
        if any(same_quantity(mark, other) for other in quantities_of(ledger.statement(order))):
            return True
    return False


LONGEST_ANSWER = 5
"""Words of an answer that gives a value and leaves out what it is the value of."""


def _counterpart(mark: Mark, matter: _Matter, around: Sequence[Witness], least_slot: float) -> tuple[Mark, Witness, float] | None:
    """Return the value of the likest slot, with its holder and the likeness."""
    slot, told = matter.slot(mark), quantities_of(matter.statement)
    best: tuple[Mark, Witness, float] | None = None
    elsewhere: set[str] = set()
    for found in around:
        for other in quantities_of(found.statement):
            if not _may_replace(other, mark) or any(same_quantity(other, one) for one in told):
                continue
            alike = likeness(matter.ledger, slot, _slot_in(found, other))
            if alike < least_slot:
                continue
            if not found.score:
                elsewhere.add(other.value)
            if best is None or alike * found.score > best[2] * best[1].score:
                best = other, found, alike
    if best is not None and not best[1].score and len(elsewhere) > 1:
        return None  # told of several such things, in no statement on this matter: any of them could be meant
    return best


def _may_replace(other: Mark, mark: Mark) -> bool:
    if not comparable(mark, other) or same_year(mark, other) or not same_size(mark, other):
        return False
    if digits_of(other) and digits_of(other) in digits_of(mark):
        return False
    return ".." not in other.value and not ("-" in other.value[1:] and other.type in BARE)


def _slot_in(found: Witness, mark: Mark) -> tuple[str, ...]:
    return slot_terms(found.span.text, found.statement, mark)
