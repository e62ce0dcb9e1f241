"""The records of a file with the literals of their summaries, so that a summary can be changed where it stands."""

from __future__ import annotations

from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING

from summarylint.errors import RecordError
from summarylint.reading.compressed import GZIP, XZ, ZSTANDARD, Rereadable
from summarylint.reading.files import Reader, readings
from summarylint.reading.fixtures import CODE_SUFFIXES, SUFFIXES
from summarylint.reading.fixtures.cases import is_record, may_be_case, records
from summarylint.reading.fixtures.fixture import Fixture, FixtureResult
from summarylint.reading.fixtures.json_values import json_value
from summarylint.reading.fixtures.tree import Items, Record, Text, Value
from summarylint.reading.json_text import decode
from summarylint.reading.parquet import MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterator

UNCHANGEABLE = (GZIP, XZ, ZSTANDARD, MAGIC)
"""The first bytes of files that are not text."""


def literals(path: str, data: bytes) -> list[FixtureResult] | None:
    """What the file `path` with the bytes `data` holds, in order; None where nothing in it may be changed.

    That is a transcript, which is a history, and a file that is compressed or Parquet. Raises RecordError for a file that
    cannot be read at all.
    """
    suffix = PurePath(path).suffix.lower()
    if data.startswith(UNCHANGEABLE):
        return None
    reader = Reader(path, strict=False, on_unknown=None)
    if suffix not in CODE_SUFFIXES and reader.transcript(Rereadable(BytesIO(data))) is not None:
        return None
    if suffix in SUFFIXES:
        return list(reader.located(data, suffix))
    found = list(readings(reader.file(BytesIO(data), suffix)))
    texts = list(_summaries(decode(data))) if any(not isinstance(outcome, RecordError) for outcome in found) else []
    if len(texts) != len(found):  # a part that breaks off: what stands before it is left alone
        texts = [None] * len(found)
    return [outcome if isinstance(outcome, RecordError) else Fixture(outcome, text) for outcome, text in zip(found, texts, strict=True)]


def _summaries(text: str) -> Iterator[Text | None]:
    """The literal of each summary in JSON text, a document or lines; None for what is broken or has none."""
    try:
        document = json_value(text)
    except (ValueError, IndexError, RecursionError):
        at = 0
        for line in text.split("\n"):
            if line.strip(" \t\r"):
                try:
                    yield from _in_value(json_value(line, at))
                except (ValueError, IndexError, RecursionError):
                    yield None
            at += len(line) + 1
        return
    for value in document.items if isinstance(document, Items) else (document,):
        yield from _in_value(value)


def _in_value(value: Value) -> Iterator[Text | None]:
    found = list(records(value)) if isinstance(value, Record) and (is_record(value) or may_be_case(value.fields)) else []
    for record in found:
        summary = record.fields.get("summary")
        yield summary if isinstance(summary, Text) else None
    if not found:
        yield None
