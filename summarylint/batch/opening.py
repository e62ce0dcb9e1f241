"""Opening an input, wherever it lies: a path of this machine, or an address that fsspec knows (`s3://`, `gs://`)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from summarylint.batch.job import BatchError
from summarylint.reading.opening import open_found

if TYPE_CHECKING:
    from collections.abc import Iterator


def is_remote(path: str) -> bool:
    """Is this an address, and no path of this machine?"""
    return "://" in path


def filesystem(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it. Raises BatchError where what reads it is not installed."""
    try:
        import fsspec
    except ImportError:
        raise BatchError(f"{address}: pip install 'summarylint[batch]' to read addresses") from None
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise BatchError(f"{address}: {error}") from None
    return found


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of an input. Raises OSError where it cannot be opened."""
    if is_remote(path):
        files, inner = filesystem(path)
        with files.open(inner, "rb") as file:
            yield cast("BinaryIO", file)
    else:
        with open_found(path) as file:
            yield file
