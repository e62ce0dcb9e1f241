"""Revisions: a value that somebody corrects in so many words ("612 kB (was 1004 kB)", "correction: 19 boats", "it opens at 9:00 now").

Supersession takes a later value for a newer one where the words around both are the same. Where the span itself says that
the value has changed, less will do, and counts and times, which differ from call to call, are compared as well.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator

from summarylint.evidence.figures import quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import slot_terms
from summarylint.evidence.supersession import tells_history
from summarylint.evidence.turns import Matter, Turn, asserts, at_order, rare
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.quantity_likeness import same_quantity
from summarylint.model import Mark, Witness

MOST_REVISIONS = 40
"""The last statements with such words that are tried: a run that corrects itself more often is searched by what it corrects."""

NEAREST = 2
"""The nearest terms of a value, of which the corrected statement has to hold one."""

_WORDS = read_lexicon("changes")
_FORMER = LatePattern(lambda: rf"\s*\(?(?:{one_of(_WORDS['former'])})\s+(?:at |still )?\Z")
_FORMERLY = LatePattern(lambda: rf"\((?:{one_of(_WORDS['former'])})\s+(?:at |still )?\W?\d")
_SEPARATORS = r".;:!\n"
_BETWEEN = rf"[^\w{_SEPARATORS}]"
_CORRECTS = LatePattern(
    lambda: (
        rf"(?:\A\W*+|[{_SEPARATORS}]{_BETWEEN}*+)(?:{one_of(_WORDS['before_corrections'])}{_BETWEEN}++)*{one_of(_WORDS['correcting'])}(?!\w)"
    )
)
"""A word of correction that opens what stands behind the last separator: sought from the first one, a run takes its square."""
_NOW = LatePattern(lambda: rf"\b{one_of(_WORDS['from_now'])}(?=\W|\Z)")
_FIGURE = re.compile(r"\d")
_UNCOMPARED = ("line", "ordinal", "range", "version", "dimension", "timestamp")


def revised(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the statements that correct a value which `matter` gives as the current one."""
    revisions = ledger.once(_revisions)
    if not revisions:
        return
    values = [m for m in quantities_of(matter.statement) if matter.start <= m.start < matter.end and m.type not in _UNCOMPARED]
    if not values or tells_history(matter):
        return
    named = matter.terms | matter.above
    for order in reversed(revisions):
        if named.isdisjoint(ledger.terms[order]):
            continue
        found = at_order(ledger, order)
        for mark in values:
            new = _former(mark, matter, found) or _corrected(mark, matter, found, ledger)
            if new is not None and not _told(new, matter):
                yield Turn("superseded", found, mark.start, mark.end, new.start, new.end, new.text, 1.0)
                return


def _revisions(ledger: Ledger) -> tuple[int, ...]:
    """The last statements that say of a value that it is another one now, found by one search over each message."""
    found: list[int] = []
    for number in range(len(ledger.spans) - 1, -1, -1):
        span = ledger.spans[number]
        if span.role in ("system", "summary") or span.kind == "tool_call" or (span.role == "tool" and "(" not in span.text):
            continue
        low, orders = lowered(span.text), ledger.orders_of(number)
        tests = (_FORMERLY,) if span.role == "tool" else (_FORMERLY, _CORRECTS, _NOW)
        places = {match.end() for test in tests for match in test.finditer(low)}
        held = {bisect_right(ledger.bounds, (place - 1, len(low)), orders.start, orders.stop) - 1 for place in places}
        found += sorted((order for order in held if order in orders and _FIGURE.search(ledger.text(order))), reverse=True)
        if len(found) >= MOST_REVISIONS:
            break
    return tuple(reversed(found[:MOST_REVISIONS]))


def _former(mark: Mark, matter: Matter, found: Witness) -> Mark | None:
    """The value before "(was ...)", where this is the one in the brackets and the summary names what it is the value of."""
    text, given = found.span.text, quantities_of(found.statement)
    for new, old in itertools.pairwise(given):
        if same_quantity(old, mark) and new.type == old.type and _FORMER.match(lowered(text[new.end : old.start])) is not None:
            return new if _named(found) & (matter.terms | matter.above) else None
    return None


def _named(found: Witness) -> set[str]:
    return {term for term in found.statement.terms if term.isalpha() or "." in term or "/" in term}


def _corrected(mark: Mark, matter: Matter, found: Witness, ledger: Ledger) -> Mark | None:
    """The value of the same kind in a statement that corrects an earlier one with this value."""
    given = quantities_of(found.statement)
    alike = [other for other in given if other.type == mark.type and other.unit == mark.unit]
    if len(alike) != 1 or same_quantity(alike[0], mark) or not asserts(found.statement) or _FORMERLY.search(lowered(found.statement.text)):
        return None
    if any(same_quantity(other, mark) for other in given):
        return None
    own, theirs = slot_terms(matter.text, matter.statement, mark), slot_terms(found.span.text, found.statement, alike[0])
    shared = set(own[:NEAREST]) & set(theirs[:NEAREST]) if mark.type != "count" else set(own[:1]) & set(theirs[:1])
    corrects = _CORRECTS.search(lowered(found.statement.text)) is not None
    if not shared or not (corrects or rare(ledger, shared)):
        return None
    return alike[0] if _given_before(mark, shared, found, ledger) else None


def _given_before(mark: Mark, shared: set[str], found: Witness, ledger: Ledger) -> bool:
    """Did an earlier statement give the summary's value of the same thing, and none behind the correction?"""
    held = sorted({order for term in shared for order in ledger.postings.get(term, ()) if ledger.span_of(order) is not found.span})
    orders = [order for order in held[-MOST_REVISIONS:] if any(same_quantity(m, mark) for m in quantities_of(ledger.statement(order)))]
    return bool(orders) and max(orders) < found.order


def _told(new: Mark, matter: Matter) -> bool:
    return any(same_quantity(new, told) for other in matter.others for told in quantities_of(other))
