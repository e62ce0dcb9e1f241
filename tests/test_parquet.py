"""Records out of Parquet."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pyarrow
import pytest

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.parquet import UnreadRow, unread_rows

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


def test_text_that_is_not_utf_8_is_an_error_of_its_row(tmp_path: Path) -> None:
    path = table(ROWS, tmp_path / "a.parquet")
    path.write_bytes(path.read_bytes().replace(b"port 5433", b"port \xff433"))
    error, good = read_file(str(path))
    assert isinstance(error, RecordError) and "not readable as Parquet" in error.reason
    assert (error.line, isinstance(good, Compaction)) == (1, True)


def test_rows_are_those_that_were_asked_for_whatever_group_they_stand_in(tmp_path: Path) -> None:
    from pyarrow import parquet

    parquet.write_table(
        pyarrow.Table.from_pylist([ROWS[1] | {"id": f"r{number}"} for number in range(1, 11)]), tmp_path / "a", row_group_size=4
    )
    for start, end in ((0, None), (0, 10), (2, 3), (3, 9), (4, 8), (9, 10), (5, 5)):
        with (tmp_path / "a").open("rb") as file:
            found = [row for row in unread_rows(file, "a", start, end) if isinstance(row, UnreadRow)]
            assert [row.read()["id"] for row in found] == [f"r{row.number}" for row in found]
        assert [row.number for row in found] == list(range(start + 1, (10 if end is None else end) + 1))


def test_a_row_that_is_passed_over_takes_what_is_behind_it_in_its_group_and_no_more(tmp_path: Path) -> None:
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist([ROWS[1]] * 10), tmp_path / "a", row_group_size=4)
    asked = iter(range(10))
    with (tmp_path / "a").open("rb") as file:
        found = list(unread_rows(file, "a", 0, 7, lambda: next(asked) == 5))
    assert [row.number if isinstance(row, UnreadRow) else row for row in found] == [1, 2, 3, 4, 5, range(6, 8)]
