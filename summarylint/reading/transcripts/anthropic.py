"""Messages of the Anthropic API, with the blocks `compaction` in which the provider writes its summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.reading.transcripts.chat import messages_of, read
from summarylint.reading.transcripts.format import Format

if TYPE_CHECKING:
    from summarylint.reading.transcripts.window import Entry

BLOCKS = ("tool_use", "tool_result", "thinking", "redacted_thinking", "compaction", "server_tool_use")


def recognises(entry: Entry) -> bool:
    """Is this a message with a block that only this API has?"""
    blocks = (block for message in messages_of(entry) if isinstance(message.get("content"), list) for block in message["content"])
    return any(isinstance(block, dict) and block.get("type") in BLOCKS for block in blocks)


FORMAT = Format(
    name="anthropic",
    title="Anthropic API messages",
    found="a list of messages, a request with `messages`, or one a line",
    knows="every block `compaction` with the messages before it",
    lacks="messages that the client dropped together with the summary; an encrypted summary is counted as opaque",
    recognises=recognises,
    read=read,
    generic=True,
)
