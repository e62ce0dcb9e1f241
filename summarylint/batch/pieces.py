"""The records of a chunk, step by step: a step is a line, a row, or the next record of a file that is read as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO

from summarylint.batch.job import Unreadable
from summarylint.batch.opening import is_remote, opened
from summarylint.errors import RecordError
from summarylint.reading.compressed import faults, inner_name
from summarylint.reading.files import Reader, readings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from summarylint.batch.job import Job, Piece
    from summarylint.model import Compaction
    from summarylint.reading.parquet import UnreadRow
    from summarylint.reading.records import UnknownField
    from summarylint.reading.transcripts.window import Note


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was fetched; `read` makes records of it, or errors."""

    line: int | None
    read: Callable[[], Iterator[Compaction | RecordError]]
    lost: range | None = None
    """The numbers of the rows that cannot be reached with this one."""


class PieceReader:
    """Reads the pieces of a job. `on_unknown` and `on_note` are told what else is met."""

    def __init__(self, job: Job, on_unknown: Callable[[UnknownField, str, int], None], on_note: Callable[[Note], None]) -> None:
        self.job, self.on_unknown, self.on_note = job, on_unknown, on_note

    def steps(self, piece: Piece, is_passed_over: Callable[[], bool] = lambda: False) -> Iterator[Step]:
        """The steps of a piece. Raises Unreadable where the input is not what it was, or cannot be read.

        `is_passed_over` is asked before each line and row: one that a worker died of while it was read is stepped over and not
        held. A row takes those behind it in its group with it, which are `lost`: they can be decoded in order only.
        """
        reader = Reader(piece.shown, self.job.strict, self.on_unknown)
        reader.format, reader.on_note = self.job.format_name, self.on_note
        ways = {"lines": _lines, "rows": _rows, "file": _file, "fault": _fault}
        try:
            yield from ways[piece.kind](piece, reader, is_passed_over)
        except PermissionError as error:
            yield _known(RecordError(f"cannot be read: {error.strerror or error}", path=piece.shown))
        except OSError as error:
            raise Unreadable(f"{piece.shown}: cannot be read: {error.strerror or error}; mend it and go on with --resume") from error


def _lines(piece: Piece, reader: Reader, is_passed_over: Callable[[], bool]) -> Iterator[Step]:
    with opened(piece.path) as file:
        file.seek(piece.start)
        at, line = piece.start, piece.line
        while at < piece.end:
            if is_passed_over():
                yield Step(line, lambda: iter(()))
                at, line = at + _passed_over(file), line + 1
                continue
            raw = file.readline()
            if not raw:
                raise Unreadable(
                    f"{piece.shown}: is shorter than when the run began; give the old file back, or start anew with --overwrite"
                )
            size, held = len(raw), [raw]
            del raw  # neither a large line nor its text is kept while its record is checked
            yield Step(line, partial(_read_line, reader, held, line, at))
            at, line = at + size, line + 1


PASSED_OVER = 1 << 16
"""Bytes of a line that are held at a time while it is passed over."""


def _passed_over(file: BinaryIO) -> int:
    """Pass over a line, however long; return its size in bytes."""
    size = 0
    while part := file.readline(PASSED_OVER):
        size += len(part)
        if part.endswith(b"\n"):
            break
    return size


def _taken(held: list[bytes]) -> Iterator[bytes]:
    while held:
        yield held.pop()


def _read_line(reader: Reader, held: list[bytes], line: int, at: int) -> Iterator[Compaction | RecordError]:
    return iter([*readings(reader.lines(_taken(held), line - 1, at))])


def _rows(piece: Piece, reader: Reader, is_passed_over: Callable[[], bool]) -> Iterator[Step]:
    from summarylint.reading.parquet import unread_rows

    with opened(piece.path) as file:
        try:
            for row in unread_rows(file, piece.shown, piece.start, piece.end, is_passed_over):
                if isinstance(row, range):
                    yield Step(row.start, lambda: iter(()), row)
                    continue
                number, held = row.number, [row]
                del row  # neither a large row nor its values are kept while its record is checked
                yield Step(number, partial(_read_row, reader, held))
        except RecordError as error:
            yield _known(error)


def _read_row(reader: Reader, held: list[UnreadRow]) -> Iterator[Compaction | RecordError]:
    return iter((reader.row(held.pop()),))


def _file(piece: Piece, reader: Reader, _: Callable[[], bool]) -> Iterator[Step]:
    try:
        for record in _of_file(piece.path, reader):
            yield _known(record)
    except RecordError as error:
        yield _known(error)
    except faults() as error:
        yield _known(RecordError(f"the compressed data is broken or breaks off: {error}", path=piece.shown))


def _fault(piece: Piece, reader: Reader, _: Callable[[], bool]) -> Iterator[Step]:
    yield _known(RecordError(piece.reason, path=piece.shown))


def _of_file(path: str, reader: Reader) -> Iterator[Compaction | RecordError]:
    if not is_remote(path) and Path(path).is_dir():
        yield from reader.folder()
        return
    with opened(path) as file:
        yield from readings(reader.file(file, PurePath(inner_name(path)).suffix.lower()))


def _known(record: Compaction | RecordError) -> Step:
    return Step(record.line, lambda: iter((record,)))
