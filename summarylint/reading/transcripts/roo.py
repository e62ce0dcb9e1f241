"""Roo Code and Kilo Code: a message `isSummary`, and the messages that name its `condenseId` as their parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import calls, pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note


def recognises(entry: Entry) -> bool:
    """Is this a message that was condensed, or that condenses others?"""
    message = entry.value
    if entry.key is not None or not isinstance(message, dict) or "role" not in message:
        return False
    return message.get("isSummary") is True or "condenseId" in message or "condenseParent" in message or "truncationParent" in message


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a task, each with the messages that it condensed; a summary can be condensed itself."""
    window, parents = Window(path), dict[str, Any]()
    for entry in entries:
        message = entry.value
        if not isinstance(message, dict) or "role" not in message:
            continue
        if message.get("isSummary") is True:
            yield _condensed(window, message, parents, entry.line)
            continue
        key = window.add([*pieces(role_of(message["role"]), message.get("content")), *calls(message)], time=message.get("ts"))
        parents[key] = name_of(message.get("condenseParent"))


def _condensed(window: Window, message: dict[str, Any], parents: dict[str, Any], line: int) -> Compaction | Note:
    id = name_of(message.get("condenseId"))
    condensed = {key for key in window.order() if parents.get(key) == id} if id is not None else set(window.order())
    kept = {key for key in window.order() if key not in condensed}
    made = window.compact(_summary(message.get("content")), line=line, message=id, time=message.get("ts"), kept=kept)
    if id is not None:
        parents[id] = name_of(message.get("condenseParent"))
    return made


def _summary(content: Any) -> str:
    """The text of the summary, without what the program adds to it."""
    if not isinstance(content, list):
        return told(content)
    texts = [told(block.get("text")) for block in content if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(text for text in texts if not text.lstrip().startswith("<system-reminder>"))


FORMAT = Format(
    name="roo",
    title="Roo Code and Kilo Code tasks",
    found="tasks/<id>/api_conversation_history.json",
    knows="every summary with the messages that it condensed, and those that stay",
    lacks="versions that deleted what they condensed hold a summary alone, which cannot be checked",
    recognises=recognises,
    read=read,
)
