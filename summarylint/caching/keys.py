"""Keys: a digest of all that an answer depends on."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import summarylint
from summarylint.reading.opening import open_found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from summarylint.settings import Settings

SIZE = 20
"""Bytes of a digest, by which two records do not meet by chance."""

CODE = (".py", ".toml", ".json")
"""Endings of the files whose change may change an answer: the program, its lexicons and rules, its schema."""


def digest(parts: Iterable[bytes]) -> bytes:
    """Return the digest of `parts`; where one ends and the next begins counts."""
    found = blake2b(digest_size=SIZE)
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()


def words(*values: object) -> bytes:
    """Return values as bytes, by their representation; lone surrogates pass."""
    return repr(values).encode("utf-8", "surrogatepass")


READERS = ("markdown-it-py", "regex", "spacy")
"""The installed packages by which a text is read: another version may read it otherwise."""


@lru_cache(maxsize=1)
def _readers() -> bytes:
    from importlib.metadata import version

    return words(*(version(name) for name in READERS))


def judge(settings: Settings, form: Iterable[object]) -> bytes:
    """Return the digest of all that judges a record and words what it finds, the record aside.

    That is the version, the program's own files, the packages that read a text, the rules, the settings and `form`,
    what the output's wording depends on.
    """
    package = Path(summarylint.__file__).parent
    parts = [words(summarylint.__version__, sys.version_info[:3], settings, tuple(form), _folder()), _readers()]
    for folder in (package, package.parent / "rules"):  # a checkout has its rules beside the package
        parts += [words(path, stat.st_size, stat.st_mtime_ns) for path, stat in _files(str(folder))]
    for folder in settings.rules:
        parts += [words(path, _content(path)) for path, _ in _files(str(folder))]
    if settings.rules:
        parts.append(_plugins())
    return digest(parts)


def _folder() -> str:
    """The working folder, from which relative paths and patterns count."""
    try:
        return os.getcwd()  # noqa: PTH109 - as a string it is all that is wanted
    except OSError:
        return ""


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files of code in a folder and below, or the file itself, in order of name."""
    try:
        if os.path.isfile(folder):  # noqa: PTH113 - three hundred files are looked at in every run
            yield folder, os.stat(folder)  # noqa: PTH116
            return
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path)
        elif entry.name.endswith(CODE):
            yield entry.path, entry.stat()


def _content(path: str) -> bytes:
    try:
        with open_found(path) as file:
            return file.read()
    except OSError:
        return b""  # the reading of the rules tells it


def _plugins() -> bytes:
    """The installed packages that offer checks, which a user's rules may use; one that is being written changes under one version."""
    from importlib.metadata import entry_points

    found = entry_points(group="summarylint.checks")
    return words(*sorted((entry.name, entry.value, entry.dist.version if entry.dist else "", *_sizes(entry.module)) for entry in found))


def _sizes(module: str) -> list[tuple[str, int, int]]:
    """The files of the package that a module is in, each with its size and time; nothing is imported."""
    from importlib.util import find_spec

    spec = find_spec(module.partition(".")[0])
    homes = [] if spec is None else [*(spec.submodule_search_locations or [spec.origin or ""])]
    return [(path, stat.st_size, stat.st_mtime_ns) for home in homes for path, stat in _files(home)]
