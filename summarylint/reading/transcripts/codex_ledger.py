"""Ledgers of Codex turns: a list of what was said, with its session; the summary stands there as a user's message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.reading.transcripts.codex import PREFIX
from summarylint.reading.transcripts.content import ROLES
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

PROMPT = "You are performing a CONTEXT CHECKPOINT COMPACTION."
"""How the request begins with which Codex asks for a summary (codex-rs/core/templates/compact/prompt.md)."""


def recognises(entry: Entry) -> bool:
    """Is this a turn: who said what, when, in which session?"""
    turn = entry.value
    return (
        entry.key is None
        and isinstance(turn, dict)
        and turn.get("role") in ("user", "assistant")
        and all(isinstance(turn.get(name), str) for name in ("text", "ts", "session"))
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of each session; the request for one and the answer to it are no spans."""
    window, asked = Window(path), False
    for entry in entries:
        if not recognises(entry):
            continue
        turn = entry.value
        if turn["session"] != window.chain:
            window, asked = Window(path, turn["session"]), False
        user, text = turn["role"] == "user", turn["text"]
        if user and text.startswith(PROMPT):
            asked = True
        elif user and (prefix := PREFIX.match(text)):
            summary, asked = text[prefix.end() :], False
            if summary != window.previous:  # a retry tells the same one again
                surviving = {held.message for held in window.held if held.span.role == "user"}
                yield window.compact(summary, line=entry.line, time=turn["ts"], surviving=surviving)
        elif user or not asked:
            asked = False
            window.add([Piece(ROLES[turn["role"]], text)], time=turn["ts"])


FORMAT = Format(
    name="codex-ledger",
    title="ledgers of Codex turns",
    found="a list of {role, ts, text, session}",
    knows="every summary that Codex wrote in clear with the turns before it, each session by itself",
    lacks="tool calls and outputs, as far as the ledger leaves them out; texts that it cut",
    recognises=recognises,
    read=read,
)
