"""What a codec is, and what several of them share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass, replace
from typing import Any, Protocol

from summarylint.errors import SummarylintError
from summarylint.reading.transcripts.content import TEXT_BLOCKS
from summarylint.reading.transcripts.window import Piece


class UnwritableSummaryError(SummarylintError):
    """A summary that may not be changed where it stands, because its maker signed or encrypted it."""


class Codec(Protocol):
    """Reads the messages of one kind of agent.

    The role of a piece is its origin, not who the message is addressed from: a summary that was written back as a user's
    message is a piece of the role `summary`, and a tool's result inside a user's message one of the role `tool`.
    """

    def key(self, message: Any) -> str | None:
        """The message's own id, None where it has none."""

    def pieces(self, message: Any) -> Iterable[Piece]:
        """What the message says, block by block. A summary that cannot be read is a piece of the role `summary` without text."""

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy of the message with the summary `old` in it replaced by `new`; the message itself stays as it is.

        Raises UnwritableSummaryError where that may not be done.
        """


def fields_of(message: Any) -> Mapping[str, Any]:
    """The fields of a message that is a mapping, or an object that gives itself as one (pydantic, dataclass-like)."""
    if isinstance(message, Mapping):
        return message
    for name in ("model_dump", "to_dict"):
        if callable(give := getattr(message, name, None)):
            given = give()
            if isinstance(given, Mapping):
                return given
    return getattr(message, "__dict__", {})


def with_field(message: Any, name: str, value: Any) -> Any:
    """A copy of the message with one field changed."""
    if isinstance(message, Mapping):
        return {**message, name: value}
    if callable(copy := getattr(message, "model_copy", None)):
        return copy(update={name: value})
    if is_dataclass(message) and not isinstance(message, type):
        return replace(message, **{name: value})
    from copy import copy as shallow

    changed = shallow(message)
    setattr(changed, name, value)
    return changed


def rewritten_content(content: Any, old: str, new: str) -> Any:
    """The content of a message, text or blocks, with the summary `old` replaced by `new`.

    What stands around the summary, such as the sentence that introduces it, stays. A summary over several blocks of text
    comes into the first of them. Blocks may be mappings or objects; all others stay as they are.
    Raises UnwritableSummaryError where there are blocks, and none of text.
    """
    if isinstance(content, str):
        return content.replace(old, new, 1) if old and old in content else new
    if not content:
        return new
    if not isinstance(content, list | tuple):
        raise UnwritableSummaryError(f"a summary cannot be written into a content of the type {type(content).__name__}")
    texts = [number for number, block in enumerate(content) if _text_of(block) is not None]
    if not texts:
        raise UnwritableSummaryError("a summary cannot be written into a content without a block of text")
    place = next((number for number in texts if old and old in (_text_of(content[number]) or "")), None)
    if place is not None:
        changed = [_with_text(block, old, new) if number == place else block for number, block in enumerate(content)]
    else:
        first, *others = texts
        kept = [(number, block) for number, block in enumerate(content) if number not in others]
        changed = [_with_text(block, None, new) if number == first else block for number, block in kept]
    return tuple(changed) if isinstance(content, tuple) else changed


def _text_of(block: Any) -> str | None:
    if isinstance(block, str):
        return block
    fields = fields_of(block)
    return str(fields["text"]) if fields.get("type", "text") in TEXT_BLOCKS and isinstance(fields.get("text"), str) else None


def _with_text(block: Any, old: str | None, new: str) -> Any:
    text = _text_of(block) or ""
    changed = new if old is None else text.replace(old, new, 1)
    return changed if isinstance(block, str) else with_field(block, "text", changed)
