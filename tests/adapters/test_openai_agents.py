"""Sessions and input filters that compact, in runs of the real SDK with its scripted model."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import AsyncMock

import pytest
from agents import Agent, RunConfig, Runner, SQLiteSession
from agents.memory import OpenAIResponsesCompactionSession
from agents.run_config import CallModelData, ModelInputData
from agents.testing import ScriptedModel, assistant_message
from incident import FACT, FAITHFUL, GUESS, MODES, ORDER, REFUSED, keeps_the_doubt

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline import Guard
from summarylint.inline.adapters.openai_agents import LintedSession, linted_filter

OFFLINE = RunConfig(tracing_disabled=True)
LONG = 4
"""Items from which on a session compacts."""


def history() -> list[Any]:
    return [
        {"role": "user", "content": GUESS},
        {"type": "function_call", "call_id": "c1", "name": "psql", "arguments": '{"host": "10.0.3.7"}'},
        {"type": "function_call_output", "call_id": "c1", "output": REFUSED},
        {"role": "assistant", "content": "It refuses the connection."},
    ]


class SummarizingSession(SQLiteSession):
    """Keeps the latest item and a summary of the others, written as the user's words, once there are more than a few."""

    def __init__(self, *summaries: str) -> None:
        super().__init__("thread-1", ":memory:")
        self.summaries = [*summaries]

    async def add_items(self, items: list[Any]) -> None:
        await super().add_items(items)
        held = await super().get_items()
        if len(held) > LONG and self.summaries:
            await super().clear_session()
            await super().add_items([{"role": "user", "content": f"Earlier:\n\n{self.summaries.pop(0)}"}, held[-1]])


@dataclass
class Rewriter:
    """Writes the given summaries when it is asked to, and keeps what it was told."""

    summaries: list[str]
    told: list[str] = field(default_factory=list)

    async def __call__(self, items: list[Any], instruction: str) -> str:
        assert items[0]["content"] == GUESS
        self.told.append(instruction)
        return self.summaries.pop(0)


async def filled(session: LintedSession) -> LintedSession:
    await session.add_items(history())
    await session.add_items([{"role": "user", "content": ORDER}])
    return session


def shown(session: LintedSession) -> str:
    """The summary that a model is sent."""

    async def first() -> str:
        return str((await session.get_items())[0]["content"])

    return asyncio.run(first())


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_summary_is_amended_before_the_model_is_sent_it(mode: Any) -> None:
    async def run() -> tuple[list[Any], str]:
        session = LintedSession(SummarizingSession(FACT), Guard(mode))
        await session.add_items(history())
        model = ScriptedModel([[assistant_message("Done.")]])
        agent = Agent(name="a", model=model)
        await Runner.run(agent, ORDER, session=session, run_config=OFFLINE)
        await Runner.run(agent, "Go on.", session=session, run_config=OFFLINE) if model.remaining_steps else None
        return await session.get_items(), str(await session.session.get_items())

    items, stored = asyncio.run(run())
    assert keeps_the_doubt(items[0]["content"])
    assert "hedged" not in stored


def test_the_model_of_the_next_run_sees_it_amended() -> None:
    async def run() -> Any:
        session = await filled(LintedSession(SummarizingSession(FACT), Guard("repair")))
        model = ScriptedModel([[assistant_message("Done.")]])
        await Runner.run(Agent(name="a", model=model), "Go on.", session=session, run_config=OFFLINE)
        assert model.last_call is not None
        return model.last_call.input

    sent = asyncio.run(run())
    assert keeps_the_doubt(sent[0]["content"])
    assert [item["content"] for item in sent[1:]] == [ORDER, "Go on."]


def test_retry_has_the_summary_written_again() -> None:
    again = Rewriter([FAITHFUL])
    session = asyncio.run(filled(LintedSession(SummarizingSession(FACT), Guard("retry"), again=again)))
    assert shown(session) == FAITHFUL
    assert "the user said 'I think'" in again.told[0]


