"""Which files a path on the command line means."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from summarylint.reading.run_folder import MANIFEST, is_run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

STANDARD_INPUT = "-"

RECORD_NAMES = tuple(f"*.{kind}" for kind in ("summary", "compaction", "record"))
FIXTURES = (".yaml", ".yml", ".md")
COMPRESSED = ("", ".gz", ".xz", ".zst")
SEARCHED = (
    *(f"*.jsonl{suffix}" for suffix in COMPRESSED),
    *(f"{name}.json{suffix}" for name in RECORD_NAMES for suffix in COMPRESSED),
    *(f"{name}.parquet" for name in RECORD_NAMES),
    *(f"{name}{suffix}" for name in RECORD_NAMES for suffix in FIXTURES),
    "api_conversation_history.json",
    "sessions.db",
    "opencode.db",
    "crush.db",
)
"""The names that a search through a directory picks up; a file that is named itself is read whatever its name."""

SEARCHED_PATHS = ("*/.specstory/history/*.md", "*/chats/session-*.json", "*/.continue/sessions/*-*-*-*-*.json", "*/threads/T-*.json")
"""Transcripts whose names alone say too little, by their whole path."""

SKIPPED_FOLDERS = ("node_modules", "__pycache__", "site-packages", "subagents")
"""Folders that a search does not enter, beside those whose name starts with a dot: other people's files and caches, and the
transcripts of agents that another agent started."""

FOLDER_FILES = ("event-*-*.json", "msg_*.json")
"""A folder with such files is one transcript, and is found as such."""


@dataclass(frozen=True, slots=True)
class Place:
    """One path as given, and the files that it means (`-` for standard input), in order of name."""

    given: str
    files: tuple[str, ...]
    exists: bool = True


def find_files(
    paths: Iterable[str],
    *,
    exclude: Sequence[str] = (),
    root: Path | None = None,
    force_exclude: bool = False,
    names: Sequence[str] = SEARCHED,
) -> Iterator[Place]:
    """Yield a Place for each path, in the order given; no file is yielded twice.

    `exclude` holds glob patterns against the path relative to `root` (the folder of the settings file), any folder above
    it, or the bare name. They hold for searches; with `force_exclude` also for files that were named themselves.
    `names` are the names that a search through a folder picks up.
    """
    seen: set[str] = set()
    for given in paths:
        files = []
        for file in _meant(given, exclude, root, force_exclude, names):
            key = file if file == STANDARD_INPUT else _real(file)
            if key not in seen:
                seen.add(key)
                files.append(file)
        yield Place(given, tuple(files), given == STANDARD_INPUT or os.path.lexists(given))


def _real(file: str) -> str:
    """The path behind all links; the path as it is where the working folder is gone."""
    try:
        return os.path.realpath(file)
    except OSError:
        return file


def _meant(given: str, exclude: Sequence[str], root: Path | None, force_exclude: bool, names: Sequence[str]) -> Iterator[str]:
    if given == STANDARD_INPUT:
        yield given
    elif os.path.isdir(given):  # noqa: PTH112 - Path.is_dir raises for a name that is too long
        yield from (file for file in _searched(given, names) if not excluded(file, exclude, root))
    elif os.path.lexists(given) and not (force_exclude and excluded(given, exclude, root)):
        yield given


def _searched(folder: str, wanted: Sequence[str]) -> Iterator[str]:
    """The files in a folder, but not those of a batch below it; a folder that cannot be looked into comes as a file, to be told."""
    locked: list[OSError] = []
    for here, folders, names in os.walk(folder, onerror=locked.append):
        if MANIFEST in names and here != folder and is_run(Path(here)):
            folders[:] = []
            continue
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED_FOLDERS)
        if any(fnmatchcase(name, pattern) for name in names for pattern in FOLDER_FILES):
            yield os.path.normpath(here)
        for name in sorted(names):
            file = os.path.join(here, name)  # noqa: PTH118 - keeps the spelling that was given
            if is_searched(file, wanted) and not is_special(file):
                yield os.path.normpath(file)
    yield from (os.path.normpath(error.filename) for error in locked)


def is_special(file: str) -> bool:
    """Is this a pipe, socket or device? Reading one may never end, so a search passes over it; one that is named is read."""
    try:
        mode = Path(file).stat().st_mode
    except OSError:  # what cannot be looked at is told when it is read
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_searched(file: str, names: Sequence[str] = SEARCHED) -> bool:
    """Does a search through a folder for these names pick this file up?"""
    name = PurePosixPath(Path(file).as_posix()).name
    if any(fnmatchcase(name, pattern) for pattern in names):
        return True
    return any(fnmatchcase(Path(os.path.abspath(file)).as_posix(), pattern) for pattern in SEARCHED_PATHS)  # noqa: PTH100


def excluded(file: str, patterns: Sequence[str], root: Path | None = None) -> bool:
    """Does one of the glob patterns match the file, a folder above it, or the bare name of either?"""
    return any(matches(file, pattern, root) for pattern in patterns)


def matches(file: str, pattern: str, root: Path | None = None) -> bool:
    """Does a glob pattern match the file or a folder above it? `*` also crosses folders; a leading `**/` may match none."""
    wanted = pattern.removeprefix("./").removeprefix("**/").rstrip("/")
    for path in _spellings(file, root):
        for part in (path, *path.parents):
            if fnmatchcase(str(part), wanted) or fnmatchcase(part.name, wanted) or fnmatchcase(str(part), f"*/{wanted}"):
                return True
    return False


def _spellings(file: str, root: Path | None) -> Iterator[PurePosixPath]:
    """The path under the folder of the settings, which the patterns mean; outside of that folder, the whole path."""
    whole = Path(os.path.abspath(file))  # noqa: PTH100 - resolve() would follow links away from the name given
    base = Path(os.path.abspath(root)) if root is not None else Path.cwd()  # noqa: PTH100
    yield PurePosixPath(whole.relative_to(base).as_posix() if whole.is_relative_to(base) else whole.as_posix())
