"""The nouns of a batch run: what a worker is handed, and what it hands back. All of them travel between processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

from summarylint.errors import SummarylintError
from summarylint.settings import Settings

PieceKind = Literal["file", "lines", "rows", "fault"]
TableFormat = Literal["parquet", "jsonl"]

RECORD_TIMEOUT = 60.0
"""Seconds of processor time for one record: twenty times what the largest that are known need."""


class BatchError(SummarylintError):
    """A run that cannot begin or go on; what is done is kept, and the sentence says how to go on."""


class Unreadable(BatchError):
    """An input that was there and cannot be read now, or that holds other bytes than when the run began."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one input: all of a file, some of its lines, some rows of a Parquet file, or what of it cannot be read.

    `path` is what is opened and `shown` how results name it. `start` and `end` are bytes for lines and rows, counted from 0,
    for rows; `line` is the number of the first line, from 1; `reason` says why a stretch cannot be read.
    """

    path: str
    shown: str
    kind: PieceKind
    start: int = 0
    end: int = 0
    line: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one worker does at a time: pieces in input order, about `size` bytes together.

    No chain of lines or rows is elsewhere. A file that is read as a whole (JSON, YAML, a transcript) stands with the others of
    its chains as far as its text, or the beginning of a transcript, names them.
    """

    number: int
    pieces: tuple[Piece, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all chunks of a run.

    `session` names this start of the program, so that what an earlier one left behind is told apart; `parent` is the process
    whose end ends the workers, None where another program keeps them. `record_timeout` is in
    seconds of processor time.
    """

    out: str
    settings: Settings
    table_format: TableFormat
    version: str
    session: str
    digest: str
    record_timeout: float
    strict: bool = False
    format_name: str | None = None
    parent: int | None = None


@dataclass(slots=True)
class ChunkTotals:
    """What a finished chunk adds to the totals; `counts` and `rules` are counters, `unknown` names fields with their first place."""

    number: int
    counts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    unknown: dict[str, str] = field(default_factory=dict)

    def add(self, other: ChunkTotals) -> None:
        """Count another chunk in."""
        self.counts.update(other.counts)
        self.rules.update(other.rules)
        for name, place in other.unknown.items():
            self.unknown.setdefault(name, place)

    def as_json(self) -> dict[str, Any]:
        """A line of the journal."""
        return {"chunk": self.number, "counts": dict(self.counts), "rules": dict(self.rules), "unknown": self.unknown}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ChunkTotals:
        """The outcome that a line of the journal tells."""
        return cls(value["chunk"], Counter(value["counts"]), Counter(value["rules"]), dict(value["unknown"]))
