"""A chat model of LangChain's that answers from a script, for the tests of adapters: no network, no key."""

from __future__ import annotations

from typing import Any

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage

GUESS = "I think the staging DB is on port 5433."
REFUSED = 'psql: error: connection to server at "10.0.3.7", port 5433 failed: Connection refused'
FACT = "Staging DB port is 5433."
FAITHFUL = "The user thinks the staging DB is on port 5433, but psql says connection refused on port 5433."


class Scripted(GenericFakeChatModel):
    """Answers with the given messages in turn and keeps what it was asked; takes tools and never mind them."""

    asked: list[list[BaseMessage]] = []  # noqa: RUF012 (pydantic copies the default)

    def bind_tools(self, tools: Any, **_: Any) -> Scripted:
        return self

    def _generate(self, messages: list[BaseMessage], *arguments: Any, **more: Any) -> Any:
        self.asked.append(messages)
        return super()._generate(messages, *arguments, **more)


def scripted(*answers: str | AIMessage) -> Scripted:
    """A model with these answers."""
    return Scripted(messages=iter(answers), asked=[])


def history() -> list[AnyMessage]:
    """A guess of the user, what a tool says against it, and a question."""
    call = {"name": "psql", "args": {"host": "10.0.3.7"}, "id": "c1"}
    return [
        HumanMessage(GUESS, id="u1"),
        AIMessage("", tool_calls=[call], id="a1"),
        ToolMessage(REFUSED, tool_call_id="c1", id="t1"),
        AIMessage("It refuses the connection.", id="a2"),
        HumanMessage("Never deploy on Fridays. Go on.", id="u2"),
    ]
