"""Counts: with what numbers the spans count things of one name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from summarylint.evidence.figures import quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import at_order
from summarylint.model import Mark

_EACH = re.compile(r"(?:\s+\w+)?\s+(?:per|each|every|apiece|for (?:each|every))\b", re.I)
"""Behind a count: so many come to each of some other things ("two sheets per visitor"), and it is no total."""


def totals(mark: Mark, orders: Sequence[int], ledger: Ledger) -> list[tuple[int, Mark]]:
    """Return the counts of things of the name that `mark` counts, in the statements `orders`, each with its statement.

    There are none where a range of these statements names just as many as `mark` tells: "pages 3-7" are five pages.
    """
    told = [(order, other) for order in orders for other in quantities_of(at_order(ledger, order).statement)]
    if any(other.type == "range" and _length(other) == mark.value for _, other in told):
        return []
    alike = [(order, other) for order, other in told if other.type == "count" and other.unit == mark.unit]
    return [(order, other) for order, other in alike if not _EACH.match(ledger.span_of(order).text, other.end)]


def _length(span: Mark) -> str:
    """How many things does a range of numbers ("3..7") name?"""
    low, _, high = span.value.partition("..")
    return str(int(high) - int(low) + 1) if low.isdigit() and high.isdigit() else ""
