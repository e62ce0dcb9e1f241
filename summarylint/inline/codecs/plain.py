"""Spans as they are, and dicts in the shape of a record's spans: `{"id", "role", "text", "kind"}`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from summarylint.model import Span, SpanKind
from summarylint.reading.transcripts.content import role_of
from summarylint.reading.transcripts.window import Piece, name_of

KINDS: tuple[SpanKind, ...] = get_args(SpanKind)


class PlainCodec:
    """Reads spans; one of the role `summary` is a summary."""

    def key(self, message: Any) -> str | None:
        """The span's id."""
        return message.id if isinstance(message, Span) else name_of(message.get("id"))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """The span's text."""
        if isinstance(message, Span):
            yield Piece(message.role, message.text, message.kind)
        elif isinstance(message, Mapping):
            role = "summary" if message.get("role") == "summary" else role_of(message.get("role"))
            usual: SpanKind = "tool_output" if role == "tool" else "text"
            kind = next((known for known in KINDS if known == message.get("kind")), usual)
            yield Piece(role, str(message.get("text", "")), kind)

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another text."""
        if isinstance(message, Span):
            return replace(message, text=message.text.replace(old, new, 1) if old else new)
        text = str(message.get("text", ""))
        return {**message, "text": text.replace(old, new, 1) if old else new}


PLAIN = PlainCodec()
