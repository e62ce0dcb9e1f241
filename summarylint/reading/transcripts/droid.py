"""Factory's Droid: an entry a line; `compaction_state` holds a summary, and the last message that it replaced (`anchorMessage`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

PUT_IN = re.compile(r"\s*<system-reminder\b")
"""How texts begin in the user's messages that the program wrote."""


def recognises(entry: Entry) -> bool:
    """Is this Droid's header, or one of its compactions?"""
    item = entry.value
    if entry.key is not None or not isinstance(item, dict):
        return False
    if item.get("type") == "session_start":
        return "id" in item and ("cwd" in item or "title" in item)
    return item.get("type") == "compaction_state" and "summaryText" in item


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a session, each with the messages up to its anchor."""
    window = Window(path)
    for entry in entries:
        item = entry.value
        if not isinstance(item, dict):
            continue
        message = item.get("message")
        if item.get("type") == "session_start":
            window.chain = window.chain or item.get("id")
        elif item.get("type") == "compaction_state":
            yield _compacted(window, item, entry.line)
        elif item.get("type") == "message" and isinstance(message, dict):
            window.add(message_pieces(message), message=item.get("id"), time=item.get("timestamp"))


def _compacted(window: Window, item: dict[str, Any], line: int) -> Compaction | Note:
    anchor, messages = item.get("anchorMessage"), window.order()
    last = str(anchor.get("id")) if isinstance(anchor, dict) else ""
    known = last in messages
    kept = set(messages[messages.index(last) + 1 :]) if known else set()
    summary = told(item.get("summaryText")).strip()
    if not summary:
        return window.opaque(line, reason="its summary is not in the file", surviving=kept)
    return window.compact(
        summary,
        line=line,
        message=item.get("id"),
        time=item.get("timestamp"),
        kept=kept,
        surviving=() if known else None,  # without its anchor it is not known what stays
    )


def message_pieces(message: dict[str, Any]) -> Iterator[Piece]:
    """What a message says; what the program put into the user's mouth is the program's."""
    for piece in pieces(role_of(message.get("role")), message.get("content")):
        put_in = piece.role == "user" and PUT_IN.match(piece.text)
        yield Piece("system", piece.text, id=piece.id) if put_in else piece


FORMAT = Format(
    name="droid",
    title="Factory Droid sessions",
    found="~/.factory/sessions/*/*.jsonl",
    knows="every summary with what it replaced, and the messages behind its anchor, which stay",
    lacks="which branch led to a summary",
    recognises=recognises,
    read=read,
)
