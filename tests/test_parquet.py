"""Records out of Parquet."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pyarrow
import pytest

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file

ROWS = [
    {
        "id": "a",
        "spans": [{"id": "s1", "role": "user", "text": "port 5433"}, {"role": "tool", "text": "ok"}],
        "summary": "Port 5433.",
        "surviving_span_ids": None,
    },
    {"id": "b", "spans": [], "summary": "", "surviving_span_ids": []},
]


def table(rows: list[dict[str, object]], path: Path) -> Path:
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


def test_a_row_is_a_record_with_null_as_left_out(tmp_path: Path) -> None:
    path = table(ROWS, tmp_path / "a.parquet")
    first, second = read_file(str(path), strict=True)
    assert isinstance(first, Compaction)
    assert [(span.id, span.role, span.kind, span.text) for span in first.spans] == [
        ("s1", "user", "text", "port 5433"), ("s2", "tool", "tool_output", "ok")
    ]  # fmt: skip
    assert first.surviving_span_ids is None
    assert isinstance(second, Compaction)
    assert (second.id, second.line, second.surviving_span_ids) == ("b", 2, frozenset())


def test_parquet_is_known_by_its_first_bytes_also_in_a_pipe(tmp_path: Path) -> None:
    path = table(ROWS, tmp_path / "a.bin")
    assert [found.id for found in read_file(str(path))] == ["a", "b"]

    class Pipe(BytesIO):
        def seekable(self) -> bool:
            return False

    assert [found.id for found in read_file("-", stream=Pipe(path.read_bytes()))] == ["a", "b"]


def test_a_wrong_row_is_an_error_with_its_place(tmp_path: Path) -> None:
    path = table([{"id": "a", "spans": [{"role": "nobody", "text": "x"}], "summary": "y"}, ROWS[0]], tmp_path / "a.parquet")
    error, good = read_file(str(path))
    assert isinstance(error, RecordError)
    assert (error.line, error.pointer) == (1, "$.spans[0].role")
    assert isinstance(good, Compaction)


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and nothing more")
    (error,) = read_file(str(path))
    assert isinstance(error, RecordError)
    assert "not readable as Parquet" in error.reason


@pytest.mark.parametrize(
    "fault", [UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), OverflowError("too large"), OSError("broken")]
)
def test_whatever_broken_bytes_raise_is_an_error_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    path = table(ROWS, tmp_path / "a.parquet")
    monkeypatch.setattr("pyarrow.parquet.ParquetFile.iter_batches", fail)
    (error,) = read_file(str(path))
    assert isinstance(error, RecordError)
    assert error.reason == f"not readable as Parquet: {fault}"


def test_text_that_is_not_utf_8_is_an_error_of_the_file(tmp_path: Path) -> None:
    path = table(ROWS, tmp_path / "a.parquet")
    path.write_bytes(path.read_bytes().replace(b"port 5433", b"port \xff433"))
    assert isinstance(list(read_file(str(path)))[-1], RecordError)
