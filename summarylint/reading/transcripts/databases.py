"""The databases (SQLite) in which agents keep their sessions, read only, message by message."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.errors import RecordError
from summarylint.reading.transcripts import crush, goose, opencode
from summarylint.reading.transcripts.window import Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from summarylint.reading.transcripts.format import Format

TABLES: tuple[tuple[Format, str, frozenset[str]], ...] = (
    (goose.FORMAT, "messages", frozenset({"session_id", "content_json"})),
    (crush.FORMAT, "messages", frozenset({"session_id", "role", "parts"})),
    (opencode.FORMAT, "message", frozenset({"session_id", "data"})),
)
"""The formats with the table, and the columns of it, by which their database is known."""


def format_of(path: str) -> Format:
    """The format of a database. Raises RecordError where it is of no agent that is known, or cannot be read."""
    with closing(_opened(path)) as database:
        for format, table, wanted in TABLES:
            if wanted <= _columns(database, path, table):
                return format
    agents = ", ".join(dict.fromkeys(format.title.removesuffix(" sessions") for format, _, _ in TABLES))
    raise RecordError(f"is no database of sessions that is known ({agents})", path=path)


def database_entries(path: str, format: Format) -> Iterator[Entry]:
    """The messages of every session as an export of the agent would hold them, the sessions one after another.

    Raises RecordError where the database cannot be read.
    """
    try:
        with closing(_opened(path)) as database:
            yield from READERS[format.name](database)
    except (sqlite3.Error, ValueError, RecursionError) as error:
        raise RecordError(f"cannot be read as {format.title}: {error}", path=path) from None


def _opened(path: str) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise RecordError(f"cannot be read: {error}", path=path) from None
    database.row_factory = sqlite3.Row
    return database


def _columns(database: sqlite3.Connection, path: str, table: str) -> set[str]:
    try:
        return {row["name"] for row in database.execute("SELECT name FROM pragma_table_info(?)", (table,))}
    except sqlite3.Error as error:
        raise RecordError(f"cannot be read: {error}", path=path) from None


def _of_goose(database: sqlite3.Connection) -> Iterator[Entry]:
    session: Any = None
    for number, row in enumerate(_rows(database, "SELECT * FROM messages ORDER BY session_id, id"), 1):
        if row["session_id"] != session:
            session = row["session_id"]
            yield Entry(session, number, "session_id")
        message = {
            "id": row.get("message_id") or f"{row['session_id']}-{row['id']}",
            "role": row.get("role"),
            "created": row.get("created_timestamp"),
            "content": _parsed(row.get("content_json")),
            "metadata": _parsed(row.get("metadata_json")),
        }
        yield Entry(message, number)


def _of_crush(database: sqlite3.Connection) -> Iterator[Entry]:
    # versions before the column `is_summary_message` name the last summary in the session alone
    named = {row["summary_message_id"] for row in _rows(database, "SELECT * FROM sessions") if row.get("summary_message_id")}
    for number, row in enumerate(_rows(database, "SELECT * FROM messages ORDER BY session_id, created_at, rowid"), 1):
        summary = bool(row.get("is_summary_message")) or row.get("id") in named
        yield Entry({**row, "parts": _parsed(row.get("parts")), "is_summary_message": summary}, number)


def _of_opencode(database: sqlite3.Connection) -> Iterator[Entry]:
    for number, row in enumerate(_rows(database, "SELECT * FROM message ORDER BY session_id, time_created, id"), 1):
        parts = _rows(database, "SELECT id, data FROM part WHERE message_id = ? ORDER BY id", row["id"])
        about = _parsed(row["data"])
        message = {
            "info": {**about, "id": row["id"], "sessionID": row["session_id"]},
            "parts": [{**_parsed(part["data"]), "id": part["id"]} for part in parts],
        }
        yield Entry(message, number)
    if count := _unread_by_opencode(database):
        raise ValueError(f"{count} sessions lie in the table session_message, which is not read; export them with `opencode export`")


def _unread_by_opencode(database: sqlite3.Connection) -> int:
    """The sessions with a compaction that lie in the table of a later version alone."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'session_message'").fetchone():
        return 0
    theirs = "session_id NOT IN (SELECT session_id FROM message)"
    return int(
        database.execute(f"SELECT count(DISTINCT session_id) FROM session_message WHERE type = 'compaction' AND {theirs}").fetchone()[0]
    )


READERS: dict[str, Callable[[sqlite3.Connection], Iterator[Entry]]] = {
    goose.FORMAT.name: _of_goose,
    crush.FORMAT.name: _of_crush,
    opencode.FORMAT.name: _of_opencode,
}


def _rows(database: sqlite3.Connection, query: str, *given: Any) -> Iterator[dict[str, Any]]:
    return (dict(row) for row in database.execute(query, given))


def _parsed(text: Any) -> Any:
    """A column as JSON, None where it is empty. Raises ValueError where it is something else."""
    return json.loads(text) if isinstance(text, str | bytes) and text else None
