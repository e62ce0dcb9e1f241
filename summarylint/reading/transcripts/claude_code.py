"""Claude Code: one record a line, a boundary and then the summary where the window was compacted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from summarylint.reading.claude_code_rows import is_aside, is_boundary, is_spoken, is_summary, listed_as_preserved
from summarylint.reading.transcripts.containers import entries_of
from summarylint.reading.transcripts.content import pieces, told
from summarylint.reading.transcripts.earlier_session import earlier_session
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Note, Window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from summarylint.model import Compaction, Role
    from summarylint.reading.transcripts.window import Entry

CONTINUED = "This session is being continued from a previous conversation"
"""How the first message of a session begins that goes on from another file (2025); it says so only at that place."""


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
    """The compactions of a session, in file order: a summary's time may lie before its boundary's."""
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
        self.seen: set[str] = set()
        self.boundary: dict[str, Any] | None = None
        self.leaves: list[str] = []
        """The records that earlier sessions ended with, as far as this file names them."""

    def read(self, entries: Iterator[Entry]) -> Iterator[Compaction | Note]:
        for record, line in self.records(entries):
            if is_boundary(record):
                self.boundary = record
            elif is_spoken(record):
                yield from self._message(record, line)

    def records(self, entries: Iterator[Entry]) -> Iterator[tuple[dict[str, Any], int]]:
        """The records of this session, each with its line; what earlier sessions ended with is remembered."""
        for entry in entries:
            record = entry.value
            if not isinstance(record, dict) or is_aside(record) or self._again(record):
                continue
            if record.get("type") == "summary" and isinstance(record.get("leafUuid"), str):
                self.leaves.append(record["leafUuid"])
            else:
                yield record, entry.line

    def _again(self, record: dict[str, Any]) -> bool:
        """Was this very record read before? A resumed session may repeat some."""
        uuid = record.get("uuid")
        if not isinstance(uuid, str):
            return False
        again = uuid in self.seen
        self.seen.add(uuid)
        return again

    def _message(self, record: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
        content = record["message"].get("content")
        if self.window.chain is None:
            self.window.chain = record.get("sessionId") or record.get("session_id")
        if is_summary(record) or (self.boundary is not None and record.get("isSynthetic")):
            yield from self._summary(record, told(content), line)
        elif self.continues(record, content):
            yield self._continued(record, told(content), line)
        elif not record.get("isMeta"):
            role: Role = "assistant" if record["type"] == "assistant" else "user"
            self.window.add(pieces(role, content), message=record.get("uuid"), time=record.get("timestamp"))

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
        with file.open("rb") as lines:
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
        yield self.window.compact(
            summary,
            line=line,
            message=record.get("uuid"),
            time=record.get("timestamp"),
            surviving=self._preserved(about),
            tokens=about.get("preTokens") or about.get("pre_tokens"),
        )

    def _preserved(self, about: dict[str, Any]) -> set[str]:
        """The messages that stay word for word beside the summary."""
        named = listed_as_preserved(about)
        if named is not None:
            return set(named)
        segment = about.get("preservedSegment")
        keys = self.window.order()
        if isinstance(segment, dict) and segment.get("headUuid") in keys and segment.get("tailUuid") in keys:
            return set(keys[keys.index(segment["headUuid"]) : keys.index(segment["tailUuid"]) + 1])
        return set()


FORMAT = Format(
    name="claude-code",
    title="Claude Code",
    found="~/.claude/projects/*/*.jsonl",
    knows="every summary with what it replaced, messages that were preserved, times, the size of the window",
    lacks="a session that goes on from another file needs that file beside it; sub-agents are left out",
    recognises=recognises,
    read=read,
)
