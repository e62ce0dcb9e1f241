"""The blocks of a message, in the shapes that model providers and agents have for them, as pieces of text."""

from __future__ import annotations

import json
import re
import reprlib
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.window import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Role

ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "gemini": "assistant",
    "tool": "tool",
    "function": "tool",
    "toolResult": "tool",
    "system": "system",
    "developer": "system",
}
"""The names that agents have for who speaks."""


def role_of(name: Any, default: Role = "system") -> Role:
    """Who speaks, by any of those names; `default` for a name that is not known."""
    return ROLES.get(name, default) if isinstance(name, str) else default


def listed(value: Any) -> list[Any]:
    """The value where it is a list, nothing where it is something else."""
    return value if isinstance(value, list) else []


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a list, nothing where it is no list."""
    return [one for one in listed(value) if isinstance(one, dict)]


TEXT_BLOCKS = ("text", "input_text", "output_text", "summary_text", "reasoning_text", "refusal")
CALL_BLOCKS = ("tool_use", "server_tool_use", "mcp_tool_use", "toolCall", "tool_call", "function_call", "custom_tool_call")
OUTPUT_BLOCKS = ("tool_result", "mcp_tool_result", "toolResult", "function_call_output", "custom_tool_call_output")

_USER_WORDS = re.compile(r"(?:To tell you how to proceed, the user said:|The user provided the following reason for the rejection:)[ \n]*")
"""What stands in a refused tool's result before the user's own words (Claude Code 1.x and 2.x)."""


def told(value: Any) -> str:
    """A value as text: a string as it is, blocks by their texts, a line each, anything else as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list) and value and all(isinstance(part, dict) and ("type" in part or "text" in part) for part in value):
        return "\n".join(text for part in value if (text := block_text(part)))
    return as_json(value)


def as_json(value: Any) -> str:
    """A value of a message as JSON; what a program put there that JSON does not have is told by its own words."""
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):  # a name that is no text, a value within itself
        return repr(value)
    except RecursionError:
        return reprlib.repr(value)


def block_text(block: dict[str, Any]) -> str:
    """The text of a block, "" for a picture or anything else without one."""
    for name in ("text", "refusal"):
        if isinstance(block.get(name), str):
            return str(block[name])
    inner = block.get("content") if block.get("type") == "content" else block.get("resource")
    return block_text(inner) if isinstance(inner, dict) else ""


def call(name: Any, arguments: Any, id: Any = None) -> Piece:
    """A tool call: its name and its arguments as JSON. Its span is `<id>:call`, as the id alone names the output."""
    given = arguments if isinstance(arguments, str) else as_json(arguments if arguments is not None else {})
    return Piece("assistant", f"{name} {given}", "tool_call", f"{id}:call" if id else None)


def output(content: Any, id: Any = None) -> Piece:
    """What a tool gave back, under the id of its call."""
    return Piece("tool", told(content), "tool_output", str(id) if id else None)


def thinking(text: Any) -> Piece:
    """What a model thought."""
    return Piece("assistant", told(text), "thinking")


def pieces(role: Role, content: Any) -> Iterator[Piece]:
    """What a message says, block by block; a tool result inside a user's message is the tool's, not the user's."""
    if isinstance(content, str):
        yield Piece(role, content, "tool_output" if role == "tool" else "text")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, str):
            yield Piece(role, block, "tool_output" if role == "tool" else "text")
        elif isinstance(block, dict):
            yield from _of_block(role, block)


def _of_block(role: Role, block: dict[str, Any]) -> Iterator[Piece]:
    kind = block.get("type")
    name = block.get("name") or block.get("tool_name")
    if kind in TEXT_BLOCKS or (kind is None and isinstance(block.get("text"), str)):
        yield Piece(role, block_text(block), "tool_output" if role == "tool" else "text")
    elif kind in ("thinking", "reasoning"):
        yield thinking(next((block[field] for field in ("thinking", "text", "reasoning", "summary") if block.get(field)), ""))
    elif kind in CALL_BLOCKS:
        arguments: Any = next((block[field] for field in ("input", "arguments", "args") if field in block), {})
        yield call(name, arguments, block.get("call_id") or block.get("id"))
    elif kind in OUTPUT_BLOCKS or (isinstance(kind, str) and kind.endswith("_tool_result")):
        yield from _of_result(block)


def _of_result(block: dict[str, Any]) -> Iterator[Piece]:
    """A tool's result; the words with which a user refused the call are the user's."""
    id = block.get("tool_use_id") or block.get("call_id") or block.get("toolCallId")
    text = told(block.get("content", block.get("output")))
    words = _USER_WORDS.search(text) if block.get("is_error") else None
    yield output(text[: words.end()].rstrip() if words else text, id)
    if words:
        yield Piece("user", text[words.end() :])


def calls(message: dict[str, Any]) -> Iterator[Piece]:
    """The calls that stand beside a message's content (OpenAI chat, LangChain)."""
    for made in objects(message.get("tool_calls")):
        function = made.get("function")
        if isinstance(function, dict):
            yield call(function.get("name"), function.get("arguments"), made.get("id"))
        else:
            yield call(made.get("name"), made.get("args", made.get("arguments")), made.get("id"))
    if isinstance(single := message.get("function_call"), dict):
        yield call(single.get("name"), single.get("arguments"))
