"""Reports in the wire form that other programs rely on (result.schema.json beside this file)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.output.position import position_in_span, position_in_summary
from summarylint.output.redaction import masked_part, redact, redact_all

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Claim, Compaction, Finding, Fix, Gate, Place, Report

FORMAT = 1
"""The number of the wire form: raised when something in it changes, not when a field is added."""


def result(report: Report) -> dict[str, Any]:
    """The result of one checked record. Secrets are masked in every quote; offsets are those of the text as given."""
    return {
        "format": FORMAT,
        "id": report.compaction.id,
        "path": report.compaction.path,
        "line": report.compaction.line,
        "findings": [finding_of(finding, report.compaction) for finding in report.findings],
        "claims": [claim_of(claim) for claim in report.claims],
        "gate": gate_of(report.gate),
        "error": None,
    }


def error_result(error: RecordError) -> dict[str, Any]:
    """The result of a record that could not be read or checked."""
    return {
        "format": FORMAT,
        "id": error.id,
        "path": error.path,
        "line": error.line,
        "findings": [],
        "claims": [],
        "gate": {"decision": None, "reasons": []},
        "error": {"reason": redact(error.reason), "pointer": error.pointer},
    }


def finding_of(finding: Finding, compaction: Compaction) -> dict[str, Any]:
    """One finding. `line` and `column` say where a place stands in the file, where its text is a literal there."""
    place = finding.summary
    found = position_in_summary(compaction, place.start) if place is not None else None
    quoted = masked_part(compaction.summary, place.start, place.end) if place is not None else ""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": redact(finding.message),
        "help": redact(finding.help),
        "summary": None if place is None else {"start": place.start, "end": place.end, "quote": quoted, **in_file(found)},
        "evidence": [place_of_evidence(evidence, compaction) for evidence in finding.evidence],
        "fix": fix_of(finding.fix),
        "why": redact_all(dict(finding.why)),
        "fingerprint": finding.fingerprint,
    }


def place_of_evidence(place: Place, compaction: Compaction) -> dict[str, Any]:
    """One place in a span."""
    text = next((span.text for span in compaction.spans if span.id == place.span_id), None)
    quoted = redact(place.quote) if text is None else masked_part(text, place.start, place.end)
    told = {"span_id": place.span_id, "start": place.start, "end": place.end, "quote": quoted, "label": place.label}
    return {**told, **in_file(position_in_span(compaction, place.span_id, place.start))}


def in_file(found: tuple[int, int] | None) -> dict[str, int]:
    """Line and column in the file, where they are known."""
    return {} if found is None else {"line": found[0], "column": found[1]}


def fix_of(fix: Fix | None) -> dict[str, Any] | None:
    """A fix; none at all where an edit would spell out a secret, as masked it would be wrong."""
    if fix is None or any(redact(edit.text) != edit.text for edit in fix.edits):
        return None
    return {"safety": fix.safety, "edits": [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]}


def claim_of(claim: Claim) -> dict[str, Any]:
    """One tagged claim; `text`, `origin` and `primary_span_id` are what the provenance validator takes."""
    return {
        "text": redact(claim.text),
        "start": claim.start,
        "end": claim.end,
        "origin": claim.origin,
        "primary_span_id": claim.primary_span_id,
        "witness_span_ids": list(claim.witness_span_ids),
        "disconfirmer_span_ids": list(claim.disconfirmer_span_ids),
        "speaker": claim.speaker,
        "confidence": claim.confidence,
        "verified": claim.verified,
    }


def gate_of(gate: Gate) -> dict[str, Any]:
    """What may be done next, and why."""
    return {"decision": gate.decision, "reasons": [{"reason": reason.reason, "text": redact(reason.text)} for reason in gate.reasons]}
