"""Messages of the OpenAI chat API, and of frameworks that keep their own in that shape: dicts, or objects with those fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from summarylint.inline.codecs.codec import fields_of, rewritten_content, with_field
from summarylint.inline.codecs.marks import opens_as_summary, without_opening
from summarylint.reading.transcripts.chat import is_marked, message_pieces
from summarylint.reading.transcripts.content import ROLES, told
from summarylint.reading.transcripts.window import Piece, name_of


class OpenAIChatCodec:
    """Reads `{"role": ..., "content": ...}`."""

    def key(self, message: Any) -> str | None:
        """The field `id`."""
        return name_of(fields_of(message).get("id"))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the message says; a marked one is a summary."""
        fields = dict(fields_of(message))
        fields["role"] = _role(fields.get("role"))
        content = fields.get("content")
        written = isinstance(content, str) and ROLES[fields["role"]] != "tool" and opens_as_summary(content)
        if is_marked(fields) or written:  # a tool's output may open with any words, and is no summary for it
            yield Piece("summary", without_opening(told(content)))
            return
        yield from message_pieces(fields, content)

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in its content."""
        return with_field(message, "content", rewritten_content(fields_of(message).get("content"), old, new))


def _role(role: Any) -> str:
    value = getattr(role, "value", role)  # an enum in some frameworks
    return value if isinstance(value, str) and value in ROLES else "system"


OPENAI_CHAT = OpenAIChatCodec()
