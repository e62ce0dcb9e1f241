"""opencode: messages of parts; a user's part `compaction`, then an assistant message that is the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, objects, output, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Held, Piece, Window, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction, Role
    from summarylint.reading.transcripts.window import Entry, Note


def recognises(entry: Entry) -> bool:
    """Is this a message: what it is about, and its parts?"""
    message = entry.value
    return (
        entry.key in (None, "messages")
        and isinstance(message, dict)
        and isinstance(message.get("info"), dict)
        and "role" in message["info"]
        and isinstance(message.get("parts"), list)
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of each session; what an earlier pruning took out of the window was not seen by the summariser."""
    reader = _Reader(Window(path))
    for entry in entries:
        if entry.key == "info" and isinstance(entry.value, dict):
            reader.session(entry.value.get("id"))
        elif recognises(entry):
            yield from reader.message(entry.value["info"], objects(entry.value["parts"]), entry.line)


class _Reader:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.asked: dict[str, Any] | None = None
        self.users: list[str] = []
        """The user's messages since the last compaction."""
        self.cleared: dict[str, float] = {}

    def session(self, id: Any) -> None:
        """What follows is of this session."""
        if self.window.chain is not None and id is not None and id != self.window.chain:
            self.__init__(Window(self.window.path))  # type: ignore[misc]
        self.window.chain = id if id is not None else self.window.chain

    def message(self, info: dict[str, Any], parts: list[dict[str, Any]], line: int) -> Iterator[Compaction | Note]:
        self.session(info.get("sessionID"))
        marker = next((part for part in parts if part.get("type") == "compaction"), None)
        if info["role"] == "user" and marker is not None:
            self.asked = marker
        elif info["role"] == "assistant" and info.get("summary") is True:
            asked, self.asked = self.asked or {}, None
            if not info.get("error") and (text := _summary(parts)):
                yield self._compacted(info, text, asked, line)
                self.users.clear()
        else:
            key = self.window.add(message_pieces(info["role"], parts), message=info.get("id"), time=_time(info, "created"))
            self.cleared.update(_cleared(parts))
            if info["role"] == "user":
                self.users.append(key)

    def _compacted(self, info: dict[str, Any], summary: str, asked: dict[str, Any], line: int) -> Compaction | Note:
        window, messages = self.window, self.window.order()
        tail = name_of(asked.get("tail_start_id") or info.get("tail_start_id")) or ""
        kept = set(messages[messages.index(tail) :]) if tail in messages else set[str]()
        made = _time(info, "created")
        when = made if isinstance(made, int | float) else 0
        here = {held.span.id for held in window.held}
        gone = {id for id, at in self.cleared.items() if at <= when and id in here}
        again = self._told_again(messages) if asked.get("overflow") is True else set[str]()

        def shown(held: Held) -> bool:
            return held.message not in again and (held.span.kind != "tool_output" or held.span.id not in gone)

        return window.compact(
            summary,
            line=line,
            message=info.get("id"),
            time=made,
            kept=kept,
            shown=shown if gone or again else None,
        )

    def _told_again(self, messages: list[str]) -> set[str]:
        """The user's last message and what follows it: where the window overflowed they are not summarised, and it is told again.

        With no other message of the user before it, all is summarised.
        """
        users = [key for key in self.users if key in messages]
        return set(messages[messages.index(users[-1]) :]) if len(users) > 1 else set()


def _summary(parts: list[dict[str, Any]]) -> str:
    texts = [told(part.get("text")).strip() for part in parts if part.get("type") == "text"]
    return "\n\n".join(text for text in texts if text)


def _time(info: dict[str, Any], name: str) -> Any:
    return info["time"].get(name) if isinstance(info.get("time"), dict) else None


def _cleared(parts: list[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    """The outputs that were taken out of the window, and when (milliseconds)."""
    for part in parts:
        state = part.get("state")
        at = _time(state, "compacted") if isinstance(state, dict) else None
        if isinstance(at, int | float):
            yield str(part.get("callID")), at


def message_pieces(role: str, parts: list[dict[str, Any]]) -> Iterator[Piece]:
    """What a message says, part by part. Files that the user attached are told in the user's turn, as the model was shown them."""
    speaker: Role = "user" if role == "user" else "assistant"
    for part in parts:
        kind, text = part.get("type"), told(part.get("text"))
        if kind == "text" and not part.get("ignored"):
            yield Piece(speaker, text, id=part.get("id"))
        elif kind == "reasoning":
            yield Piece("assistant", text, "thinking", part.get("id"))
        elif kind == "tool" and isinstance(state := part.get("state"), dict):
            yield call(part.get("tool"), state.get("input"), part.get("callID"))
            yield output(state["output"] if state.get("output") is not None else state.get("error"), part.get("callID"))


FORMAT = Format(
    name="opencode",
    title="opencode and Kilo Code sessions",
    found="opencode.db; opencode export <session> > session.json; older sessions: the folder storage/message/<session>",
    knows="every summary with what it replaced, the tail that was kept, outputs that had been cleared before",
    lacks="how much of a long tool output the summariser was shown",
    recognises=recognises,
    read=read,
)
