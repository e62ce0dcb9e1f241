"""Signed compactions by the real client, its transport scripted: blocked, asked for anew, or corrected; never edited."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from anthropic import Anthropic, AsyncAnthropic, beta_async_tool, beta_tool
from incident import FACT, GUESS, MODES, ORDER, REFUSED, keeps_the_doubt
from incident import FAITHFUL as TRUE

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline import Guard
from summarylint.inline.adapters.anthropic import Checked, acompact, alinted, check_compaction, compact, linted, summary_of

BETA = "compact-2026-09-04"
FAITHFUL = f"{TRUE} The user said: never deploy on Fridays."
"""All messages are replaced, so that the summary owes the user's order as well."""
PARAMS: dict[str, Any] = {"model": "claude-opus-5-5", "max_tokens": 1000, "betas": [BETA]}


def history() -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": GUESS},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "psql", "input": {"host": "10.0.3.7"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": REFUSED}, {"type": "text", "text": ORDER}]},
    ]


def block(summary: str | None) -> list[dict[str, Any]]:
    return [{"type": "compaction", "content": summary, "signature": f"signed {summary}"}]


class Server:
    """Answers with the given contents in turn and keeps the bodies that it was sent."""

    def __init__(self, *answers: tuple[str, list[dict[str, Any]]]) -> None:
        self.answers: Iterator[tuple[str, list[dict[str, Any]]]] = iter(answers)
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.bodies.append(json.loads(request.content))
        reason, content = next(self.answers)
        message = {"id": f"msg_{len(self.bodies)}", "type": "message", "role": "assistant", "model": PARAMS["model"], "content": content}
        return httpx2.Response(200, json={**message, "stop_reason": reason, "usage": {"input_tokens": 1, "output_tokens": 1}})

    @property
    def client(self) -> Anthropic:
        return Anthropic(api_key="none", max_retries=0, http_client=httpx2.Client(transport=httpx2.MockTransport(self)))


def summaries(*texts: str | None) -> Server:
    return Server(*(("compaction", block(text)) for text in texts))


def compacted(guard: Guard, server: Server, messages: list[Any] | None = None) -> Checked:
    return compact(server.client.beta.messages.create, guard, messages=messages or history(), **PARAMS)


def is_signed(message: Any) -> bool:
    """Is the block as the server signed it?"""
    [only] = [one if isinstance(one, dict) else one.model_dump() for one in message["content"]]
    return bool(only["signature"] == f"signed {only['content']}")


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_what_is_wrong_is_said_behind_the_signed_summary(mode: Any) -> None:
    server = summaries(FACT)
    checked = compacted(Guard(mode), server)
    first, correction = checked.messages
    assert is_signed(first)
    assert summary_of(first) == FACT
    assert correction["role"] == "user"
    assert keeps_the_doubt(correction["content"])
    assert server.bodies[0]["compaction"] == {"type": "summarize"}


def test_retry_asks_for_a_compaction_by_instructions() -> None:
    server = summaries(FACT, FAITHFUL)
    checked = compacted(Guard("retry"), server)
    [message] = checked.messages
    assert is_signed(message)
    assert summary_of(message) == FAITHFUL
    assert "the user said 'I think'" in server.bodies[1]["compaction"]["instructions"]
    assert FACT in server.bodies[1]["compaction"]["instructions"]


def test_retry_ends_with_the_best_one_corrected() -> None:
    server = summaries(FACT, FACT, FACT)
    checked = compacted(Guard("retry", attempts=2), server)
    assert len(server.bodies) == 3
    assert summary_of(checked.message) == FACT
    assert checked.correction is not None
    assert keeps_the_doubt(checked.correction["content"])


def test_raise_blocks_the_compaction() -> None:
    with pytest.raises(ContextProvenanceError):
        compacted(Guard("raise"), summaries(FACT))


@pytest.mark.parametrize("mode", MODES)
def test_a_faithful_summary_is_used_as_it_is(mode: Any) -> None:
    server = summaries(FAITHFUL)
    checked = compacted(Guard(mode), server)
    assert checked.correction is None
    assert summary_of(checked.message) == FAITHFUL
    assert len(server.bodies) == 1


