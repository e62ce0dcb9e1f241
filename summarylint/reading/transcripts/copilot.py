"""GitHub Copilot CLI: an event a line; `session.compaction_complete` holds the summary of what stood before the compaction began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, objects, output, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

SPOKEN = ("session.start", "user.message", "assistant.message", "tool.execution_start", "tool.execution_complete")
COMPACTIONS = ("session.compaction_start", "session.compaction_complete")


def recognises(entry: Entry) -> bool:
    """Is this an event: a type with a dot, and its data?"""
    event = entry.value
    return (
        entry.key is None
        and isinstance(event, dict)
        and isinstance(event.get("data"), dict)
        and event.get("type") in (*SPOKEN, *COMPACTIONS)
        and ("parentId" in event or event["type"] == "session.start")
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a session; what was said while one ran stays in the window. Sub-agents are left out."""
    window = Window(path)
    before: set[str] | None = None
    for entry in entries:
        event = entry.value
        if not isinstance(event, dict) or not isinstance(data := event.get("data"), dict):
            continue
        kind = event.get("type")
        if kind == "session.start":
            window.chain = window.chain or data.get("sessionId")
        elif event.get("agentId") or data.get("parentToolCallId"):
            continue
        elif kind == "session.compaction_start":
            before = set(window.order())
        elif kind == "session.compaction_complete":
            kept = set() if before is None else {message for message in window.order() if message not in before}
            before = None
            if data.get("success") is not False:
                yield _compacted(window, event, data, kept, entry.line)
        elif kind == "session.snapshot_rewind":
            _rewind(window, data.get("upToEventId"))
        elif kind == "session.context_cleared":
            window.drop(lambda message: True)
        else:
            window.add(event_pieces(str(kind), data), message=event.get("id"), time=event.get("timestamp"))


def _compacted(window: Window, event: dict[str, Any], data: dict[str, Any], kept: set[str], line: int) -> Compaction | Note:
    summary = told(data.get("summaryContent")).strip()
    if not summary:
        return window.opaque(line, reason="its summary is not in the log", surviving=kept)
    return window.compact(
        summary,
        line=line,
        message=event.get("id"),
        time=event.get("timestamp"),
        kept=kept,
        surviving=None,
        tokens=data.get("preCompactionTokens"),
    )


def _rewind(window: Window, first: Any) -> None:
    messages = window.order()
    gone = set(messages[messages.index(first) :]) if first in messages else set()
    window.drop(lambda message: message in gone)


def event_pieces(kind: str, data: dict[str, Any]) -> Iterator[Piece]:
    """What an event says."""
    if kind == "user.message":
        put_in = data.get("isAutopilotContinuation") is True or data.get("source") not in (None, "", "user")
        yield Piece("system" if put_in else "user", told(data.get("content")))
    elif kind == "system.message":
        yield Piece("system", told(data.get("content")))
    elif kind == "assistant.message":
        yield thinking(data.get("reasoningText"))
        yield Piece("assistant", told(data.get("content")))
        for made in objects(data.get("toolRequests")):
            yield call(made.get("name"), made.get("arguments"), made.get("toolCallId"))
    elif kind == "tool.execution_complete":
        found, error = data.get("result"), data.get("error")
        given = found.get("content") if isinstance(found, dict) else found
        yield output(given if given is not None else error.get("message") if isinstance(error, dict) else error, data.get("toolCallId"))


FORMAT = Format(
    name="copilot",
    title="GitHub Copilot CLI sessions",
    found="~/.copilot/session-state/<session>/events.jsonl",
    knows="every summary in the log with what stood before the compaction began, the size of the window",
    lacks="which messages stay beside a summary; sub-agents",
    recognises=recognises,
    read=read,
)
