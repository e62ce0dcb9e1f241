"""The state of a session between its events: one small SQLite file, readable for its owner alone.

Every change is one immediate transaction, so that hooks which run at once wait for each other and nothing is told twice.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from summarylint.caching.private_file import see_private_database
from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.record import Record, dumped, loaded

FOLDER_VARIABLE = "SUMMARYLINT_STATE_DIR"
"""The environment variable that names the folder of the sessions' files."""

LAYOUT = 1
"""The number of the layout below; a file of another layout is made anew."""

SECONDS_TO_WAIT = 2.0
"""How long another hook's transaction is waited for: they take milliseconds, and a tool call waits for this one."""

DAYS_KEPT = 30
"""A session's file goes when it was not written for so long; Claude Code keeps transcripts for as many days by default."""

_UNUSABLE = "the state of this session cannot be used"

_TABLE = """
CREATE TABLE compaction (
    mark TEXT NOT NULL, record TEXT NOT NULL, open TEXT NOT NULL, read_to INTEGER NOT NULL, asked TEXT NOT NULL,
    told INTEGER NOT NULL, refused INTEGER NOT NULL, ended TEXT NOT NULL
)
"""


@dataclass(slots=True)
class Held:
    """The last compaction of a session and what became of it.

    `open` are the numbers of the claims that still have no source in the window, none where the gate holds nothing back.
    `read_to` are the bytes of the transcript that were looked through for them, `asked` the ids of the tool calls that were held.
    `told` says whether the model has the findings, `refused` whether a manual compaction was refused, `ended` why calls are no
    longer held, "" while they are.
    """

    record: Record
    open: list[int]
    read_to: int
    asked: list[str] = field(default_factory=list)
    told: bool = False
    refused: bool = False
    ended: str = ""

    def close(self, quotes: Collection[str]) -> None:
        """Close the claims that one of these quotations, which are in the window now, bears out."""
        claims = self.record.claims
        self.open = [number for number in self.open if not any(source.quote in quotes for source in claims[number].sources)]


def state_folder(given: Path | None = None) -> Path:
    """The folder of the sessions' files: `given`, else as the environment says, else the platform's own for state."""
    if given is None and not (given := Path(os.environ[FOLDER_VARIABLE]) if os.environ.get(FOLDER_VARIABLE) else None):
        from platformdirs import user_state_path

        given = user_state_path("summarylint", appauthor=False)
    return given / "claude-code"


def state_file(session: str, folder: Path) -> Path:
    """The file of a session: its id may be anything, so the name is a digest."""
    digest = blake2b(session.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return folder / f"{digest}.sqlite3"


class State:
    """The state of one session; made by `opened`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def keep(self, mark: str, record: Record, read_to: int) -> None:
        """Remember a compaction in place of the one before it; the very same one (`mark`) stays as it is."""
        with self._transaction():
            if self._connection.execute("SELECT 1 FROM compaction WHERE mark = ?", (mark,)).fetchone():
                return
            self._connection.execute("DELETE FROM compaction")
            numbers = json.dumps([*range(len(record.claims))] if record.holds else [])
            row = (mark, dumped(record), numbers, read_to, "[]", not record.findings, 0, "")
            self._connection.execute("INSERT INTO compaction VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def forget(self, but: str) -> None:
        """Forget the last compaction, but for one whose mark begins with `but`: the same hook may stand in several settings files."""
        with self._transaction():
            self._connection.execute("DELETE FROM compaction WHERE substr(mark, 1, ?) != ?", (len(but), but))

    def is_quiet(self) -> bool:
        """Is there nothing to hand over and nothing to hold? A look without a lock, as most tool calls need no more."""
        row = self._connection.execute("SELECT told, open, ended FROM compaction").fetchone()
        return row is None or bool(row[0] and (row[1] == "[]" or row[2]))

    @contextmanager
    def held(self) -> Iterator[Held | None]:
        """The last compaction, None where there is none. What the caller changes in it is written when the block ends."""
        with self._transaction():
            row = self._connection.execute("SELECT record, open, read_to, asked, told, refused, ended FROM compaction").fetchone()
            if row is None:
                yield None
                return
            record, numbers, read_to, asked, told, refused, ended = row
            known = loaded(record)
            found = Held(known, json.loads(numbers), read_to, json.loads(asked), bool(told), bool(refused), ended)
            yield found
            values = (json.dumps(found.open), found.read_to, json.dumps(found.asked), found.told, found.refused, found.ended)
            self._connection.execute("UPDATE compaction SET open = ?, read_to = ?, asked = ?, told = ?, refused = ?, ended = ?", values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


@contextmanager
def opened(session: str, folder: Path, *, make: bool = False, wait: float = SECONDS_TO_WAIT) -> Iterator[State | None]:
    """The state of a session; None where it has none, unless `make` makes it.

    With `make` a file that is damaged, or of another layout, is made anew. Raises HookError for one that cannot be used.
    """
    path = state_file(session, folder)
    if not make and (not path.exists() or not path.stat().st_size):  # an empty one is just being made by another hook
        yield None
        return
    try:
        if make:
            _make_folder(folder)
        connection = _connected(path, wait, make=make)
    except OSError as error:
        raise HookError(f"{_UNUSABLE}: {error.strerror or error}: {path}") from None
    except sqlite3.Error as error:
        raise HookError(f"{_UNUSABLE}: {error}: {path}") from None
    with closing(connection):
        try:
            yield State(connection)
        except sqlite3.Error as error:
            raise HookError(f"{_UNUSABLE}: {error}: {path}") from None


def _make_folder(folder: Path) -> None:
    """Make the folder, for its owner alone: whoever may write in it could put words before the model."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        folder.chmod(0o700)


def _connected(path: Path, wait: float, *, make: bool) -> sqlite3.Connection:
    for last in (False, True):
        see_private_database(path, make=make)
        connection = sqlite3.connect(path, timeout=wait, isolation_level=None)
        try:
            if _is_laid_out(connection, make=make):
                return connection
            fault = "it is of another layout"
        except sqlite3.OperationalError:  # locked, or no room: nothing is wrong with what is in it
            connection.close()
            raise
        except sqlite3.DatabaseError as error:
            fault = str(error)
        connection.close()
        if not make or last:
            break
        path.unlink(missing_ok=True)
    raise HookError(f"{_UNUSABLE}: {fault}: {path}")


def _is_laid_out(connection: sqlite3.Connection, *, make: bool) -> bool:
    """Is the layout the one above? With `make` an empty file is given it."""
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if layout == LAYOUT or layout or not make:
        return bool(layout == LAYOUT)
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():  # no other hook was faster
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
    connection.execute("COMMIT")
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == LAYOUT)


def sweep(folder: Path, now: float | None = None) -> None:
    """Remove the files of sessions that were not written for DAYS_KEPT days; `now` is in seconds since the epoch."""
    oldest = (time.time() if now is None else now) - DAYS_KEPT * 86_400
    for path in folder.glob("*.sqlite3*"):
        try:
            if path.lstat().st_mtime < oldest:
                path.unlink()
        except OSError:
            continue  # another hook was faster, or it is not ours to remove
