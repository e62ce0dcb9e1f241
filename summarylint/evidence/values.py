"""Values: does a quantity of the summary occur in the spans, for the thing it is told of, or follow from what occurs?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.arithmetic import follows
from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import likeness, slot_terms
from summarylint.language.phrases import lowered
from summarylint.language.quantities import rounds_to, same_quantity
from summarylint.language.terms import WORD, stem
from summarylint.model import Mark, Statement, Witness

LEAST_SCORE = 0.3
"""The score of a witness from which its values belong to the same matter."""

SAME_SLOT = 0.5
"""How much of its slot a value must share with another one to be the value of the same thing."""

SWAP_SCORE = 0.55
"""The witness score from which a value found elsewhere only is taken for a swap."""

LOOKED_THROUGH = 60
"""Statements with the digits of a value that are read to see whether it is that value."""

_BARE = ("number", "count", "ordinal", "line")


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A quantity that the spans give otherwise: `other` is the mark in the witness that stands in the same slot."""

    mark: Mark
    other: Mark
    witness: Witness
    way: Literal["altered", "swapped"]
    slot: float


def discrepancies(text: str, statement: Statement, statements: Sequence[Statement], witnesses: Sequence[Witness],
                  candidates: Sequence[Candidate], ledger: Ledger) -> Iterator[Discrepancy]:  # fmt: skip
    """Yield the quantities of `statement` (of the summary `text`) that the spans give otherwise for the same thing."""
    own = [mark for mark in statement.marks if mark.kind == "quantity" and mark.type not in ("line", "ordinal")]
    if not own or not witnesses:
        return
    near = [*witnesses, *(witness(ledger, c) for c in candidates[len(witnesses) :])]
    for mark in own:
        if any(same_quantity(mark, other) for w in near for other in w.statement.marks if other.kind == "quantity"):
            if not any(_holds(w, mark) for w in near[:1]):
                yield from _swaps(text, mark, statement, near, ledger)
            continue
        if _occurs(mark, ledger):
            yield from _swaps(text, mark, statement, near, ledger)
            continue
        if _follows(mark, near, statements) or _counted(mark, near):
            continue
        found = _counterpart(text, mark, statement, near, ledger, LEAST_SCORE, SAME_SLOT)
        if found is not None and not rounds_to(found[0], mark):
            yield Discrepancy(mark, found[0], found[1], "altered", found[2])


def _swaps(text: str, mark: Mark, statement: Statement, near: Sequence[Witness], ledger: Ledger) -> Iterator[Discrepancy]:
    if near[0].score < SWAP_SCORE:
        return
    slot = slot_terms(text, statement, mark)
    for found in near:
        for other in found.statement.marks:
            if other.kind == "quantity" and same_quantity(mark, other) and likeness(ledger, slot, slot_terms(found.span.text, found.statement, other)) >= SAME_SLOT:
                return
    best = _counterpart(text, mark, statement, near[:1], ledger, SWAP_SCORE, 0.7)
    if best is not None:
        yield Discrepancy(mark, best[0], best[1], "swapped", best[2])


def _holds(found: Witness, mark: Mark) -> bool:
    return any(same_quantity(mark, other) for other in found.statement.marks if other.kind == "quantity")


def _counterpart(text: str, mark: Mark, statement: Statement, near: Sequence[Witness], ledger: Ledger,
                 least_score: float, least_slot: float) -> tuple[Mark, Witness, float] | None:  # fmt: skip
    slot = slot_terms(text, statement, mark)
    told = [other for other in statement.marks if other.kind == "quantity"]
    best: tuple[Mark, Witness, float] | None = None
    for found in near:
        if found.score < least_score:
            continue
        for other in found.statement.marks:
            if other.kind != "quantity" or not _comparable(mark, other) or any(same_quantity(other, one) for one in told):
                continue
            alike = likeness(ledger, slot, slot_terms(found.span.text, found.statement, other))
            if alike >= least_slot and (best is None or alike * found.score > best[2] * best[1].score):
                best = other, found, alike
    return best


def _comparable(one: Mark, other: Mark) -> bool:
    if one.type in _BARE and other.type in _BARE:
        return one.unit == other.unit or "" in (one.unit, other.unit)
    return one.type == other.type and one.unit == other.unit


def _occurs(mark: Mark, ledger: Ledger) -> bool:
    """Does the value stand anywhere, written with the same digits?"""
    lists = [ledger.postings.get(stem(word) or word, ()) for word in WORD.findall(lowered(mark.text)) if word[:1].isdigit()]
    if not lists:
        return False
    orders = set(min(lists, key=len))
    for held in lists:
        orders.intersection_update(held)
    if len(orders) > LOOKED_THROUGH:
        return True
    return any(same_quantity(mark, other) for order in orders for other in ledger.statement(order).marks if other.kind == "quantity")


def _number(mark: Mark) -> Decimal | None:
    try:
        return Decimal(mark.value)
    except InvalidOperation:
        return None


def _follows(mark: Mark, near: Sequence[Witness], statements: Sequence[Statement]) -> bool:
    """Does the value follow by one step from values of the witnesses, or from others that the summary itself tells?"""
    value = _number(mark)
    if value is None:
        return False
    sources = [n for w in near for m in w.statement.marks if m.kind == "quantity" and (n := _number(m)) is not None]
    told = [n for s in statements for m in s.marks if m.kind == "quantity" and m is not mark and (n := _number(m)) is not None]
    return follows(value, sources) is not None or follows(value, told) is not None


def _counted(mark: Mark, near: Sequence[Witness]) -> bool:
    """Is the value the number of things that a witness lists?"""
    value = _number(mark)
    if value is None or value != int(value) or not 2 <= value <= 50:
        return False
    for found in near:
        text = found.span.text[found.statement.start : found.statement.end]
        pieces = [piece.count(",") + 1 + (1 if " and " in piece and piece.count(",") == 0 else 0) for piece in text.replace(", and ", ", ").split(";")]
        if int(value) in pieces or sum(pieces) == int(value):
            return True
        if sum(1 for line in found.span.text.splitlines() if line.strip()) == int(value):
            return True
    return False
