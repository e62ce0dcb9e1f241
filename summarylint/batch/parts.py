"""What a chunk writes: one file a table, under a temporary name until all of it is on the disk."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from summarylint.batch.durable import TEMPORARY, synced_folder, telling_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    from summarylint.batch.job import TableFormat

TABLES: dict[TableFormat, tuple[str, ...]] = {"parquet": ("records", "findings", "claims"), "jsonl": ("results",)}
"""The folders of a run's output by its format, beside `rejects`."""
REJECTS = "rejects"
ROWS_AT_ONCE = 2000
"""Rows that wait in memory before they are written."""


def part_name(chunk: int, table: str, form: TableFormat) -> str:
    """The name of a chunk's file in the folder of a table."""
    return f"part-{chunk:07}.{'jsonl' if table == REJECTS else form}"


class Sheet(Protocol):
    """An open file of rows."""

    def add(self, row: dict[str, Any]) -> None: ...

    def end(self) -> None: ...

    def drop(self) -> None: ...


class LineSheet:
    """Rows as JSON, one a line."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def add(self, row: dict[str, Any]) -> None:
        """Write one row."""
        from summarylint.output.json_lines import dumped

        self.file.write(dumped(row).encode() + b"\n")

    def end(self) -> None:
        """Nothing: every line stands by itself."""

    def drop(self) -> None:
        """Nothing: the file is closed by who opened it."""


class ParquetSheet:
    """Rows as Parquet, some thousand a group."""

    def __init__(self, file: BinaryIO, table: str) -> None:
        from pyarrow import parquet

        from summarylint.batch.schemas import schema_of

        self.table = table
        self.writer = parquet.ParquetWriter(file, schema_of(table), compression="zstd")
        self.rows: list[dict[str, Any]] = []

    def add(self, row: dict[str, Any]) -> None:
        """Keep one row, and write where there are enough of them."""
        self.rows.append(row)
        if len(self.rows) >= ROWS_AT_ONCE:
            self._flush()

    def end(self) -> None:
        """Write what is left, and the footer."""
        self._flush()
        self.writer.close()

    def drop(self) -> None:
        """Write no more: the writer would else try to end its file when it goes, and say that there is no room."""
        self.writer.is_open = False

    def _flush(self) -> None:
        from summarylint.batch.schemas import table_of

        self.writer.write_table(table_of(self.rows, self.table))
        self.rows = []


class Parts:
    """The files of one chunk. They appear all under their names once `commit` was called, and not at all without it."""

    def __init__(self, out: Path, chunk: int, form: TableFormat) -> None:
        self.out, self.chunk, self.form = out, chunk, form
        self.token = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._open: dict[str, tuple[Path, BinaryIO, Sheet]] = {}

    def __enter__(self) -> Parts:
        with telling_faults(self.out):
            for table in TABLES[self.form]:
                self._sheet(table)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for path, file, sheet in self._open.values():
            sheet.drop()
            with suppress(OSError):  # what could not be written is dropped here
                file.close()
            path.unlink(missing_ok=True)

    def add(self, table: str, row: dict[str, Any]) -> None:
        """Add a row to a table. Raises BatchError where the disk takes no more."""
        with telling_faults(self.out):
            self._sheet(table).add(row)

    def commit(self) -> None:
        """Bring all rows to the disk and give the files their names. Raises BatchError where the disk takes no more."""
        with telling_faults(self.out):
            for _, file, sheet in self._open.values():
                sheet.end()
                file.flush()
                os.fsync(file.fileno())
                file.close()
            for table, (path, _, _) in self._open.items():
                path.replace(path.parent / part_name(self.chunk, table, self.form))
                synced_folder(path.parent)
            if REJECTS not in self._open:  # an earlier attempt may have had some
                (self.out / REJECTS / part_name(self.chunk, REJECTS, self.form)).unlink(missing_ok=True)
        self._open = {}

    def _sheet(self, table: str) -> Sheet:
        if table not in self._open:
            path = self.out / table / f".{part_name(self.chunk, table, self.form)}.{self.token}{TEMPORARY}"
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("wb")
            lines = table == REJECTS or self.form == "jsonl"
            self._open[table] = (path, file, LineSheet(file) if lines else ParquetSheet(file, table))
        return self._open[table][2]


def part_files(out: Path, table: str, chunks: Iterable[int], form: TableFormat) -> Iterator[Path]:
    """The files that finished chunks wrote for a table, in order."""
    for chunk in chunks:
        path = out / table / part_name(chunk, table, form)
        if path.exists():
            yield path
