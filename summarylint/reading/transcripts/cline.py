"""Cline: a task's conversation; a call of `summarize_task`, then a user message that goes on from the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import calls, pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

TOOL = "summarize_task"
FIRST_PAIR = 2
"""The task and the first answer, which stay in the window whatever is cut (ContextManager.ts, keep "none")."""
NO_SUMMARY = ("[summarize_task", "<environment_details>", "<system-reminder>")
"""How blocks begin that stand beside the summary."""


def recognises(entry: Entry) -> bool:
    """Is this a message of Cline's history: a message of Anthropic's API with a time and the model beside it?"""
    message = entry.value
    return (
        entry.key is None
        and isinstance(message, dict)
        and "role" in message
        and isinstance(message.get("content"), list)
        and "condenseParent" not in message
        and ("modelInfo" in message or "metrics" in message or ("ts" in message and "id" not in message))
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a task; plain truncation, which has none, is passed over."""
    window, asked, first = Window(path), False, list[str]()
    for entry in entries:
        message = entry.value
        if not isinstance(message, dict) or "role" not in message:
            continue
        role, content = message["role"], message.get("content")
        if asked and role == "user" and (summary := _summary(content)):
            yield window.compact(summary, line=entry.line, time=message.get("ts"), surviving=first)
            asked = False
            continue
        asked = role == "assistant" and _asks(message, content)
        if not asked:
            key = window.add([*pieces(role_of(role), content), *calls(message)], time=message.get("ts"))
            first += [key] if len(first) < FIRST_PAIR else []


def _asks(message: dict[str, Any], content: Any) -> bool:
    """Does the assistant call the tool, natively or in Cline's own markup?"""
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    native = any(block.get("type") == "tool_use" and block.get("name") == TOOL for block in blocks)
    return native or any(piece.text.startswith(f"{TOOL} ") for piece in calls(message)) or f"<{TOOL}>" in told(content)


def _summary(content: Any) -> str:
    """The block that tells the summary: the longest text of the answer to the call."""
    blocks = content if isinstance(content, list) else [content]
    texts = [told(block.get("content", block.get("text"))) if isinstance(block, dict) else told(block) for block in blocks]
    return max((text for text in texts if not text.lstrip().startswith(NO_SUMMARY)), key=len, default="")


FORMAT = Format(
    name="cline",
    title="Cline tasks",
    found="tasks/<id>/api_conversation_history.json",
    knows="every summary of the task with what stood before it; the first task and answer stay",
    lacks="ids of messages; messages that were cut without a summary count as seen by the next one",
    recognises=recognises,
    read=read,
    generic=True,
)
