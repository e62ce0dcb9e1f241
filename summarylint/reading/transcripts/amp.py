"""Amp: a thread's messages; one of the role `info` with a block `summary` takes the place of those before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import objects, output, pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note, Piece


def recognises(entry: Entry) -> bool:
    """Is this a message of a thread: numbered, with blocks?"""
    message = entry.value
    return (
        entry.key == "messages"
        and isinstance(message, dict)
        and isinstance(message.get("messageId"), int)
        and message.get("role") in ("user", "assistant", "info")
        and isinstance(message.get("content"), list)
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a thread."""
    window = Window(path)
    for entry in entries:
        message = entry.value
        if entry.key == "id" and isinstance(message, str):
            window.chain = message
        if entry.key != "messages" or not isinstance(message, dict):
            continue
        key = str(message.get("messageId"))
        if message.get("role") == "info":
            for block in objects(message.get("content")):
                held = block.get("summary") if block.get("type") == "summary" else None
                if isinstance(held, dict) and held.get("type") == "message" and (text := told(held.get("summary")).strip()):
                    yield window.compact(text, line=entry.line, message=key, time=message.get("createdAt"))
        else:
            window.add(message_pieces(message), message=key, time=message.get("createdAt"))


def message_pieces(message: dict[str, Any]) -> Iterator[Piece]:
    """What a message says, block by block."""
    for block in objects(message.get("content")):
        run = block.get("run")
        if block.get("type") == "tool_result" and isinstance(run, dict):
            yield output(_given(run), block.get("toolUseID"))
        else:
            yield from pieces(role_of(message.get("role")), [block])


def _given(run: dict[str, Any]) -> Any:
    """What a tool gave back: its result, or what went wrong, or only how it ended."""
    found = next((run[name] for name in ("result", "error", "reason") if run.get(name)), run.get("status"))
    return found["output"] if isinstance(found, dict) and isinstance(found.get("output"), str) else found


FORMAT = Format(
    name="amp",
    title="Amp threads",
    found="~/.local/share/amp/threads/T-*.json",
    knows="every summary with the messages before it",
    lacks="a thread that goes on from another one, whose summary is in neither",
    recognises=recognises,
    read=read,
)
