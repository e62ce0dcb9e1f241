"""Records out of Parquet, one a row, a few rows in memory at a time."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"PAR1"
"""The first four bytes of a Parquet file."""
ROWS_AT_ONCE = 8
"""A row holds a whole window, up to some megabytes."""


def rows(file: BinaryIO, path: str, start: int = 0, end: int | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file as records are given in JSON; a column that is null is left out.

    `start` and `end` are rows, counted from 0; of the groups of rows only those are read that hold some of them.
    Raises RecordError where the file is broken or pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise RecordError("is a Parquet file; pip install 'summarylint[parquet]' to read it", path=path) from None
    try:
        source = file if file.seekable() else pyarrow.BufferReader(file.read())
        whole = parquet.ParquetFile(source, pre_buffer=False)
        first = 0
        for group in range(whole.num_row_groups):
            last = first + whole.metadata.row_group(group).num_rows
            if first < (last if end is None else end) and start < last:
                yield from _group(whole, group, start - first, last - first if end is None else end - first)
            first = last
    except (pyarrow.ArrowException, ValueError, OverflowError, OSError) as error:  # broken bytes come up as any of these
        raise RecordError(f"not readable as Parquet: {error}", path=path) from None


def _group(whole: Any, group: int, start: int, end: int) -> Iterator[dict[str, Any]]:
    """The rows from `start` to `end` of one group, as they count in it."""
    at = 0
    for batch in whole.iter_batches(batch_size=ROWS_AT_ONCE, row_groups=[group], use_threads=False):
        if at >= end:
            return
        wanted = batch.slice(max(0, start - at), max(0, min(end, at + len(batch)) - max(start, at)))
        at += len(batch)
        yield from (plain_row(row) for row in wanted.to_pylist())


def plain_row(value: Any) -> Any:
    """A value without the fields that are null, times as ISO 8601."""
    if isinstance(value, dict):
        return {key: plain_row(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [plain_row(inner) for inner in value]
    return value.isoformat() if isinstance(value, date | datetime) else value
