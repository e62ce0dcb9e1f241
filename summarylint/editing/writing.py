"""A changed file takes the place of the old one in a single step, or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from summarylint.errors import SummarylintError


class WriteError(SummarylintError):
    """A file that could not be changed; it is as it was."""


def replace_file(path: str, before: bytes, after: bytes) -> None:
    """Put `after` in the place of `before`, keeping permissions, owner and the link that `path` may be.

    Raises WriteError where the file is read-only, has changed since it was read, or cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        known = target.stat()
        if not known.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(target, os.W_OK):
            raise WriteError(f"{path}: is read-only, so it is not fixed")
        _write(target, path, before, after, known)
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from error


def _write(target: Path, path: str, before: bytes, after: bytes, known: os.stat_result) -> None:
    number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError, AttributeError):  # only the owner of both may do so, and not everywhere
            os.chown(name, known.st_uid, known.st_gid)
        Path(name).chmod(stat.S_IMODE(known.st_mode))
        if target.read_bytes() != before:
            raise WriteError(f"{path}: has changed since it was read, so it is not fixed; run again")
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
