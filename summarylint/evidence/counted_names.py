"""Counted names: the summary counts what a span names one by one ("two gauges are dry", "TG-14 and TG-15 are dry")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.align import Candidate
from summarylint.evidence.designations import naming_values
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, shape, told
from summarylint.language.identifier_shapes import classify
from summarylint.language.phrases import lowered_whole
from summarylint.language.terms import stem
from summarylint.language.value_labels import within
from summarylint.model import Mark

READ = 6
"""Span statements that are read."""

LEAST_SCORE = 0.3
"""The score of a span statement from which the things that it names are those that are counted."""

_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4}
_COUNTED = re.compile(rf"\b(?P<number>{'|'.join(_NUMBERS)})\s+(?:[a-z][\w'-]*\s+){{0,2}}(?P<noun>[a-z][\w'-]*[^\W\ds]s)(?![\w'-])")
"""A number with its noun in the plural. One of many stands for all sorts of things, and of five names some may be left out."""


@dataclass(frozen=True, slots=True)
class CountedNames:
    """A number and its noun in the summary with their place, and the names that they stand for."""

    start: int
    end: int
    values: tuple[NamedValue, ...]


def counted_names(
    text: str, start: int, end: int, candidates: Sequence[Candidate], marks: Sequence[Mark], ledger: Ledger
) -> Iterator[CountedNames]:
    """Yield what `text[start:end]` of a summary counts where a span statement names just as many things of one kind.

    `candidates` are span statements by score, `marks` those of the whole summary, which holds none of the names.
    """
    for found in within(_COUNTED, text, start, end):
        for candidate in candidates[:READ]:
            values = _alike(candidate.order, _NUMBERS[found["number"]], ledger) if candidate.score >= LEAST_SCORE else ()
            values = values if _may_be(found["noun"].lower(), values) else ()
            if values and not any(told(value, "", text, marks) for value in values):
                yield CountedNames(found.start(), found.end(), values)
                break
        else:
            values = _listed_behind(found["noun"].lower(), _NUMBERS[found["number"]], ledger)
            if values and not any(told(value, "", text, marks) for value in values):
                yield CountedNames(found.start(), found.end(), values)


def _may_be(noun: str, values: Sequence[NamedValue]) -> bool:
    """May the values be told as things of this noun? Not where only some have it in their name ("shop.test.ts", "shop.ts")."""
    bearing = [value for value in values if re.search(rf"(?<![a-z]){re.escape(noun[:-1])}s?(?![a-z])", value.text.lower())]
    return len(bearing) in (0, len(values))


def _listed_behind(noun: str, number: int, ledger: Ledger) -> tuple[NamedValue, ...]:
    """The names of one kind that stand right behind the very noun, where they are so many ("boxes F3/R2/B11, F3/R2/B12")."""
    orders = ledger.postings.get(stem(noun) or noun, ())
    for order in orders if len(orders) <= MOST_HOLDING else ():
        values, low = _alike(order, number, ledger), lowered_whole(ledger.span_of(order).text)
        if values and low[max(0, values[0].start - len(noun) - 2) : values[0].start].strip(" :(") == noun:
            return values
    return ()


MOST_HOLDING = 8
"""A noun in more statements is that of many things."""


def _alike(order: int, number: int, ledger: Ledger) -> tuple[NamedValue, ...]:
    """The names of one kind in a statement, where they are so many."""
    kinds: dict[str, dict[str, NamedValue]] = {}
    for value in naming_values(order, ledger):
        kinds.setdefault(_kind(value.text), {}).setdefault(value.text, value)
    return next((tuple(values.values()) for values in kinds.values() if len(values) == number), ())


def _kind(text: str) -> str:
    parts = classify(text)
    return parts[0][2] if len(parts) == 1 and parts[0][2] != "name" else shape(text)
