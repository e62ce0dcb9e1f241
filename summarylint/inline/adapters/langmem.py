"""LangMem: its summaries with a guard, as a node of a graph or as a function.

    from summarylint.inline.adapters.langmem import summarization_node
    workflow.add_node("summarize", summarization_node(Guard("repair"), model=model, max_tokens=4_000))

LangMem keeps its summary beside the messages, in a RunningSummary that names the messages it stands for; so what a summary
took the place of is known exactly. Written against langmem 0.0.30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langmem import short_term
from langmem.short_term import RunningSummary, SummarizationNode, SummarizationResult

from summarylint.inline.codecs.langchain import LANGCHAIN
from summarylint.inline.guard import Guard


def summarize_messages(
    messages: Sequence[BaseMessage], *, running_summary: RunningSummary | None, model: Any, guard: Guard, **given: Any
) -> SummarizationResult:
    """langmem's `summarize_messages` with a guard; takes what that takes.

    Raises ContextProvenanceError where the guard's mode is to raise.
    """
    held = list(messages)
    result = short_term.summarize_messages(held, running_summary=running_summary, model=model, **given)
    if not _is_new(result.running_summary, running_summary):
        return result

    def ask(instruction: str) -> str:
        told = _instructed(model, instruction)
        return _text(short_term.summarize_messages(held, running_summary=running_summary, model=told, **given).running_summary)

    summary = guard.rewrite(*_lists(held, running_summary, result.running_summary), LANGCHAIN, ask=ask).summary
    return _result(result, summary)


async def asummarize_messages(
    messages: Sequence[BaseMessage], *, running_summary: RunningSummary | None, model: Any, guard: Guard, **given: Any
) -> SummarizationResult:
    """`summarize_messages` beside an event loop."""
    held = list(messages)
    result = await short_term.asummarize_messages(held, running_summary=running_summary, model=model, **given)
    if not _is_new(result.running_summary, running_summary):
        return result

    async def ask(instruction: str) -> str:
        told = _instructed(model, instruction)
        return _text((await short_term.asummarize_messages(held, running_summary=running_summary, model=told, **given)).running_summary)

    summary = (await guard.arewrite(*_lists(held, running_summary, result.running_summary), LANGCHAIN, ask=ask)).summary
    return _result(result, summary)


def summarization_node(guard: Guard, *, model: Any, **given: Any) -> Runnable[Any, dict[str, Any]]:
    """langmem's SummarizationNode with a guard; takes what that takes."""
    node = SummarizationNode(model=model, **given)
    key = node.output_messages_key

    def told(instruction: str) -> SummarizationNode:
        return SummarizationNode(model=_instructed(model, instruction), **given)

    def run(state: Any) -> dict[str, Any]:
        update, old = node.invoke(state), _running(_field(state, "context"))
        new = _running(update.get("context"))
        if not _is_new(new, old):
            return dict(update)

        def ask(instruction: str) -> str:
            return _text(_running(told(instruction).invoke(state).get("context")))

        lists = _lists(_field(state, node.input_messages_key), old, new)
        return _updated(update, key, new, guard.rewrite(*lists, LANGCHAIN, ask=ask).summary)

    async def arun(state: Any) -> dict[str, Any]:
        update, old = await node.ainvoke(state), _running(_field(state, "context"))
        new = _running(update.get("context"))
        if not _is_new(new, old):
            return dict(update)

        async def ask(instruction: str) -> str:
            return _text(_running((await told(instruction).ainvoke(state)).get("context")))

        lists = _lists(_field(state, node.input_messages_key), old, new)
        return _updated(update, key, new, (await guard.arewrite(*lists, LANGCHAIN, ask=ask)).summary)

    return RunnableLambda(run, arun, name=node.name)


def _lists(messages: Sequence[BaseMessage], old: RunningSummary | None, new: RunningSummary) -> tuple[list[BaseMessage], list[BaseMessage]]:
    """The window before and after: what no summary stood for, with the summary of the rest as a message before it."""
    gone = old.summarized_message_ids if old else set()
    carried = [_carrier(old.summary)] if old else []
    before = [message for message in messages if message.id not in gone and not (old and old.summary in message.text)]
    after = [message for message in before if message.id not in new.summarized_message_ids]
    return [*carried, *before], [_carrier(new.summary), *after]


def _carrier(summary: str) -> HumanMessage:
    return HumanMessage(summary, additional_kwargs={"lc_source": "summarization"})


def _is_new(new: RunningSummary | None, old: RunningSummary | None) -> bool:
    return new is not None and (old is None or new.summarized_message_ids != old.summarized_message_ids)


def _instructed(model: Any, instruction: str) -> Runnable[Any, Any]:
    write: Runnable[Any, Any] = RunnableLambda(lambda messages: [*messages, HumanMessage(instruction)]) | model
    return write


def _result(result: SummarizationResult, summary: str) -> SummarizationResult:
    running = result.running_summary
    return SummarizationResult(_rewritten(result.messages, running, summary), _said(running, summary))


def _rewritten(messages: Sequence[BaseMessage], running: RunningSummary, summary: str) -> list[BaseMessage]:
    """The messages with another summary in the one that tells it."""
    place = next((number for number, message in enumerate(messages) if running.summary in message.text), None)
    if place is None or not summary:
        return list(messages)
    return [
        LANGCHAIN.rewritten(message, running.summary, summary) if number == place else message for number, message in enumerate(messages)
    ]


def _said(running: RunningSummary, summary: str) -> RunningSummary:
    """The running summary in other words; in its own where a guard that failed has none."""
    return replace(running, summary=summary or running.summary)


def _updated(update: dict[str, Any], key: str, running: RunningSummary, summary: str) -> dict[str, Any]:
    removals = [message for message in update[key] if isinstance(message, RemoveMessage)]
    messages = [message for message in update[key] if not isinstance(message, RemoveMessage)]
    context = {**update["context"], "running_summary": _said(running, summary)}
    return {**update, key: [*removals, *_rewritten(messages, running, summary)], "context": context}


def _running(context: Any) -> RunningSummary | None:
    found = context.get("running_summary") if context else None
    return found if isinstance(found, RunningSummary) else None


def _field(state: Any, name: str) -> Any:
    return state.get(name) if isinstance(state, dict) else getattr(state, name, None)


def _text(running: RunningSummary | None) -> str:
    return str(running.summary) if running else ""
