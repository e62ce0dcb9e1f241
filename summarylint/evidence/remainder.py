"""Remainder: the work that the spans list as still to be done, in the assistant's last account of it or in the harness's list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from summarylint.evidence.dues import OLD_SPANS
from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import at_order, part_of
from summarylint.language.phrases import lowered
from summarylint.language.terms import terms
from summarylint.model import Span, Witness

_OPENS = re.compile(
    r"\W*(?:(?:the |some )?(?:remaining|outstanding|open|pending|left)"
    r"(?: (?:work|tasks?|steps?|items?|packages?|issues?|todos?))?"
    r"|next steps?|still (?:to (?:do|be done)|missing|open|left|needed)|to-?dos?|not (?:yet )?done(?: yet)?"
    r"|what(?:'s| is| remains)(?: left| to (?:do|be done))?)"
    r"(?:\s*\([^()\n]*\))?\W*$"
)
"""A line that announces what is left."""

_ITEM = re.compile(r"\s*(?:[-*+•–]|\d+[.)]|\[ \])\s+\S")
_ENTRY = re.compile(
    r"\"(?:content|step|title|task|text|description)\"\s*:\s*\"(?P<what>(?:[^\"\\]|\\.)*)\"[^{}]*?\"status\"\s*:\s*\"(?P<status>\w+)\""
)
"""An entry of a to-do list, as the planning tools of coding agents write them."""

LEAST_ENTRIES = 2
"""So many entries make a call a to-do list."""

DONE_SHARE = 0.6
"""The part of an item that a later statement has to hold to be about it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a to-do list at `[start, end)` of its span, with the terms of what is to be done and its state."""

    span: Span
    start: int
    end: int
    terms: frozenset[str]
    status: str


def left_over(ledger: Ledger) -> tuple[Witness, ...]:
    """Return the items that the assistant's last list of what is left names and that nothing later takes up, in text order.

    Empty where that list is old: by then its items may have been done in other words.
    """
    for number in range(len(ledger.spans) - 1, max(-1, len(ledger.spans) - 1 - OLD_SPANS), -1):
        span = ledger.spans[number]
        if span.role != "assistant" or span.kind != "text":
            continue
        orders = ledger.orders_of(number)
        for order in orders:
            if _OPENS.fullmatch(lowered(ledger.text(order)).strip()):
                return tuple(
                    at_order(ledger, item) for item in _items(ledger, range(order + 1, orders.stop)) if not _taken_up(ledger, item)
                )
    return ()


def _items(ledger: Ledger, orders: range) -> list[int]:
    found = []
    for order in orders:
        if not _ITEM.match(ledger.text(order)):
            break
        found.append(order)
    return found


def _taken_up(ledger: Ledger, item: int) -> bool:
    """Does a later statement of anybody but the harness hold most of an item?"""
    own = set(ledger.terms[item])
    later = {
        order
        for term in own
        for order in ledger.postings.get(term, ())
        if order > item and ledger.span_of(order) is not ledger.span_of(item)
    }
    return any(part_of(ledger, own & set(ledger.terms[order]), own) >= DONE_SHARE for order in later)


def last_entries(ledger: Ledger) -> tuple[Entry, ...]:
    """Return the entries of the last to-do list that a tool call wrote, in order; empty where no call wrote one."""
    for number in sorted(ledger.calls, reverse=True):
        span = ledger.spans[number]
        if '"status"' not in span.text:
            continue
        found = tuple(
            Entry(span, match.start(), match.end(), frozenset(terms(match["what"])), match["status"].lower())
            for match in _ENTRY.finditer(span.text)
        )
        if len(found) >= LEAST_ENTRIES:
            return found
    return ()
