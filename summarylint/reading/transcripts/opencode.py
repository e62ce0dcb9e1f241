"""opencode exports: messages of parts; a user's part `compaction`, then an assistant message that is the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, output, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Held, Piece, Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction, Role
    from summarylint.reading.transcripts.window import Entry, Note


def recognises(entry: Entry) -> bool:
    """Is this a message: what it is about, and its parts?"""
    message = entry.value
    return (
        entry.key in (None, "messages")
        and isinstance(message, dict)
        and isinstance(message.get("info"), dict)
        and "role" in message["info"]
        and isinstance(message.get("parts"), list)
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a session; what an earlier pruning took out of the window was not seen by the summariser."""
    window, cleared = Window(path), dict[str, float]()
    asked: dict[str, Any] | None = None
    for entry in entries:
        if entry.key == "info" and isinstance(entry.value, dict):
            window.chain = entry.value.get("id")
        if not recognises(entry):
            continue
        info, parts = entry.value["info"], [part for part in entry.value["parts"] if isinstance(part, dict)]
        window.chain = window.chain or info.get("sessionID")
        marker = next((part for part in parts if part.get("type") == "compaction"), None)
        if info["role"] == "user" and marker is not None:
            asked = marker
        elif info["role"] == "assistant" and info.get("summary") is True:
            if not info.get("error"):
                yield _compacted(window, info, parts, asked or {}, cleared, entry.line)
            asked = None
        else:
            window.add(message_pieces(info["role"], parts), message=info.get("id"), time=_time(info, "created"))
            cleared.update(_cleared(parts))


def _compacted(
    window: Window, info: dict[str, Any], parts: list[dict[str, Any]], asked: dict[str, Any], cleared: dict[str, float], line: int
) -> Compaction | Note:
    messages = window.order()
    tail = name_of(asked.get("tail_start_id") or info.get("tail_start_id")) or ""
    kept = set(messages[messages.index(tail) :]) if tail in messages else set()
    made = _time(info, "created")
    when = made if isinstance(made, int | float) else 0
    here = {held.span.id for held in window.held}
    gone = {id for id, at in cleared.items() if at <= when and id in here}

    def shown(held: Held) -> bool:
        return held.span.kind != "tool_output" or held.span.id not in gone

    texts = [told(part.get("text")).strip() for part in parts if part.get("type") == "text"]
    return window.compact(
        "\n\n".join(text for text in texts if text),
        line=line,
        message=info.get("id"),
        time=_time(info, "created"),
        kept=kept,
        shown=shown if gone else None,
    )


def _time(info: dict[str, Any], name: str) -> Any:
    return info["time"].get(name) if isinstance(info.get("time"), dict) else None


def _cleared(parts: list[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    """The outputs that were taken out of the window, and when (milliseconds)."""
    for part in parts:
        state = part.get("state")
        at = _time(state, "compacted") if isinstance(state, dict) else None
        if isinstance(at, int | float):
            yield str(part.get("callID")), at


def message_pieces(role: str, parts: list[dict[str, Any]]) -> Iterator[Piece]:
    """What a message says, part by part."""
    speaker: Role = "user" if role == "user" else "assistant"
    for part in parts:
        kind = part.get("type")
        if kind == "text" and not part.get("ignored"):
            yield Piece(speaker, told(part.get("text")), id=part.get("id"))
        elif kind == "reasoning":
            yield Piece("assistant", told(part.get("text")), "thinking", part.get("id"))
        elif kind == "tool" and isinstance(state := part.get("state"), dict):
            yield call(part.get("tool"), state.get("input"), part.get("callID"))
            yield output(state["output"] if state.get("output") is not None else state.get("error"), part.get("callID"))


FORMAT = Format(
    name="opencode",
    title="opencode exports",
    found="opencode export <session> > session.json",
    knows="every summary with what it replaced, the tail that was kept, outputs that had been cleared before",
    lacks="how much of a long tool output the summariser was shown",
    recognises=recognises,
    read=read,
)
