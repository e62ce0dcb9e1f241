"""Where the records of each chain stand, kept in a file: a corpus has more chains than memory."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING

from summarylint.batch.job import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from summarylint.batch.job import PieceKind

ROWS_AT_ONCE = 1000


def _digest(chain: str) -> bytes:
    return blake2b(chain.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece with its weight in bytes, and the place of its file among the inputs."""

    piece: Piece
    size: int
    file: int


class ChainIndex:
    """The stretches of all chains. Chains are known by a digest of their name; what follows on without a gap is one stretch."""

    def __init__(self, path: Path) -> None:
        self.path, self.waiting, self.count = path, list[tuple[object, ...]](), 0
        self.last: tuple[bytes, Stretch] | None = None
        self.linked = False
        self.files: dict[int, tuple[str, str, PieceKind]] = {}
        self._base: sqlite3.Connection | None = None

    def add(self, chains: Sequence[str], stretch: Stretch) -> None:
        """Note that records of a chain stand in `stretch`, or in a file read as a whole of several; in input order."""
        key, *others = map(_digest, chains)
        if others:
            self.base.executemany("INSERT INTO links VALUES (?, ?)", ((key, other) for other in others))
            self.linked = True
        if self.last is not None:
            known, before = self.last
            if known == key and before.file == stretch.file and before.piece.end == stretch.piece.start:
                self.last = (key, replace(before, piece=replace(before.piece, end=stretch.piece.end), size=before.size + stretch.size))
                return
            self._keep()
        self.last = (key, stretch)

    def chains(self) -> Iterator[list[Stretch]]:
        """The stretches of one chain after another, or of several that files tie together, by where each begins."""
        self._keep()
        if not self.count:
            return
        self._write()
        if self.linked:
            self._join()
        self.base.execute("CREATE INDEX of_chain ON stretches (chain, number)")
        found = self.base.execute(
            "SELECT chain, file, start, end, line, size FROM stretches JOIN"
            " (SELECT chain AS name, MIN(number) AS first FROM stretches GROUP BY chain) ON name = chain ORDER BY first, number"
        )
        for _, rows in groupby(found, key=lambda row: row[0]):
            yield [
                Stretch(Piece(*self.files[file], start=start, end=end, line=line), size, file) for _, file, start, end, line, size in rows
            ]

    def close(self) -> None:
        """Let go of the file."""
        if self._base is not None:
            self._base.close()
        self.path.unlink(missing_ok=True)

    @property
    def base(self) -> sqlite3.Connection:
        """The file itself, made anew: nothing of it outlives a run."""
        if self._base is None:
            self.path.unlink(missing_ok=True)
            self._base = sqlite3.connect(self.path)
            for setting in ("synchronous = OFF", "journal_mode = OFF", "temp_store = FILE"):
                self._base.execute(f"PRAGMA {setting}")
            columns = "chain BLOB, number INTEGER, file INTEGER, start INTEGER, end INTEGER, line INTEGER, size INTEGER"
            self._base.execute(f"CREATE TABLE stretches ({columns})")
            self._base.execute("CREATE TABLE links (one BLOB, other BLOB)")
        return self._base

    def _join(self) -> None:
        """Give chains that files tie together one name. Only links that lead to another file are held in memory."""
        self.base.execute(
            "CREATE TABLE elsewhere AS SELECT other FROM links GROUP BY other HAVING COUNT(*) > 1 UNION SELECT chain FROM stretches"
        )
        self.base.execute("CREATE INDEX of_elsewhere ON elsewhere (other)")
        above: dict[bytes, bytes] = {}

        def top(chain: bytes) -> bytes:
            while (higher := above.get(chain, chain)) != chain:
                above[chain] = above.get(higher, higher)
                chain = higher
            return chain

        for one, other in self.base.execute("SELECT one, other FROM links WHERE other IN (SELECT other FROM elsewhere) ORDER BY rowid"):
            above[top(other)] = top(one)
        moved = ((top(chain), chain) for chain in above)
        self.base.execute("CREATE INDEX of_stretch ON stretches (chain)")
        self.base.executemany("UPDATE stretches SET chain = ? WHERE chain = ?", list(moved))
        self.base.execute("DROP INDEX of_stretch")

    def _keep(self) -> None:
        if self.last is None:
            return
        key, stretch = self.last
        piece = stretch.piece
        self.files[stretch.file] = (piece.path, piece.shown, piece.kind)
        self.waiting.append((key, self.count, stretch.file, piece.start, piece.end, piece.line, stretch.size))
        self.count, self.last = self.count + 1, None
        if len(self.waiting) >= ROWS_AT_ONCE:
            self._write()

    def _write(self) -> None:
        self.base.executemany("INSERT INTO stretches VALUES (?, ?, ?, ?, ?, ?, ?)", self.waiting)
        self.waiting = []
