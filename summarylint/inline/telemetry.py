"""Compactions as events of OpenTelemetry, for those who ask for them: `Guard(observe=telemetry())`.

Needs the extra `otel`, and a logger provider that the host has set up; nothing is sent anywhere else. The event is that of the
semantic conventions for the evaluation of generated output (`gen_ai.evaluation.result`,
https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events/), joined to the span that is current.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from summarylint import __version__
from summarylint.errors import UsageError
from summarylint.model import SEVERITIES
from summarylint.output.redaction import redact

if TYPE_CHECKING:
    from summarylint.inline.observation import Observation, Observe
    from summarylint.model import Report

EVENT = "gen_ai.evaluation.result"
NAME = "summarylint"
"""The name of the evaluation, and the beginning of the attributes that no convention has."""

MOST_TOLD = 20
"""Findings whose text goes into one event."""


def telemetry(*, text: bool = False, logger_provider: Any = None) -> Observe:
    """Return an observer that emits one event a compaction.

    The event holds the gate's decision, the mode and ending, counts and the guard's own seconds; with `text` also what the
    findings say, which quotes the conversation, secrets masked. `logger_provider` is the global one where none is given.
    Raises UsageError where OpenTelemetry is not installed.
    """
    try:
        from opentelemetry._logs import LogRecord, SeverityNumber, get_logger
    except ImportError:
        raise UsageError("telemetry needs OpenTelemetry; pip install 'summarylint[otel]'") from None
    logger = get_logger(NAME, __version__, logger_provider=logger_provider)

    def observe(observation: Observation) -> None:
        severity = SeverityNumber.INFO if observation.error is None else SeverityNumber.WARN
        logger.emit(LogRecord(event_name=EVENT, severity_number=severity, attributes=attributes(observation, text=text)))

    return observe


def attributes(observation: Observation, *, text: bool = False) -> dict[str, Any]:
    """What an event says of a compaction; nothing of the conversation but under `text`."""
    outcome, report, error = observation.outcome, observation.report, observation.error
    told: dict[str, Any] = {
        "gen_ai.evaluation.name": NAME,
        f"{NAME}.mode": observation.mode,
        f"{NAME}.ending": outcome.ending if outcome else "refused" if report else "failed",
        f"{NAME}.duration": observation.seconds,
    }
    if outcome is not None:
        told[f"{NAME}.attempts"] = outcome.attempts
    if error is not None:
        told["error.type"] = type(error).__qualname__
    return {**told, **_of_report(report, text)} if report is not None else told


def _of_report(report: Report, text: bool) -> dict[str, Any]:
    found = Counter(finding.severity for finding in report.findings)
    told: dict[str, Any] = {f"{NAME}.findings.{severity}": found[severity] for severity in SEVERITIES}
    told |= {
        f"{NAME}.claims": len(report.claims),
        f"{NAME}.spans": len(report.compaction.spans),
        f"{NAME}.cycle_depth": report.compaction.cycle_depth,
    }
    if report.gate.decision is not None:
        told["gen_ai.evaluation.score.label"] = report.gate.decision
    if text:
        sentences = [f"{finding.name}: {redact(finding.message)}" for finding in report.findings[:MOST_TOLD]]
        told["gen_ai.evaluation.explanation"] = "\n".join(sentences)
    return told
