"""Items of the OpenAI Responses API; the provider's own summaries (`compaction`) are encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from summarylint.inline.codecs.codec import UnwritableSummaryError, fields_of, rewritten_content, with_field
from summarylint.inline.codecs.marks import opens_as_summary, without_opening
from summarylint.reading.transcripts.chat import is_marked
from summarylint.reading.transcripts.codex import item_pieces
from summarylint.reading.transcripts.content import role_of, told
from summarylint.reading.transcripts.openai_responses import COMPACTIONS
from summarylint.reading.transcripts.window import Piece, name_of


class ResponsesCodec:
    """Reads `{"type": ..., ...}`, and messages without a type."""

    def key(self, message: Any) -> str | None:
        """The item's own id."""
        return name_of(fields_of(message).get("id"))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the item says; an encrypted summary says nothing."""
        item = dict(fields_of(message))
        if item.get("type") in COMPACTIONS:
            yield Piece("summary", told(item.get("content") or item.get("summary") or ""))
        elif is_marked(item) or _opens_as_summary(item):
            yield Piece("summary", without_opening(told(item.get("content"))))
        else:
            yield from item_pieces(item)

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in its content. Raises UnwritableSummaryError for the provider's own."""
        item = fields_of(message)
        if item.get("type") in COMPACTIONS:
            raise UnwritableSummaryError(
                "a compaction item is the provider's and may not be changed; say in a message of your own what is wrong"
            )
        return with_field(message, "content", rewritten_content(item.get("content"), old, new))


def _opens_as_summary(item: dict[str, Any]) -> bool:
    """Is it a message that opens as a summary? What a tool gave may open with any words."""
    content = item.get("content")
    said = item.get("type") in (None, "message") and role_of(item.get("role")) != "tool"
    return said and isinstance(content, str) and opens_as_summary(content)


RESPONSES = ResponsesCodec()
