"""Compactions out of the transcripts that agents keep, one file a format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.errors import RecordError
from summarylint.reading.transcripts.containers import entries_of
from summarylint.reading.transcripts.window import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.containers import Container
    from summarylint.reading.transcripts.format import Format
    from summarylint.reading.transcripts.window import Entry


def read_transcript(
    file: BinaryIO, path: str, format: Format, container: Container, on_note: Callable[[Note], None]
) -> Iterator[Compaction | RecordError]:
    """Yield the compactions of a transcript in order, one window in memory at a time.

    What it holds and cannot be checked is told to `on_note`; a line that cannot be read is yielded as its error.
    """
    faults: list[RecordError] = []
    yield from _told(format, entries_of(file, container, path, faults), path, faults, on_note)


def read_session_folder(path: str, on_note: Callable[[Note], None]) -> Iterator[Compaction | RecordError]:
    """Yield the compactions of a session that is a folder with a file for each event or message."""
    from summarylint.reading.transcripts.folders import read_folder

    format, entries = read_folder(path)
    yield from _told(format, entries, path, [], on_note)


def read_database(path: str, on_note: Callable[[Note], None], format: Format | None = None) -> Iterator[Compaction | RecordError]:
    """Yield the compactions of all sessions in an agent's database; which agent's it is, its tables tell, or `format`."""
    from summarylint.reading.transcripts.databases import database_entries, format_of

    found = format_of(path)
    if format is not None and format.name != found.name:
        raise RecordError(f"is a database of {found.title}, not of {format.title}", path=path)
    yield from _told(found, database_entries(path, found), path, [], on_note)


def _told(
    format: Format, entries: Iterator[Entry], path: str, faults: list[RecordError], on_note: Callable[[Note], None]
) -> Iterator[Compaction | RecordError]:
    empty, last = True, 1

    def counted() -> Iterator[Entry]:
        nonlocal last
        for entry in entries:
            last = entry.line
            yield entry

    found = format.read(counted(), path)
    while True:
        try:
            one = next(found, None)
        except (TypeError, KeyError, AttributeError, ValueError) as error:  # a field that holds what the format never has there
            faults.append(RecordError(_strange(format, error), path=path, line=last))
            one = None
        yield from _taken(faults)
        if one is None:
            break
        empty = False
        if isinstance(one, Note):
            on_note(one)
        else:
            yield one
    if empty:
        on_note(Note("none", f"holds no compaction ({format.title})", path, 1))


def _strange(format: Format, error: Exception) -> str:
    told = f"{type(error).__name__}: {error}"
    return f"is not what {format.title} writes here ({told}); the transcript is read up to this place, --format names another format"


def _taken(faults: list[RecordError]) -> Iterator[RecordError]:
    while faults:
        yield faults.pop(0)
