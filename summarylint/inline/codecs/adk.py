"""Events of Google's Agent Development Kit; a summary is in `actions.compaction`, and its event says it is from the user."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from summarylint.reading.transcripts.content import call, output, thinking
from summarylint.reading.transcripts.window import Piece, name_of

LAST_SUMMARY = "model"
"""The author of the event in which a summariser is handed the last summary; events of an agent bear its name."""


class ADKCodec:
    """Reads events."""

    def key(self, message: Any) -> str | None:
        """The event's id."""
        return name_of(getattr(message, "id", None))

    def pieces(self, message: Any) -> Iterator[Piece]:
        """What the event says; a tool's response is the tool's, whoever the event is from."""
        compaction = _compaction(message)
        if compaction is not None:
            yield Piece("summary", _text(compaction.compacted_content))
        elif message.author == LAST_SUMMARY:
            yield Piece("summary", _text(message.content))
        else:
            for part in _parts(message.content):
                yield from _of_part(part, user=message.author == "user")

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        """A copy with another summary in its compaction."""
        compaction = _compaction(message)
        if compaction is None:
            return message.model_copy(update={"content": _with_text(message.content, new)})
        changed = compaction.model_copy(update={"compacted_content": _with_text(compaction.compacted_content, new)})
        return message.model_copy(update={"actions": message.actions.model_copy(update={"compaction": changed})})


def _compaction(event: Any) -> Any:
    return getattr(getattr(event, "actions", None), "compaction", None)


def _parts(content: Any) -> list[Any]:
    return list(getattr(content, "parts", None) or ())


def _text(content: Any) -> str:
    return "\n".join(part.text for part in _parts(content) if part.text and not part.thought)


def _of_part(part: Any, *, user: bool) -> Iterator[Piece]:
    if part.text:
        yield thinking(part.text) if part.thought else Piece("user" if user else "assistant", part.text)
    if made := part.function_call:
        yield call(made.name, made.args, made.id)
    if given := part.function_response:
        yield output(given.response, given.id)


def _with_text(content: Any, text: str) -> Any:
    """The content with `text` in the place of all its texts; what is no text stays."""
    parts = _parts(content)
    texts = [number for number, part in enumerate(parts) if part.text and not part.thought]
    kept = [part for number, part in enumerate(parts) if number not in texts[1:]]
    place = texts[0] if texts else 0
    return content.model_copy(update={"parts": [*kept[:place], kept[place].model_copy(update={"text": text}), *kept[place + 1 :]]})


ADK = ADKCodec()
