"""One conversation for the tests of what runs inside agents: a guess, what disproves it, and a summary that tells it as fact."""

from __future__ import annotations

from typing import Any

GUESS = "I think the staging DB is on port 5433."
REFUSED = 'psql: error: connection to server at "10.0.3.7", port 5433 failed: Connection refused'
ORDER = "Never deploy on Fridays. Go on."
FACT = "Staging DB port is 5433."
FAITHFUL = "The user thinks the staging DB is on port 5433, but psql says connection refused on port 5433."


def before() -> list[dict[str, Any]]:
    """The messages before the compaction."""
    call = {"id": "c1", "type": "function", "function": {"name": "psql", "arguments": '{"host": "10.0.3.7"}'}}
    return [
        {"role": "user", "content": GUESS},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": REFUSED},
        {"role": "user", "content": ORDER},
    ]


def after(messages: list[dict[str, Any]], summary: str = FACT, keep: int = 1) -> list[dict[str, Any]]:
    """What a framework makes of them that writes the summary back as the user's words, without any mark."""
    return [{"role": "user", "content": f"Earlier:\n\n{summary}"}, *messages[-keep:]]


def later(messages: Any) -> list[dict[str, Any]]:
    """The same conversation a step later."""
    return [*messages, {"role": "assistant", "content": "I look at the config now."}, {"role": "user", "content": "ok, go on"}]
