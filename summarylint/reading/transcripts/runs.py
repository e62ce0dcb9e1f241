"""Which run a transcript tells of, as far as its first entries say so: a file need not be read whole to be put beside another."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts import claude_code
from summarylint.reading.transcripts.containers import entries_of
from summarylint.reading.transcripts.registry import FORMATS, HEAD, HEAD_BYTES, container_for, find_format
from summarylint.reading.transcripts.specstory import SESSION
from summarylint.reading.transcripts.window import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.reading.compressed import Rereadable
    from summarylint.reading.transcripts.window import Entry

NAMES = ("sessionId", "session_id", "sessionID", "session", "conversation_id", "conversation", "thread_id", "sid")
"""Fields of an entry, or of a document, by which the formats name a run."""
HOLDERS = ("payload", "info", "config", "configurable")
"""Objects in an entry that hold such a field, or the run's id."""


def runs_of(source: Rereadable, path: str, format_name: str | None) -> list[str] | None:
    """The names that tie a transcript to others: its run, its own file, and the file it goes on from; None for no transcript.

    A name of a file is told apart from that of a run by a NUL before it. A run whose name stands behind the first entries, and
    those of a file that holds many, are not known. Only the beginning is read; call `source.rewound()` after it.
    """
    if format_name is not None:
        format, container = FORMATS[format_name], container_for(source, FORMATS[format_name])
    elif (found := find_format(source)) is not None:
        format, container = found
    else:
        return None
    names: list[str] = []
    for entry in _head(source, entries_of(source.looking(), container, path, [])):
        if run := run_of(entry):
            names.append(run)
            break
    if format.name == claude_code.FORMAT.name:
        names.append(_of_file(Path(path)))
        earlier = claude_code.goes_on_from(_head(source, entries_of(source.looking(), container, path, [])), path)
        names += [_of_file(earlier)] if earlier is not None else []
    return names


def run_of(entry: Entry) -> str | None:
    """The name of the run that an entry gives."""
    value = entry.value
    if entry.key is not None:
        if entry.key in (*NAMES, "id") and isinstance(value, str | int):
            return name_of(value)
        return _named(value, own_id=True) if entry.key in HOLDERS else None
    if isinstance(value, str):
        found = SESSION.match(value)
        return found["id"] if found else None
    return _named(value, own_id=isinstance(value, dict) and value.get("type") == "session")


def _named(value: Any, *, own_id: bool) -> str | None:
    if not isinstance(value, dict):
        return None
    for name in ("id", *NAMES) if own_id else NAMES:
        if (found := name_of(value.get(name))) is not None:
            return found
    for holder in HOLDERS:
        found = _named(value.get(holder), own_id=value.get("type") == "session_meta")
        if found is not None:
            return found
    return None


def _of_file(path: Path) -> str:
    return f"\0{path.resolve()}"


def _head(source: Rereadable, entries: Iterator[Entry]) -> Iterator[Entry]:
    most = len(source.kept) + HEAD_BYTES
    for entry in islice(entries, HEAD):
        yield entry
        if len(source.kept) > most:
            return
