"""The store: answers by key in one SQLite file, bounded in size, and safe with several programs at once.

A store never fails a run. One that is broken, locked, full, or another user's answers nothing and keeps nothing.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from contextlib import suppress
from pathlib import Path

from summarylint.caching.private_file import see_private_database

FILE_NAME = "answers-1.sqlite"
"""The number is that of the table's shape: a program with another one has a file of its own."""

MOST_BYTES = 128 * 2**20
"""Bytes of answers that are kept, compressed: some hundred thousand records."""

KEPT_SHARE = 0.8
"""The part of that which stays when it overflows, so that not every run has to make room."""

WAIT = 0.5
"""Seconds for which a program waits that another one has done writing, before it goes on without the store."""

DAY = 86_400
"""Seconds after which an answer that is given again counts as used anew; to write that down each time would cost more."""

AT_ONCE = 256
"""Answers that are written in one transaction."""

_TABLE = "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID"


class Store:
    """Answers by key, in the folder given; opened when it is first asked. For one thread."""

    def __init__(self, folder: Path, *, most_bytes: int = MOST_BYTES) -> None:
        self.path, self.most_bytes = folder / FILE_NAME, most_bytes
        self._database: sqlite3.Connection | None = None
        self._opened = False
        self._new: dict[bytes, bytes] = {}
        self._again: set[bytes] = set()

    def get(self, key: bytes) -> bytes | None:
        """Return the answer under `key`, None where there is none that can be read."""
        database = self._open()
        if database is None:
            return None
        try:
            row = database.execute("SELECT value, used FROM answers WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            if row[1] < time.time() - DAY:
                self._again.add(key)
            return zlib.decompress(row[0])
        except (sqlite3.Error, zlib.error, TypeError, OverflowError) as error:
            self._give_up(error)
            return None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep `value` under `key`; it is written with others, or when the store is closed."""
        self._new[key] = zlib.compress(value, 1)
        if len(self._new) >= AT_ONCE:
            self._write()

    def close(self) -> None:
        """Write what is new, and make room where there is too much."""
        self._write()
        if self._database is not None:
            self._database.close()
            self._database = None

    def _open(self) -> sqlite3.Connection | None:
        if not self._opened:
            self._opened = True
            try:
                self._database = self._connect()
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)
        return self._database

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        see_private_database(self.path)
        database = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        database.execute("PRAGMA synchronous = OFF")  # what a power cut breaks is found out, and made again
        database.execute(_TABLE)
        return database

    def _write(self) -> None:
        database = self._open() if self._new or self._again else None
        if database is not None:
            now = int(time.time())
            try:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", [(k, v, now) for k, v in self._new.items()])
                database.executemany("UPDATE answers SET used = ? WHERE key = ?", [(now, key) for key in self._again])
                self._make_room(database)
                database.execute("COMMIT")
            except sqlite3.Error as error:
                self._give_up(error)
        self._new.clear()
        self._again.clear()

    def _make_room(self, database: sqlite3.Connection) -> None:
        held = database.execute("SELECT total(length(value)) FROM answers").fetchone()[0]
        if held <= self.most_bytes:
            return
        for key, size in database.execute("SELECT key, length(value) FROM answers ORDER BY used, key").fetchall():
            if held <= KEPT_SHARE * self.most_bytes:
                break
            database.execute("DELETE FROM answers WHERE key = ?", (key,))
            held -= size

    def _give_up(self, error: Exception) -> None:
        """Go on without the store; a broken file is taken away, so that the next run starts a new one."""
        database, self._database = self._database, None
        if database is not None:
            with suppress(sqlite3.Error):
                database.close()
        # locked, read-only, no room on the disk; but a statement that is wrong for the table is told by this class as well
        waiting = isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR
        if isinstance(error, sqlite3.DatabaseError | zlib.error | TypeError) and not waiting:
            for path in (self.path, self.path.with_name(f"{FILE_NAME}-journal")):
                with suppress(OSError):
                    path.unlink()
