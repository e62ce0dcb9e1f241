"""What a value of the summary is judged by, and what another value must be to stand in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.figures import BARE, comparable, digits_of, quantities_of, same_size, same_year
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import holds, occurs_as_value
from summarylint.evidence.slots import likeness, slot_terms
from summarylint.language.phrases import lowered
from summarylint.language.quantity_likeness import same_quantity
from summarylint.model import Mark, Statement, Witness

SAME_SLOT = 0.5
"""How much of its slot a value must share with another one to be the value of the same thing."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A quantity that the spans give otherwise: `other` is the mark in the witness that stands in the same slot."""

    mark: Mark
    other: Mark
    witness: Witness
    way: Literal["altered", "swapped"]
    slot: float
    sign: Literal["crossed", "rate", "cell", "denied", "slip", "same-words", "keyed", "slot", "only-pair", "odd-one", "same-row", "counted"]
    """What tells that the two stand for one thing."""


@dataclass(frozen=True, slots=True)
class ValueMatter:
    """What a value is judged by: its statement among all `statements` of the summary `text`, and the nearest witnesses."""

    text: str
    statement: Statement
    statements: Sequence[Statement]
    near: Sequence[Witness]
    ledger: Ledger

    def slot(self, mark: Mark) -> tuple[str, ...]:
        """What a value of the statement is the value of."""
        return slot_terms(self.text, self.statement, mark)


def stands(mark: Mark, matter: ValueMatter) -> bool:
    """Does the value stand in a near witness, or as a value anywhere in the spans?"""
    return any(holds(found, mark) for found in matter.near) or occurs_as_value(mark, matter.ledger)


def worked_out(mark: Mark, text: str) -> bool:
    """Does a word beside the value say that it is a sum or a difference ("68 pens together", "6 h more")?"""
    around = lowered(text[max(0, mark.start - BESIDE) : mark.end + BESIDE])
    return _SUMMED.search(around) is not None


BESIDE = 18
"""Code points on each side of a value in which such a word speaks of it."""

_SUMMED = re.compile(
    r"\b(?:together|altogether|in total|in all|combined|total of|sum of|more|fewer|extra|additional|further|short of|left over)\b"
)


def told_elsewhere(others: Sequence[Mark], matter: ValueMatter) -> bool:
    """Does any statement of the summary tell one of the other values?"""
    return any(same_quantity(other, one) for other in others for told in matter.statements for one in quantities_of(told))


def counterpart(mark: Mark, matter: ValueMatter, around: Sequence[Witness], least_slot: float) -> tuple[Mark, Witness, float] | None:
    """Return the value of the likest slot, with its holder and the likeness."""
    slot, told = matter.slot(mark), quantities_of(matter.statement)
    best: tuple[Mark, Witness, float] | None = None
    elsewhere: set[str] = set()
    for found in around:
        for other in quantities_of(found.statement):
            if not may_replace(other, mark) or any(same_quantity(other, one) for one in told):
                continue
            alike = likeness(matter.ledger, slot, slot_in(found, other))
            if alike < least_slot:
                continue
            if not found.score:
                elsewhere.add(other.value)
            if best is None or alike * found.score > best[2] * best[1].score:
                best = other, found, alike
    if best is not None and not best[1].score and len(elsewhere) > 1:
        return None  # told of several such things, in no statement on this matter: any of them could be meant
    return best


def may_replace(other: Mark, mark: Mark) -> bool:
    """May the other value be what was meant by this one: of its type and size, and no part of it?"""
    if not comparable(mark, other) or same_year(mark, other) or not same_size(mark, other):
        return False
    if digits_of(other) and digits_of(other) in digits_of(mark):
        return False
    return ".." not in other.value and not ("-" in other.value[1:] and other.type in BARE)


def slot_in(found: Witness, mark: Mark) -> tuple[str, ...]:
    """Return what the value is the value of, in the words of its witness."""
    return slot_terms(found.span.text, found.statement, mark)
