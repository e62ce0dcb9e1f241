"""LangChain's own agent and summarization middleware, with a scripted model: each mode ends as it says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from scripted import FACT, FAITHFUL, GUESS, REFUSED, Scripted, history, scripted

from summarylint import ContextProvenanceError, Guard
from summarylint.engine import Linter
from summarylint.inline.adapters.langchain import LintedSummarizationMiddleware, linted
from summarylint.inline.appendix import OPEN, quotes_in
from summarylint.inline.codecs import LANGCHAIN

LINTER = Linter()
written: list[str] = []


@tool
def write_file(path: str, content: str) -> str:
    """Write a file."""
    written.append(content)
    return "written"


def middleware(writer: Scripted, mode: str = "annotate", **more: Any) -> LintedSummarizationMiddleware:
    guard = Guard(mode, linter=LINTER, **more)  # type: ignore[arg-type]
    return LintedSummarizationMiddleware(writer, guard=guard, trigger=("messages", 5), keep=("messages", 1))


def run(writer: Scripted, mode: str, messages: list[Any] | None = None, *answers: str) -> list[Any]:
    agent = create_agent(scripted(*(answers or ("done",))), [], middleware=[middleware(writer, mode)])
    return list(agent.invoke({"messages": messages or history()})["messages"])


async def arun(writer: Scripted, mode: str) -> list[Any]:
    agent = create_agent(scripted("done"), [], middleware=[middleware(writer, mode)])
    return list((await agent.ainvoke({"messages": history()}))["messages"])


def both(mode: str, *summaries: str) -> list[str]:
    """The summary that the agent's model sees, by way of invoke and of ainvoke."""
    contents = [run(scripted(*summaries), mode)[0].content, asyncio.run(arun(scripted(*summaries), mode))[0].content]
    assert contents[0] == contents[1]
    return contents


def test_annotate_tags_and_warns() -> None:
    content = both("annotate", FACT)[0]
    assert content.startswith(f"Here is a summary of the conversation to date:\n\n{FACT[:-1]}")
    assert "[hedged:u1]" in content
    assert "the user said 'I think'" in content


def test_repair_quotes_the_user_and_the_tool() -> None:
    quoted = {quote.span.text for quote in quotes_in(both("repair", FACT)[0])}
    assert quoted == {GUESS, REFUSED}


def test_retry_takes_the_summary_that_was_written_again() -> None:
    content = both("retry", FACT, FAITHFUL)[0]
    assert content.endswith(FAITHFUL)
    writer = scripted(FACT, FAITHFUL)
    run(writer, "retry")
    [_, again] = writer.asked
    assert "the user said 'I think'" in again[-1].text
    assert GUESS in again[-1].text


def test_retry_ends_when_nothing_gets_better() -> None:
    content = both("retry", FACT, FACT, FACT)[0]
    assert content.count(OPEN) == 1


def test_raise_ends_the_run() -> None:
    with pytest.raises(ContextProvenanceError):
        run(scripted(FACT), "raise")
    with pytest.raises(ContextProvenanceError):
        asyncio.run(arun(scripted(FACT), "raise"))
    assert run(scripted(FAITHFUL), "raise")[0].content.endswith(FAITHFUL)


@pytest.mark.parametrize("mode", ["annotate", "repair", "retry"])
def test_in_the_second_cycle_the_guess_is_still_one(mode: str) -> None:
    writer = scripted(*[FACT] * 12)
    one = middleware(writer, mode)
    agent = create_agent(scripted(*["done"] * 6), [], middleware=[one])
    messages = agent.invoke({"messages": history()})["messages"]
    for text in ("Go on.", "And now?"):
        messages = agent.invoke({"messages": [*messages, HumanMessage(text), AIMessage("Yes."), HumanMessage("Next.")]})["messages"]
    past, _ = one.guard.watch.read(messages, LANGCHAIN)
    assert past.depth >= 2
    assert messages[0].content.count(OPEN) == 1
    assert "[hedged:u1]" in messages[0].content
    assert "user-said:u1" not in messages[0].content
    assert len(messages[0].content) < 3_000


