"""LangChain and deepagents: the summarization middleware with a guard, and tool calls that wait for grounding.

    from summarylint.inline.adapters.langchain import LintedSummarizationMiddleware
    create_agent(model, tools, middleware=[LintedSummarizationMiddleware(model, trigger=("tokens", 100_000))])

deepagents summarises outside of `before_model`; it takes `linted(model)` as its `summarizer`, and `GroundedToolsMiddleware`
beside it. Written against langchain 1.5 and deepagents 0.7.
"""

from __future__ import annotations

import copy
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langchain.agents.middleware import AgentMiddleware, SummarizationMiddleware
from langchain.agents.middleware.summarization import DEFAULT_SUMMARY_PROMPT
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage, get_buffer_string
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.base import coerce_to_runnable
from langgraph.types import interrupt

from summarylint.inline.codecs.langchain import LANGCHAIN
from summarylint.inline.driving import beside_the_loop
from summarylint.inline.guard import Guard
from summarylint.inline.irreversible import CallVerdict
from summarylint.inline.rewrite import new_summary


class GroundedToolsMiddleware(AgentMiddleware):
    """Holds back tool calls that cannot be taken back while the summary they rest on is not grounded.

    `guard` says how (`Guard.on_irreversible`); it has to be the one that guards the summaries. `"ask"` interrupts the run for a
    human (which needs a checkpointer) and makes the call where it is resumed with a true value.
    """

    def __init__(self, guard: Guard) -> None:
        super().__init__()
        self.guard = guard

    def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        """Make the call, or tell the agent why not."""
        call = request.tool_call
        return self._answer(call, self.guard.call(call["name"], call["args"], seen(request.state), LANGCHAIN)) or handler(request)

    async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        """`wrap_tool_call` beside an event loop."""
        call = request.tool_call
        verdict = await self.guard.acall(call["name"], call["args"], seen(request.state), LANGCHAIN)
        return self._answer(call, verdict) or await handler(request)

    def _answer(self, call: Any, verdict: CallVerdict) -> ToolMessage | None:
        if verdict.allow:
            return None
        if self.guard.on_irreversible == "ask" and interrupt({"tool_call": call, "reason": verdict.text}):
            return None
        return ToolMessage(verdict.text, tool_call_id=call["id"], name=call["name"], status="error")


class LintedSummarizationMiddleware(SummarizationMiddleware):
    """LangChain's SummarizationMiddleware whose summaries are guarded before they take the place of their messages.

    Takes what SummarizationMiddleware takes, and `guard` (one that annotates, where none is given). It also holds tool calls
    back, as GroundedToolsMiddleware does. A guard in the mode `raise` ends the run with ContextProvenanceError.
    """

    def __init__(self, model: str | BaseChatModel, *, guard: Guard | None = None, **given: Any) -> None:
        super().__init__(model, **given)
        self.guard = guard or Guard()
        self._tools = GroundedToolsMiddleware(self.guard)

    def before_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """Summarise where it is time to, and guard the summary."""
        update: dict[str, Any] | None = super().before_model(state, runtime)
        before = state["messages"]
        if not update:
            self.guard.follow(before, LANGCHAIN)
            return update

        def ask(instruction: str) -> str:
            again = SummarizationMiddleware.before_model(self._instructed(instruction), state, runtime)
            return new_summary(before, _messages(again or NOTHING), LANGCHAIN)

        after = _messages(update)
        outcome = self.guard.rewrite(before, after, LANGCHAIN, ask=ask, shown=lambda: self._shown(before, after))
        return {**update, "messages": [*_removals(update), *(outcome.messages or after)]}

    async def abefore_model(self, state: Any, runtime: Any) -> dict[str, Any] | None:
        """`before_model` beside an event loop."""
        update: dict[str, Any] | None = await super().abefore_model(state, runtime)
        before = state["messages"]
        if not update:
            await beside_the_loop(lambda: self.guard.follow(before, LANGCHAIN))
            return update

        async def ask(instruction: str) -> str:
            again = await SummarizationMiddleware.abefore_model(self._instructed(instruction), state, runtime)
            return new_summary(before, _messages(again or NOTHING), LANGCHAIN)

        after = _messages(update)
        outcome = await self.guard.arewrite(before, after, LANGCHAIN, ask=ask, shown=lambda: self._shown(before, after))
        return {**update, "messages": [*_removals(update), *(outcome.messages or after)]}

    def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        """Make the call, or tell the agent why not."""
        return self._tools.wrap_tool_call(request, handler)

    async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        """`wrap_tool_call` beside an event loop."""
        return await self._tools.awrap_tool_call(request, handler)

    def _instructed(self, instruction: str) -> SummarizationMiddleware:
        """This middleware with an instruction more for its summariser; a copy, as others may be summarising."""
        other = copy.copy(self)
        other.summary_prompt = f"{self.summary_prompt}\n\n{_escaped(instruction)}"
        if self.summarizer is not None:
            other.summarizer = _with_instruction(self.summarizer, instruction)
        return other

    def _shown(self, before: Sequence[BaseMessage], after: Sequence[BaseMessage]) -> Sequence[BaseMessage] | None:
        """The messages that the summariser was handed; None where this version of LangChain does not tell how it trims."""
        trim = getattr(self, "_trim_messages_for_summary", None)
        kept = {message.id for message in after}
        return trim([message for message in before if message.id not in kept]) if trim else None


