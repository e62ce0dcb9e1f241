"""Records out of files and standard input, one at a time and in order; a broken one is yielded as its error."""

from __future__ import annotations

import sys
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from summarylint.errors import RecordError
from summarylint.reading.json_text import Item, TextFault, decode, items, parse
from summarylint.reading.records import UnknownField, read_record
from summarylint.reading.search import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from summarylint.model import Compaction

STANDARD_INPUT_NAME = "<stdin>"
DOCUMENT_SUFFIXES = (".json",)
LINES_SUFFIXES = (".jsonl", ".ndjson")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_file(
    path: str, *, strict: bool = False, on_unknown: Callable[[UnknownField, str, int], None] | None = None, stream: BinaryIO | None = None
) -> Iterator[Compaction | RecordError]:
    """Yield each record of one file as a Compaction or, where it is broken, as a RecordError that says why.

    `.jsonl` and `.ndjson` hold a record a line, `.json` one record or a list of them; anything else, and standard input
    (`-`, read from `stream` or the process), is taken as whichever of the two it is. Blank lines count but hold nothing.
    `on_unknown(field, path, line)` is told each unknown field; with `strict` such a record is an error instead.
    """
    reader = _Reader(STANDARD_INPUT_NAME if path == STANDARD_INPUT else path, strict, on_unknown)
    try:
        if path == STANDARD_INPUT:
            yield from reader.either(stream or sys.stdin.buffer)
            return
        with Path(path).open("rb") as file:
            suffix = Path(path).suffix.lower()
            if suffix in DOCUMENT_SUFFIXES:
                yield from reader.document(file.read())
            elif suffix in LINES_SUFFIXES:
                yield from reader.lines(file)
            else:
                yield from reader.either(file)
    except OSError as error:
        yield RecordError(f"cannot be read: {error.strerror or error}", path=reader.path)


class _Reader:
    """What the readings of one file share."""

    def __init__(self, path: str, strict: bool, on_unknown: Callable[[UnknownField, str, int], None] | None) -> None:
        self.path, self.strict, self.on_unknown = path, strict, on_unknown

    def lines(self, file: Iterable[bytes], line: int = 0, offset: int = 0) -> Iterator[Compaction | RecordError]:
        """A record a line. `line` and `offset` (bytes) count what was read before."""
        for raw in file:
            line += 1
            try:
                text = decode(raw, offset).strip(" \t\r\n")
                if text:
                    yield self.record(Item(parse(text), line, None))
            except TextFault as fault:
                yield RecordError(fault.reason, path=self.path, line=line)
            offset += len(raw)

    def document(self, data: bytes) -> Iterator[Compaction | RecordError]:
        """One record, or a list of them."""
        last_line = 0
        try:
            text = decode(data)
            if not text.strip():
                return
            for item in items(text):
                yield self.record(item, default_id=f"{self.path}:{item.line}/{item.index}" if item.line == last_line else None)
                last_line = item.line
        except TextFault as fault:
            lost = "; the records after this place are not read" if last_line else self.hint(data, fault)
            yield RecordError(fault.reason + lost, path=self.path, line=fault.line)

    def hint(self, data: bytes, fault: TextFault) -> str:
        """The way out for JSON Lines under the name of a document."""
        first, _, rest = data.partition(b"\n")
        return "; a file with a record a line is named .jsonl" if rest.strip() and self._holds(first) and fault.line > 1 else ""

    def either(self, file: BinaryIO) -> Iterator[Compaction | RecordError]:
        """Lines where the first one is a record by itself; else a document where the whole is one; else lines."""
        skipped: list[bytes] = []
        for raw in file:
            if raw.strip(b" \t\r\n") not in (b"", BYTE_ORDER_MARK):
                break
            skipped.append(raw)
        else:
            return
        before = b"".join(skipped)
        if self._holds(raw) and not raw.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"["):
            yield from self.lines(chain((raw,), file), len(skipped), len(before))
            return
        rest = raw + file.read()
        if self._holds(before + rest) or raw.removeprefix(BYTE_ORDER_MARK).strip()[:1] in (b"", b"[") or raw.strip() == b"{":
            yield from self.document(before + rest)
        else:
            yield from self.lines(BytesIO(rest), len(skipped), len(before))

    def _holds(self, data: bytes) -> bool:
        try:
            parse(decode(data))
        except TextFault:
            return False
        return True

    def record(self, item: Item, default_id: str | None = None) -> Compaction | RecordError:
        """The record that a value is, or the error that it is none."""
        root = "$" if item.index is None else f"$[{item.index}]"
        try:
            compaction, unknown = read_record(item.value, path=self.path, line=item.line, root=root, default_id=default_id)
        except RecordError as error:
            return error
        if self.strict and unknown:
            first = unknown[0]
            return RecordError(first.reason, path=self.path, line=item.line, pointer=first.pointer, id=compaction.id)
        for field in unknown if self.on_unknown else ():
            self.on_unknown(field, self.path, item.line)  # type: ignore[misc]
        return compaction
