"""goose's session database (SQLite), read only, message by message."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.errors import RecordError
from summarylint.reading.transcripts.window import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator


def database_entries(path: str) -> Iterator[Entry]:
    """The messages of every session, each session behind an entry with its id.

    Raises RecordError where the database is none of goose's or cannot be read.
    """
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            session: Any = None
            for number, row in enumerate(database.execute("SELECT * FROM messages ORDER BY session_id, id"), 1):
                fields = dict(row)
                if fields["session_id"] != session:
                    session = fields["session_id"]
                    yield Entry(session, number, "session_id")
                yield Entry(_message(fields), number)
    except sqlite3.Error as error:
        raise RecordError(f"is no session database of goose: {error}", path=path) from None


def _message(row: dict[str, Any]) -> dict[str, Any]:
    """A row as the message that an export holds."""
    id = row.get("message_id") or f"{row['session_id']}-{row['id']}"
    return {
        "id": id,
        "role": row.get("role"),
        "created": row.get("created_timestamp"),
        "content": _parsed(row.get("content_json")),
        "metadata": _parsed(row.get("metadata_json")),
    }


def _parsed(text: Any) -> Any:
    try:
        return json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
