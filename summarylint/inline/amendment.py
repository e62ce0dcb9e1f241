"""Amendments: what a guard changes in a summary before it is handed back. Pure functions of a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from summarylint.inline.appendix import Quote, shortened_quote
from summarylint.language.boundaries import scan
from summarylint.language.statements import read_statements
from summarylint.language.tags import compiled
from summarylint.model import worst_first
from summarylint.output.redaction import masked_part
from summarylint.provenance.as_read import summary_as_read
from summarylint.provenance.sources import origin_of
from summarylint.provenance.tags import with_tags

if TYPE_CHECKING:
    from summarylint.model import Finding, Origin, Place, Report, Span

REINSERTED = ("OMI", "CON", "HDG")
"""The families whose findings name words that the summary lost: an instruction or blocker, what disagrees, a hedge. In this order."""

WIDEST = 2_000
"""Code points on either side of a place in which its statement is looked for."""


def tagged(report: Report, tag_patterns: Sequence[str] = ()) -> str:
    """The summary with an origin tag behind every claim that has none."""
    reading = summary_as_read(report.compaction)
    statements = read_statements(reading.text, tag_patterns=compiled(tag_patterns))
    return with_tags(report.compaction.summary, statements, report.claims, reading)


def notes(report: Report, quotes: Sequence[Quote] = ()) -> tuple[str, ...]:
    """What is to be told as unverified: a line for each finding that is more than a note, but for what `quotes` tell already."""
    told = {quote.span.id for quote in quotes}
    return tuple(_note(finding) for finding in worst_first(report.findings, "warning") if not _is_told(finding, told))


def quotes(report: Report) -> tuple[Quote, ...]:
    """The sentences of the spans that the summary lost, as their findings name them, the gravest kind first."""
    spans = {span.id: span for span in report.compaction.spans}
    found = worst_first((one for one in report.findings if one.code[:3] in REINSERTED), "warning")
    found.sort(key=lambda one: REINSERTED.index(one.code[:3]))
    hedged = {place.span_id for one in found if one.code.startswith("HDG") for place in one.evidence}
    quoted = [
        _quote(spans[place.span_id], place, hedged)
        for finding in found
        for place in finding.evidence
        if place.span_id in spans and spans[place.span_id].role != "summary"
    ]
    return tuple({(quote.span.id, quote.span.text): quote for quote in quoted if quote.span.text.strip()}.values())


def fixed(report: Report, check: Callable[[str], Report]) -> Report:
    """The report on the summary after its safe fixes; `check` compares another text in its place."""
    from summarylint.editing.fixing import SAFE  # on first use: it reads files, too
    from summarylint.editing.mending import mended

    known = {report.compaction.summary: report}

    def once(text: str) -> list[Report]:
        if text not in known:
            known[text] = check(text)
        return [known[text]]

    edited, _ = mended(report.compaction.summary, once, SAFE)
    return once(edited.text)[0]


def _quote(span: Span, place: Place, hedged: set[str]) -> Quote:
    first, last = max(0, place.start - WIDEST), min(len(span.text), place.end + WIDEST)
    bounds = [(first + start, first + end) for start, end in scan(span.text[first:last])]
    around = [(start, end) for start, end in bounds if start < place.end and place.start < end] or [(place.start, place.end)]
    text = masked_part(span.text, around[0][0], around[-1][1]).strip()
    origin: Origin | str = "hedged" if span.id in hedged else origin_of(span) or "inferred"
    return Quote(replace(span, text=shortened_quote(text), source=None), origin)


def _is_told(finding: Finding, told: set[str]) -> bool:
    return finding.code.startswith("OMI") and any(place.span_id in told for place in finding.evidence)


def _note(finding: Finding) -> str:
    where = f'"{" ".join(finding.summary.quote.split())}": ' if finding.summary and not finding.code.startswith("OMI") else ""
    return f"{where}{finding.message}"
