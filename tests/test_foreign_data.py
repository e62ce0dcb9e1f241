"""A file of another kind of data is one error, and a record among the lines is checked all the same."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from summarylint.errors import RecordError
from summarylint.reading.files import read_file
from summarylint.reading.literals import literals

RECORD = b'{"spans": [], "summary": "The pump is on."}\n'
EVENT = b'{"type": "start"}\n'


def told(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    return [str(one) if isinstance(one, RecordError) else one.id for one in read_file(str(path))]


def test_lines_of_another_kind_are_told_once_with_their_count(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    assert told(path, EVENT * 3) == [
        f"{path}:1 at $.spans: 'spans' is required and missing; 2 more to line 3 are no record either,"
        " keep data of another kind out with the setting 'exclude'"
    ]


def test_lines_that_are_no_json_are_told_once_as_well(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    (error,) = told(path, b"one\ntwo\n")
    assert error.startswith(f"{path}:1: not JSON at column 1: expecting value, found 'o'; 1 more to line 2 is no record either,")


def test_a_single_one_is_told_as_ever(tmp_path: Path) -> None:
    path = tmp_path / "event.jsonl"
    assert told(path, EVENT) == [f"{path}:1 at $.spans: 'spans' is required and missing"]


def test_behind_a_record_each_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    assert told(path, EVENT + RECORD + EVENT * 2) == [
        f"{path}:1 at $.spans: 'spans' is required and missing",
        f"{path}:2",
        f"{path}:3 at $.spans: 'spans' is required and missing",
        f"{path}:4 at $.spans: 'spans' is required and missing",
    ]


def test_a_broken_record_is_meant_as_one(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    assert told(path, b'{"spans": 1}\n{"summary": "a"}\n') == [
        f"{path}:1 at $.spans: 'spans' must be a list, not the number 1",
        f"{path}:2 at $.spans: 'spans' is required and missing",
    ]


def test_each_line_of_standard_input_has_its_answer() -> None:
    assert len(list(read_file("-", stream=BytesIO(EVENT * 3)))) == 3


def test_what_is_fixed_keeps_the_place_of_each_line() -> None:
    found = literals("mixed.jsonl", EVENT * 2 + RECORD)
    assert found is not None
    assert len(found) == 3
