"""The events through OpenTelemetry's own SDK, into its exporter in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from incident import FACT, FAITHFUL, GUESS, keeps_the_doubt
from inline_messages import after, before
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline import Guard
from summarylint.inline.codecs import OPENAI_CHAT
from summarylint.inline.telemetry import telemetry


class Collected:
    """A logger provider, and what it was given."""

    def __init__(self) -> None:
        self.exporter = InMemoryLogRecordExporter()
        self.provider = LoggerProvider()
        self.provider.add_log_record_processor(SimpleLogRecordProcessor(self.exporter))

    def guard(self, mode: Any, **more: Any) -> Guard:
        return Guard(mode, observe=telemetry(logger_provider=self.provider, **more))

    @property
    def record(self) -> Any:
        [found] = self.exporter.get_finished_logs()
        return found.log_record

    @property
    def attributes(self) -> Mapping[str, Any]:
        assert self.record.event_name == "gen_ai.evaluation.result"
        found: Mapping[str, Any] = self.record.attributes
        return found


def test_an_event_holds_the_decision_and_counts_and_no_text() -> None:
    collected, messages = Collected(), before()
    outcome = collected.guard("annotate").rewrite(messages, after(messages), OPENAI_CHAT)
    told = dict(collected.attributes)
    assert keeps_the_doubt(outcome.summary)
    assert told.pop("summarylint.duration") > 0
    assert told == {
        "gen_ai.evaluation.name": "summarylint",
        "gen_ai.evaluation.score.label": "reground",
        "summarylint.mode": "annotate",
        "summarylint.ending": "annotated",
        "summarylint.attempts": 1,
        "summarylint.findings.error": 2,
        "summarylint.findings.warning": 0,
        "summarylint.findings.note": 1,
        "summarylint.claims": 1,
        "summarylint.spans": 4,
        "summarylint.cycle_depth": 0,
    }


def test_text_is_told_where_it_is_enabled_and_no_secret_with_it() -> None:
    token = "ghp_" + "a1B2" * 9
    collected = Collected()
    said = [{"role": "user", "content": f"{GUESS} Token {token}"}]
    collected.guard("annotate", text=True).summary(said, FACT, OPENAI_CHAT)
    explanation = collected.attributes["gen_ai.evaluation.explanation"]
    assert "dropped-hedge: the user said 'I think'; the summary states it as fact" in explanation
    assert token not in explanation


def test_attempts_are_counted() -> None:
    collected, messages = Collected(), before()
    collected.guard("retry").rewrite(messages, after(messages), OPENAI_CHAT, ask=lambda instruction: FAITHFUL)
    assert collected.attributes["summarylint.attempts"] == 2
    assert collected.attributes["summarylint.ending"] == "rewritten"
    assert collected.attributes["summarylint.findings.error"] == 0


def test_a_refusal_is_an_event_too() -> None:
    collected, messages = Collected(), before()
    with pytest.raises(ContextProvenanceError):
        collected.guard("raise").rewrite(messages, after(messages), OPENAI_CHAT)
    assert collected.attributes["summarylint.ending"] == "refused"
    assert collected.attributes["error.type"] == "RefusedSummaryError"
    assert collected.attributes["summarylint.findings.error"] == 2


@pytest.mark.parametrize("beside_a_loop", [False, True])
def test_the_event_belongs_to_the_span_that_is_current(beside_a_loop: bool) -> None:
    collected, messages = Collected(), before()
    guard = collected.guard("annotate")
    with TracerProvider().get_tracer("test").start_as_current_span("compaction") as span:
        if beside_a_loop:
            asyncio.run(guard.arewrite(messages, after(messages), OPENAI_CHAT))
        else:
            guard.rewrite(messages, after(messages), OPENAI_CHAT)
    assert collected.record.span_id == span.get_span_context().span_id
