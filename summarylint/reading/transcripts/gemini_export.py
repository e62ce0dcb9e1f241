"""Gemini CLI exports (`/chat save`, `/chat share`): the current window alone, as a list of contents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.gemini_content import (
    ACKNOWLEDGED,
    content_pieces,
    fingerprint,
    is_setup,
    is_snapshot,
    summary_of,
    text_of,
)
from summarylint.reading.transcripts.window import Note, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry

LARGEST_SIBLING = 64 << 20
"""Bytes of another export that is looked through for what a summary replaced."""


def recognises(entry: Entry) -> bool:
    """Is this a content: a role and parts?"""
    content = entry.value
    return (
        entry.key in (None, "history", "contents", "messages")
        and isinstance(content, dict)
        and content.get("role") in ("user", "model", "function")
        and isinstance(content.get("parts"), list)
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summary at the head of a window, with what it replaced out of an earlier export in the same folder.

    That export is known by its content: it holds the first message of the tail that was kept. A summary further down
    replaced what stands before it.
    """
    window = Window(path)
    tail: list[tuple[Entry, bytes]] = []
    opening: Entry | None = None
    begun = False
    for entry in entries:
        if not recognises(entry):
            continue
        content = entry.value
        if content["role"] == "user" and is_snapshot(content):
            if begun:
                yield window.compact(summary_of(content), line=entry.line, surviving=None)
                continue
            opening = entry
        elif opening is not None and len(tail) < 2:
            tail.append((entry, fingerprint(content)))
        begun = begun or not _opens(content)
        window.add(content_pieces(content["role"], content), message=f"c{window.messages + 1}")
    if opening is not None:
        # the first content after the snapshot is the answer to it
        yield _from_sibling(opening, tail[1][1] if len(tail) > 1 else None, path)


def _opens(content: dict[str, Any]) -> bool:
    """Is this what the program opens a window with: the setup, and until 2025 an answer to it?"""
    return is_setup(content) or (content["role"] == "model" and text_of(content).startswith(ACKNOWLEDGED))


def _from_sibling(opening: Entry, first_kept: bytes | None, path: str) -> Compaction | Note:
    earlier = Window(path)
    found = first_kept is not None and _fill(earlier, first_kept, path)
    if not found:
        return Note("incomplete", "what it replaced is not in this export, nor in one beside it", path, opening.line, f"{path}/1")
    return earlier.compact(summary_of(opening.value), line=opening.line)


def _fill(window: Window, first_kept: bytes, path: str) -> bool:
    """Fill the window with what stands before the kept tail in another export; the one that holds most of it is taken."""
    best: list[dict[str, Any]] = []
    for file in sorted(Path(path).parent.glob("*.json")):
        if not file.is_file() or file.resolve() == Path(path).resolve() or file.stat().st_size > LARGEST_SIBLING:
            continue
        before = _before(file, first_kept)
        if before is not None and len(before) > len(best):
            best = before
    begun = False
    for number, content in enumerate(best, 1):
        if not begun and content["role"] == "user" and is_snapshot(content):
            window.open_with(summary_of(content), message=f"c{number}")
        elif not is_setup(content):  # which is written anew into each window
            window.add(content_pieces(content["role"], content), message=f"c{number}")
        begun = begun or not _opens(content)
    return bool(best)


def _before(file: Path, first_kept: bytes) -> list[dict[str, Any]] | None:
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    contents = document.get("history", document.get("contents")) if isinstance(document, dict) else document
    contents = [one for one in contents if isinstance(one, dict) and "role" in one and "parts" in one] if isinstance(contents, list) else []
    return next((contents[:place] for place, content in enumerate(contents) if place and fingerprint(content) == first_kept), None)


FORMAT = Format(
    name="gemini-export",
    title="Gemini CLI exports",
    found="/chat save and /chat share: checkpoint-*.json",
    knows="the summary at the head of the window; what it replaced, where an earlier export of the chat lies in the same folder",
    lacks="times and ids; without the earlier export a summary cannot be checked",
    recognises=recognises,
    read=read,
)
