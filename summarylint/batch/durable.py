"""Files that are whole or not there, and disks that take no more."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING

from summarylint.batch.job import BatchError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

TEMPORARY = ".tmp"
"""The end of the name of a file that is not whole yet."""


class told:  # noqa: N801 - reads as a word where it is used
    """Turns a fault of writing into a sentence with the way out."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, OSError):
            raise cannot_write(self.path, error) from error


def cannot_write(path: Path, error: OSError) -> BatchError:
    """The sentence for a disk that takes no more."""
    return BatchError(f"{path}: cannot be written: {error.strerror or error}; make room for it and go on with --resume")


def written(path: Path, data: bytes) -> None:
    """Put `data` under a name at once: never a half of it, also where the machine stops. Raises BatchError."""
    with told(path):
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
