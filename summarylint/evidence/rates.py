"""Rates: a number told over another time than in the spans ("5 requests per second" for "5 requests per minute")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from summarylint.evidence.figures import quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import holding
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
        told = _rated(low, mark, statement.end)
        if told is None or mark.unit.partition("/")[2]:
            continue
        held = [
            (order, other, rated)
            for order, other in holding(mark, ledger)
            if (rated := _rated(lowered_whole(ledger.span_of(order).text), other, ledger.bounds[order][1])) is not None
        ]
        if held and all(_time(rated) != _time(told) for _, _, rated in held):
            order, other, rated = held[-1]
            yield Rate(_whole(text, mark, told), _whole(ledger.span_of(order).text, other, rated), at_order(ledger, order))


def _rated(low: str, mark: Mark, end: int) -> re.Match[str] | None:
    return _OVER.match(low, mark.end, end)


def _time(rated: re.Match[str]) -> str:
    return _RATES[rated["over"]]


def _whole(text: str, mark: Mark, rated: re.Match[str]) -> Mark:
    """Return the mark drawn out to the end of its time."""
    return replace(mark, end=rated.end(), text=text[mark.start : rated.end()])
