"""What a run reads: paths, folders, globs and addresses as a list of files with a stamp each, kept beside the output."""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path, PurePosixPath
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from summarylint.batch.job import BatchError
from summarylint.batch.opening import filesystem, is_remote
from summarylint.errors import NothingToCheck
from summarylint.reading.run_folder import is_run
from summarylint.reading.search import SEARCHED, STANDARD_INPUT, find_files, is_searched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from summarylint.settings import Settings

CORPUS_NAMES = (*SEARCHED, *(f"*.ndjson{suffix}" for suffix in ("", ".gz", ".xz", ".zst")), "*.parquet")
"""What a folder that is named to a batch is searched for: it is taken for a corpus, where a check looks at a whole checkout."""

STAMPS = ("ETag", "etag", "md5Hash", "checksum", "mtime", "LastModified", "last_modified", "updated")
"""What stores call that which changes with a file's bytes, the surest first."""


UNREADABLE = "cannot be read: "
"""How the stamp of a file begins that could not even be looked at."""

NO_FILE = "it is no file, and a batch reads its input more than once; write it to a file first"


@dataclass(frozen=True, slots=True)
class Input:
    """One file of a run: its size in bytes, and a stamp that changes when its bytes do."""

    path: str
    size: int
    stamp: str

    def line(self) -> str:
        """As a line of the list that is kept."""
        return json.dumps([self.path, self.size, self.stamp]) + "\n"


def find_inputs(paths: Sequence[str], settings: Settings, out: Path | None = None) -> Iterator[Input]:
    """The files that the paths mean, in order, none of them twice.

    A search passes over what runs wrote: that in `out`, whether it has begun or not, and others.
    Raises NothingToCheck for a path that is not there or means no file, before a long run has begun without it; BatchError for
    one that cannot be read twice.
    """
    seen: set[bytes] = set()
    for path in paths:
        found = iter(_remote(path) if is_remote(path) else _local(path, settings, out))
        first = next(found, None)
        if first is None:
            searched = "no file matches" if glob.has_magic(path) else f"a folder is searched for {', '.join(CORPUS_NAMES)}"
            raise NothingToCheck(f"{path}: nothing to check; {searched}")
        for one in chain((first,), found):
            name = one.path if is_remote(one.path) else os.path.realpath(one.path)  # one file may be given in several spellings
            key = blake2b(name.encode("utf-8", "surrogateescape"), digest_size=16).digest()
            if key not in seen:
                seen.add(key)
                yield one


def _local(path: str, settings: Settings, out: Path | None) -> Iterator[Input]:
    if path == STANDARD_INPUT:
        raise BatchError("a batch reads its input more than once; write standard input to a file first")
    known = {out.absolute(): True} if out is not None else {}
    meant = [path] if os.path.lexists(path) or not glob.has_magic(path) else sorted(glob.glob(path, recursive=True))  # noqa: PTH207
    for place in find_files(meant, exclude=settings.exclude, root=settings.root, names=CORPUS_NAMES):
        if not place.exists:
            raise NothingToCheck(f"{place.given}: no such file or folder")
        for file in place.files:
            if file == path or not _is_written(Path(file).absolute().parent, known):
                yield _stamped(file)


def _is_written(folder: Path, known: dict[Path, bool]) -> bool:
    """Does a folder, or one above it, hold a run of its own? `known` remembers the answers."""
    if folder not in known:
        known[folder] = is_run(folder) or (folder.parent != folder and _is_written(folder.parent, known))
    return known[folder]


def _stamped(path: str) -> Input:
    try:
        if Path(path).is_dir():  # a conversation whose events are a file each
            parts = [(one.name, one.stat()) for one in sorted(Path(path).iterdir())]
            stamp = blake2b(repr([(name, stat.st_size, stat.st_mtime_ns) for name, stat in parts]).encode(), digest_size=16).hexdigest()
            return Input(path, sum(stat.st_size for _, stat in parts), stamp)
        stat = Path(path).stat()
    except OSError as error:  # a link that leads nowhere, a folder that is locked: one file, and no reason to stop
        return Input(path, 0, f"{UNREADABLE}{error.strerror or error}")
    if not S_ISREG(stat.st_mode):
        return Input(path, 0, f"{UNREADABLE}{NO_FILE}")
    return Input(path, stat.st_size, str(stat.st_mtime_ns))


def _remote(address: str) -> Iterator[Input]:
    files, inner = filesystem(address)
    try:
        if glob.has_magic(address):
            found = files.glob(inner, detail=True)
        elif files.isdir(inner):
            found = {name: told for name, told in files.find(inner, detail=True).items() if _is_corpus(name.removeprefix(inner))}
        else:
            found = {inner: files.info(inner)}
    except FileNotFoundError:
        raise NothingToCheck(f"{address}: no such file or folder") from None
    except Exception as error:  # each store has errors of its own
        raise BatchError(f"{address}: cannot be listed: {type(error).__name__}: {error}") from None
    for name in sorted(found):
        if found[name].get("type") != "directory":
            yield Input(files.unstrip_protocol(name), int(found[name].get("size") or 0), _stamp(found[name]))


def _is_corpus(name: str) -> bool:
    hidden = any(part.startswith((".", "_")) for part in PurePosixPath(name).parts)
    return not hidden and is_searched(name, CORPUS_NAMES)


def _stamp(told: dict[str, Any]) -> str:
    return next((str(told[name]) for name in STAMPS if told.get(name) is not None), "")


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list of inputs adds up to; `digest` is made of all its lines."""

    files: int
    bytes: int
    digest: str


def keep_inputs(path: Path, found: Iterable[Input]) -> Listing:
    """Write the list, one file a line, and add it up."""
    files = size = 0
    digest = blake2b(digest_size=16)
    with path.open("w", encoding="utf-8", errors="surrogateescape") as file:
        for one in found:
            line = one.line()
            file.write(line)
            digest.update(line.encode("utf-8", "surrogateescape"))
            files, size = files + 1, size + one.size
        file.flush()
        os.fsync(file.fileno())
    return Listing(files, size, digest.hexdigest())


def kept_inputs(path: Path) -> Iterator[Input]:
    """The list as it was kept."""
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            yield Input(*json.loads(line))


def first_difference(old: Iterable[Input], new: Iterable[Input]) -> str:
    """The first file in which two lists differ, as a sentence tells it."""
    before, now = iter(old), iter(new)
    while True:
        was, found = next(before, None), next(now, None)
        if was == found and was is not None:
            continue
        if was is not None and found is not None and was.path == found.path:
            return f"{found.path} has changed"
        if was is not None and (found is None or was.path < found.path):
            return f"{was.path} is gone"
        return f"{found.path} is new" if found is not None else "nothing differs"
