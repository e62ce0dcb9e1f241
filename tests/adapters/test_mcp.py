"""The server by its own protocol: in memory, and as the process that a host starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from summarylint.serving import mcp
from summarylint.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent
HEDGED = {"id": "u1", "role": "user", "text": "I think the staging DB is on port 5433."}
REFUSED = {"id": "t1", "role": "tool", "text": 'psql: connection to "10.0.3.7", port 5433 failed: Connection refused'}
BARE = {"summary": "Staging DB port is 5433.", "spans": [HEDGED, REFUSED]}
RECORD_TOOLS = ("check_summary", "gate")


def call(tool: str, arguments: dict[str, Any], settings: Settings | None = None) -> CallToolResult:
    async def talk() -> CallToolResult:
        async with Client(mcp.server(settings or Settings())) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(talk)


def structured(tool: str, arguments: dict[str, Any], settings: Settings | None = None) -> dict[str, Any]:
    given = call(tool, arguments, settings)
    assert not given.is_error, given.content
    assert given.structured_content is not None
    return given.structured_content


def error(tool: str, arguments: dict[str, Any]) -> str:
    given = call(tool, arguments)
    assert given.is_error
    [content] = given.content
    assert content.type == "text"
    return content.text


def test_the_tools_say_what_they_do_and_take() -> None:
    async def listed() -> dict[str, Any]:
        async with Client(mcp.server(Settings())) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = anyio.run(listed)
    assert set(tools) == {"check_summary", "gate", "explain_rule"}
    assert tools["check_summary"].input_schema["required"] == ["summary", "spans"]
    assert tools["gate"].input_schema["required"] == ["summary", "spans", "surviving_span_ids"]
    for tool in tools.values():
        assert tool.description
        assert tool.annotations.read_only_hint
        assert all("description" in field for field in tool.input_schema["properties"].values())


def test_a_summary_is_checked() -> None:
    found = structured("check_summary", {**BARE, "surviving_span_ids": ["u1", "t1"]})
    [finding] = [one for one in found["findings"] if one["name"] == "dropped-hedge"]
    assert (finding["severity"], finding["evidence"][0]["span_id"]) == ("error", "u1")
    assert [claim["origin"] for claim in found["claims"]] == ["hedged"]
    assert found["gate"]["decision"] == "repair"


def test_a_faithful_summary_has_no_findings() -> None:
    assert structured("check_summary", {**BARE, "summary": "The user thinks the staging DB is on port 5433."})["findings"] == []


def test_settings_and_further_fields_are_heeded() -> None:
    assert structured("check_summary", BARE, Settings(ignore=("HDG",)))["findings"] == []
    found = structured("check_summary", {**BARE, "known": {"protected": ["never drop a table"]}})
    assert "lost-protected-quote" in [finding["name"] for finding in found["findings"]]


def test_the_gate_decides() -> None:
    asked = {**BARE, "action": "psql -p 5433 -c 'drop table runs'"}
    lost = structured("gate", {**asked, "surviving_span_ids": []})
    assert lost["gate"]["decision"] in ("reground", "halt")
    assert "u1" in " ".join(reason["text"] for reason in lost["gate"]["reasons"])
    assert structured("gate", {**BARE, "surviving_span_ids": None})["gate"]["decision"] is None


@pytest.mark.parametrize("depth", [{"cycle_depth": 3}, {"known": {"cycle_depth": 3}}])
def test_the_depth_counts_however_it_is_given(depth: dict[str, Any]) -> None:
    deep = {"summary": "The user thinks the staging DB is on port 5433.", "spans": [HEDGED], "surviving_span_ids": ["u1"]}
    asked = {**deep, "action": "psql -p 5433 -c 'drop table runs'"}
    assert "cycle-depth" in [reason["reason"] for reason in structured("gate", {**asked, **depth})["gate"]["reasons"]]
    assert "cycle-depth" not in [reason["reason"] for reason in structured("gate", asked)["gate"]["reasons"]]


def test_spans_that_were_read_again_count() -> None:
    faithful = {"summary": "The user thinks the staging DB is on port 5433.", "spans": [HEDGED]}
    before = structured("gate", {**faithful, "surviving_span_ids": []})["gate"]["decision"]
    after = structured("gate", {**faithful, "surviving_span_ids": [], "reread_span_ids": ["u1"]})["gate"]["decision"]
    assert (before, after) == ("reground", "allow")


def test_a_rule_is_explained() -> None:
    page = structured("explain_rule", {"rule": "HDG001"})["result"]
    assert page.startswith("HDG001 dropped-hedge (error")
    assert "Found, for example:" in page


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("explain_rule", {"rule": "dropped-hegde"}, "did you mean 'dropped-hedge'?"),
        ("check_summary", {**BARE, "spans": [{"role": "usr", "text": "x"}]}, "at $.spans[0].role: 'role' must be"),
        ("check_summary", {**BARE, "spans": [{**HEDGED, "txt": "x"}]}, "at $.spans[0].txt: unknown field 'txt'; did you mean 'text'?"),
        ("check_summary", {**BARE, "spans": [HEDGED, HEDGED]}, "the span id 'u1' is taken"),
        ("check_summary", {**BARE, "known": {"cycle_dept": 1}}, "unknown field 'cycle_dept'; did you mean 'cycle_depth'?"),
        ("check_summary", {**BARE, "cycle_depth": -1}, "at $.cycle_depth: 'cycle_depth' must be 0 or more"),
        ("check_summary", {"summary": "x"}, "spans"),
        ("gate", {**BARE, "surviving_span_ids": "u1"}, "surviving_span_ids"),
    ],
)
def test_what_is_given_wrongly_is_a_tool_error_with_the_way_out(tool: str, arguments: dict[str, Any], sentence: str) -> None:
    assert sentence in error(tool, arguments)


@pytest.mark.parametrize("tool", RECORD_TOOLS)
def test_more_than_a_call_may_bring_is_refused(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {**BARE, "surviving_span_ids": []}
    monkeypatch.setattr(mcp, "MOST_CHARACTERS", 100)
    assert "characters are more than the 100 of one call; leave out spans that stay" in error(tool, given)
    monkeypatch.setattr(mcp, "MOST_SPANS", 1)
    assert "2 spans are more than the 1 of one call" in error(tool, given)


def test_a_crash_is_a_tool_error_that_spills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: Any, **__: Any) -> None:
        raise ValueError("the text of a span")

    monkeypatch.setattr(mcp, "read_record", crash)
    told = error("check_summary", BARE)
    assert "internal error, ValueError; please report it" in told
    assert "the text of a span" not in told


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("explain_rule", {"rule": "hedge" * 1_000_000}), ("check_summary", {**BARE, "known": {"hedge" * 100_000: 1}})],
)
def test_an_error_is_short_however_long_what_is_wrong(tool: str, arguments: dict[str, Any]) -> None:
    assert len(error(tool, arguments)) < 2 * mcp.LONGEST_ERROR


def test_secrets_are_not_repeated() -> None:
    token = "ghp_" + "a1B2" * 9
    given = call(
        "check_summary", {"summary": "The port is 5433.", "spans": [{"role": "user", "text": f"I think the port is 5433 {token}"}]}
    )
    assert not given.is_error
    assert token not in str(given)
    assert token not in error("explain_rule", {"rule": token})


def in_process(talk: Callable[[Client], Awaitable[Any]]) -> Any:
    """What a conversation with `summarylint mcp` as a process of its own yields."""

    async def run() -> Any:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = StdioServerParameters(command=sys.executable, args=["-m", "summarylint", "mcp", "--isolated"], env=environment)
        async with Client(stdio_client(command)) as client:
            return await talk(client)

    return anyio.run(run)


def test_the_command_serves_over_standard_input_and_output_and_outlives_errors() -> None:
    async def talk(client: Client) -> tuple[CallToolResult, CallToolResult]:
        return await client.call_tool("check_summary", {"summary": 1}), await client.call_tool("check_summary", BARE)

    wrong, right = in_process(talk)
    assert wrong.is_error
    assert right.structured_content is not None
    assert "dropped-hedge" in [finding["name"] for finding in right.structured_content["findings"]]
