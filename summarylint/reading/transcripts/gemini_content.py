"""The content of Gemini's API, as Gemini CLI and Qwen Code store it."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, output, role_of, thinking, told
from summarylint.reading.transcripts.window import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

SNAPSHOTS = ("<state_snapshot>", "<compressed_chat_history>")
"""How the summary begins that stands in the place of a user's message (since 2025; since January 2026)."""
SETUP = re.compile(r"\s*(?:<session_context>\s*)?This is (?:the )?(?:Gemini CLI|Qwen Code)\. We are setting up the context")
"""How the message begins in the user's place with which the program opens every window (environmentContext.ts)."""
ACKNOWLEDGED = "Got it."
"""How the model's answer to such a message or to a summary begins, which the program writes itself."""

_SCRATCHPAD = re.compile(r"\s*<(scratchpad|analysis)>.*?</\1>\s*", re.DOTALL)
"""What the summariser thinks aloud before its summary."""
_RESUME = re.compile(r"Resume the prior task using the summary above\.[^\n]*+\Z")
"""What Qwen Code puts behind a summary."""


def parts_of(content: Any) -> list[Any]:
    """The parts of a content, of a list of parts, of one part, or of a string."""
    if isinstance(content, dict) and "parts" in content:
        content = content["parts"]
    return content if isinstance(content, list) else [] if content is None else [content]


def text_of(content: Any) -> str:
    """What a content says in words, thoughts left out."""
    texts = (part if isinstance(part, str) else "" if part.get("thought") else told(part.get("text")) for part in _known(content))
    return "".join(texts)


def is_snapshot(content: Any) -> bool:
    """Does a user's content begin as a snapshot does, be it behind what its writer thought aloud?"""
    return _bare(text_of(content)).startswith(SNAPSHOTS)


def is_setup(content: Any) -> bool:
    """Is this the message with which the program opens a window?"""
    return SETUP.match(text_of(content)) is not None


def summary_of(content: Any) -> str:
    """The summary in a content, without what its writer thought aloud and what the program puts behind it."""
    return _RESUME.sub("", _bare(text_of(content)).rstrip()).rstrip()


def _bare(text: str) -> str:
    found = _SCRATCHPAD.match(text)
    return (text[found.end() :] if found else text).lstrip() or text


def content_pieces(role: str, content: Any) -> Iterator[Piece]:
    """What a content says, part by part; a function's response is a tool's, whoever sends it, and a setup the program's."""
    speaker = "system" if is_setup(content) else role_of(role)
    for part in _known(content):
        if isinstance(part, str):
            yield Piece(speaker, part)
        elif isinstance(made := part.get("functionCall"), dict):
            yield call(made.get("name"), made.get("args"), made.get("id"))
        elif isinstance(given := part.get("functionResponse"), dict):
            yield output(response(given), given.get("id"))
        elif part.get("thought") is True:
            yield thinking(part.get("text"))
        elif isinstance(part.get("text"), str):
            yield Piece(speaker, part["text"])


def response(given: dict[str, Any]) -> Any:
    """What a function's response holds: its output or error where it has only one of the two."""
    inner = given.get("response")
    if isinstance(inner, dict) and len(inner) == 1:
        return next(iter(inner.values()))
    return inner


def fingerprint(content: Any) -> bytes:
    """A short name of a content, by which the same one is known in another file or place."""
    plain = json.dumps(parts_of(content), sort_keys=True, ensure_ascii=False)
    return blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _known(content: Any) -> Iterator[Any]:
    yield from (part for part in parts_of(content) if isinstance(part, str | dict))
