"""Claude Code: one record a line, a boundary and then the summary where the window was compacted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from summarylint.reading.claude_code_rows import is_aside, is_boundary, is_spoken, is_summary, listed_as_preserved
from summarylint.reading.opening import open_found
from summarylint.reading.transcripts.claude_code_branches import Branches
from summarylint.reading.transcripts.containers import entries_of
from summarylint.reading.transcripts.content import listed, pieces, told
from summarylint.reading.transcripts.continued import CONTINUED
from summarylint.reading.transcripts.earlier_session import earlier_session
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Note, Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry

PUT_IN = re.compile(
    r"\s*<(?:system-reminder|local-command-caveat|task-notification|cross-session-message|teammate-message|agent-message)\b"
)
"""How texts begin in the user's messages that the program or another agent wrote. What a command of the user's own printed stays
with the command, in the user's turn."""


def recognises(entry: Entry) -> bool:
    """Is this a record of Claude Code? A session's title (`type: summary`) is one, too."""
    record = entry.value
    if entry.key is not None or not isinstance(record, dict):
        return False
    kind = record.get("type")
    if kind in ("user", "assistant"):
        message = record.get("message")
        return "uuid" in record and ("sessionId" in record or "session_id" in record) and isinstance(message, dict) and "content" in message
    return (
        (kind == "summary" and "leafUuid" in record)
        or (kind == "file-history-snapshot" and "snapshot" in record)
        or (kind == "system" and record.get("subtype") in ("compact_boundary", "stop_hook_summary", "turn_duration", "local_command"))
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a session, in file order: a summary's time may lie before its boundary's.

    Sub-agents are left out, unless the file is that of a sub-agent: then its first record is one of its own.
    """
    return _Reader(Window(path)).read(entries)


def goes_on_from(entries: Iterator[Entry], path: str) -> Path | None:
    """The file of the session that this one goes on from; no entry behind its first message is asked for."""
    reader = _Reader(Window(path))
    for record, _ in reader.records(entries):
        if is_spoken(record):
            content = record["message"].get("content")
            if reader.continues(record, content):
                return reader.earlier(record, told(content))
            if not record.get("isMeta"):
                return None
    return None


class _Reader:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.branches = Branches()
        self.agent: str | None = None
        """The sub-agent whose own file this is."""
        self.begun = False
        self.boundary: dict[str, Any] | None = None
        self.cleared: set[str] = set()
        """The outputs that were taken out of the window, which no summariser sees."""
        self.leaves: list[str] = []
        """The records that earlier sessions ended with, as far as this file names them."""

    def read(self, entries: Iterator[Entry]) -> Iterator[Compaction | Note]:
        for record, line in self.records(entries):
            if is_boundary(record):
                self.boundary = record
            elif record.get("subtype") == "microcompact_boundary":
                about = record.get("microcompactMetadata")
                self.cleared |= {str(id) for id in listed(about.get("compactedToolIds"))} if isinstance(about, dict) else set()
            elif is_spoken(record):
                yield from self._message(record, line)
            elif record.get("type") == "attachment":
                self.window.add(_queued(record), message=record.get("uuid"), time=record.get("timestamp"))

    def records(self, entries: Iterator[Entry]) -> Iterator[tuple[dict[str, Any], int]]:
        """The records of this session, each with its line; what earlier sessions ended with is remembered."""
        for entry in entries:
            record = entry.value
            if not isinstance(record, dict) or self._is_anothers(record) or not self.branches.add(record):
                continue
            if record.get("type") == "summary" and isinstance(record.get("leafUuid"), str):
                self.leaves.append(record["leafUuid"])
            else:
                yield record, entry.line

    def _is_anothers(self, record: dict[str, Any]) -> bool:
        """Is this record of a window other than the file's own?"""
        if is_spoken(record):
            own = record.get("agentId") if is_aside(record) else None
            if not self.begun:
                self.begun, self.agent = True, own if isinstance(own, str) else None
            elif self.agent is not None and not is_aside(record):  # the session's own file, though a sub-agent came first
                self.agent, self.window = None, Window(self.window.path)
        return is_aside(record) and (self.agent is None or record.get("agentId") != self.agent)

    def _message(self, record: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
        content = record["message"].get("content")
        if self.window.chain is None:
            self.window.chain = self.agent or record.get("sessionId") or record.get("session_id")
        if is_summary(record) or (self.boundary is not None and record.get("isSynthetic")):
            yield from self._summary(record, told(content), line)
        elif self.continues(record, content):
            yield self._continued(record, told(content), line)
        elif not record.get("isMeta"):
            self.window.add(_pieces(record, content), message=record.get("uuid"), time=record.get("timestamp"))

    def continues(self, record: dict[str, Any], content: Any) -> bool:
        """Is this a first message that goes on from another session?"""
        return not self.window.held and not self.window.count and record["type"] == "user" and told(content).startswith(CONTINUED)

    def _continued(self, record: dict[str, Any], summary: str, line: int) -> Compaction | Note:
        """The session goes on from another one: what the summary replaced is the end of that file."""
        file = self.earlier(record, summary)
        if file is None:
            note = self.window.note("incomplete", "it was made from an earlier session, whose file is not known", line, 0)
            self.window.open_with(summary, message=record.get("uuid"), time=record.get("timestamp"))
            return note
        earlier = _Reader(Window(str(file)))
        with open_found(file) as lines:
            for _ in earlier.read(entries_of(lines, "lines", str(file), [])):
                pass
        self.window = replace(earlier.window, path=self.window.path)
        return self.window.compact(summary, line=line, message=record.get("uuid"), time=record.get("timestamp"))

    def earlier(self, record: dict[str, Any], summary: str) -> Path | None:
        """The file that the session goes on from, None where it is not known."""
        parents = [record[name] for name in ("parentUuid", "logicalParentUuid") if isinstance(record.get(name), str)]
        return earlier_session(self.window.path, summary, record.get("timestamp"), {*self.leaves, *parents})

    def _summary(self, record: dict[str, Any], summary: str, line: int) -> Iterator[Compaction | Note]:
        boundary, self.boundary = self.boundary, None
        if boundary is None and (record.get("repeatsCompactSummary") or summary == self.window.previous):
            return
        if boundary is None and not self.window.held:
            self.window.open_with(summary, message=record.get("uuid"), time=record.get("timestamp"))
            yield self.window.note("incomplete", "what it replaced is not in this transcript", line, 0)
            return
        given = (boundary or {}).get("compactMetadata") or (boundary or {}).get("compact_metadata")
        about = given if isinstance(given, dict) else {}
        left = self.branches.left((boundary or {}).get("logicalParentUuid"), self.window.order())
        self.window.drop(lambda message: message in left)
        cleared, self.cleared = self.cleared, set()
        yield self.window.compact(
            summary,
            line=line,
            message=record.get("uuid"),
            time=record.get("timestamp"),
            surviving=self._preserved(about),
            shown=(lambda held: held.span.kind != "tool_output" or held.span.id not in cleared) if cleared else None,
            tokens=about.get("preTokens") or about.get("pre_tokens"),
        )

    def _preserved(self, about: dict[str, Any]) -> frozenset[str] | None:
        """The messages that stay word for word beside the summary; None where the file names some that it does not hold."""
        named = listed_as_preserved(about)
        if named is not None:
            return named
        segment = about.get("preservedSegment") or about.get("preserved_segment")
        if not isinstance(segment, dict):
            return frozenset()
        head, tail = (segment.get(f"{end}Uuid") or segment.get(f"{end}_uuid") for end in ("head", "tail"))
        return self.branches.between(head, tail)


def _pieces(record: dict[str, Any], content: Any) -> Iterator[Piece]:
    """What a message says; what the program put into the user's mouth is the program's."""
    origin = record.get("origin")
    others = isinstance(origin, dict) and origin.get("kind") not in (None, "human")
    for piece in pieces("assistant" if record["type"] == "assistant" else "user", content):
        is_anothers = piece.role == "user" and piece.kind == "text" and (others or PUT_IN.match(piece.text))
        yield Piece("system", piece.text, id=piece.id) if is_anothers else piece


def _queued(record: dict[str, Any]) -> Iterator[Piece]:
    """What the user said while the agent was at work: it stands in no message of his, but in an attachment."""
    held = record.get("attachment")
    if not isinstance(held, dict) or held.get("type") != "queued_command" or held.get("commandMode", "prompt") != "prompt":
        return
    yield from _pieces({"type": "user", "origin": held.get("origin")}, held.get("prompt"))


FORMAT = Format(
    name="claude-code",
    title="Claude Code",
    found="~/.claude/projects/*/*.jsonl",
    knows="every summary with what it replaced, messages that were preserved, times, the size of the window",
    lacks="a session that goes on from another file needs that file beside it; sub-agents are read from files of their own only",
    recognises=recognises,
    read=read,
)
