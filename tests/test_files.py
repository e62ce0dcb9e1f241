"""Files give their records in order, and a broken one costs no other."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file

GOOD = {"spans": [{"role": "user", "text": "a"}], "summary": "b"}
LINE = json.dumps(GOOD).encode()


def read(path: Path, data: bytes, **options: Any) -> list[Compaction | RecordError]:
    path.write_bytes(data)
    return list(read_file(str(path), **options))


def piped(data: bytes) -> list[Compaction | RecordError]:
    return list(read_file("-", stream=BytesIO(data)))


def ids(records: list[Compaction | RecordError]) -> list[str | None]:
    return [record.id for record in records]


def test_a_record_a_line_with_blank_lines_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert ids(read(path, b"\n" + LINE + b"\r\n\n" + LINE)) == [f"{path}:2", f"{path}:4"]


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (b'{"spans": [', "not JSON"),
        (b"[]", "a record must be an object, not a list"),
        (b'{"spans": [{"role": "user", "text": "\x00"}], "summary": ""}', "not JSON at column 38"),
        (b'{"summary": "\xff"}', "byte 72 of the file (0xff) is not UTF-8"),
        (b'{"summary": ""}', "'spans' is required"),
    ],
)
def test_a_broken_line_is_an_error_in_its_place(tmp_path: Path, broken: bytes, words: str) -> None:
    path = tmp_path / "a.jsonl"
    first, error, last = read(path, LINE + b"\n" + broken + b"\n" + LINE + b"\n")
    assert ids([first, last]) == [f"{path}:1", f"{path}:3"]
    assert isinstance(error, RecordError)
    assert words in error.reason
    assert (error.path, error.line) == (str(path), 2)


def test_a_nul_and_a_lone_surrogate_as_escapes_are_text(tmp_path: Path) -> None:
    data = rb'{"spans": [{"role": "user", "text": "a\u0000\ud800"}], "summary": "\udfff"}'
    (record,) = read(tmp_path / "a.jsonl", data)
    assert isinstance(record, Compaction)
    assert (record.spans[0].text, record.summary) == ("a\x00\ud800", "\udfff")


def test_a_byte_order_mark_is_accepted_everywhere(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + LINE
    for name in ("a.jsonl", "a.json", "a.txt"):
        assert isinstance(read(tmp_path / name, data)[0], Compaction)
    assert len(piped(data + b"\n" + data)) == 2


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_holds_nothing(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path / "a.jsonl", data) == read(tmp_path / "a.json", data) == read(tmp_path / "a", data) == piped(data) == []


def test_a_document_is_one_record_or_a_list(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert ids(read(path, json.dumps(GOOD, indent=2).encode())) == [f"{path}:1"]
    assert ids(read(path, b"[\n" + LINE + b",\n" + LINE + b", " + LINE + b"]")) == [f"{path}:2", f"{path}:3", f"{path}:3/2"]
    assert read(path, b"[]") == []


def test_a_wrong_member_of_a_list_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    records = read(tmp_path / "a.json", b"[" + LINE + b',\n{"spans": []},\n' + LINE + b"]")
    assert [type(record) for record in records] == [Compaction, RecordError, Compaction]
    assert isinstance(records[1], RecordError)
    assert (records[1].line, records[1].pointer) == (2, "$[1].summary")


def test_a_list_that_breaks_off_says_that_the_rest_is_not_read(tmp_path: Path) -> None:
    first, error = read(tmp_path / "a.json", b"[" + LINE + b",\n{")
    assert isinstance(first, Compaction)
    assert isinstance(error, RecordError)
    assert error.line == 2
    assert "after this place are not read" in error.reason


def test_lines_under_the_name_of_a_document_get_the_way_out(tmp_path: Path) -> None:
    records = read(tmp_path / "a.json", LINE + b"\n" + LINE)
    assert isinstance(records[-1], RecordError)
    assert "named .jsonl" in records[-1].reason


@pytest.mark.parametrize("name", ["a.txt", "-"])
def test_other_names_and_standard_input_are_taken_as_what_they_are(tmp_path: Path, name: str) -> None:
    def count(data: bytes) -> list[type]:
        return [type(record) for record in (piped(data) if name == "-" else read(tmp_path / name, data))]

    assert count(LINE) == [Compaction]
    assert count(b"\n" + LINE + b"\n" + LINE) == [Compaction, Compaction]
    assert count(json.dumps([GOOD, GOOD], indent=1).encode()) == [Compaction, Compaction]
    assert count(b"\n" + json.dumps(GOOD, indent=1).encode()) == [Compaction]
    assert count(b'{"spans": [\n' + LINE) == [RecordError, Compaction]
    assert count(LINE + b'\n{"spans": [\n' + LINE) == [Compaction, RecordError, Compaction]


def test_standard_input_has_a_name_and_lines() -> None:
    (record,) = piped(b"\n\n" + LINE)
    assert isinstance(record, Compaction)
    assert (record.id, record.path, record.line) == ("<stdin>:3", "<stdin>", 3)


def test_what_cannot_be_opened_is_an_error_with_its_path(tmp_path: Path) -> None:
    (error,) = read_file(str(tmp_path / "none.jsonl"))
    assert isinstance(error, RecordError)
    assert error.path == str(tmp_path / "none.jsonl")
    assert "No such file" in error.reason


def test_unknown_fields_are_told_or_under_strict_an_error(tmp_path: Path) -> None:
    data = json.dumps(GOOD | {"id": "r", "sumary": ""}).encode()
    told: list[tuple[str, int]] = []
    (record,) = read(tmp_path / "a.jsonl", data, on_unknown=lambda field, path, line: told.append((field.name, line)))
    assert isinstance(record, Compaction)
    assert told == [("sumary", 1)]
    (error,) = read(tmp_path / "a.jsonl", data, strict=True)
    assert isinstance(error, RecordError)
    assert (error.pointer, error.id) == ("$.sumary", "r")
    assert "did you mean 'summary'" in error.reason


def test_a_span_of_fifty_megabytes_is_read_whole(tmp_path: Path) -> None:
    text = "x" * 50_000_000
    (record,) = read(tmp_path / "a.jsonl", json.dumps({"spans": [{"role": "tool", "text": text}], "summary": ""}).encode())
    assert isinstance(record, Compaction)
    assert record.spans[0].text == text


def test_a_byte_that_is_no_utf_8_is_counted_from_the_beginning_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'  \r\n {"spans": [], "summary": ""} \t\r\n  {"\xff": 1}\n')
    good, broken = read_file(str(path))
    assert isinstance(good, Compaction) and isinstance(broken, RecordError)
    assert (good.line, broken.line) == (2, 3)
    assert f"byte {path.read_bytes().index(255)} of the file (0xff) is not UTF-8" in broken.reason
