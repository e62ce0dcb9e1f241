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


def rows(file: BinaryIO, path: str) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file as records are given in JSON; a column that is null is left out.

    Raises RecordError where the file is broken or pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise RecordError("is a Parquet file; install summarylint[parquet] to read it", path=path) from None
    try:
        source = file if file.seekable() else pyarrow.BufferReader(file.read())
        for batch in parquet.ParquetFile(source, pre_buffer=False).iter_batches(batch_size=ROWS_AT_ONCE, use_threads=False):
            yield from (_plain(row) for row in batch.to_pylist())
    except (pyarrow.ArrowException, ValueError, OverflowError, OSError) as error:  # broken bytes come up as any of these
        raise RecordError(f"not readable as Parquet: {error}", path=path) from None


def _plain(value: Any) -> Any:
    """A value without the fields that are null, times as ISO 8601."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date | datetime) else value