def linted(
    summarizer: BaseChatModel | Runnable[Any, Any] | Callable[..., Any], guard: Guard | None = None, *, prompt: str = DEFAULT_SUMMARY_PROMPT
) -> Runnable[Any, str]:
    """Return `summarizer` with a guard, for the parameter `summarizer` of LangChain's and deepagents' middleware.

    A chat model is given `prompt`, in which `{messages}` stands for them; a runnable or function is given the messages, as
    those middleware do. What stays in the window is not known here, so that evidence which is lost is told only as far as
    the summary leaves it out.
    """
    held, write = guard or Guard(), _written_by(summarizer, prompt)

    def summarise(messages: list[BaseMessage], config: RunnableConfig) -> str:
        text = write.invoke(messages, config)
        return held.summary(
            messages, text, LANGCHAIN, ask=lambda instruction: str(_with_instruction(write, instruction).invoke(messages, config))
        ).summary

    async def asummarise(messages: list[BaseMessage], config: RunnableConfig) -> str:
        text = await write.ainvoke(messages, config)

        async def ask(instruction: str) -> str:
            return str(await _with_instruction(write, instruction).ainvoke(messages, config))

        return (await held.asummary(messages, text, LANGCHAIN, ask=ask)).summary

    return RunnableLambda(summarise, asummarise)


def seen(state: Any) -> Sequence[BaseMessage]:
    """The messages that the agent's model sees, from the state of its graph.

    deepagents leaves all messages in the state and keeps beside them what its summary took the place of.
    """
    fields = state if isinstance(state, dict) else getattr(state, "__dict__", {"messages": state})
    messages, event = fields.get("messages", ()), fields.get("_summarization_event")
    if isinstance(event, dict) and isinstance(event.get("cutoff_index"), int) and event.get("summary_message") is not None:
        return [event["summary_message"], *messages[event["cutoff_index"] :]]
    return list(messages)


def _written_by(summarizer: Any, prompt: str) -> Runnable[Any, str]:
    """The summariser as a runnable from messages to text."""
    if not isinstance(summarizer, BaseChatModel):
        given: Runnable[Any, str] = coerce_to_runnable(summarizer)
        return given

    def prompted(messages: list[BaseMessage]) -> list[BaseMessage]:
        instructions = [message for message in messages if isinstance(message, SystemMessage) and message.name == INSTRUCTION]
        shown = get_buffer_string([message for message in messages if message not in instructions], format="xml")
        return [HumanMessage(prompt.format(messages=shown).rstrip()), *(HumanMessage(message.content) for message in instructions)]

    return RunnableLambda(prompted) | summarizer | RunnableLambda(lambda answer: str(answer.text).strip())


NOTHING: dict[str, Any] = {"messages": []}
"""The update of a middleware that summarised nothing."""

INSTRUCTION = "summarylint"
"""The name of the message in which a summariser that takes messages is told what to do better."""


def _with_instruction(write: Runnable[Any, Any], instruction: str) -> Runnable[Any, Any]:
    return RunnableLambda(lambda messages: [*messages, SystemMessage(instruction, name=INSTRUCTION)]) | write


def _messages(update: dict[str, Any]) -> list[BaseMessage]:
    return [message for message in update["messages"] if not isinstance(message, RemoveMessage)]


def _removals(update: dict[str, Any]) -> list[BaseMessage]:
    return [message for message in update["messages"] if isinstance(message, RemoveMessage)]


def _escaped(text: str) -> str:
    """The text as a part of a template of `str.format`."""
    return text.replace("{", "{{").replace("}", "}}")
