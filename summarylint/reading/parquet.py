"""Records out of Parquet, one a row, one row in memory at a time."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAGIC = b"PAR1"
"""The first four bytes of a Parquet file."""
BUFFER = 1 << 20
"""Bytes of a column that are read at once; without it all of a column's bytes in a group of rows are held."""


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A row as pyarrow holds it; `number` counts from 1."""

    path: str
    number: int
    table: Any

    def read(self) -> dict[str, Any]:
        """The row as records are given in JSON; a column that is null is left out. Raises RecordError where it is broken."""
        with _told(self.path, self.number):
            row: dict[str, Any] = plain_row(self.table.to_pylist()[0])
        return row


def unread_rows(
    file: BinaryIO, path: str, start: int = 0, end: int | None = None, is_passed_over: Callable[[], bool] = lambda: False
) -> Iterator[UnreadRow | range]:
    """The rows of a Parquet file from `start` to `end`, counted from 0, one in memory at a time.

    Of the groups of rows only those are read that hold some of them. `is_passed_over` is asked before each row. One that is
    cannot be stepped over, for the rows of a group are decoded in order: what is left of its group comes as a range of
    row numbers, counted from 1, and the next group is gone on with.
    Raises RecordError where the file is broken or pyarrow is not installed.
    """
    with _told(path):
        from pyarrow import parquet

        whole = parquet.ParquetFile(_seekable(file), pre_buffer=False, buffer_size=BUFFER)
        first = 0
        for group in range(whole.num_row_groups):
            last = first + whole.metadata.row_group(group).num_rows
            stop = last if end is None else min(last, end)
            if first < stop and start < last:
                # rows one by one: several large ones would be several records in memory
                tables = whole.iter_batches(batch_size=1, row_groups=[group], use_threads=False)
                for _ in range(first, start):
                    next(tables, None)
                for at in range(max(first, start), stop):
                    if is_passed_over():
                        yield range(at + 1, stop + 1)
                        break
                    yield UnreadRow(path, at + 1, _next(tables, at + 1))
            first = last


def _next(tables: Iterator[Any], number: int) -> Any:
    """The next row, which nobody else holds while its record is checked."""
    for table in tables:
        return table
    raise ValueError(f"row {number} is not there")


def _seekable(file: BinaryIO) -> Any:
    import pyarrow

    return file if file.seekable() else pyarrow.BufferReader(file.read())


@contextmanager
def _told(path: str, line: int | None = None) -> Iterator[None]:
    try:
        import pyarrow
    except ImportError:
        raise RecordError("is a Parquet file; pip install 'summarylint[parquet]' to read it", path=path) from None
    try:
        yield
    except MemoryError:  # an error of pyarrow as well, and none of the file
        raise
    except (pyarrow.ArrowException, ValueError, OverflowError, OSError) as error:  # broken bytes come up as any of these
        raise RecordError(f"not readable as Parquet: {error}", path=path, line=line) from None


def plain_row(value: Any) -> Any:
    """A value without the fields that are null, times as ISO 8601."""
    if isinstance(value, dict):
        return {key: plain_row(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [plain_row(inner) for inner in value]
    return value.isoformat() if isinstance(value, date | datetime) else value
