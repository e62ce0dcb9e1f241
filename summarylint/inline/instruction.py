"""What a summariser is told to do better: the findings of a report as a short instruction."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from summarylint.gate.tokens import Counter, by_characters
from summarylint.language.secrecy import redact
from summarylint.language.shortening import shortened
from summarylint.model import SEVERITIES

if TYPE_CHECKING:
    from summarylint.model import Finding, Report, Severity

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
    points = [f"{number}. {_point(finding)}" for number, finding in enumerate(findings, 1)]
    for kept in range(len(points), 0, -1):
        rest = [f"({len(points) - kept} more of this kind.)"] if kept < len(points) else []
        text = "\n".join((OPENING, *points[:kept], *rest, CLOSING))
        if count(text) <= max_tokens:
            return text
    return ""


def worst_first(findings: Iterable[Finding], least: Severity) -> list[Finding]:
    """The findings from a severity on, the worst first, else in the order given."""
    bound = SEVERITIES.index(least)
    return sorted((one for one in findings if SEVERITIES.index(one.severity) >= bound), key=lambda one: -SEVERITIES.index(one.severity))


def _point(finding: Finding) -> str:
    where = f"{_quoted(finding.summary.quote)}: " if finding.summary and finding.summary.quote.strip() else ""
    source = next((place for place in finding.evidence if place.quote.strip()), None)
    told = f" The message {source.span_id} says {_quoted(source.quote)}." if source else ""
    way_out = f" {finding.help[:1].upper()}{finding.help[1:]}." if finding.help else ""
    return redact(f"{where}{finding.message}.{told}{way_out}")


def _quoted(text: str) -> str:
    """The text between quotation marks that it cannot close."""
    return json.dumps(shortened(" ".join(text.split()), LONGEST_PART), ensure_ascii=False)