def test_retry_ends_with_the_best_annotated() -> None:
    again = Rewriter([FACT, FACT])
    session = asyncio.run(filled(LintedSession(SummarizingSession(FACT), Guard("retry", attempts=2), again=again)))
    assert keeps_the_doubt(shown(session))
    assert keeps_the_doubt(shown(asyncio.run(filled(LintedSession(SummarizingSession(FACT), Guard("retry"))))))


def test_raise_ends_the_run_and_goes_on_showing_what_was_replaced() -> None:
    session = LintedSession(SummarizingSession(FACT), Guard("raise"))
    with pytest.raises(ContextProvenanceError):
        asyncio.run(filled(session))
    assert asyncio.run(session.get_items()) == [*history(), {"role": "user", "content": ORDER}]
    asyncio.run(session.add_items([{"role": "user", "content": "Go on."}]))
    assert len(asyncio.run(session.get_items())) == 6


@pytest.mark.parametrize("mode", MODES)
def test_a_faithful_summary_is_not_told_to_be_unverified(mode: Any) -> None:
    session = asyncio.run(filled(LintedSession(SummarizingSession(FAITHFUL), Guard(mode))))
    assert "The user thinks the staging DB is on port 5433" in shown(session)
    assert "Unverified" not in shown(session)


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_second_cycle_keeps_the_doubt(mode: Any) -> None:
    async def run() -> LintedSession:
        session = await filled(LintedSession(SummarizingSession(FACT, f"{FACT} Tests run."), Guard(mode)))
        for text in ("I look at the config now.", "Tests run.", "ok, go on"):
            await session.add_items([{"role": "assistant", "content": text}])
        assert session.session.summaries == []
        return session

    assert keeps_the_doubt(shown(asyncio.run(run())))


def test_a_summary_beside_another_new_item_is_known_by_what_the_host_says() -> None:
    class Pairs(SummarizingSession):
        """As the SDK's cookbook has it: a question nobody asked, and the summary as its answer."""

        async def add_items(self, items: list[Any]) -> None:
            await SQLiteSession.add_items(self, items)
            if len(held := await SQLiteSession.get_items(self)) > LONG and self.summaries:
                await self.clear_session()
                asked = {"role": "user", "content": "Summarize the conversation so far."}
                await SQLiteSession.add_items(self, [asked, {"role": "assistant", "content": self.summaries.pop(0)}, held[-1]])

    session = LintedSession(Pairs(FACT), Guard("repair"), is_summary=lambda item: item.get("content") == FACT)
    items = asyncio.run(asyncio.run(filled(session)).get_items())
    assert keeps_the_doubt(items[1]["content"])


def test_an_encrypted_compaction_is_reported_and_not_judged(caplog: pytest.LogCaptureFixture) -> None:
    inner = LintedSession(SQLiteSession("thread-1", ":memory:"), Guard("raise"))
    sealed = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA"}
    client = AsyncMock()
    client.responses.compact.return_value = AsyncMock(output=[{"role": "user", "content": GUESS}, sealed], usage=None)

    async def run() -> list[Any]:
        await inner.add_items(history())
        outer = OpenAIResponsesCompactionSession("thread-1", inner, client=client, model="gpt-5", compaction_mode="input")
        await outer.run_compaction({"force": True})
        return await outer.get_items()

    assert asyncio.run(run())[-1]["type"] == "compaction"
    assert inner.opaque == 1
    assert "a compaction of session thread-1 is encrypted by its provider and cannot be judged" in caplog.text


def test_a_readable_summary_of_a_session_around_it_is_compared_with_what_was_cleared() -> None:
    inner = LintedSession(SQLiteSession("thread-1", ":memory:"), Guard("repair"), is_summary=lambda item: item.get("content") == FACT)

    async def run() -> list[Any]:
        await inner.add_items(history())
        await inner.clear_session()
        await inner.add_items([{"role": "user", "content": FACT}])
        return await inner.get_items()

    assert keeps_the_doubt(asyncio.run(run())[0]["content"])


