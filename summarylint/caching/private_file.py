"""Private files: what is kept between runs, for its owner alone. Whoever may write it could say what the answers are."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite adds to the name of a database for the files that it opens as well where they are there."""


def see_private(path: Path, *, make: bool = True) -> None:
    """See to it that `path` is a file, the user's own, and no link; with `make` a missing one is made, readable for its owner alone.

    Nothing in its place can make this wait. Raises OSError, which says why, where the file is not fit to be used.
    """
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | (os.O_CREAT if make else 0)
    number = os.open(path, flags, 0o600)
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EPERM, "it is no file", str(path))
        if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
            raise OSError(errno.EPERM, "it belongs to another user", str(path))
    finally:
        os.close(number)


def see_private_database(path: Path, *, make: bool = True) -> None:
    """The same for a database of SQLite and the files beside it."""
    see_private(path, make=make)
    for added in BESIDE:
        with suppress(FileNotFoundError):
            see_private(path.with_name(path.name + added), make=False)
