"""Qwen Code: records with a parent a line; `chat_compression` holds the history that takes the place of the old one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.gemini_content import content_pieces, fingerprint, text_of
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

ROLE_OF_TYPE = {"user": "user", "assistant": "model", "tool_result": "tool"}
HEAD = 2
"""The summary and the model's answer to it, which open a compressed history."""


def recognises(entry: Entry) -> bool:
    """Is this a record of Qwen Code: a message with parts, or a compression?"""
    record = entry.value
    if entry.key is not None or not isinstance(record, dict) or "uuid" not in record or "sessionId" not in record:
        return False
    if record.get("type") == "system":
        return isinstance(record.get("systemPayload"), dict)
    message = record.get("message")
    return record.get("type") in tuple(ROLE_OF_TYPE) and isinstance(message, dict) and isinstance(message.get("parts"), list)


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compressions of a session, each with what stood before it on its branch."""
    window, parents, prints = Window(path), dict[str, Any](), dict[str, bytes]()
    for entry in entries:
        record = entry.value
        if not isinstance(record, dict) or not isinstance(uuid := record.get("uuid"), str) or uuid in parents:
            continue
        parents[uuid] = record.get("parentUuid")
        window.chain = window.chain or record.get("sessionId")
        payload = record.get("systemPayload")
        if record.get("subtype") == "chat_compression" and isinstance(payload, dict):
            history = payload.get("compressedHistory")
            if isinstance(history, list) and history:
                _leave_branches(window, uuid, parents)
                yield _compressed(window, record, payload, history, prints, entry.line)
        elif recognises(entry) and record["type"] != "system":
            prints[uuid] = fingerprint(record["message"])
            window.add(content_pieces(ROLE_OF_TYPE[record["type"]], record["message"]), message=uuid, time=record.get("timestamp"))


def _leave_branches(window: Window, uuid: str, parents: dict[str, Any]) -> None:
    """Forget the messages that do not lead to this record: they were rewound."""
    branch: set[str] = set()
    at: Any = uuid
    while isinstance(at, str) and at not in branch:
        branch.add(at)
        at = parents.get(at)
    if any(message in branch for message in window.order()):
        window.drop(lambda message: message in parents and message not in branch)


def _compressed(
    window: Window, record: dict[str, Any], payload: dict[str, Any], history: list[Any], prints: dict[str, bytes], line: int
) -> Compaction | Note:
    tail = {fingerprint(content) for content in history[HEAD:]}
    kept: set[str] = set()
    for message in reversed(window.order()):  # the tail is the end of the window; equal words further up are not it
        if prints.get(message) not in tail:
            break
        kept.add(message)
    about = payload.get("info")
    made = window.compact(
        text_of(history[0]),
        line=line,
        message=record["uuid"],
        time=record.get("timestamp"),
        kept=kept,
        tokens=about.get("originalTokenCount") if isinstance(about, dict) else None,
    )
    for message in [name for name in prints if name not in kept]:
        del prints[message]
    return made


FORMAT = Format(
    name="qwen",
    title="Qwen Code",
    found="~/.qwen/projects/*/chats/*.jsonl",
    knows="every summary with what it replaced, the tail that was kept, the branch it belongs to, the size of the window",
    lacks="what was cut out of long outputs before the summariser saw them",
    recognises=recognises,
    read=read,
)