def test_a_new_conversation_in_a_cleared_session_is_no_summary() -> None:
    inner = LintedSession(SQLiteSession("thread-1", ":memory:"), Guard("raise"))

    async def run() -> list[Any]:
        await inner.add_items(history())
        await inner.clear_session()
        await inner.add_items([{"role": "user", "content": FACT}])
        return await inner.get_items()

    assert asyncio.run(run()) == [{"role": "user", "content": FACT}]


def test_settings_and_items_are_those_of_the_session_inside() -> None:
    session = LintedSession(SQLiteSession("thread-1", ":memory:"))

    async def run() -> Any:
        await session.add_items(history())
        return await session.pop_item(), await session.get_items(limit=1)

    popped, last = asyncio.run(run())
    assert session.session_id == "thread-1"
    assert popped == history()[-1]
    assert last == [history()[-2]]


def test_of_a_refused_summary_one_replaced_item_is_popped_at_a_time() -> None:
    session = LintedSession(SummarizingSession(FACT), Guard("raise"))
    with pytest.raises(ContextProvenanceError):
        asyncio.run(filled(session))
    everything = [*history(), {"role": "user", "content": ORDER}]
    for left in range(len(everything), 0, -1):
        assert asyncio.run(session.get_items()) == everything[:left]
        assert asyncio.run(session.pop_item()) == everything[left - 1]
    assert asyncio.run(session.get_items()) == []
    assert asyncio.run(session.pop_item()) is None


def test_a_summary_that_could_not_be_judged_is_not_shown_unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("broken")

    session = LintedSession(SummarizingSession(FACT), Guard("raise"))
    asyncio.run(session.add_items(history()))
    with monkeypatch.context() as patched:
        patched.setattr(session.guard.watch, "read", broken)
        for _ in range(2):
            with pytest.raises(RuntimeError, match="broken"):
                asyncio.run(session.add_items([{"role": "user", "content": ORDER}]) if session.session.summaries else session.get_items())
    with pytest.raises(ContextProvenanceError):
        asyncio.run(session.get_items())


def test_what_is_stored_no_more_is_forgotten() -> None:
    session = asyncio.run(filled(LintedSession(SummarizingSession(FACT), Guard("repair"))))
    assert keeps_the_doubt(shown(session))
    asyncio.run(session.clear_session())
    asyncio.run(session.add_items([{"role": "user", "content": f"Earlier:\n\n{FACT}"}]))
    assert shown(session) == f"Earlier:\n\n{FACT}"


def test_items_are_stored_even_where_they_cannot_be_looked_at(caplog: pytest.LogCaptureFixture) -> None:
    def broken(item: Any) -> bool:
        raise RuntimeError("broken")

    session = LintedSession(SQLiteSession("thread-1", ":memory:"), is_summary=broken)
    asyncio.run(session.add_items(history()))
    assert asyncio.run(session.session.get_items()) == history()
    assert "could not look at what was added to session thread-1: broken" in caplog.text


def compacting(data: CallModelData[Any]) -> ModelInputData:
    items = data.model_data.input
    return ModelInputData([{"role": "user", "content": FACT}, items[-1]], data.model_data.instructions)


@pytest.mark.parametrize("mode", ["annotate", "repair"])
def test_a_filter_of_the_model_s_input_is_guarded_too(mode: Any) -> None:
    model = ScriptedModel([[assistant_message("Done.")]])
    config = RunConfig(tracing_disabled=True, call_model_input_filter=linted_filter(compacting, Guard(mode)))
    asyncio.run(Runner.run(Agent(name="a", model=model), [*history(), {"role": "user", "content": ORDER}], run_config=config))
    assert model.last_call is not None
    sent: Any = model.last_call.input
    assert keeps_the_doubt(sent[0]["content"])


def test_a_filter_with_raise_ends_the_run_before_the_request() -> None:
    model = ScriptedModel([[assistant_message("Done.")]])
    config = RunConfig(tracing_disabled=True, call_model_input_filter=linted_filter(compacting, Guard("raise")))
    with pytest.raises(ContextProvenanceError):
        asyncio.run(Runner.run(Agent(name="a", model=model), [*history(), {"role": "user", "content": ORDER}], run_config=config))
    assert model.calls == ()
