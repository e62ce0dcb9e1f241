"""Opening files so that nothing in their place keeps a run waiting for ever."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO


def open_named(path: str | Path) -> BinaryIO:
    """Open a file that the user named: a regular one, or a pipe such as the one that a shell puts there for `<(...)`.

    Raises OSError, which says why, where there is none, and for a device.
    """
    _refuse_device(Path(path).stat())
    return Path(path).open("rb")


def open_found(path: str | Path) -> BinaryIO:
    """Open a file that was found and that nobody named: a regular one. Raises OSError, which says why, for anything else."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(number).st_mode
    if not stat.S_ISREG(mode):
        os.close(number)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "it is no file", str(path))
    return os.fdopen(number, "rb")


def standard_input() -> BinaryIO:
    """Standard input. Raises OSError where it is closed, and for a device that is no terminal."""
    if sys.stdin is None:  # the program was started with it closed
        raise OSError(errno.EBADF, "standard input is closed")
    stream = sys.stdin.buffer
    try:
        told = os.fstat(stream.fileno())
    except OSError:  # a stream of the caller's own making
        return stream
    if not stream.isatty():
        _refuse_device(told)
    return stream


def _refuse_device(told: os.stat_result) -> None:
    """Raise OSError for a device, which may never end; the one that is always empty does."""
    if stat.S_ISBLK(told.st_mode) or (stat.S_ISCHR(told.st_mode) and not _is_empty(told)):
        raise OSError(errno.EINVAL, "it is a device, which may never end; give a file, or pipe its bytes to standard input")


def _is_empty(told: os.stat_result) -> bool:
    try:
        return Path(os.devnull).stat().st_rdev == told.st_rdev
    except OSError:  # there is none here
        return False
