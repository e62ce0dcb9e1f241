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
    """The summaries of a session: a user message hidden from the user, and the assistant's hidden answer after it.

    The user's last message may be told again right behind them: it was summarised, and stays all the same.
    """
    reader = _Reader(Window(path))
    for entry in entries:
        item = entry.value
        if entry.key in ("id", "session_id") and isinstance(item, str | int):
            yield from reader.summary(None)
            reader = _Reader(Window(path) if reader.window.messages else reader.window)
            reader.window.chain = str(item)
        elif entry.key in (None, "conversation", "messages") and isinstance(item, dict) and "role" in item:
            yield from reader.message(entry)
    yield from reader.summary(None)


class _Reader:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.hidden: Entry | None = None
        """A message of the user that is hidden from him, which an answer makes a summary."""
        self.answered = False

    def message(self, entry: Entry) -> Iterator[Compaction | Note]:
        item = entry.value
        if self.hidden is not None and not self.answered and item["role"] == "assistant" and _is_hidden(item):
            self.answered = True
            return
        again = _told_again(self.window, item) if self.answered else None
        if self.answered:
            yield from self.summary(again)
        elif self.hidden is not None:
            _add(self.window, self.hidden.value)
            self.hidden = None
        if item["role"] == "user" and _is_hidden(item) and not any(piece.role == "tool" for piece in message_pieces(item)):
            self.hidden = entry
        elif again is None:
            _add(self.window, item)

    def summary(self, again: str | None) -> Iterator[Compaction | Note]:
        """The summary that waits, now that it is known which message is told again behind it."""
        if self.hidden is not None:
            hidden, self.hidden, self.answered = self.hidden, None, False
            yield _compacted(self.window, hidden, again)


def _told_again(window: Window, item: dict[str, Any]) -> str | None:
    """The message in the window that this one of the user tells again."""
    text = "\n".join(piece.text for piece in message_pieces(item) if piece.kind == "text")
    if item["role"] != "user" or not text:
        return None
    return next((held.message for held in reversed(window.held) if held.span.role == "user" and held.span.text == text), None)


def _compacted(window: Window, entry: Entry, again: str | None) -> Compaction | Note:
    item = entry.value
    texts = [piece.text for piece in message_pieces(item) if piece.kind == "text"]
    surviving = [again] if again is not None else []
    return window.compact("\n".join(texts), line=entry.line, message=item.get("id"), time=item.get("created"), surviving=surviving)


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
    lacks="outputs that were taken out before the summariser saw them",
    recognises=recognises,
    read=read,
)
