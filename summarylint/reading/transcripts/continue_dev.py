"""Continue: a session's history; an item with `conversationSummary` was summarised, together with those before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import calls, objects, output, pieces, role_of, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note, Piece


def recognises(entry: Entry) -> bool:
    """Is this an item of a history: a message with what was attached to it?"""
    item = entry.value
    return (
        entry.key == "history"
        and isinstance(item, dict)
        and isinstance(item.get("message"), dict)
        and "role" in item["message"]
        and ("contextItems" in item or "conversationSummary" in item)
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a session; after each only what follows its item is sent to the model."""
    window, answered = Window(path), set[str]()
    for entry in entries:
        item = entry.value
        if entry.key == "sessionId" and isinstance(item, str):
            window.chain = item
        if entry.key != "history" or not isinstance(item, dict) or not isinstance(item.get("message"), dict):
            continue
        message, summary = item["message"], told(item.get("conversationSummary")).strip()
        # the command line puts the summary in the place of what it deletes, as a message of its own
        if not summary or summary not in told(message.get("content")):
            window.add(item_pieces(item, message, answered), message=message.get("id"))
        if summary:
            yield window.compact(summary, line=entry.line)


def item_pieces(item: dict[str, Any], message: dict[str, Any], answered: set[str]) -> Iterator[Piece]:
    """What an item says; `answered` are the calls whose outputs were told already, as one may stand in two places."""
    role = message.get("role")
    if role == "thinking":
        yield thinking(message.get("content"))
        return
    if role == "tool":
        id = str(message.get("toolCallId"))
        if id not in answered:
            yield output(message.get("content"), id)
        return
    yield from pieces(role_of(role), message.get("content"))
    for attached in objects(item.get("contextItems")):
        yield output(attached.get("content"))
    yield from calls({"tool_calls": message.get("toolCalls")})
    for state in objects(item.get("toolCallStates")):
        if given := "\n".join(told(one.get("content")) for one in objects(state.get("output"))):
            answered.add(str(state.get("toolCallId")))
            yield output(given, state.get("toolCallId"))


FORMAT = Format(
    name="continue",
    title="Continue sessions",
    found="~/.continue/sessions/<session>.json",
    knows="every summary made in the editor, with the messages before it",
    lacks="what the command line summarised: it deletes that from the session; times",
    recognises=recognises,
    read=read,
)
