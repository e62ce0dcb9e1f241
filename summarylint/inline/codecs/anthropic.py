"""Messages of the Anthropic API: blocks, tool results inside user messages, summaries in blocks of the type `compaction`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from summarylint.inline.codecs.codec import UnwritableSummaryError, fields_of, rewritten_content, with_field
from summarylint.inline.codecs.marks import opens_as_summary, without_opening
from summarylint.reading.transcripts.content import pieces, role_of, told
from summarylint.reading.transcripts.window import Piece, name_of


class AnthropicCodec:
    """Reads `{"role": ..., "content": [blocks]}`; the blocks may be dicts or the SDK's own objects."""

    def key(self, message: Any) -> str | None:
        """The id that a response has; what a client writes has none."""
        return name_of(fields_of(message).get("id"))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the message says, block by block."""
        fields = fields_of(message)
        role, content = role_of(fields.get("role"), "user"), fields.get("content")
        if isinstance(content, str):
            if role != "tool" and opens_as_summary(content):  # a tool's output may open with any words
                yield Piece("summary", without_opening(content))
            else:
                yield from pieces(role, content)
            return
        for block in content if isinstance(content, list | tuple) else ():
            given = block if isinstance(block, str) else dict(fields_of(block))
            if isinstance(given, dict) and given.get("type") == "compaction":
                yield Piece("summary", told(given.get("content")))
            else:
                yield from pieces(role, [given])

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in its content. Raises UnwritableSummaryError for a block `compaction`."""
        content = fields_of(message).get("content")
        blocks = content if isinstance(content, list | tuple) else ()
        if any(not isinstance(block, str) and fields_of(block).get("type") == "compaction" for block in blocks):
            raise UnwritableSummaryError("a compaction block is signed and may not be changed; ask for it anew, or append a correction")
        return with_field(message, "content", rewritten_content(content, old, new))


ANTHROPIC = AnthropicCodec()
