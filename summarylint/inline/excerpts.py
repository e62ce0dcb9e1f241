"""Excerpts: of the spans that a summary replaced, what has to be kept to judge the next one.

A summary made from a summary can only be true to the first messages as far as they are still known. So what a claim rests
on, what disagrees with it, and what was found missing stays; the rest of the window may go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from summarylint.language.terms import terms

if TYPE_CHECKING:
    from summarylint.evidence.index import Ledger
    from summarylint.model import Report, Span

WHOLE = 1_000
"""Code points up to which a span is kept whole: a message that somebody wrote by hand. Of longer ones single statements stay."""

MOST_KEPT = 24_000
"""Code points that are kept of one window, about the length of two summaries; the spans that come first stay, and those that are quoted."""


def excerpts(report: Report, ledger: Ledger, also: Collection[str] = ()) -> tuple[Span, ...]:
    """Return the spans that the report's summary rests on or owes something, and those in `also`, in time order.

    A long one is cut down to the statements in question. `ledger` holds the spans of the report.
    """
    wanted = _wanted(report)
    for span_id in also:
        wanted.setdefault(span_id, [])
    kept, size = [], 0
    for span in report.compaction.spans:
        if span.id in wanted and (size < MOST_KEPT or span.id in also):
            kept.append(_excerpt(span, wanted[span.id], report, ledger))
            size += len(kept[-1].text)
    return tuple(kept)


def _wanted(report: Report) -> dict[str, list[frozenset[str]]]:
    """The terms of the claims that rest on each span."""
    wanted: dict[str, list[frozenset[str]]] = {}
    for claim in report.claims:
        said = frozenset(terms(claim.text))
        for span_id in (*claim.witness_span_ids, *claim.disconfirmer_span_ids):
            wanted.setdefault(span_id, []).append(said)
    for finding in report.findings:
        for place in finding.evidence:
            wanted.setdefault(place.span_id, [])
    return wanted


def _excerpt(span: Span, claims: Iterable[frozenset[str]], report: Report, ledger: Ledger) -> Span:
    if len(span.text) <= WHOLE:
        return span
    orders = ledger.orders(span.id)
    held = [frozenset(ledger.terms[order]) for order in orders]
    chosen = {max(range(len(held)), key=lambda number: len(held[number] & said)) for said in claims if held}
    places = [place for finding in report.findings for place in finding.evidence if place.span_id == span.id]
    bounds = [ledger.bounds[order] for order in orders]
    chosen |= {
        number
        for number, (start, end) in enumerate(bounds)
        if any(place.start < end and start < place.end for place in places)
    }  # fmt: skip
    text = "\n".join(span.text[start:end] for start, end in (bounds[number] for number in sorted(chosen)))
    return replace(span, text=text[:WHOLE], source=None) if text else replace(span, text=span.text[:WHOLE], source=None)
