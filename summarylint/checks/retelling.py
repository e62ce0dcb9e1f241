"""Retelling: may the summary tell what is owed in words that were not understood? Then its absence is a note, and no more."""

from __future__ import annotations

import re

from summarylint.checks.view import OwedView, View
from summarylint.evidence.telling import binding_force, held_as, keys_of
from summarylint.language.orders import find_orders
from summarylint.language.phrases import lowered
from summarylint.language.quantities import find_quantities
from summarylint.model import Witness

ECHOED_SHARE = 0.25
"""The part of an order's words that has to be found in the summary: of a long one, more than its topic."""

CLAIMED = 0.6
"""The score of a witness from which a sentence of the summary is known to tell something else than the order."""

_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")


def may_be_told(view: OwedView) -> bool:
    """Is there a sign that the summary tells what is owed after all: a word, a source, or a bound that it can have from there alone?

    What an earlier summary tells, a later one hands on in its words if at all: one writer copies from himself. So a word of
    it counts only where something is bound, and a bound without a word of it does not count.
    """
    if view.owed.span.role == "summary":
        return _same_hour(view) or _echoed(view, bound=True)
    return _same_hour(view) or _echoed(view) or _rests_on(view) or told_afresh(view)


def _same_hour(view: OwedView) -> bool:
    """Does the summary name a clock time of the order, in whatever notation ("6 to 8 pm" for "between 18:00 and 20:00")?"""
    ordered = {mark.value for mark in find_quantities(view.owed.statement.text) if mark.type == "time"}
    return any(mark.type == "time" and mark.value in ordered for told in view.views for mark in told.statement.marks)


def bound_otherwise(view: OwedView) -> bool:
    """Has the summary a sentence that binds somebody and comes from nowhere else in the spans? It may tell the order in other words."""
    return any(binding_force(lowered(_with_headings(summary))) == 1 and not _is_claimed(view, summary) for summary in view.views)


def _is_claimed(view: OwedView, summary: View) -> bool:
    return any(found.score >= CLAIMED and not _is_order(view, found) for found in summary.witnesses)


def _is_order(view: OwedView, found: Witness) -> bool:
    owed = view.owed
    apart = found.statement.end <= owed.statement.start or owed.statement.end <= found.statement.start
    return found.span is owed.span and not apart


def _echoed(view: OwedView, bound: bool = False) -> bool:
    """Does the summary hold a word that it can have from this order alone? Then it tells the order in words that were not understood.

    With `bound` true only the sentences count that tell of something that is bound.
    """
    bounds = _sentence(view)
    terms = [key.term for key in keys_of(view.owed.span.text, *bounds) if key.worth >= 1]
    needed = ECHOED_SHARE * sum(key.worth >= 1 for key in view.due.keys)
    told = [text for text in map(_with_headings, view.views) if not bound or binding_force(lowered(text))]
    echoed = 0
    for term in terms:
        echoed += any(all(_only_ordered(view, word, bounds) for word in words) for text in told if (words := held_as(text, term)))
        if echoed and echoed >= needed:
            return True
    return False


def _rests_on(view: OwedView) -> bool:
    """Does a sentence of the summary rest on the order more than on anything else, and share a word with it?"""
    heavy = [key.term for key in view.due.keys if key.worth >= 1]
    return any(
        summary.witnesses
        and _is_order(view, summary.witnesses[0])
        and not _is_claimed(view, summary)
        and sum(bool(held_as(summary.statement.text, term)) for term in heavy) >= max(1, ECHOED_SHARE * len(heavy))
        for summary in view.views
    )


def told_afresh(view: OwedView) -> bool:
    """Has the summary a clause that binds and that can come from nothing but the order? It tells it in words of its own."""
    return view.bonds.unexplained(view.owed, _sentence(view)[1], view.due.kind != "request") is not None


def _sentence(view: OwedView) -> tuple[int, int]:
    """The order with what follows it in its sentence, up to the next order."""
    text, statement = view.owed.span.text, view.owed.statement
    sentence = _SENTENCE_END.search(text, statement.end)
    ends = [order.start for order in find_orders(text) if order.start >= statement.end and order.kind != "request"]
    return statement.start, min([*ends, sentence.start() if sentence else len(text)])


def _with_headings(summary: View) -> str:
    segment = summary.statement.segment
    return ". ".join((*segment.headings[-2:], segment.label, summary.statement.text))


def _only_ordered(view: OwedView, word: str, bounds: tuple[int, int]) -> bool:
    """Stands `word` nowhere in the spans but in the sentence of the order, at `bounds` of its span?"""
    ledger = view.ledger
    return all(
        ledger.span_of(order) is view.owed.span and ledger.bounds[order][0] < bounds[1] and bounds[0] < ledger.bounds[order][1]
        for order in ledger.postings.get(word, ())
    )
