"""Lists of messages with a role and content, as chat APIs take them; a summary is known by the mark that its maker left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import ROLES, calls, output, pieces, thinking, told
from summarylint.reading.transcripts.window import Entry, Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Note

KEYS = (None, "messages", "history", "conversation")


def is_message(value: Any) -> bool:
    """Is this a message: a role that is known, and content or calls?"""
    return (
        isinstance(value, dict)
        and isinstance(value.get("role"), str)
        and value["role"] in ROLES
        and ("content" in value or "tool_calls" in value)
    )


def messages_of(entry: Entry) -> list[dict[str, Any]]:
    """The messages that an entry is or holds: itself, or the list in a line `{"messages": [...]}`."""
    value = entry.value
    if entry.key in KEYS and is_message(value):
        return [value]
    if entry.key is None and isinstance(value, dict) and isinstance(value.get("messages"), list):
        return [message for message in value["messages"] if is_message(message)]
    return []


def is_marked(message: dict[str, Any]) -> bool:
    """Is the message marked as a summary?

    The marks of LangChain (`lc_source`), Haystack (`context_compaction`), Semantic Kernel (`__summary__`), the Microsoft Agent
    Framework (`_summary_of_message_ids`) and Inspect (`summary` as the only metadata).
    """
    about = message.get("metadata")
    group = message["additional_properties"].get("_group") if isinstance(message.get("additional_properties"), dict) else None
    return any((
        isinstance(message.get("additional_kwargs"), dict) and message["additional_kwargs"].get("lc_source") == "summarization",
        isinstance(message.get("meta"), dict) and "context_compaction" in message["meta"],
        isinstance(about, dict) and (about.get("__summary__") is True or about == {"summary": True}),
        isinstance(group, dict) and "_summary_of_message_ids" in group,
    ))  # fmt: skip


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries in a list of messages: marked messages, and blocks of the type `compaction`."""
    listed = 0
    window = Window(path)
    for entry in entries:
        if entry.key in ("id", "session_id", "conversation_id", "thread_id") and isinstance(entry.value, str):
            window.chain = window.chain or entry.value
        messages = messages_of(entry)
        if entry.key is None and isinstance(entry.value, dict) and "messages" in entry.value:  # a conversation a line
            listed += 1
            window = Window(path, chain=str(entry.value.get("id") or f"{path}:{entry.line}"))
        for message in messages:
            yield from _message(window, message, entry.line)


def _message(window: Window, message: dict[str, Any], line: int) -> Iterator[Compaction | Note]:
    id = str(message["id"]) if isinstance(message.get("id"), str) else None
    content = message.get("content")
    if is_marked(message):
        yield window.compact(told(content), line=line, message=id, surviving=None)
        return
    blocks = content if isinstance(content, list) else None
    for place, block in enumerate(blocks or ()):
        if isinstance(block, dict) and block.get("type") == "compaction" and (block.get("content") or block.get("encrypted_content")):
            # one without content failed, and took the place of nothing
            yield compaction_block(window, block, line)
            content = blocks[place + 1 :] if blocks else content
    window.add(message_pieces(message, content), message=id)


def compaction_block(window: Window, block: dict[str, Any], line: int) -> Compaction | Note:
    """A summary that the provider wrote into the content; everything before it left the window."""
    content = block.get("content")
    if not content:
        return window.opaque(line)
    return window.compact(summary_within(told(content)), line=line, message=block.get("id"))


def summary_within(text: str) -> str:
    """What stands between `<summary>` and its end, where the whole text is that, else the text itself."""
    bare = text.strip()
    within = bare.removeprefix("<summary>").removesuffix("</summary>").strip()
    return within if bare.startswith("<summary>") and within else text


def message_pieces(message: dict[str, Any], content: Any) -> Iterator[Piece]:
    """What a message says."""
    role = message["role"]
    if role in ("tool", "function"):
        yield output(content, message.get("tool_call_id") or message.get("name"))
        return
    for name in ("reasoning_content", "reasoning"):
        if isinstance(message.get(name), str):
            yield thinking(message[name])
            break
    yield from pieces(ROLES[role], content)
    yield from calls(message)
