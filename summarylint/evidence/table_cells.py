"""Table cells: a value told of a row of a printed table that holds another one in its column.

A summary that copies several cells of one column ("getting ready 24, ceremony 47, party 37") shows which column it reads, and a
listing by time or name with one value a row needs no column. Then the row itself says what was to be told.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.figures import comparable, quantities_of, same_value
from summarylint.evidence.index import Ledger
from summarylint.evidence.number_slips import is_rough
from summarylint.evidence.turns import at_order
from summarylint.language.quantity_likeness import rounds_to
from summarylint.language.terms import placed_terms
from summarylint.model import Mark, Statement, Witness

LEAST_SISTERS = 2
"""Other cells of the column that the statement has to copy before the column is known."""

KEY_REACH = 32
"""Code points before a value in which the name of its row stands."""

MOST_HOLDERS = 24
"""Statements that hold a name; a term in more of them names no row."""

SISTER_REACH = 12
"""Rows on each side among which the sisters of a row stand."""

MOST_LABEL = 3
"""Terms that the name of a row has at most."""

_AT = re.compile(r"\s*(?:at|@|by|\()\s*")
"""Between a value and the time of day that it had behind it ("49 at 12:00")."""

_PARTS = re.compile(r"[,;:]\s|[()]\s*|\s(?:and|but)\s")


@dataclass(frozen=True, slots=True)
class Cell:
    """`mark` is told of the row in `witness`, which has `other` in its column."""

    mark: Mark
    other: Mark
    witness: Witness


def cells(text: str, statement: Statement, ledger: Ledger) -> Iterator[Cell]:
    """Yield the values of `statement` (of the summary `text`) that the very row they are told of gives otherwise."""
    told = quantities_of(statement)
    if len(told) < 2:
        return
    keys = [(_key(text, statement, mark), mark) for mark in told]
    keyed = [(key, mark, rows) for key, mark in keys if (rows := _rows(key, ledger))]
    if keyed:
        yield from _odd_in_column([(mark, rows) for _, mark, rows in keyed], statement)
        yield from _of_sister([(mark, rows) for key, mark, rows in keyed if ":" in key], statement, ledger)


def _key(text: str, statement: Statement, mark: Mark) -> str:
    """Return the time of day that a value is told for, or the term that stands nearest before it in its part ("" where none does)."""
    start = max(statement.start, mark.start - KEY_REACH)
    start = max((cut.end() for cut in _PARTS.finditer(text, start, mark.start)), default=start)
    clocks = [m for m in statement.marks if m.type == "time"]
    behind = next((m for m in clocks if _AT.fullmatch(text, mark.end, m.start)), None) if clocks else None
    clock = behind or next((m for m in reversed(clocks) if start <= m.start and m.end <= mark.start), None)
    if clock is not None:
        return clock.text
    placed = placed_terms(text, start, mark.start)
    return placed[-1][0] if placed else ""


def _rows(key: str, ledger: Ledger) -> list[Witness]:
    """Return the printed rows that have a term in their name, or that a time of day opens, with a value behind it."""
    held = ledger.postings.get(key.partition(":")[0], ()) if key else ()
    orders = [order for order in held if ledger.span_of(order).kind == "tool_output"] if len(held) <= MOST_HOLDERS else []
    rows = [at_order(ledger, order) for order in orders if _opens(key, order, ledger)]
    return [row for row in rows if "\n" not in row.statement.text.strip() and len(quantities_of(row.statement)) > (":" in key)]


def _opens(key: str, order: int, ledger: Ledger) -> bool:
    """Is the key in the name of a row: among the few terms before its first figure, or the time of day that it begins with?"""
    if ":" in key:
        return ledger.text(order).lstrip().startswith(key)
    label = tuple(itertools.takewhile(lambda term: not term[0].isdigit(), ledger.terms[order]))
    return key in label and len(label) <= MOST_LABEL and len(label) < len(ledger.terms[order])


def _held(row: Witness, mark: Mark) -> int | None:
    """Return the column of a value in a row, counted from the end."""
    values = quantities_of(row.statement)
    return next((number for number, other in enumerate(reversed(values)) if same_value(mark, other)), None)


def _odd_in_column(keyed: Sequence[tuple[Mark, list[Witness]]], statement: Statement) -> Iterator[Cell]:
    """The statement copies a column of one table, but for one cell."""
    alone = [(mark, rows[0]) for mark, rows in keyed if len(rows) == 1]
    for mark, row in alone:
        if _held(row, mark) is not None or is_rough(mark, statement):
            continue
        values = quantities_of(row.statement)
        sisters = [(one, other) for one, other in alone if other.span is row.span and other.order != row.order]
        alike = [(one, other) for one, other in sisters if len(quantities_of(other.statement)) == len(values)]
        columns = {_held(other, one) for one, other in alike}
        if len(alike) < LEAST_SISTERS or len(columns) != 1 or (column := columns.pop()) is None:
            continue
        other = values[-1 - column]
        if comparable(mark, other) and not rounds_to(other, mark):
            yield Cell(mark, other, row)


def _of_sister(keyed: Sequence[tuple[Mark, list[Witness]]], statement: Statement, ledger: Ledger) -> Iterator[Cell]:
    """The value stands in the row of another time of the same listing, and the row of its own time has another one."""
    for mark, rows in keyed:
        if mark.type == "time" or is_rough(mark, statement) or any(_held(row, mark) is not None for row in rows):
            continue
        for row in rows:
            values = [other for other in quantities_of(row.statement) if other.type != "time"]
            around = ledger.orders_of(ledger.number_of(row.order))
            sisters = [at_order(ledger, order) for order in around if abs(order - row.order) <= SISTER_REACH]
            if (
                len(values) == 1
                and comparable(mark, values[0])
                and not rounds_to(values[0], mark)
                and any(_held(one, mark) is not None and len(quantities_of(one.statement)) == len(values) + 1 for one in sisters)
            ):
                yield Cell(mark, values[0], row)
                break
