"""Records out of files and standard input, one at a time and in order; a broken one is yielded as its error."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO

from summarylint.errors import RecordError, UsageError, did_you_mean
from summarylint.reading.compressed import Rereadable, faults, inner_name, plain
from summarylint.reading.fixtures import CODE_SUFFIXES
from summarylint.reading.fixtures import SUFFIXES as FIXTURE_SUFFIXES
from summarylint.reading.foreign_data import told_once
from summarylint.reading.json_text import WIDE_ENCODINGS, Item, TextFault, decode, items, parse
from summarylint.reading.opening import open_named, standard_input
from summarylint.reading.search import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from summarylint.model import Compaction
    from summarylint.reading.fixtures.fixture import FixtureResult
    from summarylint.reading.parquet import UnreadRow
    from summarylint.reading.records import UnknownField
    from summarylint.reading.transcripts.window import Note

STANDARD_INPUT_NAME = "<stdin>"
DOCUMENT_SUFFIXES = (".json",)
LINES_SUFFIXES = (".jsonl", ".ndjson")
DATABASE = b"SQLite format 3\x00"
"""The first bytes of an SQLite database."""
BINARY_SEEN = 8000
"""Bytes among which a zero tells that a file is no text, as Git has it."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


PROMPT_HINT = "; a text file that is a summariser's prompt is checked with `summarylint check --prompt`"

RECORDS = "records"
"""The name of the record format, beside those of the transcripts."""


def read_file(
    path: str,
    *,
    strict: bool = False,
    on_unknown: Callable[[UnknownField, str, int], None] | None = None,
    stream: BinaryIO | None = None,
    format: str | None = None,
    on_note: Callable[[Note], None] | None = None,
) -> Iterator[Compaction | RecordError]:
    """Yield each record of one file as a Compaction or, where it is broken, as a RecordError that says why.

    A transcript of an agent gives its compactions; it is known by its first entries, or `format` names it (`records` for none).
    Of records, `.jsonl` and `.ndjson` hold one a line, `.json` one or a list of them, Parquet one a row; `.py`, `.yaml`, `.yml`
    and `.md` hold them in literals, whose places the compactions then have as their `source`; anything else, and
    standard input (`-`, read from `stream` or the process), is taken as whichever it is. All may be compressed with gzip, xz
    or zstandard. Blank lines count but hold nothing.
    `on_unknown(field, path, line)` is told each unknown field; with `strict` such a record is an error instead.
    `on_note(note)` is told what a transcript holds and that cannot be checked, such as an encrypted summary.
    Raises UsageError for a format that does not exist.
    """
    yield from readings(unread_file(path, strict=strict, on_unknown=on_unknown, stream=stream, format=format, on_note=on_note))


def unread_file(
    path: str,
    *,
    strict: bool = False,
    on_unknown: Callable[[UnknownField, str, int], None] | None = None,
    stream: BinaryIO | None = None,
    format: str | None = None,
    on_note: Callable[[Note], None] | None = None,
) -> Iterator[Compaction | RecordError | Unread]:
    """The same as `read_file`, but that a record which stands in the file as JSON is yielded before it is read."""
    reader = Reader(STANDARD_INPUT_NAME if path == STANDARD_INPUT else path, strict, on_unknown)
    reader.format, reader.on_note = known_format(format), on_note or (lambda note: None)
    reader.sums_up = path != STANDARD_INPUT  # whoever writes there may wait for the answer to each line
    try:
        if path == STANDARD_INPUT:
            yield from reader.file(stream or standard_input(), "")
        elif Path(path).is_dir():
            yield from reader.folder()
        else:
            with open_named(path) as file:
                yield from reader.file(file, PurePath(inner_name(path)).suffix.lower())
    except OSError as error:
        yield RecordError(f"cannot be read: {error.strerror or error}", path=reader.path)
    except RecordError as error:
        yield error
    except faults() as error:
        yield RecordError(f"the compressed data is broken or breaks off: {error}", path=reader.path)


def known_format(name: str | None) -> str | None:
    """The name itself. Raises UsageError, naming the nearest right one, where there is no such format."""
    if name is None or name == RECORDS:
        return name
    from summarylint.reading.transcripts.registry import FORMATS

    if name not in FORMATS:
        hint = did_you_mean(name, FORMATS) or "; `summarylint formats` lists them"
        raise UsageError(f"there is no format {name!r}{hint}")
    return name


