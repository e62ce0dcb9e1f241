"""The window that a new summary replaces, read from the transcript while the summary itself is not in it yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from summarylint.checking import History
from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.transcript import is_message, lines_of, opened_file, row_of
from summarylint.model import Compaction
from summarylint.reading.claude_code_rows import is_boundary
from summarylint.reading.transcripts.claude_code import read
from summarylint.reading.transcripts.content import objects
from summarylint.reading.transcripts.window import Entry, Note

MOST_READ = 64 << 20
"""Bytes of rows that are read: of earlier cycles only those that fit in beside the last one."""

LONGEST_WINDOW = 256 << 20
"""Bytes of rows since the last compaction. A full window of text is about 5 MB, pictures and copies of files make it more."""

_BOUNDARY = b'"compact_boundary"'
_UNKNOWN = "the compaction was not checked"


@dataclass(frozen=True, slots=True)
class Replaced:
    """A compaction whose summary is new, those before it that are still read, and where its spans stand.

    `messages` has the uuid of the row for the id of each tool call (`<id>:call`) and tool output. `end` is the offset in the
    transcript behind the last row that was read.
    """

    compaction: Compaction
    earlier: tuple[Compaction, ...]
    messages: dict[str, str]
    end: int


def read_replaced(path: str, session: str, summary: str) -> Replaced:
    """Read what `summary` replaced: the rows since the last compaction, with the summary before it.

    Survival is told where the transcript tells already which messages are preserved, else it is unknown. Raises HookError
    where the transcript cannot be read or holds nothing to compare the summary with.
    """
    with opened_file(path) as file:
        boundaries, size = _boundaries(file)
        last = boundaries[-2] if boundaries and _is_pending(file, boundaries[-1]) and len(boundaries) > 1 else None
        start = _start(boundaries, size, last)
        file.seek(start)
        rows = _Rows(file, session, summary)
        made: list[Compaction | Note] = list(read(iter(rows), path))
    found = made[-1] if made else None
    if not isinstance(found, Compaction):
        raise HookError(f"{_UNKNOWN}: {found.reason if found else 'the transcript holds no message'}: {path}")
    cycles = len(boundaries) - rows.pending
    compaction = replace(
        found,
        summary=summary,
        cycle_depth=max(found.cycle_depth, cycles),
        surviving_span_ids=found.surviving_span_ids if rows.survivors_known else None,
        path=None,
        line=None,
    )
    history = History()
    for one in made[:-1]:
        if isinstance(one, Compaction):
            history.before(one)
    compaction, earlier = history.placed(compaction)
    return Replaced(compaction, earlier, rows.messages, size)


def _start(boundaries: list[int], size: int, last: int | None) -> int:
    """Where reading begins: as far back as MOST_READ allows, at a boundary, and before the window that was replaced."""
    if size <= MOST_READ:
        return 0
    if last is None:
        last = boundaries[-1] if boundaries else 0
    if size - last > LONGEST_WINDOW:
        raise HookError(f"{_UNKNOWN}: more than {LONGEST_WINDOW >> 20} MiB since the last compaction")
    return next((at for at in boundaries if size - at <= MOST_READ and at <= last), last)


def _boundaries(file: BinaryIO) -> tuple[list[int], int]:
    """The offsets of the rows that say that the window was compacted, and the size of the file."""
    found, end = [], 0
    for at, line in lines_of(file):
        end = at + len(line)
        if _BOUNDARY in line and (row := row_of(line)) is not None and is_boundary(row) and not row.get("isSidechain"):
            found.append(at)
    return found, end


def _is_pending(file: BinaryIO, boundary: int) -> bool:
    """Does no message follow the last boundary? Then it is that of the new summary, and the window lies before it."""
    file.seek(boundary)
    return not any((row := row_of(line)) is not None and is_message(row) for _, line in lines_of(file))


@dataclass(slots=True)
class _Rows:
    """The rows of the transcript as its reader takes them, and at their end the new summary, which is not there yet."""

    file: BinaryIO
    session: str
    summary: str
    messages: dict[str, str] = field(default_factory=dict)
    pending: bool = False
    """Is the last boundary that of the new summary?"""
    survivors_known: bool = False

    def __iter__(self) -> Iterator[Entry]:
        told = False
        for number, (_, line) in enumerate(lines_of(self.file), 1):
            row = row_of(line)
            if row is None:
                continue
            if is_boundary(row):
                self.pending, told = True, False
                about = row.get("compactMetadata")
                self.survivors_known = isinstance(about, dict) and "preservedMessages" in about
            elif row.get("isCompactSummary"):
                told = True
            elif is_message(row):
                self.pending = False
                self._place(row)
            yield Entry(row, number)
        if self.pending and told:
            return  # the new summary is there already
        if not self.pending:
            self.survivors_known = False
            yield Entry({"type": "system", "subtype": "compact_boundary", "compactMetadata": {}}, 0)
        message = {"role": "user", "content": self.summary}
        yield Entry({"type": "user", "isCompactSummary": True, "sessionId": self.session, "message": message}, 0)

    def _place(self, row: dict[str, Any]) -> None:
        uuid = row.get("uuid")
        if not isinstance(uuid, str):
            return
        for block in objects(row["message"].get("content")):
            if isinstance(block.get("tool_use_id"), str):
                self.messages[block["tool_use_id"]] = uuid
            elif isinstance(block.get("id"), str):
                self.messages[f"{block['id']}:call"] = uuid
