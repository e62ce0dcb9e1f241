"""Remainder: the work that the spans list as still to be done, in the assistant's last account of it or in the harness's list."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from summarylint.evidence.dues import OLD_SPANS
from summarylint.evidence.index import Ledger
from summarylint.evidence.progress_words import deeds_in
from summarylint.evidence.turns import at_order, part_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of, whole_words
from summarylint.language.terms import terms
from summarylint.model import Span, Witness

_THINGS = r"(?:[a-z-]+ )?(?!questions\b)(?:work|[a-z-]+s)"
"""The noun of what is left, whatever it is, with one word before it ("database migrations"); a question is no work."""

_WORDS = read_lexicon("remainder")
_OPENS = LatePattern(
    lambda: (
        rf"\W*(?:(?:the |some |all )?{one_of(_WORDS['left_before'])}(?: {_THINGS})?"
        rf"|(?:the |some |\d+ )?{_THINGS} {one_of(_WORDS['left_behind'])}"
        rf"|{one_of(_WORDS['left'])}|what(?:'s| is)? (?:still )?{one_of(_WORDS['what_is_left'])})"
        r"(?:\s*\([^()\n]*\))?\W*$"
    )
)
"""A line that announces what is left."""

_LET_GO = whole_words(_WORDS["let_go"])
_YET_TO_DO = whole_words(_WORDS["yet_to_do"])
_BOX = re.compile(r"\s*(?:(?:[-*+•–]|\d+[.)])\s+)?\[ \]\s+\S")
_OUT_OF = re.compile(r"(?<![\d./-])(\d{1,6}) ?(?:of|/|out of)(?: the)? ?(\d{1,6})(?![\d./-]\d)")
TELLING_TOTAL = 13
"""A total from which on the same number stands for the same things: smaller ones count many things in any window."""

MOST_COUNTED = 8
"""The last statements with a total that are read for how many are done."""

_ITEM = re.compile(r"\s*(?:[-*+•–]|\d+[.)]|\[ \])\s+\S")
_OBJECT = re.compile(r"\{(?:[^{}\"]++|\"(?:[^\"\\]++|\\.)*+\")*+\}", re.DOTALL)
"""A JSON object that holds no other."""

FINISHED = frozenset(_WORDS["finished"])
"""The states of an entry that is not left, as planning tools spell them."""

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


def not_yet(ledger: Ledger) -> tuple[Witness, ...]:
    """Return the boxes left without a tick, and what somebody says that he has yet to do, of the last one to speak of it.

    Only where nothing was called or printed since: by then it may have been done in other words.
    """
    for number in range(len(ledger.spans) - 1, max(-1, len(ledger.spans) - 1 - OLD_SPANS), -1):
        span = ledger.spans[number]
        if span.role not in ("user", "assistant") or span.kind != "text":
            return ()
        if span.role == "user" and (_LET_GO.search(lowered(span.text)) or deeds_in(span.text, 0, len(span.text), states=True)):
            return ()  # he has done something or let something go, and it may be this
        found = tuple(order for order in ledger.orders_of(number) if _is_open(ledger.text(order)) and not _taken_up(ledger, order))
        if found:
            return tuple(at_order(ledger, order) for order in found)
    return ()


def _is_open(text: str) -> bool:
    return _BOX.match(text) is not None or (_YET_TO_DO.search(lowered(text)) is not None and not text.rstrip().endswith("?"))


def short_of(ledger: Ledger, total: int, shared: frozenset[str]) -> tuple[Witness, int] | None:
    """Return the last word by which fewer than `total` are done ("33 of 36"), with how many; None where a later one has all.

    A small total stands for many things, so the word has to share a term with those at hand.
    """
    for order in reversed(ledger.postings.get(str(total), ())[-MOST_COUNTED:]):
        low, role = lowered(ledger.text(order)), ledger.span_of(order).role
        parts = [(int(m[1]), int(m[2])) for m in _OUT_OF.finditer(low)]
        if role == "summary" or not any(whole == total for _, whole in parts):
            continue
        done = next(part for part, whole in parts if whole == total)
        if done >= total:
            return None
        if total >= TELLING_TOTAL or shared & set(ledger.terms[order]):
            return at_order(ledger, order), done
    return None


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
        found = tuple(entry for match in _OBJECT.finditer(span.text) if (entry := _entry(span, match)) is not None)
        if len(found) >= LEAST_ENTRIES:
            return found
    return ()


def _entry(span: Span, match: re.Match[str]) -> Entry | None:
    if '"status"' not in match[0]:
        return None
    try:
        fields = json.loads(match[0])
    except ValueError:  # an object in some other language, or cut off
        return None
    status, what = fields.get("status"), next((fields[name] for name in _WORDS["task_fields"] if isinstance(fields.get(name), str)), None)
    if not isinstance(status, str) or what is None:
        return None
    return Entry(span, match.start(), match.end(), frozenset(terms(what)), status.lower())
