"""Messages of LangChain and LangGraph, by their attributes: `type`, `content`, `id`, `tool_calls`, `additional_kwargs`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from summarylint.inline.codecs.codec import rewritten_content, with_field
from summarylint.inline.codecs.marks import opens_as_summary, without_opening
from summarylint.reading.transcripts.content import told
from summarylint.reading.transcripts.langchain import is_summary, message_pieces
from summarylint.reading.transcripts.window import Piece, name_of

FIELDS = ("content", "tool_calls", "tool_call_id", "additional_kwargs")


class LangChainCodec:
    """Reads message objects."""

    def key(self, message: Any) -> str | None:
        """The message's id."""
        return name_of(getattr(message, "id", None))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the message says; one that the summarizing middleware marked is a summary."""
        kind = getattr(message, "type", None)
        if kind == "remove":
            return
        fields = {name: value for name in FIELDS if (value := getattr(message, name, None)) is not None}
        text = told(fields.get("content"))
        if is_summary(fields) or (kind in ("human", "system") and opens_as_summary(text)):
            yield Piece("summary", without_opening(text))
            return
        yield from message_pieces({"type": str(kind).removesuffix("MessageChunk").lower(), **fields})

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in its content."""
        return with_field(message, "content", rewritten_content(message.content, old, new))


LANGCHAIN = LangChainCodec()
