"""Inputs to chunks: about equal in bytes, every chain inside one, and the same each time for the same inputs.

A record without a chain is handed out as it is met. The records of a chain may stand anywhere, so that they wait until all
inputs have been looked through; where they stand is kept on the disk.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from summarylint.batch.chains import ChainIndex, Stretch
from summarylint.batch.durable import telling_faults, write_all
from summarylint.batch.inputs import UNREADABLE
from summarylint.batch.job import BatchError, Chunk, Piece, Unreadable
from summarylint.batch.layout import CHAINS, UNPACKED
from summarylint.batch.opening import opened
from summarylint.batch.runs import chains_of
from summarylint.batch.scanning import Found, scan_lines, scan_rows, shape_of
from summarylint.errors import RecordError
from summarylint.reading.compressed import faults, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from io import FileIO

    from summarylint.batch.inputs import Input
    from summarylint.batch.job import PieceKind

LEAST_CHUNK, MOST_CHUNK = 1 << 18, 1 << 24
"""Bytes: below, starting on a chunk weighs more than its work; above, too much is lost with a worker, and the last one runs alone."""
CHUNKS_OF_A_WORKER = 32
"""Chunks for each worker, so that all of them end at about the same time."""
BEHIND_ALL = 1 << 62
"""The place of what cannot be read in a file: after all that could."""
NOTICE = 1 << 24
"""Bytes looked through between two words to whoever waits."""


def chunk_bytes(total: int, workers: int) -> int:
    """How large the chunks of an input of `total` bytes are made."""
    return max(LEAST_CHUNK, min(MOST_CHUNK, total // (CHUNKS_OF_A_WORKER * workers)))


class Planner:
    """Makes the chunks of a run. `planned` are the bytes that were looked through, unpacked; `expected` those of all inputs."""

    def __init__(self, inputs: Iterable[Input], out: Path, most: int, expected: int, format_name: str | None = None) -> None:
        self.inputs, self.out, self.most, self.format_name = inputs, out, most, format_name
        self.expected, self.planned, self.noticed = expected, 0, 0
        self.on_notice: Callable[[], None] = lambda: None
        self._waiting: Counter[str] = Counter()  # bytes of each unpacked file
        self._gathered: list[Stretch] = []
        self._size = self._number = 0

    def chunks(self) -> Iterator[Chunk]:
        """Yield all chunks, numbered from 0.

        Raises Unreadable for an input that cannot be read now, BatchError where there is no room for what is unpacked.
        """
        index = ChainIndex(self.out / CHAINS)
        try:
            for number, given in enumerate(self.inputs):
                before = self.planned
                for chains, stretch in self._scanned(number, given):
                    self._notice(stretch.size)
                    if not chains:
                        yield from self._gather([stretch])
                    else:
                        index.add(chains, stretch)
                self.expected += self.planned - before - given.size
            yield from self._emit()
            for stretches in index.chains():
                yield from self._gather(stretches)
            yield from self._emit()
        except sqlite3.Error as error:
            way = "make room for it" if "full" in str(error) else "see to it"  # the words of SQLITE_FULL; older Pythons tell no number
            raise BatchError(f"{index.path}: cannot be written: {error}; {way} and go on with --resume") from error
        finally:
            index.close()

    def let_go(self, chunk: Chunk) -> None:
        """A chunk is done: an unpacked file of which nothing else is left goes."""
        for piece in chunk.pieces:
            if piece.path in self._waiting:
                self._waiting[piece.path] -= piece.end - piece.start
                self._clear(piece.path)

    def _clear(self, path: str) -> None:
        if not self._waiting[path]:
            del self._waiting[path]
            Path(path).unlink(missing_ok=True)

    def _notice(self, size: int) -> None:
        self.planned += size
        if self.planned - self.noticed >= NOTICE:
            self.noticed = self.planned
            self.on_notice()

    def _scanned(self, number: int, given: Input) -> Iterator[tuple[Sequence[str], Stretch]]:
        """The stretches of one input with their chains; what is broken comes as a stretch that says so."""
        if given.stamp.startswith(UNREADABLE):
            yield (), _broken(given, number, given.stamp)
            return
        try:
            with opened(given.path) as file:
                shape = shape_of(file, given.path, self.format_name)
                if shape == "whole":
                    yield chains_of(file, given.path, self.format_name), Stretch(Piece(given.path, given.path, "file"), given.size, number)
                elif shape == "rows":
                    yield from _placed(scan_rows(file, self.most), given.path, given.path, "rows", number)
                elif shape == "lines":
                    yield from _placed(scan_lines(file), given.path, given.path, "lines", number)
                else:
                    yield from self._unpacked(file, given, number)
        except IsADirectoryError:
            yield (), Stretch(Piece(given.path, given.path, "file"), given.size, number)
        except PermissionError as error:
            yield (), _broken(given, number, f"cannot be read: {error.strerror or error}")
        except RecordError as error:
            yield (), _broken(given, number, error.reason)
        except faults() as error:
            yield (), _broken(given, number, f"the compressed data is broken or breaks off: {error}")
        except OSError as error:
            raise Unreadable(f"{given.path}: cannot be read: {error.strerror or error}; mend it and go on with --resume") from error

    def _unpacked(self, file: BinaryIO, given: Input, number: int) -> Iterator[tuple[Sequence[str], Stretch]]:
        path = self.out / UNPACKED / f"{number:07}.jsonl"
        with telling_faults(path):
            path.parent.mkdir(exist_ok=True)
            copy = path.open("wb", buffering=0)
        name = str(path)
        self._waiting[name] = 1  # as long as more of it may come
        try:
            with copy:
                for one in _placed(scan_lines(plain(file, given.path), _Copy(path, copy)), name, given.path, "lines", number):
                    self._waiting[name] += one[1].size
                    yield one
        finally:
            self._waiting[name] -= 1
            self._clear(name)

    def _gather(self, stretches: list[Stretch]) -> Iterator[Chunk]:
        size = sum(stretch.size for stretch in stretches)
        if self._size + size > self.most:
            yield from self._emit()
        self._gathered += stretches
        self._size += size
        if self._size >= self.most:
            yield from self._emit()

    def _emit(self) -> Iterator[Chunk]:
        if self._gathered:
            self._gathered.sort(key=lambda stretch: (stretch.file, stretch.piece.start))
            yield Chunk(self._number, tuple(_joined(self._gathered)), self._size)
            self._gathered, self._size, self._number = [], 0, self._number + 1


class _Copy:
    """The unpacked lines; a fault of writing them is told apart from one of reading."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path, self.file = path, file

    def write(self, data: bytes) -> None:
        with telling_faults(self.path):
            write_all(self.file, data)


def _placed(found: Iterator[Found], path: str, shown: str, kind: PieceKind, number: int) -> Iterator[tuple[Sequence[str], Stretch]]:
    for one in found:
        yield one.chains, Stretch(Piece(path, shown, kind, one.start, one.end, one.line), one.size, number)


def _broken(given: Input, number: int, reason: str) -> Stretch:
    return Stretch(Piece(given.path, given.path, "fault", BEHIND_ALL, BEHIND_ALL, reason=reason), 0, number)


def _joined(stretches: Iterable[Stretch]) -> Iterator[Piece]:
    """The pieces in order, those that follow on without a gap as one."""
    last: Piece | None = None
    for stretch in stretches:
        piece = stretch.piece
        if last is not None and last.end == piece.start and last.path == piece.path and piece.kind == last.kind != "file":
            last = replace(last, end=piece.end)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last
