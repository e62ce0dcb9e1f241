"""The transcript of a session as a file: opened so that nothing in its place can make the hook wait, and read in rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from summarylint.inline.claude_code.event import HookError
from summarylint.reading.claude_code_rows import is_aside, is_spoken, is_summary, listed_as_preserved
from summarylint.reading.opening import open_found

LONGEST_ROW = 64 << 20
"""Bytes of one row; a longer one is cut there, and so left out."""


@contextmanager
def opened_file(path: str) -> Iterator[BinaryIO]:
    """A file to read, the links to it followed. Raises HookError for anything that is no file: a folder, a pipe, a device."""
    try:
        found = open_found(Path(path).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise HookError(f"{path!r} cannot be read: {reason}") from None
    with found as file:
        yield file


def lines_of(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The whole lines of a file from where it stands, each with the offset at which it begins.

    A last line without an end is still being written, and is left out.
    """
    at = file.tell()
    while line := file.readline(LONGEST_ROW):
        if line.endswith(b"\n"):
            yield at, line
        at += len(line)


def row_of(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line, None where it holds none."""
    try:
        value = json.loads(line.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def is_message(row: dict[str, Any]) -> bool:
    """Is this row a message of the main agent's window, and no summary?"""
    return is_spoken(row) and not (is_aside(row) or row.get("isMeta") or is_summary(row))


def preserved(boundary: dict[str, Any]) -> frozenset[str]:
    """The uuids of the messages that stay word for word in the window beside the summary."""
    return listed_as_preserved(boundary.get("compactMetadata") or boundary.get("compact_metadata")) or frozenset()
