"""The recipe for a framework without an adapter, worked out for Haystack: a codec, and a guard around what rewrites the list.

The codec and the compactor are what a host writes of its own; the rest runs them in Haystack's own agent with scripted models.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from haystack import component
from haystack.components.agents import Agent
from haystack.dataclasses import ChatMessage, ToolCall
from haystack.hooks.compaction import CompactionHook, SummarizationCompactor
from haystack.hooks.compaction.types import Compactor
from haystack.token_counters import ApproximateTokenCounter, TokenCounter
from haystack.tools import tool
from incident import FACT, FAITHFUL, GUESS, MODES, ORDER, REFUSED, keeps_the_doubt

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline import Guard
from summarylint.inline.rewrite import new_summary
from summarylint.reading.transcripts.content import call, output
from summarylint.reading.transcripts.window import Piece

OPEN, CLOSE = "<conversation_summary>\n", "\n</conversation_summary>"


class HaystackCodec:
    """Says of each message who speaks in it, and which one is a summary: by its mark, as its role is the user's."""

    def key(self, message: ChatMessage) -> str | None:
        return None  # a message has no id

    def pieces(self, message: ChatMessage) -> Iterator[Piece]:
        if "context_compaction" in message.meta:
            yield Piece("summary", (message.text or "").removeprefix(OPEN).removesuffix(CLOSE))
            return
        for text in message.texts:
            yield Piece(message.role.value, text)
        for made in message.tool_calls:
            yield call(made.tool_name, made.arguments, made.id)
        for result in message.tool_call_results:
            yield output(result.result, result.origin.id)

    def rewritten(self, message: ChatMessage, old: str, new: str) -> ChatMessage:
        return ChatMessage.from_user((message.text or "").replace(old, new, 1), meta=message.meta)


class LintedCompactor(Compactor):
    """A summarizing compactor whose summaries are guarded."""

    def __init__(self, generator: Any, guard: Guard, **given: Any) -> None:
        self.generator, self.guard, self.given = generator, guard, given
        self.compactor = SummarizationCompactor(generator, **given)

    def compact(self, messages: list[ChatMessage], target_tokens: int, token_counter: TokenCounter) -> list[ChatMessage] | None:
        after = self.compactor.compact(messages, target_tokens, token_counter)
        if after is None:
            return None

        def ask(instruction: str) -> str:
            prompt = f"{self.compactor.summary_instruction}\n\n{instruction}"
            again = SummarizationCompactor(self.generator, **self.given, summary_instruction=prompt)
            return new_summary(messages, again.compact(messages, target_tokens, token_counter) or [], HaystackCodec())

        return list(self.guard.rewrite(messages, after, HaystackCodec(), ask=ask).messages or after)


@component
class Scripted:
    """A chat generator that answers with the given messages in turn and keeps what it was asked."""

    def __init__(self, *answers: str | ChatMessage) -> None:
        self.answers = [ChatMessage.from_assistant(one) if isinstance(one, str) else one for one in answers]
        self.asked: list[list[ChatMessage]] = []

    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage], tools: Any = None, **_: Any) -> dict[str, Any]:
        self.asked.append(list(messages))
        return {"replies": [self.answers.pop(0)]}


NOISE = "The log has nothing else to say about it. " * 40
"""Enough text that a summary is worth its while."""


def history() -> list[ChatMessage]:
    made = ToolCall("psql", {"host": "10.0.3.7"}, id="c1")
    return [
        ChatMessage.from_user(GUESS),
        ChatMessage.from_assistant(tool_calls=[made]),
        ChatMessage.from_tool(f"{REFUSED}\n{NOISE}", origin=made),
        ChatMessage.from_assistant("It refuses the connection."),
        ChatMessage.from_user(ORDER),
    ]


def compacted(guard: Guard, *summaries: str, messages: list[ChatMessage] | None = None) -> tuple[list[ChatMessage], Scripted]:
    generator = Scripted(*summaries)
    compactor = LintedCompactor(generator, guard, approximate_summary_tokens=50)
    after = compactor.compact(messages or history(), 60, ApproximateTokenCounter())
    assert after is not None
    return after, generator


def summary_in(messages: list[ChatMessage]) -> str:
    [found] = [message.text for message in messages if "context_compaction" in message.meta]
    assert found is not None
    return found


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_summary_is_amended(mode: Any) -> None:
    after, _ = compacted(Guard(mode), FACT)
    assert keeps_the_doubt(summary_in(after))
    assert summary_in(after).startswith(OPEN)
    assert after[-1].text == ORDER


def test_retry_tells_the_summariser_what_is_wrong() -> None:
    after, generator = compacted(Guard("retry"), FACT, FAITHFUL)
    assert summary_in(after) == f"{OPEN}{FAITHFUL}{CLOSE}"
    assert "the user said 'I think'" in "".join(message.text or "" for message in generator.asked[1])


def test_retry_ends_with_the_best_annotated() -> None:
    after, generator = compacted(Guard("retry", attempts=2), FACT, FACT, FACT)
    assert keeps_the_doubt(summary_in(after))
    assert len(generator.asked) == 3


def test_raise_ends_the_compaction() -> None:
    with pytest.raises(ContextProvenanceError):
        compacted(Guard("raise"), FACT)


@pytest.mark.parametrize("mode", MODES)
def test_a_faithful_summary_is_not_told_to_be_unverified(mode: Any) -> None:
    after, generator = compacted(Guard(mode), FAITHFUL)
    assert "<summary-check>" not in summary_in(after)
    assert len(generator.asked) == 1


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_second_cycle_keeps_the_doubt(mode: Any) -> None:
    guard = Guard(mode)
    first, _ = compacted(guard, FACT)
    later = [*first, ChatMessage.from_assistant(NOISE), ChatMessage.from_user("ok, go on")]
    second, _ = compacted(guard, f"{FACT} The log is quiet.", messages=later)
    marked = [message.text or "" for message in second if "context_compaction" in message.meta]
    assert len(marked) == 2  # Haystack summarises a portion at a time, and leaves the last summary where it is
    assert all(map(keeps_the_doubt, (text.replace(" The log is quiet.", "") for text in marked)))


@pytest.mark.parametrize("mode", ["repair", "raise"])
def test_in_a_run_of_an_agent(mode: Any) -> None:
    @tool
    def psql(host: str) -> str:
        """Connect to a host."""
        return f"{REFUSED}\n{NOISE}"

    again = ChatMessage.from_assistant(tool_calls=[ToolCall("psql", {"host": "10.0.3.7"}, id="c2")])
    generator = Scripted(again, "Done.")
    hook = CompactionHook(
        LintedCompactor(Scripted(FACT), Guard(mode), approximate_summary_tokens=50), context_window=900, compact_at=0.7, compact_to=0.5
    )
    agent = Agent(chat_generator=generator, tools=[psql], hooks={"before_llm": [hook]})
    if mode == "raise":
        with pytest.raises(ContextProvenanceError):
            agent.run(messages=history())
        assert generator.asked == [] or len(generator.asked) == 1
    else:
        agent.run(messages=history())
        assert keeps_the_doubt(summary_in(generator.asked[-1]))
