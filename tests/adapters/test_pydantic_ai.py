"""The capability in runs of real agents with scripted models: every mode, two cycles, and calls that cannot be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from incident import FACT, FAITHFUL, GUESS, MODES, ORDER, REFUSED, keeps_the_doubt
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.messages import (
    CompactionPart,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline import Guard
from summarylint.inline.adapters.pydantic_ai import LintedCompaction
from summarylint.inline.codecs.codec import UnwritableSummaryError
from summarylint.inline.codecs.pydantic_ai import PYDANTIC_AI

LONG = 4
"""Messages from which on the history is compacted."""


def history() -> list[ModelMessage]:
    return [
        ModelRequest([UserPromptPart(GUESS)]),
        ModelResponse([ToolCallPart("psql", {"host": "10.0.3.7"}, tool_call_id="c1")]),
        ModelRequest([ToolReturnPart("psql", REFUSED, tool_call_id="c1")]),
        ModelResponse([TextPart("It refuses the connection.")]),
    ]


@dataclass
class Summariser:
    """A processor of the history that writes the given summaries in turn, as a part of its own or as the user's words."""

    summaries: list[str]
    marked: bool = True
    instructions: list[str] = field(default_factory=list)

    def __call__(self, messages: list[ModelMessage]) -> list[ModelMessage]:
        if len(messages) <= LONG:
            return messages
        text = self.summaries.pop(0)
        part = CompactionPart(text) if self.marked else UserPromptPart(f"Earlier:\n\n{text}")
        return [ModelRequest([part]), messages[-1]]

    def instructed(self, capability: Any, instruction: str) -> ProcessHistory[Any]:
        self.instructions.append(instruction)
        return ProcessHistory(self)


@dataclass
class Seen:
    """What the model was sent, request by request."""

    requests: list[list[ModelMessage]] = field(default_factory=list)
    answer: Callable[[list[ModelMessage]], ModelResponse] = lambda messages: ModelResponse([TextPart("Done.")])

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.requests.append(list(messages))
        return self.answer(messages)

    def summary(self, request: int = -1) -> str:
        first = self.requests[request][0].parts[0]
        assert isinstance(first, CompactionPart | UserPromptPart)
        assert isinstance(first.content, str)
        return first.content


def agent(guard: Guard, summariser: Summariser, seen: Seen, **more: Any) -> Agent[None, Any]:
    capability = LintedCompaction(ProcessHistory(summariser), guard=guard, instructed=summariser.instructed)
    return Agent(FunctionModel(seen), capabilities=[capability], **more)


def compacted(guard: Guard, *summaries: str, marked: bool = True) -> tuple[str, Summariser]:
    """The summary that the model is sent in a run that compacts once."""
    summariser, seen = Summariser([*summaries], marked), Seen()
    run = agent(guard, summariser, seen).run_sync(ORDER, message_history=history())
    assert run.output == "Done."
    stays = run.all_messages()[0].parts[0]
    assert isinstance(stays, CompactionPart | UserPromptPart)
    assert stays.content == seen.summary()  # the history of the run keeps what was sent
    return seen.summary(), summariser


@pytest.mark.parametrize("marked", [True, False])
def test_annotate_tags_the_claim_and_names_what_is_unverified(marked: bool) -> None:
    summary, _ = compacted(Guard("annotate"), FACT, marked=marked)
    assert "Staging DB port is 5433. [hedged:" in summary
    assert "the user said 'I think'; the summary states it as fact" in summary


def test_repair_puts_back_what_was_lost() -> None:
    summary, _ = compacted(Guard("repair"), FACT)
    assert f'- user: "{GUESS}" [hedged:' in summary
    assert "Connection refused" in summary


def test_retry_tells_the_summariser_what_is_wrong() -> None:
    summary, summariser = compacted(Guard("retry"), FACT, FAITHFUL)
    assert summary == FAITHFUL
    [instruction] = summariser.instructions
    assert "the user said 'I think'" in instruction


def test_retry_ends_with_the_best_summary_annotated() -> None:
    summary, summariser = compacted(Guard("retry", attempts=2), FACT, FACT, FACT)
    assert "[hedged:" in summary
    assert len(summariser.instructions) == 2


