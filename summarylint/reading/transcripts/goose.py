"""goose: a session export; what only the agent sees is its summary, what only the user sees was replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, objects, output, pieces, role_of
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note


def recognises(entry: Entry) -> bool:
    """Is this goose's session header, or a message that says who sees it?"""
    item = entry.value
    if entry.key not in (None, "conversation", "messages") or not isinstance(item, dict):
        return False
    if entry.key is None and "working_dir" in item and ("message_count" in item or "description" in item) and "role" not in item:
        return True
    if item.get("role") not in ("user", "assistant") or not isinstance(item.get("content"), list) or "created" not in item:
        return False
    return _about(item) != {} or any(isinstance(block, dict) and block.get("type") in GOOSE_BLOCKS for block in item["content"])


GOOSE_BLOCKS = ("toolRequest", "toolResponse", "frontendToolRequest", "systemNotification", "conversationCompacted")


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a session: a user message hidden from the user, and the assistant's hidden answer after it."""
    window = Window(path)
    hidden: Entry | None = None
    for entry in entries:
        item = entry.value
        if entry.key in ("id", "session_id") and isinstance(item, str | int):
            if hidden is not None:
                yield _compacted(window, hidden)
            window, hidden = (Window(path) if window.messages else window), None
            window.chain = str(item)
        if entry.key not in (None, "conversation", "messages") or not isinstance(item, dict) or "role" not in item:
            continue
        if hidden is not None:
            if item["role"] == "assistant" and _is_hidden(item):
                yield _compacted(window, hidden)
                hidden = None
                continue
            _add(window, hidden.value)
            hidden = None
        if item["role"] == "user" and _is_hidden(item) and not any(piece.role == "tool" for piece in message_pieces(item)):
            hidden = entry
        else:
            _add(window, item)
    if hidden is not None:
        yield _compacted(window, hidden)


def _compacted(window: Window, entry: Entry) -> Compaction | Note:
    item = entry.value
    texts = [piece.text for piece in message_pieces(item) if piece.kind == "text"]
    return window.compact("\n".join(texts), line=entry.line, message=item.get("id"), time=item.get("created"))


def _add(window: Window, item: dict[str, Any]) -> None:
    window.add(message_pieces(item), message=item.get("id"), time=item.get("created"))


def _about(item: dict[str, Any]) -> dict[str, Any]:
    """Who sees the message: `userVisible` and `agentVisible`, in either spelling."""
    about = item.get("metadata")
    if not isinstance(about, dict):
        return {}
    plain = {name.replace("_", "").lower(): value for name, value in about.items()}
    return {name: plain[name] for name in ("uservisible", "agentvisible") if name in plain}


def _is_hidden(item: dict[str, Any]) -> bool:
    return _about(item).get("uservisible") is False


def message_pieces(item: dict[str, Any]) -> Iterator[Piece]:
    """What a message says, block by block."""
    role = role_of(item.get("role"))
    for block in objects(item.get("content")):
        if block.get("type") in ("toolRequest", "frontendToolRequest"):
            made = _inner(block.get("toolCall"))
            yield call(made.get("name"), made.get("arguments"), block.get("id"))
        elif block.get("type") == "toolResponse":
            given = block.get("toolResult")
            result = _inner(given)
            yield output(result.get("content", result.get("error", given)), block.get("id"))
        else:
            yield from pieces(role, [block])


def _inner(result: Any) -> dict[str, Any]:
    """What a result of Rust holds: `{status, value}`, `{Ok: value}`, or the value itself."""
    if not isinstance(result, dict):
        return {"content": result} if result is not None else {}
    for name in ("value", "Ok"):
        if name in result:
            return result[name] if isinstance(result[name], dict) else {"content": result[name]}
    return result


FORMAT = Format(
    name="goose",
    title="goose sessions",
    found="sessions.db; goose session export --format json; older sessions *.jsonl",
    knows="every summary with the messages before it",
    lacks="which message of the user was told again after a summary",
    recognises=recognises,
    read=read,
)
