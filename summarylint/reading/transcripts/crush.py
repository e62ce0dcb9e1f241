"""Crush: messages of parts, in the database of a project; a message `is_summary_message` takes the place of all before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, objects, output, role_of, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

NAMES = {"session_id", "role", "parts", "is_summary_message"}
"""Fields that every message has."""
TYPES = ("text", "reasoning", "tool_call", "tool_result", "finish", "binary", "image_url", "shell_command")
RESUMED = re.compile(r"The previous session was interrupted because it got too long, the initial user request was: ")
"""How the message begins in the user's place with which Crush goes on after a summary (internal/agent/agent.go)."""


def recognises(entry: Entry) -> bool:
    """Is this a message: its session, who speaks, and parts of a type with data?"""
    message = entry.value
    if entry.key is not None or not isinstance(message, dict) or not message.keys() >= NAMES:
        return False
    parts = objects(message.get("parts"))
    return all(part.get("type") in TYPES and isinstance(part.get("data"), dict) for part in parts)


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of each session; nothing stays beside one."""
    window = Window(path)
    for entry in entries:
        message = entry.value
        if entry.key is not None or not isinstance(message, dict) or not message.keys() >= NAMES:
            continue
        if name_of(message["session_id"]) != name_of(window.chain):
            window = Window(path, message["session_id"])
        parts = objects(message.get("parts"))
        if message["is_summary_message"]:
            text = "\n".join(told(part["data"].get("text")) for part in parts if part.get("type") == "text").strip()
            if text:  # one that is empty was broken off
                yield window.compact(text, line=entry.line, message=message.get("id"), time=message.get("created_at"))
        else:
            window.add(message_pieces(message["role"], parts), message=message.get("id"), time=message.get("created_at"))


def message_pieces(role: Any, parts: list[dict[str, Any]]) -> Iterator[Piece]:
    """What a message says, part by part."""
    speaker = role_of(role)
    for part in parts:
        kind, data = part.get("type"), part["data"]
        if kind == "text":
            text = told(data.get("text"))
            put_in = speaker == "user" and (data.get("hidden") is True or RESUMED.match(text))
            yield Piece("system" if put_in else speaker, text)
        elif kind == "reasoning":
            yield thinking(data.get("thinking"))
        elif kind == "tool_call":
            yield call(data.get("name"), data.get("input"), data.get("id"))
        elif kind == "tool_result":
            yield output(data.get("content"), data.get("tool_call_id"))
        elif kind == "shell_command":  # a command that the user ran himself
            yield Piece("user", f"$ {told(data.get('command'))}")
            yield output(data.get("output"))


FORMAT = Format(
    name="crush",
    title="Crush sessions",
    found=".crush/crush.db",
    knows="every summary with the messages before it, times; each session by itself",
    lacks="of versions before is_summary_message: all summaries of a session but the last",
    recognises=recognises,
    read=read,
)
