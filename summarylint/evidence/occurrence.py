"""Occurrence: where a value stands in the spans, in whatever spelling."""

from __future__ import annotations

from collections.abc import Sequence

from summarylint.evidence.figures import BARE, number_of, same_value
from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import at_order
from summarylint.language.numerals import canonical
from summarylint.language.phrases import lowered
from summarylint.language.quantity_likeness import same_quantity
from summarylint.language.terms import WORD, stem
from summarylint.model import Mark, Statement, Witness

LOOKED_THROUGH = 60
"""Statements with the digits of a value that are read to see whether it is that value."""


def holds(found: Witness, mark: Mark) -> bool:
    return any(
        same_value(mark, other) if other.kind == "quantity" else other.kind == "identifier" and other.value == mark.value
        for other in found.statement.marks
    )


def orders_of(mark: Mark, ledger: Ledger) -> Sequence[int]:
    """Return the statements that hold the digits of `mark`."""
    found: set[int] = set()
    for written in (
        lowered(mark.text),
        mark.value,
        f"{mark.text}.00",
        lowered(mark.text.replace(" ", "")),
        *_as_share(mark),
    ):  # "2,311" as it stands, and as 2311
        lists = [ledger.postings.get(stem(word) or word, ()) for word in WORD.findall(written) if word[:1].isdigit()]
        if lists:
            found.update(set(min(lists, key=len)).intersection(*lists))
    return sorted(found)


def _as_share(mark: Mark) -> tuple[str, ...]:
    """Return a percentage as a part of one, and a part of one as a percentage: 20.3 % may stand as 0.203."""
    number = number_of(mark)
    if number is None or not number:
        return ()
    if mark.type == "percentage":
        return (canonical(number / 100),)
    return (canonical(number * 100),) if mark.type in BARE and abs(number) < 1 else ()


def holding(mark: Mark, ledger: Ledger) -> list[tuple[int, Mark]]:
    """Return the statements that hold the value, each with its mark there."""
    return [
        (order, other)
        for order in orders_of(mark, ledger)[:LOOKED_THROUGH]
        for other in ledger.statement(order).marks
        if other.kind == "quantity" and same_quantity(mark, other)
    ]


def occurs_as_value(mark: Mark, ledger: Ledger) -> bool:
    """Does the value stand anywhere, written with the same digits?"""
    orders = orders_of(mark, ledger)
    return len(orders) > LOOKED_THROUGH or any(holds(at_order(ledger, order), mark) for order in orders)


def measured_here(mark: Mark, statement: Statement, ledger: Ledger) -> bool:
    """Did a tool print the value beside something that the statement names? Then it is a better one, not a swapped one."""
    names = {term for term in statement.terms if not term.isdigit()}
    return any(
        ledger.span_of(order).kind == "tool_output" and names & set(ledger.terms[order]) and holds(at_order(ledger, order), mark)
        for order in orders_of(mark, ledger)
    )
