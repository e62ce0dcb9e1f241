"""How a transcript holds its entries: a JSON value a line, one JSON document, or lines of text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from summarylint.errors import RecordError
from summarylint.reading.json_stream import members
from summarylint.reading.json_text import TextFault
from summarylint.reading.transcripts.window import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.reading.compressed import Rereadable

Container = Literal["lines", "document", "text"]

LONGEST_FIRST_LINE = 2 << 20
"""Bytes after which a first line is taken for a document without line breaks."""
BLANK = b" \t\r\n\x00\xef\xbb\xbf"
"""What may stand around a line: spaces, a byte order mark, and the zeros that a crash leaves behind."""


def container_of(file: BinaryIO) -> tuple[Container, ...]:
    """What the beginning of a file may be, the likeliest first; nothing for an empty file."""
    first = b""
    while not first.strip(BLANK):
        first = file.readline(LONGEST_FIRST_LINE)
        if not first:
            return ()
    start = first.strip(BLANK)[:1]
    if start == b"[":
        return ("document",)
    if start != b"{":
        return ("text",)
    try:
        value = json.loads(first.strip(BLANK).decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return ("document", "lines")
    if isinstance(value, dict) and "spans" in value:
        return ("lines",)  # a record; what is behind it may not be written yet, since its writer waits for the answer
    more = any(line.strip(BLANK) for line in iter(lambda: file.readline(1 << 16), b""))
    return ("lines",) if more else ("document", "lines")


def entries_of(file: BinaryIO, container: Container, path: str, faults: list[RecordError]) -> Iterator[Entry]:
    """The entries of a transcript, one at a time.

    What cannot be read goes into `faults` as it is met. A last line that breaks off is a session that is being written, and
    no fault.
    """
    if container == "document":
        try:
            yield from (Entry(value, line, key) for key, value, line in members(file))
        except TextFault as fault:
            faults.append(RecordError(f"{fault.reason}; the transcript is read up to this place", path=path, line=fault.line))
        return
    for number, raw in enumerate(file, 1):
        if container == "text":
            yield Entry(raw.decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\r\n"), number)
            continue
        text = raw.strip(BLANK)
        if not text:
            continue
        try:
            value = json.loads(text.decode("utf-8", "replace"), strict=False)
        except (ValueError, RecursionError) as error:
            if raw.endswith(b"\n"):
                faults.append(RecordError(f"not JSON: {error}; this line of the transcript is left out", path=path, line=number))
            continue
        yield Entry(value, number)


def opens_with_record(source: Rereadable) -> bool:
    """Is the first line a record by itself? Then no format need be asked for it, and none imported."""
    if container_of(source.looking()) != ("lines",):
        return False
    first = next(entries_of(source.looking(), "lines", "", []), None)
    return first is not None and is_record(first)


def is_record(entry: Entry) -> bool:
    """Is an entry a record, or a part of one that only a record has?"""
    value: Any = entry.value
    return entry.key == "spans" or (entry.key is None and isinstance(value, dict) and "spans" in value)
