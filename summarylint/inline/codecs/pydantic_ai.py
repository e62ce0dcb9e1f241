"""Messages of Pydantic AI and their parts, by the attribute `part_kind`; a summary is a part `compaction`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import Any

from summarylint.inline.codecs.codec import UnwritableSummaryError, rewritten_content
from summarylint.inline.codecs.marks import opens_as_summary, without_opening
from summarylint.model import Role
from summarylint.reading.transcripts.content import call, output, thinking, told
from summarylint.reading.transcripts.window import Piece

SPEAKERS: dict[str, Role] = {"system-prompt": "system", "user-prompt": "user", "text": "assistant", "speech": "assistant"}
CALLS = ("tool-call", "builtin-tool-call")
OUTPUTS = ("tool-return", "builtin-tool-return")


class PydanticAICodec:
    """Reads requests and responses, and their parts, as parts are what a compaction keeps or drops."""

    def key(self, message: Any) -> str | None:
        """None: a message has no id of its own."""
        return None

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the message or the part says. A summary that its provider encrypted has no text."""
        for part in getattr(message, "parts", (message,)):
            yield from _of_part(part)

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in it. Raises UnwritableSummaryError for a summary that a provider wrote."""
        if not hasattr(message, "parts"):
            return _with_summary(message, old, new)
        holding = [number for number, part in enumerate(message.parts) if any(piece.role == "summary" for piece in _of_part(part))]
        place = next(iter(holding), next((number for number, part in enumerate(message.parts) if old in _text(part)), 0))
        parts = [_with_summary(part, old, new) if number == place else part for number, part in enumerate(message.parts)]
        return replace(message, parts=parts)


def _of_part(part: Any) -> Iterator[Piece]:
    kind = getattr(part, "part_kind", None)
    if kind == "compaction":
        yield Piece("summary", part.content or "")
    elif kind == "thinking":
        yield thinking(part.content)
    elif kind in CALLS:
        yield call(part.tool_name, part.args, part.tool_call_id)
    elif kind in OUTPUTS:
        yield output(_plain(part.content), part.tool_call_id)
    elif kind == "retry-prompt":  # what the framework says of a call that failed, or of an answer that it does not take
        yield output(_plain(part.content), part.tool_call_id) if part.tool_name else Piece("system", told(_plain(part.content)))
    elif kind in SPEAKERS:
        text = _text(part)
        yield Piece("summary", without_opening(text)) if opens_as_summary(text) else Piece(SPEAKERS[kind], text)


def _text(part: Any) -> str:
    """The text of a part, whose content may be a list of texts, pictures and the like."""
    content = getattr(part, "content", "")
    if isinstance(content, str) or content is None:
        return content or ""
    items = content if isinstance(content, list | tuple) else (content,)
    return "\n".join(text for item in items if isinstance(text := item if isinstance(item, str) else getattr(item, "content", None), str))


def _plain(value: Any) -> Any:
    """The result of a tool, which may be any value, as JSON gives it."""
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, dict):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    if callable(dump := getattr(value, "model_dump", None)):
        return dump(mode="json")
    return {name: _plain(inner) for name, inner in vars(value).items()} if is_dataclass(value) else str(value)


def _with_summary(part: Any, old: str, new: str) -> Any:
    if getattr(part, "part_kind", None) == "compaction" and part.provider_name:
        raise UnwritableSummaryError("a compaction by the provider is its own and may not be changed; say in a message what is wrong")
    content = list(part.content) if isinstance(part.content, tuple) else part.content
    return replace(part, content=rewritten_content(content, old, new))


PYDANTIC_AI = PydanticAICodec()
