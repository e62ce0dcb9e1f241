"""Files that are whole or not there, and disks that take no more."""

from __future__ import annotations

import errno
import os
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING

from summarylint.batch.job import BatchError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO
    from pathlib import Path

TEMPORARY = ".tmp"
"""The end of the name of a file that is not whole yet."""


@contextmanager
def telling_faults(path: Path) -> Iterator[None]:
    """Turn a fault of writing into a BatchError with the way out; `path` is told where the error names no file."""
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error) from error


def write_all(file: FileIO, data: bytes) -> None:
    """Write `data` to a file without a buffer, which may take a part of it at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""A disk, a quota or a limit on files that takes no more."""
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def cannot_write(path: Path, error: OSError) -> BatchError:
    """The sentence for a run that cannot write any more; `path` is told where the error names no file."""
    way = "make room for it" if error.errno in FULL else "see to it"
    return BatchError(f"{error.filename or path}: cannot be written: {error.strerror or error}; {way} and go on with --resume")


def no_folder(path: Path, error: OSError) -> BatchError:
    """The sentence for a folder that cannot be made, or not be written to, when a run is to begin in it."""
    if error.errno in FULL:
        return cannot_write(path, error)
    barrier = next((str(one) for one in (path, *path.parents) if os.path.lexists(one) and not os.path.isdir(one)), None)  # noqa: PTH112
    if barrier is not None:
        return BatchError(f"{path}: cannot be made: {barrier} is no folder; give -o a folder that is empty or not there yet")
    way = "give -o a folder in which you may write" if error.errno in FORBIDDEN else "give -o another folder"
    return BatchError(f"{path}: cannot be made or written to: {error.strerror or error}; {way}")


def written(path: Path, data: bytes) -> None:
    """Put `data` under a name at once: never a half of it, also where the machine stops. Raises BatchError."""
    with telling_faults(path):
        temporary = path.parent / f".{path.name}.{os.getpid()}-{uuid.uuid4().hex[:8]}{TEMPORARY}"
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        synced_folder(path.parent)


def synced_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