@dataclass(frozen=True, slots=True)
class Unread:
    """A record as JSON gave it: its value, and its place in the file, which says its id where it gives none."""

    reader: Reader
    item: Item
    default_id: str | None

    @property
    def place(self) -> tuple[object, ...]:
        """All that a reading of it depends on beside its value."""
        return self.reader.path, self.reader.strict, self.item.line, self.item.index, self.default_id

    def read(self) -> Compaction | RecordError:
        """The record, or the error that it is none."""
        return self.reader.record(self.item, self.default_id)


def readings(records: Iterable[Compaction | RecordError | Unread]) -> Iterator[Compaction | RecordError]:
    """Yield the records, those read that were not."""
    return (record.read() if isinstance(record, Unread) else record for record in records)


class Reader:
    """What the readings of one file share."""

    def __init__(self, path: str, strict: bool, on_unknown: Callable[[UnknownField, str, int], None] | None) -> None:
        self.path, self.strict, self.on_unknown = path, strict, on_unknown
        self.format: str | None = None
        self.on_note: Callable[[Note], None] = lambda note: None
        self.sums_up = False
        """Is a file of another kind of data told as one error, and not as one a line?"""

    def file(self, file: BinaryIO, suffix: str) -> Iterator[Compaction | RecordError | Unread]:
        """What a file holds, whatever it is; `suffix` says of records whether they are lines or a document."""
        from summarylint.reading.parquet import MAGIC, unread_rows

        source = Rereadable(plain(file, self.path))
        if source.looking().read(len(MAGIC)) == MAGIC:
            if file.seekable():  # read from its end, as it lies on the disk
                file.seek(0)
            for row in unread_rows(file if file.seekable() else source.rewound(), self.path):
                if not isinstance(row, range):
                    yield self.row(row)
            return
        if source.looking().read(len(DATABASE)) == DATABASE:
            from summarylint.reading.transcripts import read_database
            from summarylint.reading.transcripts.registry import FORMATS

            yield from read_database(self.path, self.on_note, FORMATS.get(self.format or ""))
            return
        found = self.transcript(source) if suffix not in CODE_SUFFIXES or self.format not in (None, RECORDS) else None
        if found is not None:
            yield from found
        elif suffix in FIXTURE_SUFFIXES:
            yield from self.fixtures(source.rewound().read(), suffix)
        else:
            records = self.json(source.rewound(), suffix)
            yield from told_once(records) if self.sums_up else records

    def json(self, file: BinaryIO, suffix: str) -> Iterator[RecordError | Unread]:
        """The records of a file of JSON."""
        if suffix in DOCUMENT_SUFFIXES:
            return self.document(file.read())
        return self.lines(file) if suffix in LINES_SUFFIXES else self.either(file)

    def transcript(self, source: Rereadable) -> Iterator[Compaction | RecordError] | None:
        """The compactions of a transcript, None where the file is none."""
        if self.format == RECORDS:
            return None
        from summarylint.reading.transcripts import read_transcript
        from summarylint.reading.transcripts.containers import opens_with_record

        if self.format is None and opens_with_record(source):
            return None
        from summarylint.reading.transcripts.registry import FORMATS, container_for, find_format

        if self.format is not None:
            found = FORMATS[self.format], container_for(source, FORMATS[self.format])
        elif (recognised := find_format(source)) is None:
            return None
        else:
            found = recognised
        return read_transcript(source.rewound(), self.path, *found, self.on_note)

    def folder(self) -> Iterator[Compaction | RecordError]:
        """A session that is a folder."""
        from summarylint.reading.transcripts import read_session_folder

        yield from read_session_folder(self.path, self.on_note)

    def fixtures(self, data: bytes, suffix: str) -> Iterator[Compaction | RecordError]:
        """The records inside a Python, YAML or Markdown file; what only running its code would tell is noted."""
        from summarylint.reading.fixtures.fixture import Dynamic
        from summarylint.reading.transcripts.window import Note

        for outcome in self.located(data, suffix):
            if isinstance(outcome, RecordError):
                yield outcome
            elif isinstance(outcome, Dynamic):
                self.on_note(Note("incomplete", outcome.reason, self.path, outcome.line, "in a fixture"))
            else:
                yield self.known(outcome.compaction, outcome.unknown)

    def located(self, data: bytes, suffix: str) -> Iterator[FixtureResult]:
        """The same, with the literals in the file."""
        from summarylint.reading.fixtures import fixtures

        try:
            text = decode(data)
        except TextFault as fault:
            raise RecordError(fault.reason, path=self.path, line=fault.line) from None
        return fixtures(text, self.path, suffix)

    def lines(self, file: Iterable[bytes], line: int = 0, offset: int = 0) -> Iterator[RecordError | Unread]:
        """A record a line. `line` and `offset` (bytes) count what was read before."""
        for raw in file:
            line, size = line + 1, len(raw)
            try:
                raw = raw.rstrip(b" \t\r\n")  # of a large record nothing is held twice
                text = decode(raw, offset).lstrip(" \t\r\n")
                raw = b""
                item = Item(parse(text), line, None) if text else None
                text = ""
                if item is not None:
                    yield from self.records(item)
            except TextFault as fault:
                yield RecordError(fault.reason, path=self.path, line=line)
            offset += size

    def document(self, data: bytes) -> Iterator[RecordError | Unread]:
        """One record, or a list of them."""
        last_line = 0
        try:
            text = decode(data)
            if not text.strip():
                return
            for item in items(text):
                yield from self.records(item, default_id=f"{self.path}:{item.line}/{item.index}" if item.line == last_line else None)
                last_line = item.line
        except TextFault as fault:
            lost = "; the records after this place are not read" if last_line else self.hint(data, fault)
            yield RecordError(fault.reason + lost, path=self.path, line=fault.line)

    def hint(self, data: bytes, fault: TextFault) -> str:
        """The way out for JSON Lines under the name of a document."""
        first, _, rest = data.partition(b"\n")
        return "; a file with a record a line is named .jsonl" if rest.strip() and self._holds(first) and fault.line > 1 else ""

    def either(self, file: BinaryIO) -> Iterator[RecordError | Unread]:
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
        elif self._is_prose(rest):
            yield self._prose(rest, len(skipped), len(before))
        else:
            yield from self.lines(BytesIO(rest), len(skipped), len(before))

    def _prose(self, data: bytes, line: int, offset: int) -> RecordError:
        """The error for what is no JSON at all; `line` and `offset` (bytes) count what was read before."""
        if b"\0" in data[:BINARY_SEEN] and data[:2] not in WIDE_ENCODINGS:
            return RecordError("is no text; give a file of records, or the transcript of an agent", path=self.path)
        try:
            decode(data, offset)
        except TextFault as fault:
            return RecordError(fault.reason, path=self.path, line=line + fault.line)
        return RecordError(f"is text and holds no record in JSON{PROMPT_HINT}", path=self.path, line=line + 1)

    def _is_prose(self, data: bytes) -> bool:
        """Does it neither begin as JSON nor hold a line that is an object? Then one error tells it, and not one a line."""
        if data.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] in (b"{", b"[", b'"'):
            return False
        return not any(line.lstrip().startswith(b"{") and self._holds(line) for line in BytesIO(data))

    def _holds(self, data: bytes) -> bool:
        try:
            parse(decode(data))
        except TextFault:
            return False
        return True

    def records(self, item: Item, default_id: str | None = None) -> Iterator[Unread]:
        """The record that a value is, or those of the cases in it."""
        from summarylint.reading.fixtures.cases import case_values

        cases = case_values(item.value)
        if cases is None:
            yield Unread(self, item, default_id)
            return
        for number, value in enumerate(cases, 1):
            own_id = f"{default_id or f'{self.path}:{item.line}'}/{number}" if number > 1 else default_id
            yield Unread(self, replace(item, value=value), own_id)

    def record(self, item: Item, default_id: str | None = None) -> Compaction | RecordError:
        """The record that a value is, or the error that it is none."""
        from summarylint.reading.records import read_record  # what validates is dear to import

        root = "$" if item.index is None else f"$[{item.index}]"
        try:
            compaction, unknown = read_record(item.value, path=self.path, line=item.line, root=root, default_id=default_id)
        except RecordError as error:
            return error
        return self.known(compaction, unknown)

    def row(self, row: UnreadRow) -> Compaction | RecordError:
        """The record that a row of Parquet is, or the error that it is none."""
        try:
            return self.record(Item(row.read(), row.number, None))
        except RecordError as error:
            return error

    def known(self, compaction: Compaction, unknown: tuple[UnknownField, ...]) -> Compaction | RecordError:
        """The compaction, with the fields told that the format does not know; under `strict` an error in their place."""
        line = compaction.line or 1
        if self.strict and unknown:
            first = unknown[0]
            return RecordError(first.reason, path=self.path, line=line, pointer=first.pointer, id=compaction.id)
        for field in unknown if self.on_unknown else ():
            self.on_unknown(field, self.path, line)  # type: ignore[misc]
        return compaction
