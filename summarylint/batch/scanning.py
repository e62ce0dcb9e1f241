"""Looking through an input before it is handed out: what it is, where its records begin, and which chains they belong to."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol

from summarylint.errors import RecordError
from summarylint.reading.compressed import GZIP, LONGEST_MAGIC, XZ, ZSTANDARD, Rereadable, faults, inner_name, plain
from summarylint.reading.files import LINES_SUFFIXES, RECORDS
from summarylint.reading.json_stream import members
from summarylint.reading.json_text import TextFault
from summarylint.reading.parquet import MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterator

Shape = Literal["lines", "packed-lines", "rows", "whole"]

KEY = b'"chain"'
CHAIN = re.compile(KEY + rb'\s*:\s*("(?:[^"\\]|\\.)*")?')
"""A field of this name; in a string of JSON its quotes would be escaped."""


LONGEST_HELD, OVERLAP = 1 << 24, 1 << 12
"""Bytes of a line that are looked through at once; of a longer one any name of a chain counts, whatever object it stands in."""


class Writable(Protocol):
    """What takes bytes."""

    def write(self, data: bytes, /) -> object: ...


@dataclass(frozen=True, slots=True)
class Found:
    """Some records on end in one file: bytes or rows from `start` to `end`, the number of the first line, and their chains."""

    start: int
    end: int
    line: int
    chains: tuple[str, ...]
    size: int


def shape_of(file: BinaryIO, path: str, format_name: str | None) -> Shape:
    """What a file is by its name and first bytes: records as lines, compressed ones, rows of Parquet, or one whole.

    The file stands at its beginning again afterwards.
    """
    from summarylint.reading.transcripts.registry import find_format

    first = file.read(LONGEST_MAGIC)
    file.seek(0)
    if first.startswith(MAGIC):
        return "rows"
    if PurePath(inner_name(path)).suffix.lower() not in LINES_SUFFIXES or format_name not in (None, RECORDS):
        return "whole"
    broken: tuple[type[Exception], ...] = (RecordError, *faults())
    try:
        source = Rereadable(plain(file, path))
        if format_name is None and not _begins_with_record(source.looking()) and find_format(source) is not None:
            return "whole"
    except broken:
        return "whole"  # reading it will tell why
    finally:
        file.seek(0)
    return "packed-lines" if first.startswith((GZIP, XZ, ZSTANDARD)) else "lines"


def _begins_with_record(file: BinaryIO) -> bool:
    """Is the first value a record? It is read no further than to its first span, however large it is."""
    try:
        for key, value, _ in members(file):
            if key is None or key == "spans":
                return key == "spans" or (isinstance(value, dict) and "spans" in value)
    except TextFault:
        pass  # what it is will be told by whoever reads it
    return False


def scan_lines(file: BinaryIO, copy: Writable | None = None) -> Iterator[Found]:
    """Each line of a file that is not blank. With `copy` all lines are written there as well.

    One line is in memory at a time, and of a line longer than LONGEST_HELD a part.
    """
    at, line = 0, 1
    while raw := file.readline(LONGEST_HELD):
        if copy is not None:
            copy.write(raw)
        start, blank = at, raw.isspace()
        at += len(raw)
        if len(raw) < LONGEST_HELD or raw.endswith(b"\n"):
            chain = None if blank else chain_of(raw)
            chains: tuple[str, ...] = () if chain is None else (chain,)
        else:
            parts = _Parts(raw)
            for part in parts.rest(file):
                if copy is not None:
                    copy.write(part)
                at += len(part)
                blank = blank and part.isspace()
            chains = tuple(parts.chains)
        if not blank:
            yield Found(start, at, line, chains, at - start)
        line += 1


class _Parts:
    """A line that is too long to be held, part by part; `chains` are all names that a field of a chain has somewhere in it."""

    def __init__(self, first: bytes) -> None:
        self.chains: dict[str, None] = {}
        self.end = b""
        self._look(first)

    def rest(self, file: BinaryIO) -> Iterator[bytes]:
        while part := file.readline(LONGEST_HELD):
            self._look(part)
            yield part
            if part.endswith(b"\n"):
                return

    def _look(self, part: bytes) -> None:
        for match in CHAIN.finditer(self.end + part[:OVERLAP] if self.end else b""):
            self._add(match)
        for match in CHAIN.finditer(part):
            self._add(match)
        self.end = part[-OVERLAP:]

    def _add(self, match: re.Match[bytes]) -> None:
        if (name := _text(match[1])) is not None:
            self.chains[name] = None


def chain_of(raw: bytes) -> str | None:
    """The chain that a record on one line names. Only a line in which the field stands more than once is read for it."""
    values, at = [], raw.find(KEY)
    while at >= 0:
        if match := CHAIN.match(raw, at):
            values.append(match[1])
        at = raw.find(KEY, at + len(KEY))
    return _top_chain(raw) if len(values) > 1 else _text(values[0]) if values else None


def _text(value: bytes | None) -> str | None:
    try:
        return json.loads(value) if value else None
    except ValueError:
        return None


def _top_chain(raw: bytes) -> str | None:
    try:
        record = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    chain = record.get("chain") if isinstance(record, dict) else None
    return chain if isinstance(chain, str) else None


def scan_rows(file: BinaryIO, most: int) -> Iterator[Found]:
    """The rows of a Parquet file: those of a chain one by one, others in stretches of about `most` bytes.

    The weight of a row is the mean of its group, as the file tells it. Raises RecordError where it is broken.
    """
    import pyarrow
    from pyarrow import parquet

    try:
        whole = parquet.ParquetFile(file, pre_buffer=False)
        at = 0
        for group in range(whole.num_row_groups):
            told = whole.metadata.row_group(group)
            mean = max(1, told.total_byte_size // max(1, told.num_rows))
            yield from _stretches(at, _chains(whole, group, told.num_rows), mean, max(1, most // mean))
            at += told.num_rows
    except (pyarrow.ArrowException, ValueError, OverflowError, OSError) as error:
        raise RecordError(f"not readable as Parquet: {error}") from None


def _chains(whole: Any, group: int, rows: int) -> Iterator[Any]:
    if "chain" not in whole.schema_arrow.names:
        yield from (None for _ in range(rows))
        return
    for batch in whole.iter_batches(batch_size=1 << 14, row_groups=[group], columns=["chain"], use_threads=False):
        yield from batch.column(0).to_pylist()


def _stretches(at: int, chains: Iterator[Any], mean: int, most: int) -> Iterator[Found]:
    start = at
    for chain in chains:
        if chain is not None:
            if start < at:
                yield Found(start, at, start + 1, (), (at - start) * mean)
            yield Found(at, at + 1, at + 1, (str(chain),), mean)
            start = at + 1
        elif at + 1 - start >= most:
            yield Found(start, at + 1, start + 1, (), (at + 1 - start) * mean)
            start = at + 1
        at += 1
    if start < at:
        yield Found(start, at, start + 1, (), (at - start) * mean)
