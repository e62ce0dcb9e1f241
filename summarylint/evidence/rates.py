"""Rates: a number told over another time than in the spans ("5 requests per second" for "5 requests per minute")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from summarylint.evidence.figures import quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import LOOKED_THROUGH, orders_of
from summarylint.evidence.turns import at_order
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered_whole
from summarylint.model import Mark, Statement, Witness

_RATES: dict[str, str] = read_lexicon("quantities")["rates"]
_OVER = re.compile(
    rf"(?:[ -][^\W\d][\w-]*){{0,2}}(?:\s?/\s?|\s(?:per|an?|each|every)\s)(?P<over>{'|'.join(sorted(_RATES, key=len, reverse=True))})s?\b"
)
"""Behind a number: at most two words of what is counted, and the time over which."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`mark` is a number of the summary with its time, `other` the same number in `witness` with another time."""

    mark: Mark
    other: Mark
    witness: Witness


def rates(text: str, statement: Statement, ledger: Ledger) -> Iterator[Rate]:
    """Yield the numbers of `statement` (of the summary `text`) that the spans give over another time, and nowhere over this one."""
    low = lowered_whole(text)
    if _OVER.search(low, statement.start, statement.end) is None:
        return
    for mark in quantities_of(statement):
        told = _rated(text, mark, statement.end)
        if told is None:
            continue
        held = [
            (order, rated)
            for order in orders_of(replace(mark, text=mark.text.split()[0]), ledger)[:LOOKED_THROUGH]
            for other in quantities_of(ledger.statement(order))
            if other.value == mark.value and _counted(other) == _counted(mark)
            if (rated := _rated(ledger.span_of(order).text, other, ledger.bounds[order][1])) is not None
        ]
        if held and all(rated[1] != told[1] for _, rated in held):
            order, rated = held[-1]
            yield Rate(told[0], rated[0], at_order(ledger, order))


def _rated(text: str, mark: Mark, end: int) -> tuple[Mark, str] | None:
    """Return a number drawn out to the end of its time, and that time; None where none stands behind it."""
    found = _OVER.match(lowered_whole(text), mark.end, end)
    if found is not None:
        return replace(mark, end=found.end(), text=text[mark.start : found.end()]), _RATES[found["over"]]
    time = mark.unit.partition("/")[2]
    return (mark, time) if time in _RATES.values() else None


def _counted(mark: Mark) -> str:
    return mark.unit.partition("/")[0]