def test_a_compaction_that_failed_is_let_through() -> None:
    checked = compacted(Guard("raise"), summaries(None))
    assert (checked.correction, checked.outcome.report) == (None, None)


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_second_cycle_keeps_the_doubt(mode: Any) -> None:
    guard = Guard(mode)
    first = compacted(guard, summaries(FACT)).messages
    later = [*first, {"role": "assistant", "content": "I look at the config now."}, {"role": "user", "content": "ok, go on"}]
    checked = compacted(guard, summaries(FACT), later)
    assert checked.correction is not None
    assert keeps_the_doubt(checked.correction["content"])


def test_a_faithful_summary_is_known_again_by_its_own_words() -> None:
    guard = Guard("annotate")
    first = compacted(guard, summaries(FAITHFUL)).messages
    checked = compacted(guard, summaries(FACT), [*first, {"role": "user", "content": "ok, go on"}])
    assert checked.correction is not None
    assert keeps_the_doubt(checked.correction["content"])
    assert checked.outcome.report is not None
    assert checked.outcome.report.compaction.cycle_depth == 1


def test_what_stays_in_the_window_counts_as_surviving() -> None:
    server = summaries(FACT)
    message = server.client.beta.messages.create(messages=history(), compaction={"type": "summarize"}, **PARAMS)
    checked = check_compaction(message, history()[:1], Guard(), kept=history()[1:])
    assert checked.outcome.report is not None
    assert checked.outcome.report.compaction.surviving_span_ids == {"c1:call", "c1", "m3"}


def test_runs_beside_an_event_loop() -> None:
    server = summaries(FACT, FAITHFUL)
    client = AsyncAnthropic(api_key="none", max_retries=0, http_client=httpx2.AsyncClient(transport=httpx2.MockTransport(server)))
    checked = asyncio.run(acompact(client.beta.messages.create, Guard("retry"), messages=history(), **PARAMS))
    assert summary_of(checked.message) == FAITHFUL


@beta_tool
def psql(host: str) -> str:
    """Connect to a host."""
    return REFUSED


def said_in(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(block["text"] for block in content)


def running(guard: Guard, server: Server) -> Iterator[Any]:
    """A tool runner that compacts after its first turn."""
    runner = server.client.beta.messages.tool_runner(messages=[{"role": "user", "content": GUESS}], tools=[psql], **PARAMS)
    for number, message in enumerate(linted(runner, guard)):
        if number == 0:
            runner.compact_before_next_turn()
        yield message


CALL = ("tool_use", [{"type": "tool_use", "id": "c1", "name": "psql", "input": {"host": "10.0.3.7"}}])
AGAIN = ("tool_use", [{"type": "tool_use", "id": "c2", "name": "psql", "input": {"host": "10.0.3.7"}}])
END = ("end_turn", [{"type": "text", "text": "Done."}])


def test_a_runner_is_ended_before_it_sends_a_summary_that_is_not_true() -> None:
    server = Server(CALL, ("compaction", block(FACT)), END)
    with pytest.raises(ContextProvenanceError):
        [*running(Guard("raise"), server)]
    assert len(server.bodies) == 2


def test_a_runner_is_given_the_correction_a_turn_later() -> None:
    server = Server(CALL, ("compaction", block(FACT)), AGAIN, END)
    assert [message.stop_reason for message in running(Guard("repair"), server)] == ["tool_use", "compaction", "tool_use", "end_turn"]
    compaction, correction, *_ = server.bodies[-1]["messages"]
    assert is_signed(compaction)
    assert keeps_the_doubt(said_in(correction))


def test_an_async_runner_is_guarded_too() -> None:
    server = Server(CALL, ("compaction", block(FACT)), AGAIN, END)
    client = AsyncAnthropic(api_key="none", max_retries=0, http_client=httpx2.AsyncClient(transport=httpx2.MockTransport(server)))

    @beta_async_tool
    async def psql(host: str) -> str:
        """Connect to a host."""
        return REFUSED

    async def run() -> list[Any]:
        runner = client.beta.messages.tool_runner(messages=[{"role": "user", "content": GUESS}], tools=[psql], **PARAMS)
        seen: list[Any] = []
        async for message in alinted(runner, Guard("repair")):
            if not seen:
                runner.compact_before_next_turn()
            seen.append(message.stop_reason)
        return seen

    assert asyncio.run(run()) == ["tool_use", "compaction", "tool_use", "end_turn"]
    assert keeps_the_doubt(said_in(server.bodies[-1]["messages"][1]))
