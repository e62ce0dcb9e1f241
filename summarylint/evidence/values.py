"""Values: does a quantity of the summary occur in the spans, for the thing it is told of, or follow from what occurs?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.altered_values import altered
from summarylint.evidence.crossings import crossings
from summarylint.evidence.figures import comparable, digits_of, is_small, quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import holding, holds, measured_here
from summarylint.evidence.rates import rates
from summarylint.evidence.slots import likeness
from summarylint.evidence.table_cells import cells
from summarylint.evidence.value_matter import SAME_SLOT, Discrepancy, ValueMatter, counterpart, slot_in, stands, told_elsewhere
from summarylint.language.lexicon import read_lexicon
from summarylint.language.quantity_likeness import same_quantity
from summarylint.language.terms import stem, terms
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement, Witness

_WHOLE_DATE = re.compile(r"(?:\d{4}|-)-\d\d-\d\d")
"""A date with a day in it; a month or a year by itself is told in too many ways."""

SERIES_REACH = 24
"""Code points before a number in which the noun of its series stands ("Handoff 2", "part no. 3")."""

_SERIES = frozenset(stem(noun) for noun in read_lexicon("quantities")["series"])
"""Nouns whose number says which one: "Handoff 2" counts nothing."""

_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(?:the\s+|at\s+|after\s+)?$", re.I)

NEGATION_REACH = 12
"""Code points before a number in which the word stands that takes it back."""

DENIED_SCORE = 0.4
"""The witness score from which what the user takes back is this value, and not the same number of something else."""

SWAP_SCORE = 0.55
"""The witness score from which a value found elsewhere only is taken for a swap."""

SWAP_SLOT = 0.7
"""How much of its slot the value in the witness must share to be the one that was meant; the told value exists, so more."""

_INCOMPARABLE = ("line", "ordinal", "range", "timestamp", "dimension")
"""Types that change with every edit and every call, or are told in too many ways, to be held against each other."""


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
    matter = ValueMatter(text, statement, statements, [*witnesses, *(witness(ledger, c) for c in candidates[len(witnesses) :])], ledger)
    for crossed in crossings(text, statement, lambda mark: holding(mark, ledger), ledger):
        yield Discrepancy(crossed.mark, crossed.other, crossed.witness, "swapped", 1.0, "crossed")
    for rate in rates(text, statement, ledger):
        yield Discrepancy(rate.mark, rate.other, rate.witness, "altered", 1.0, "rate")
    behind_not = tuple(_behind_not(matter))
    in_tables = {cell.mark.start: cell for cell in cells(text, statement, ledger)}
    for mark in own:
        if (cell := in_tables.get(mark.start)) is not None:
            yield Discrepancy(mark, cell.other, cell.witness, "swapped" if stands(mark, matter) else "altered", 1.0, "cell")
            continue
        found = _denied(mark, behind_not, matter) or (_swap(mark, matter) if stands(mark, matter) else altered(mark, matter))
        if found is not None and not _out_of(found, text):
            yield found


def _out_of(found: Discrepancy, text: str) -> bool:
    """Does the summary give the value as a part of the other one ("25 of 40 rows")? Then the other one is the whole, and told."""
    match = _WHOLE.match(text, found.mark.end)
    return match is not None and "".join(filter(str.isdigit, match["whole"])) == digits_of(found.other)


_WHOLE = re.compile(r"\s*(?:(?:out )?of|/)\s*(?:(?:the|all|its|these|those)\s)*(?P<whole>\d[\d,]*)(?![\d.])")


def _is_comparable(mark: Mark, text: str, statement: Statement) -> bool:
    """May this value be held against another? Moments without a day, ranges and the numbers of a series may not."""
    if mark.type in _INCOMPARABLE or ".." in mark.value or (mark.type == "date" and not _WHOLE_DATE.fullmatch(mark.value)):
        return False
    before = terms(text[max(statement.start, mark.start - SERIES_REACH) : mark.start])
    return not (before and before[-1] in _SERIES and is_small(mark))


def _denied(mark: Mark, behind_not: Sequence[tuple[Witness, Mark]], matter: ValueMatter) -> Discrepancy | None:
    """What the user gives instead of this value ("400 days, not 90"), where the summary tells it nowhere."""
    for found, other in behind_not:
        if same_quantity(mark, other):
            others = quantities_of(found.statement)
            instead = next((m for m in others if m is not other and comparable(mark, m) and not same_quantity(mark, m)), None)
            if instead is not None and token_at(instead.text, matter.text) < 0 and not told_elsewhere([instead], matter):
                return Discrepancy(mark, instead, found, "altered", 1.0, "denied")
    return None


def _behind_not(matter: ValueMatter) -> Iterator[tuple[Witness, Mark]]:
    """The values that the user denies in the nearest witnesses."""
    for found in matter.near:
        if found.span.role != "user" or found.score < DENIED_SCORE:
            continue
        for other in quantities_of(found.statement):
            ahead = found.span.text[max(found.statement.start, other.start - NEGATION_REACH) : other.start]
            if _NOT.search(ahead):
                yield found, other


def _swap(mark: Mark, matter: ValueMatter) -> Discrepancy | None:
    """The value stands somewhere, but the best witness gives another one in its place."""
    near = matter.near
    if not near or near[0].score < SWAP_SCORE or holds(near[0], mark) or len(mark.value) == 1:
        return None
    slot = matter.slot(mark)
    for found in near:
        same = [other for other in quantities_of(found.statement) if same_quantity(mark, other)]
        if any(likeness(matter.ledger, slot, slot_in(found, other)) >= SAME_SLOT for other in same):
            return None
    if measured_here(mark, matter.statement, matter.ledger) or _settled_later(mark, near[0], matter.ledger):
        return None
    best = counterpart(mark, matter, near[:1], SWAP_SLOT)
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
