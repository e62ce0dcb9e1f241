"""A report as rows of the tables. Secrets are masked as in every output."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from summarylint.output.json_lines import dumped
from summarylint.output.result import claim_of, finding_of

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Claim, Compaction, Finding, Report


def place_of(compaction: Compaction) -> dict[str, Any]:
    """What names a record in every table."""
    return {
        "id": compaction.id,
        "path": compaction.path,
        "line": compaction.line,
        "chain": compaction.chain,
        "cycle_depth": compaction.cycle_depth,
    }


def record_row(report: Report) -> dict[str, Any]:
    """The row of `records`: counts, retention and the gate's decision. `time` is that of the last span that has one."""
    compaction = report.compaction
    severities = [finding.severity for finding in report.findings]
    return {
        **place_of(compaction),
        "time": last_time(compaction),
        "span_characters": sum(len(span.text) for span in compaction.spans),
        "summary_characters": len(compaction.summary),
        "spans": len(compaction.spans),
        "findings": len(severities),
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "claims": len(report.claims),
        "unsupported_claims": sum(claim.primary_span_id is None for claim in report.claims),
        "verified_claims": sum(claim.verified for claim in report.claims),
        "retention": report.retention,
        "decision": report.gate.decision,
        "reasons": [reason.reason for reason in report.gate.reasons],
    }


def last_time(compaction: Compaction) -> datetime | None:
    """The time of the last span that tells one; without a zone it is taken as UTC."""
    for span in reversed(compaction.spans):
        if span.time:
            try:
                found = datetime.fromisoformat(span.time)
                return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
            except (ValueError, OverflowError):
                continue
    return None


def finding_row(finding: Finding, compaction: Compaction) -> dict[str, Any]:
    """A finding as it stands in a table, without the record's place."""
    told = finding_of(finding, compaction)
    place, fix = told["summary"] or {}, told["fix"] or {}
    return {
        **{name: told[name] for name in ("code", "name", "severity", "message", "evidence", "help", "fingerprint")},
        "start": place.get("start"),
        "end": place.get("end"),
        "quote": place.get("quote"),
        "fix_safety": fix.get("safety"),
        "fix_edits": dumped(fix["edits"]) if fix else None,
        "why": dumped(told["why"]),
    }


def claim_row(claim: Claim) -> dict[str, Any]:
    """A claim as it stands in a table, without the record's place."""
    return claim_of(claim)


def reject_row(error: RecordError, kind: str) -> dict[str, Any]:
    """A line of the rejects: what could not be checked, where it stands, and why."""
    from summarylint.output.redaction import redact

    return {
        "path": error.path,
        "line": error.line,
        "id": error.id,
        "kind": kind,
        "reason": redact(error.reason),
        "pointer": error.pointer,
    }