def test_retry_focuses_a_capability_that_can_be() -> None:
    class Focused(ProcessHistory[Any]):
        """As SummarizingCompaction of pydantic-ai-harness is told what to give weight to."""

        def with_focus(self, focus: str) -> Focused:
            assert "the user said 'I think'" in focus
            return Focused(Summariser([FAITHFUL]))

    seen = Seen()
    capability = LintedCompaction(Focused(Summariser([FACT])), guard=Guard("retry"))
    Agent(FunctionModel(seen), capabilities=[capability]).run_sync(ORDER, message_history=history())
    assert seen.summary() == FAITHFUL


def test_retry_without_a_way_to_ask_annotates() -> None:
    seen = Seen()
    capability = LintedCompaction(ProcessHistory(Summariser([FACT])), guard=Guard("retry"))
    Agent(FunctionModel(seen), capabilities=[capability]).run_sync(ORDER, message_history=history())
    assert "[hedged:" in seen.summary()


def test_raise_ends_the_run_before_the_request() -> None:
    seen = Seen()
    with pytest.raises(ContextProvenanceError, match="the summary is not true to what it replaced"):
        agent(Guard("raise"), Summariser([FACT]), seen).run_sync(ORDER, message_history=history())
    assert seen.requests == []


@pytest.mark.parametrize("mode", MODES)
def test_a_faithful_summary_passes(mode: Any) -> None:
    summary, summariser = compacted(Guard(mode), FAITHFUL)
    assert summary.startswith("The user thinks the staging DB is on port 5433")
    assert summariser.instructions == []
    assert "Unverified" not in summary


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_second_cycle_keeps_the_doubt(mode: Any, marked: bool) -> None:
    guard, seen, summariser = Guard(mode), Seen(), Summariser([FACT, FACT], marked)
    running = agent(guard, summariser, seen)
    messages = running.run_sync(ORDER, message_history=history()).all_messages()
    for question in ("Go on.", "And then?"):
        messages = running.run_sync(question, message_history=messages).all_messages()
    assert summariser.summaries == []
    assert keeps_the_doubt(seen.summary())


def test_runs_beside_an_event_loop() -> None:
    seen = Seen()
    asyncio.run(agent(Guard(), Summariser([FACT]), seen).run(ORDER, message_history=history()))
    assert "[hedged:" in seen.summary()


def test_a_short_history_stays_as_it_is() -> None:
    seen = Seen()
    agent(Guard("raise"), Summariser([]), seen).run_sync(GUESS)
    assert len(seen.requests[0]) == 1


def deleting(messages: list[ModelMessage]) -> ModelResponse:
    """Wants to drop the staging database, once."""
    if any(isinstance(part, ToolReturnPart) and part.tool_name == "shell" for message in messages for part in message.parts):
        return ModelResponse([TextPart("I asked.")])
    return ModelResponse([ToolCallPart("shell", {"command": "psql -p 5433 -c 'DROP DATABASE staging'"}, tool_call_id="d1")])


@pytest.mark.parametrize("answer", ["refuse", "allow"])
def test_a_call_that_cannot_be_taken_back_waits_for_grounding(answer: Any) -> None:
    seen, run = Seen(answer=deleting), list[str]()

    def shell(command: str) -> str:
        run.append(command)
        return "dropped"

    given = agent(Guard(on_irreversible=answer), Summariser([FACT, FACT]), seen, tools=[shell])
    done = given.run_sync(ORDER, message_history=history())
    told = [part.content for message in done.all_messages() for part in message.parts if isinstance(part, ToolReturnPart)]
    assert bool(run) == (answer == "allow")
    assert str(told[-1]).startswith("Not carried out" if answer == "refuse" else "dropped")


def test_such_a_call_can_wait_for_approval_by_a_human() -> None:
    def shell(command: str) -> str:
        return "dropped"

    given = agent(
        Guard(on_irreversible="ask"), Summariser([FACT]), Seen(answer=deleting), tools=[shell], output_type=[str, DeferredToolRequests]
    )
    done = given.run_sync(ORDER, message_history=history())
    assert isinstance(done.output, DeferredToolRequests)
    assert [call.tool_call_id for call in done.output.approvals] == ["d1"]


def test_a_summary_of_the_provider_is_not_changed() -> None:
    signed = CompactionPart(FACT, id="x", provider_name="anthropic")
    with pytest.raises(UnwritableSummaryError, match="say in a message what is wrong"):
        PYDANTIC_AI.rewritten(signed, FACT, FAITHFUL)
    encrypted = CompactionPart(None, id="x", provider_name="openai", provider_details={"encrypted_content": "…"})
    assert [(piece.role, piece.text) for piece in PYDANTIC_AI.pieces(encrypted)] == [("summary", "")]
