"""Qwen Code: records with a parent a line; `chat_compression` holds the history that takes the place of the old one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import listed
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
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

ROLE_OF_TYPE = {"user": "user", "assistant": "model", "tool_result": "tool"}
NOTICES = ("notification", "background_task_completed", "cron", "goal_runtime", "agent_bootstrap", "agent_launch_prompt", "agent_retry")
"""Subtypes of messages in the user's place that the program wrote."""


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
            head = [content for content in listed(history) if isinstance(content, dict) and not is_setup(content)]
            if _opens_with_summary(head):  # else only old outputs were cleared
                _leave_branches(window, uuid, parents)
                yield _compressed(window, record, payload, head, prints, entry.line)
        elif recognises(entry) and record["type"] != "system":
            prints[uuid] = fingerprint(record["message"])
            role = "system" if record["type"] == "user" and _is_notice(record) else ROLE_OF_TYPE[record["type"]]
            window.add(content_pieces(role, record["message"]), message=uuid, time=record.get("timestamp"))


def _is_notice(record: dict[str, Any]) -> bool:
    """Did the program write this message in the user's place?"""
    return record.get("subtype") in NOTICES or record.get("provenance") not in (None, "real_user")


def _opens_with_summary(history: list[dict[str, Any]]) -> bool:
    """Does a compressed history begin with a summary: a snapshot, or anything that the program's own answer follows?"""
    if not history:
        return False
    answered = len(history) > 1 and history[1].get("role") == "model" and text_of(history[1]).startswith(ACKNOWLEDGED)
    return is_snapshot(history[0]) or answered


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
    tail = {fingerprint(content) for content in history[1:]}
    kept: set[str] = set()
    for message in reversed(window.order()):  # the tail is the end of the window; equal words further up are not it
        if prints.get(message) not in tail:
            break
        kept.add(message)
    about = payload.get("info")
    made = window.compact(
        summary_of(history[0]),
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
