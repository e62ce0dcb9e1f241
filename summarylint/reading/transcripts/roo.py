"""Roo Code and Kilo Code: a message `isSummary`, and the messages that name its `condenseId` as their parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.cline_content import message_pieces, tools_called
from summarylint.reading.transcripts.content import told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note
HIDDEN = object()
"""The parent of a message that was hidden without a summary."""
HEADING = "## Conversation Summary\n"
"""What the program puts before the summary (src/core/condense/index.ts, since 2026)."""


def recognises(entry: Entry) -> bool:
    """Is this a message that was condensed, or that condenses others?"""
    message = entry.value
    if entry.key is not None or not isinstance(message, dict) or "role" not in message:
        return False
    return message.get("isSummary") is True or "condenseId" in message or "condenseParent" in message or "truncationParent" in message


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a task, each with the messages that it condensed; a summary can be condensed itself."""
    window, parents, called = Window(path), dict[str, Any](), list[tuple[str, str]]()
    for entry in entries:
        message = entry.value
        if not isinstance(message, dict) or "role" not in message:
            continue
        if message.get("isSummary") is True:
            yield _condensed(window, message, parents, entry.line)
            continue
        if message.get("isTruncationMarker") is True:  # a notice that older messages are hidden; they are not summarised
            continue
        key = window.add(message_pieces(message, called), time=message.get("ts"))
        called = tools_called(message)
        hidden = "truncationParent" in message and "condenseParent" not in message
        parents[key] = HIDDEN if hidden else name_of(message.get("condenseParent"))


def _condensed(window: Window, message: dict[str, Any], parents: dict[str, Any], line: int) -> Compaction | Note:
    id, summary = name_of(message.get("condenseId")), _summary(message.get("content"))
    if id is None:  # until 2025 what was condensed was deleted
        note = window.note("incomplete", "what it replaced was deleted from this file", line, window.counted())
        window.open_with(summary, time=message.get("ts"))
        return note
    hidden = {key for key, parent in parents.items() if parent is HIDDEN}
    window.drop(lambda key: key in hidden)
    others = [key for key in window.order() if parents.get(key) != id]
    stays = others[:1] if others == window.order()[: len(others)] else []  # the task: it was summarised, and stays all the same
    made = window.compact(summary, line=line, message=id, time=message.get("ts"), kept={*others} - {*stays}, surviving=stays)
    parents[id] = name_of(message.get("condenseParent"))
    return made


def _summary(content: Any) -> str:
    """The text of the summary, without what the program adds to it."""
    if not isinstance(content, list):
        return told(content).removeprefix(HEADING).strip()
    texts = [told(block.get("text")) for block in content if isinstance(block, dict) and block.get("type") == "text"]
    told_texts = [text for text in texts if not text.lstrip().startswith(("<system-reminder>", "<environment_details>"))]
    return "\n".join(told_texts).removeprefix(HEADING).strip()


FORMAT = Format(
    name="roo",
    title="Roo Code and Kilo Code tasks",
    found="tasks/<id>/api_conversation_history.json",
    knows="every summary with the messages that it condensed, and those that stay",
    lacks="versions that deleted what they condensed hold a summary alone, which cannot be checked",
    recognises=recognises,
    read=read,
)
