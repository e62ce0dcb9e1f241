"""Gemini CLI sessions: a JSON document, or lines that may rewrite what stood before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, listed, objects, output, thinking
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.gemini_content import (
    ACKNOWLEDGED,
    content_pieces,
    is_setup,
    is_snapshot,
    parts_of,
    response,
    summary_of,
    text_of,
)
from summarylint.reading.transcripts.window import Piece, Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

SPEAKERS = {"user": "user", "gemini": "model"}


def is_message(item: Any) -> bool:
    """Is this a message of the user or the model?"""
    return isinstance(item, dict) and item.get("type") in tuple(SPEAKERS) and "content" in item


def recognises(entry: Entry) -> bool:
    """Is this a session's header line, a rewrite, or a message?"""
    item = entry.value
    if entry.key not in (None, "messages") or not isinstance(item, dict):
        return False
    if entry.key is None and ("projectHash" in item or "$rewindTo" in item or isinstance(item.get("$set") or item.get("$patch"), dict)):
        return True
    return is_message(item) and "id" in item and "timestamp" in item


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compressions of a session; a message that is written again takes the place of its first writing."""
    reader = _Reader(Window(path))
    for entry in entries:
        if entry.key == "sessionId":
            reader.window.chain = str(entry.value)
        elif entry.key in (None, "messages") and isinstance(entry.value, dict):
            yield from reader.line(entry.value, entry.line)


class _Reader:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.snapshot: dict[str, Any] | None = None
        """A snapshot that stands among the messages, and what it replaced is not told yet."""

    def line(self, item: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
        change, patch = item.get("$set"), item.get("$patch")
        if "projectHash" in item:
            self.window.chain = self.window.chain or item.get("sessionId")
        if isinstance(item.get("$rewindTo"), str):
            self._rewind(item["$rewindTo"])
        elif isinstance(change, dict):
            if isinstance(change.get("messages"), list):
                yield from self._rewritten([message for message in change["messages"] if is_message(message)], line)
        elif isinstance(patch, dict):
            yield from self._patched(patch, line)
        elif is_message(item):
            yield from self._message(item, line)

    def _message(self, item: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
        if self.snapshot is not None and not _acknowledges(item):
            yield from self._told(line, kept=(), surviving=None)
        if item["type"] == "user" and is_snapshot(item["content"]) and name_of(item.get("id")) not in self.window.order():
            self.snapshot = item
        elif self.snapshot is None:
            self._add(item)

    def _told(self, line: int, *, kept: tuple[str, ...], surviving: tuple[str, ...] | None) -> Iterator[Compaction | Note]:
        item, self.snapshot = self.snapshot, None
        assert item is not None
        yield self._compacted(item, line, kept, surviving)

    def _compacted(self, item: dict[str, Any], line: int, kept: Any, surviving: Any = ()) -> Compaction | Note:
        return self.window.compact(
            summary_of(item["content"]), line=line, message=item.get("id"), time=item.get("timestamp"), kept=set(kept), surviving=surviving
        )

    def _add(self, item: dict[str, Any]) -> None:
        id = name_of(item.get("id"))
        if id is not None and any(held.message == id for held in reversed(self.window.held)):
            self.window.drop(lambda message: message == id)
        self.window.add(message_pieces(item), message=id, time=item.get("timestamp"))

    def _rewind(self, id: str) -> None:
        keys = self.window.order()
        gone = set(keys[keys.index(id) :]) if id in keys else set(keys)
        self.window.drop(lambda message: message in gone)

    def _rewritten(self, messages: list[dict[str, Any]], line: int) -> Iterator[Compaction | Note]:
        """The whole history anew: the setup, a summary with an answer to it, and the tail that was kept.

        Answers of tools come as messages of their own there; they stand in the window already, with their calls.
        """
        known = set(self.window.order())
        kept = [id for message in messages if (id := name_of(message.get("id"))) in known and id is not None]
        new = [message for message in messages if name_of(message.get("id")) not in known and not self._answers(message)]
        setup = [message for message in new if message["type"] == "user" and is_setup(message.get("content"))]
        new = [message for message in new if message not in setup]
        self.snapshot = None
        if new and new[0].get("type") == "user" and (is_snapshot(new[0].get("content")) or _is_summary(messages, new)):
            yield self._compacted(new[0], line, kept)
            new = [message for message in new[1:] if not _acknowledges(message)]
        else:
            self.window.drop(lambda message: message not in kept)
        if not self.window.held:  # the window begins
            new = setup + new
        for message in new:
            self._add(message)

    def _answers(self, message: dict[str, Any]) -> bool:
        """Is this nothing but answers of tools that the window holds?"""
        parts = [part for part in parts_of(message.get("content")) if isinstance(part, dict)]
        given = [part["functionResponse"].get("id") for part in parts if isinstance(part.get("functionResponse"), dict)]
        here = {held.span.id for held in self.window.held if held.span.kind == "tool_output"}
        return bool(given) and all(id in here for id in given)

    def _patched(self, patch: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
        removed = {str(id) for id in listed(patch.get("removeIds"))}
        if self.snapshot is not None:
            yield from self._told(line, kept=tuple(key for key in self.window.order() if key not in removed), surviving=())
        self.window.drop(lambda message: message in removed)


def _acknowledges(item: dict[str, Any]) -> bool:
    """The model's answer to a snapshot, which the program writes itself: words, and no call."""
    return item.get("type") == "gemini" and not item.get("toolCalls") and text_of(item.get("content")).startswith(ACKNOWLEDGED)


def _is_summary(messages: list[dict[str, Any]], new: list[dict[str, Any]]) -> bool:
    """Is the first new message of a rewritten history a summary, whatever it says? Only it and the answer to it are new."""
    own = [message for message in messages if not is_setup(message.get("content"))]
    return own[:2] == new[:2] and len(new) == 2 and _acknowledges(new[1])


def message_pieces(item: dict[str, Any]) -> Iterator[Piece]:
    """What a message says: its thoughts, its words, its calls with what came of them."""
    for thought in objects(item.get("thoughts")):
        yield thinking(": ".join(str(thought[name]) for name in ("subject", "description") if thought.get(name)))
    yield from content_pieces(SPEAKERS[item["type"]], item.get("content"))
    for made in objects(item.get("toolCalls")):
        yield call(made.get("name"), made.get("args"), made.get("id"))
        yield output("\n".join(_results(made)), made.get("id"))


def _results(made: dict[str, Any]) -> Iterator[str]:
    for part in parts_of(made.get("result")):
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict) and isinstance(part.get("functionResponse"), dict):
            yield told_response(part["functionResponse"])
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            yield part["text"]


def told_response(given: dict[str, Any]) -> str:
    """A function's response as text."""
    return output(response(given)).text


FORMAT = Format(
    name="gemini",
    title="Gemini CLI sessions",
    found="~/.gemini/tmp/<project>/chats/session-*.jsonl or .json",
    knows="lines: every summary with what it replaced and the tail that was kept",
    lacks="a .json session, which does not say how much of the tail stayed: survival is unknown there",
    recognises=recognises,
    read=read,
)
