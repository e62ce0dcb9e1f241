"""pi: a session header, then an entry a line; `compaction` names the first entry that was kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.model import Author
from summarylint.reading.transcripts.content import output, pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

_PLACE = re.compile(r"e([0-9]{1,18})")
"""An entry without an id: its place in the file."""


def recognises(entry: Entry) -> bool:
    """Is this pi's header, or one of its entries?"""
    item = entry.value
    if entry.key is not None or not isinstance(item, dict):
        return False
    if item.get("type") == "session":
        return "cwd" in item and "id" in item and "timestamp" in item
    if item.get("type") == "compaction":
        return "summary" in item and ("firstKeptEntryId" in item or "firstKeptEntryIndex" in item)
    return item.get("type") == "message" and "timestamp" in item and isinstance(item.get("message"), dict) and "role" in item["message"]


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a session, each with the entries before the first kept one, on its own branch."""
    window, parents = Window(path), {}
    for number, entry in enumerate(entries):
        item = entry.value
        if not isinstance(item, dict):
            continue
        key = item["id"] if isinstance(item.get("id"), str) else f"e{number}"
        if "parentId" in item:
            parents[key] = item["parentId"]
        if item.get("type") == "session":
            window.chain = window.chain or item.get("id")
        elif item.get("type") == "compaction":
            yield _compacted(window, item, key, parents, entry.line)
        elif item.get("type") != "label":
            window.add(entry_pieces(item), message=key, time=item.get("timestamp"))


def _compacted(window: Window, item: dict[str, Any], key: str, parents: dict[str, Any], line: int) -> Compaction | Note:
    if key in parents:
        branch = _branch(key, parents)
        window.drop(lambda message: message in parents and message not in branch)
    first = name_of(item.get("firstKeptEntryId"))
    if first is None and isinstance(item.get("firstKeptEntryIndex"), int):
        first = f"e{item['firstKeptEntryIndex']}"
    messages = window.order()
    kept = _from(messages, first, parents)
    details = item.get("details")
    compactor = details.get("compactor") if isinstance(details, dict) else None
    return window.compact(
        told(item.get("summary")),
        line=line,
        message=key,
        time=item.get("timestamp"),
        kept=set(kept),
        tokens=item.get("tokensBefore"),
        author=Author(summary=compactor) if isinstance(compactor, str) else None,
    )


def _branch(key: str | None, parents: dict[str, Any]) -> set[str]:
    """The entries from this one back to the root; what stands on another branch was left."""
    branch: set[str] = set()
    while isinstance(key, str) and key not in branch:
        branch.add(key)
        key = parents.get(key)
    return branch


def _from(messages: list[str], first: str | None, parents: dict[str, Any]) -> list[str]:
    """The messages from `first` on; where that entry says nothing itself, from the first one after it."""
    if first is None:
        return []
    if first in messages:
        return messages[messages.index(first) :]
    if (number := _PLACE.fullmatch(first)) is not None:  # entries without ids: their places in the file
        return [key for key in messages if (own := _PLACE.fullmatch(key)) is not None and int(own[1]) >= int(number[1])]
    return [key for key in messages if first in _branch(key, parents)]


def entry_pieces(item: dict[str, Any]) -> Iterator[Piece]:
    """What an entry says."""
    if item.get("type") == "branch_summary":
        yield Piece("summary", told(item.get("summary")))
    elif item.get("type") == "custom_message":
        yield from pieces("system", item.get("content"))
    message = item.get("message")
    if item.get("type") != "message" or not isinstance(message, dict):
        return
    role = message.get("role")
    if role == "bashExecution":  # a command that the user ran himself, with `!!` for his own eyes only
        if not message.get("excludeFromContext"):
            yield Piece("user", f"$ {told(message.get('command'))}")
            yield output(message.get("output"))
    elif role == "toolResult":
        yield output(message.get("content"), message.get("toolCallId"))
    elif role in ("branchSummary", "compactionSummary"):
        yield Piece("summary", told(message.get("summary")))
    else:
        yield from pieces(role_of(role), message.get("content"))


FORMAT = Format(
    name="pi",
    title="pi",
    found="~/.pi/agent/sessions/**/*.jsonl (versions 1 to 3)",
    knows="every summary with what it replaced, the entries that were kept, the branch it belongs to, the size of the window",
    lacks="a summary that an extension made is known as such only where the file names the extension",
    recognises=recognises,
    read=read,
)
