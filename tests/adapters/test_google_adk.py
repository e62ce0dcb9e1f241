"""The summariser in runs of the real kit with scripted models."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from google.adk.agents import LlmAgent
from google.adk.apps.app import App, EventsCompactionConfig
from google.adk.apps.base_events_summarizer import BaseEventsSummarizer
from google.adk.apps.llm_event_summarizer import LlmEventSummarizer
from google.adk.events.event import Event
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, FunctionCall, FunctionResponse, Part
from incident import FACT, FAITHFUL, GUESS, MODES, ORDER, REFUSED, keeps_the_doubt

from summarylint.inline import Guard
from summarylint.inline.adapters.google_adk import LintedEventsSummarizer
from summarylint.inline.codecs.adk import ADK

COMPLETE = f"{FAITHFUL} The user said: never deploy on Fridays."
"""All events are replaced, so that the summary owes the user's order as well."""


class Scripted(BaseLlm):
    """Answers with the given parts in turn and keeps what it was asked."""

    answers: list[Part]
    asked: list[str] = []  # noqa: RUF012 - pydantic copies the default

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator[LlmResponse, None]:
        self.asked.append(str(llm_request.contents))
        yield LlmResponse(content=Content(role="model", parts=[self.answers.pop(0)]))


def scripted(*answers: str | Part) -> Scripted:
    return Scripted(model="scripted", asked=[], answers=[Part(text=one) if isinstance(one, str) else one for one in answers])


def history() -> list[Event]:
    called = FunctionCall(id="c1", name="psql", args={"host": "10.0.3.7"})
    returned = FunctionResponse(id="c1", name="psql", response={"error": REFUSED})
    return [
        Event(author="user", content=Content(role="user", parts=[Part(text=GUESS)])),
        Event(author="helper", content=Content(role="model", parts=[Part(function_call=called)])),
        Event(author="helper", content=Content(role="user", parts=[Part(function_response=returned)])),
        Event(author="user", content=Content(role="user", parts=[Part(text=ORDER)])),
    ]


def summariser(guard: Guard, *summaries: str) -> tuple[LintedEventsSummarizer, Scripted]:
    model = scripted(*summaries)
    return LintedEventsSummarizer(LlmEventSummarizer(model), guard), model


def compacted(given: LintedEventsSummarizer, events: list[Event]) -> Event | None:
    return asyncio.run(given.maybe_summarize_events(events=events))


def text_of(event: Event | None) -> str:
    assert event is not None
    assert event.actions.compaction is not None
    [part] = event.actions.compaction.compacted_content.parts or ()
    return part.text or ""


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_summary_is_amended(mode: Any) -> None:
    given, model = summariser(Guard(mode), FACT)
    events = history()
    event = compacted(given, events)
    assert keeps_the_doubt(text_of(event))
    assert event is not None
    assert event.actions.compaction is not None
    assert event.actions.compaction.end_timestamp == events[-1].timestamp
    assert len(model.asked) == 1


def test_retry_tells_the_summariser_what_is_wrong() -> None:
    given, model = summariser(Guard("retry"), FACT, COMPLETE)
    assert text_of(compacted(given, history())) == COMPLETE
    assert "the user said" in model.asked[1]
    assert "Give the summary alone" in model.asked[1]


def test_retry_ends_with_the_best_annotated() -> None:
    given, model = summariser(Guard("retry", attempts=2), FACT, FACT, FACT)
    assert keeps_the_doubt(text_of(compacted(given, history())))
    assert len(model.asked) == 3


def test_retry_of_a_summariser_without_a_prompt_annotates_or_is_told_how() -> None:
    class Fixed(BaseEventsSummarizer):
        async def maybe_summarize_events(self, *, events: list[Event]) -> Event | None:
            return await LlmEventSummarizer(scripted(FACT)).maybe_summarize_events(events=events)

    assert keeps_the_doubt(text_of(compacted(LintedEventsSummarizer(Fixed(), Guard("retry")), history())))
    told = LintedEventsSummarizer(Fixed(), Guard("retry"), instructed=lambda _, instruction: LlmEventSummarizer(scripted(COMPLETE)))
    assert text_of(compacted(told, history())) == COMPLETE


def test_raise_makes_no_compaction() -> None:
    given, _ = summariser(Guard("raise"), FACT, COMPLETE)
    assert compacted(given, history()) is None
    assert "the summary is not true to what it replaced" in str(given.refused)
    assert text_of(compacted(given, history())) == COMPLETE
    assert given.refused is None


@pytest.mark.parametrize("mode", MODES)
def test_a_faithful_summary_is_not_told_to_be_unverified(mode: Any) -> None:
    given, model = summariser(Guard(mode), COMPLETE)
    text = text_of(compacted(given, history()))
    assert text.startswith("The user thinks the staging DB is on port 5433")
    assert "<summary-check>" not in text
    assert len(model.asked) == 1


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_second_cycle_keeps_the_doubt(mode: Any) -> None:
    given, _ = summariser(Guard(mode), FACT, FACT)
    first = compacted(given, history())
    assert first is not None
    assert first.actions.compaction is not None
    seed = Event(author="model", content=first.actions.compaction.compacted_content)  # as the kit hands over the last summary
    later = Event(author="user", content=Content(role="user", parts=[Part(text="ok, go on")]))
    assert keeps_the_doubt(text_of(compacted(given, [seed, later])))


def test_no_summary_is_no_compaction() -> None:
    given, _ = summariser(Guard("raise"))
    assert compacted(given, []) is None


def test_a_summary_is_no_word_of_the_user_though_its_event_says_so() -> None:
    event = asyncio.run(LlmEventSummarizer(scripted(FACT)).maybe_summarize_events(events=history()))
    assert event is not None
    assert event.author == "user"
    assert [(piece.role, piece.text) for piece in ADK.pieces(event)] == [("summary", FACT)]


@pytest.mark.parametrize("mode", ["repair", "raise"])
def test_in_a_run_of_the_kit(mode: Any) -> None:
    def psql(host: str) -> dict[str, str]:
        """Connect to a host."""
        return {"error": REFUSED}

    called = Part(function_call=FunctionCall(name="psql", args={"host": "10.0.3.7"}))
    model = scripted(called, "It refuses the connection.", "Understood.", "Done.")
    summarizer, _ = summariser(Guard(mode), FACT)
    agent = LlmAgent(name="helper", model=model, tools=[psql])
    compaction = EventsCompactionConfig(summarizer=summarizer, compaction_interval=2, overlap_size=0)
    runner = InMemoryRunner(app=App(name="app", root_agent=agent, events_compaction_config=compaction))

    async def run() -> str:
        session = await runner.session_service.create_session(app_name="app", user_id="u")
        for text in (GUESS, ORDER, "Go on."):
            message = Content(role="user", parts=[Part(text=text)])
            async for _ in runner.run_async(user_id="u", session_id=session.id, new_message=message):
                pass
        return model.asked[-1]

    sent = asyncio.run(run())
    assert len(model.asked) == 4
    assert (GUESS in sent) == (mode == "raise" or "hedged" in sent)
    assert ("<summary-check>" in sent) == (mode == "repair")
