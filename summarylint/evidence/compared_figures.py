"""Compared figures: two values of one kind that a span sets against each other ("from 9 ms to 23 ms", two rows of a table)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue
from summarylint.language.quantity_likeness import same_quantity
from summarylint.model import Mark

RARE_TERM = 12
"""A term in no more statements is a topic by itself."""

FARTHEST = 60
"""Code points between two figures that a word sets against each other."""

_AGAINST = re.compile(r"\b(?:to|vs|versus|against|instead of|without|before|after|than)\b|->|→|\n")


def compared_figures(
    topics: Collection[str], types: Collection[str], marks: Sequence[Mark], ledger: Ledger
) -> tuple[NamedValue, NamedValue] | None:
    """Return two figures of `types` that a span compares where it speaks of one of `topics`; None where `marks` hold one of them.

    `topics` are terms of the summary sentence, `marks` the quantities of the whole summary.
    """
    for term in sorted(topics, key=lambda one: (len(ledger.postings.get(one, ())), one)):
        orders = list(dict.fromkeys(ledger.postings.get(term, ())))
        if not 0 < len(orders) <= RARE_TERM:
            continue
        for order in orders:
            figures = _figures(order, types, ledger)
            if order + 1 in orders and ledger.span_of(order + 1) is ledger.span_of(order):
                figures += _figures(order + 1, types, ledger)
            pair = next(((one, two) for one, two in pairwise(figures) if _set_against(one, two, ledger)), None)
            if pair is not None:
                return None if any(_same(mark, value) for mark in marks for value in pair) else pair
    return None


def _figures(order: int, types: Collection[str], ledger: Ledger) -> list[NamedValue]:
    span = ledger.span_of(order)
    marks = (mark for mark in ledger.statement(order).marks if mark.kind == "quantity" and mark.type in types)
    return [NamedValue(mark.text, span.id, mark.start, mark.end, order, mark) for mark in marks]


def _same(mark: Mark, value: NamedValue) -> bool:
    return mark.kind == "quantity" and value.quantity is not None and same_quantity(mark, value.quantity)


def _set_against(one: NamedValue, two: NamedValue, ledger: Ledger) -> bool:
    """Are the figures of one unit, unlike, and set against each other by a word between them or as a column of two rows?"""
    first, second = one.quantity, two.quantity
    if first is None or second is None or first.unit != second.unit or same_quantity(first, second):
        return False
    if one.order != two.order:
        return len(set(ledger.terms[one.order]) & set(ledger.terms[two.order])) > 1
    between = ledger.span_of(one.order).text[one.end : two.start]
    return len(between) <= FARTHEST and _AGAINST.search(between) is not None
