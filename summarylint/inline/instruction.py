"""What a summariser is told to do better: the findings of a report as a short instruction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from summarylint.gate.tokens import Counter, by_characters
from summarylint.language.secrecy import redact
from summarylint.model import worst_first
from summarylint.output.redaction import kept, quote_of

if TYPE_CHECKING:
    from summarylint.model import Finding, Place, Report, Severity, SummaryPlace

OPENING = "The summary is not true to the messages that it replaces. Write it again in full, the same but for these points:"
CLOSING = "Give the summary alone, without a word about these points."

LONGEST_PART = 200
"""Code points of one quotation in a point."""


def as_instruction(report: Report, max_tokens: int = 400, *, least: Severity = "warning", count: Counter = by_characters) -> str:
    """Return the findings of `report` from the severity `least` on as an instruction to its summariser, the worst first.

    It is no longer than `max_tokens` by `count`; findings that do not fit are counted. Secrets are masked. "" where there is
    nothing to tell, or no room for a single finding.
    """
    findings = worst_first(report.findings, least)
    spans = {span.id: span.text for span in report.compaction.spans}
    points = [f"{number}. {_point(finding, report.compaction.summary, spans)}" for number, finding in enumerate(findings, 1)]
    for shown in range(len(points), 0, -1):
        rest = [f"({len(points) - shown} more of this kind.)"] if shown < len(points) else []
        text = "\n".join((OPENING, *points[:shown], *rest, CLOSING))
        if count(text) <= max_tokens:
            return text
    return ""


def _point(finding: Finding, summary: str, spans: Mapping[str, str]) -> str:
    where = f"{_quoted(finding.summary, summary)}: " if finding.summary and finding.summary.quote.strip() else ""
    source = next((place for place in finding.evidence if place.quote.strip()), None)
    told = f" The message {source.span_id} says {_quoted(source, spans.get(source.span_id, source.quote))}." if source else ""
    way_out = f" {finding.help[:1].upper()}{finding.help[1:]}." if finding.help else ""
    return redact(f"{where}{finding.message}.{told}{way_out}")


def _quoted(place: Place | SummaryPlace, text: str) -> str:
    """The words of a place of `text` between quotation marks that they cannot close.

    They are masked before they are cut: what is left of a secret is known by no pattern.
    """
    whole = text[place.start : place.end] == place.quote
    said = quote_of(text, place.start, place.end, LONGEST_PART) if whole else kept(place.quote, LONGEST_PART)
    return json.dumps(said, ensure_ascii=False)