def test_a_custom_summarizer_is_asked_again_as_well() -> None:
    calls: list[list[Any]] = []

    def summarise(messages: list[Any]) -> str:
        calls.append(messages)
        return FACT if len(calls) == 1 else FAITHFUL

    guard = Guard("retry", linter=LINTER)
    one = LintedSummarizationMiddleware(scripted(), guard=guard, summarizer=summarise, trigger=("messages", 5), keep=("messages", 1))
    agent = create_agent(scripted("done"), [], middleware=[one])
    assert agent.invoke({"messages": history()})["messages"][0].content.endswith(FAITHFUL)
    assert "the user said 'I think'" in calls[1][-1].content


def test_what_was_dropped_unseen_is_known() -> None:
    seen: list[Any] = []
    guard = Guard("annotate", linter=LINTER)
    original = guard.rewrite
    guard.rewrite = lambda *given, **more: (seen.append(original(*given, **more)), seen[-1])[1]  # type: ignore[method-assign]
    one = LintedSummarizationMiddleware(
        scripted(FACT), guard=guard, trigger=("messages", 5), keep=("messages", 1), trim_tokens_to_summarize=30
    )
    messages = [HumanMessage("word " * 400, id="u0"), *history()]
    create_agent(scripted("done"), [], middleware=[one]).invoke({"messages": messages})
    shown = seen[0].report.compaction.shown_span_ids
    assert "u0" not in shown
    assert "u2" in shown


def call() -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "write_file", "args": {"path": "s.py", "content": "PORT = 5433"}, "id": "w1"}])


def long_history() -> list[Any]:
    return [part for number in range(2) for part in (HumanMessage("Hello?"), AIMessage(f"Hello {number}."))] + history()


def agent_that_writes(on_irreversible: Any, *answers: str | AIMessage, checkpointer: Any = None) -> Any:
    guard = Guard("annotate", linter=LINTER, on_irreversible=on_irreversible)
    one = LintedSummarizationMiddleware(scripted(FACT), guard=guard, trigger=("messages", 9), keep=("messages", 1))
    return create_agent(scripted(*answers), [write_file], middleware=[one], checkpointer=checkpointer)


def test_an_irreversible_call_waits_until_its_spans_were_read_again() -> None:
    written.clear()
    second = call()
    second.tool_calls[0]["id"] = "w2"
    agent = agent_that_writes("refuse", call(), second, "done")
    messages = agent.invoke({"messages": long_history()})["messages"]
    refusal, answer = [message for message in messages if isinstance(message, ToolMessage)]
    assert refusal.status == "error"
    assert GUESS in refusal.content
    assert (answer.content, written) == ("written", ["PORT = 5433"])


def test_beside_an_event_loop_it_waits_as_well() -> None:
    written.clear()
    agent = agent_that_writes("refuse", call(), "done")
    messages = asyncio.run(agent.ainvoke({"messages": long_history()}))["messages"]
    assert [message.status for message in messages if isinstance(message, ToolMessage)] == ["error"]
    assert written == []


def test_it_can_be_put_to_a_human() -> None:
    written.clear()
    agent = agent_that_writes("ask", call(), "done", checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    state = agent.invoke({"messages": long_history()}, config)
    assert "not grounded" in state["__interrupt__"][0].value["reason"]
    agent.invoke(Command(resume=True), config)
    assert written == ["PORT = 5433"]


def test_it_can_be_allowed() -> None:
    written.clear()
    agent_that_writes("allow", call(), "done").invoke({"messages": long_history()})
    assert written == ["PORT = 5433"]


def test_linted_guards_a_model_and_a_function() -> None:
    messages = history()
    whole = f"{FAITHFUL} The user said: never deploy on Fridays."
    assert linted(scripted(FACT, whole), Guard("retry", linter=LINTER)).invoke(messages) == whole
    assert GUESS in linted(lambda given: FACT, Guard("repair", linter=LINTER)).invoke(messages)

    async def write(given: list[Any]) -> str:
        return FACT

    assert GUESS in asyncio.run(linted(write, Guard("repair", linter=LINTER)).ainvoke(messages))
    with pytest.raises(ContextProvenanceError):
        linted(scripted(FACT), Guard("raise", linter=LINTER)).invoke(messages)
