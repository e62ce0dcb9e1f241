"""LangMem's own functions and node, with a scripted model: each mode ends as it says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langmem.short_term import RunningSummary
from scripted import FACT, FAITHFUL, GUESS, REFUSED, Scripted, history, scripted

from summarylint import ContextProvenanceError, Guard
from summarylint.engine import Linter
from summarylint.inline.adapters.langmem import asummarize_messages, summarization_node, summarize_messages
from summarylint.inline.appendix import OPEN, quotes_in

LINTER = Linter()
BOUNDS = {"max_tokens": 60, "max_tokens_before_summary": 40, "max_summary_tokens": 20}


class State(MessagesState):
    context: dict[str, Any]
    summarized_messages: list[Any]


def guard(mode: str) -> Guard:
    return Guard(mode, linter=LINTER)  # type: ignore[arg-type]


def both(mode: str, *summaries: str) -> Any:
    """What comes of the functions, the same beside an event loop."""
    given = {"running_summary": None, **BOUNDS}
    one = summarize_messages(history(), model=scripted(*summaries), guard=guard(mode), **given)  # type: ignore[arg-type]
    other = asyncio.run(asummarize_messages(history(), model=scripted(*summaries), guard=guard(mode), **given))  # type: ignore[arg-type]
    assert one == other
    assert one.running_summary is not None
    assert one.running_summary.summary in one.messages[0].text
    return one


def test_annotate_tags_and_warns() -> None:
    summary = both("annotate", FACT).running_summary.summary
    assert "[hedged:u1]" in summary
    assert "the user said 'I think'" in summary


def test_repair_quotes_the_user_and_the_tool() -> None:
    assert {quote.span.text for quote in quotes_in(both("repair", FACT).messages[0].text)} == {GUESS, REFUSED}


def test_retry_takes_the_summary_that_was_written_again() -> None:
    assert both("retry", FACT, FAITHFUL).running_summary.summary == FAITHFUL


def test_raise_raises() -> None:
    with pytest.raises(ContextProvenanceError):
        summarize_messages(history(), running_summary=None, model=scripted(FACT), guard=guard("raise"), **BOUNDS)
    with pytest.raises(ContextProvenanceError):
        asyncio.run(asummarize_messages(history(), running_summary=None, model=scripted(FACT), guard=guard("raise"), **BOUNDS))


def test_without_a_new_summary_nothing_changes() -> None:
    result = summarize_messages(history(), running_summary=None, model=scripted(), guard=guard("raise"), max_tokens=4_000)
    assert (result.messages, result.running_summary) == (history(), None)


def test_a_guard_that_fails_costs_no_summary() -> None:
    broken = guard("repair")
    broken.watch = None  # type: ignore[assignment]
    result = summarize_messages(history(), running_summary=None, model=scripted(FACT), guard=broken, **BOUNDS)
    assert result.running_summary is not None
    assert result.running_summary.summary == FACT
    assert FACT in result.messages[0].text


def graph(writer: Scripted, mode: str) -> Any:
    workflow = StateGraph(State)
    workflow.add_node("summarize", summarization_node(guard(mode), model=writer, **BOUNDS))
    workflow.add_edge(START, "summarize")
    return workflow.compile()


@pytest.mark.parametrize("mode", ["annotate", "repair", "retry"])
def test_in_the_second_cycle_the_guess_is_still_one(mode: str) -> None:
    compiled = graph(scripted(*[FACT] * 6), mode)
    first = compiled.invoke({"messages": history(), "context": {}})
    more = [AIMessage("I look at the settings of the staging service now, all of them.", id="a3"), HumanMessage("Good. Go on.", id="u3"),
            AIMessage("The settings name a port, which is read from the environment.", id="a4"), HumanMessage("And?", id="u4")]  # fmt: skip
    second = compiled.invoke({"messages": [*first["messages"], *more], "context": first["context"]})
    summary = second["context"]["running_summary"].summary
    assert second["context"]["running_summary"].summarized_message_ids > first["context"]["running_summary"].summarized_message_ids
    assert summary.count(OPEN) == 1
    assert "[hedged:u1]" in summary
    assert summary in second["summarized_messages"][0].text


def test_the_node_serves_an_event_loop_and_raises() -> None:
    state = {"messages": history(), "context": {}}
    summary = asyncio.run(graph(scripted(FACT), "repair").ainvoke(state))["context"]["running_summary"]
    assert isinstance(summary, RunningSummary)
    assert GUESS in summary.summary
    with pytest.raises(ContextProvenanceError):
        graph(scripted(FACT), "raise").invoke(state)
