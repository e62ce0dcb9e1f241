"""An observer is told what came of each compaction, once, and can break none."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from inline_messages import FACT, FAITHFUL, after, before

from summarylint.engine import Linter
from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline.codecs import OPENAI_CHAT
from summarylint.inline.guard import Guard
from summarylint.inline.observation import Observation

LINTER = Linter()


def guarded(mode: Any, seen: list[Observation], **more: Any) -> Guard:
    return Guard(mode, linter=LINTER, observe=seen.append, **more)


def test_each_compaction_is_told_once() -> None:
    seen: list[Observation] = []
    messages = before()
    outcome = guarded("annotate", seen).rewrite(messages, after(messages), OPENAI_CHAT)
    [told] = seen
    assert told.outcome is not None
    assert (told.mode, told.outcome.ending, told.report) == ("annotate", "annotated", outcome.report)
    assert told.seconds > 0


def test_nothing_is_told_where_nothing_was_compacted() -> None:
    seen: list[Observation] = []
    guarded("raise", seen).rewrite(before(), before(), OPENAI_CHAT)
    assert seen == []


def test_a_refusal_is_told_with_what_was_found_and_raised_all_the_same() -> None:
    seen: list[Observation] = []
    messages = before()
    with pytest.raises(ContextProvenanceError):
        guarded("raise", seen).rewrite(messages, after(messages), OPENAI_CHAT)
    [told] = seen
    assert told.outcome is None
    assert told.report is not None
    assert "dropped-hedge" in [finding.name for finding in told.report.findings]
    assert isinstance(told.error, ContextProvenanceError)


def test_the_time_of_the_summariser_is_not_the_guard_s(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 101.0, 103.0])
    monkeypatch.setattr("summarylint.inline.observation.perf_counter", lambda: next(clock))
    seen: list[Observation] = []
    messages = before()
    guarded("retry", seen).rewrite(messages, after(messages), OPENAI_CHAT, ask=lambda instruction: FAITHFUL)
    assert [told.seconds for told in seen] == [3.0]


def test_the_error_of_a_summariser_reaches_the_outcome() -> None:
    def ask(instruction: str) -> str:
        raise TimeoutError("no answer")

    seen: list[Observation] = []
    messages = before()
    outcome = guarded("retry", seen).rewrite(messages, after(messages), OPENAI_CHAT, ask=ask)
    assert isinstance(outcome.error, TimeoutError)
    assert [told.error for told in seen] == [outcome.error]


def test_an_observer_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def fail(told: Observation) -> None:
        raise OSError("the collector is gone")

    messages = before()
    outcome = Guard("annotate", linter=LINTER, observe=fail).summary(messages, FACT, OPENAI_CHAT)
    assert outcome.ending == "annotated"
    assert "could not hand on what came of a compaction" in caplog.text


def test_compactions_beside_an_event_loop_are_told_too() -> None:
    seen: list[Observation] = []
    messages = before()
    asyncio.run(guarded("annotate", seen).arewrite(messages, after(messages), OPENAI_CHAT))
    assert len(seen) == 1


def test_a_guard_without_an_observer_imports_no_telemetry() -> None:
    code = (
        "import sys; from summarylint.inline import Guard; import summarylint.inline.codecs, summarylint.inline.telemetry; Guard();"
        "print([name for name in sys.modules if name.split('.')[0] == 'opentelemetry'])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
