"""Items of the OpenAI Responses API (also xAI's): `compaction` items are encrypted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.chat import is_marked
from summarylint.reading.transcripts.codex import item_pieces
from summarylint.reading.transcripts.content import told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Entry, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Note

KEYS = (None, "input", "output", "items", "data")
COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
CALLS = ("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output")
TYPES = (*CALLS, "reasoning", *COMPACTIONS)


def recognises(entry: Entry) -> bool:
    """Is this an item, or a response that holds some?"""
    return any(item.get("type") in TYPES or (item.get("type") == "message" and "role" in item) for item in items_of(entry))


def items_of(entry: Entry) -> list[dict[str, Any]]:
    """The items that an entry is or holds."""
    value = entry.value
    if entry.key not in KEYS or not isinstance(value, dict):
        return []
    if entry.key is None and (value.get("object") == "response" or "type" not in value):
        held = [*(value["input"] if isinstance(value.get("input"), list) else ())]
        held += value["output"] if isinstance(value.get("output"), list) else ()
        return [item for item in held if isinstance(item, dict)]
    return [value] if "type" in value or "role" in value else []


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions among the items; a plain text in one is a summary, an encrypted one cannot be read."""
    window = Window(path)
    for entry in entries:
        if entry.key in ("id", "conversation") and isinstance(entry.value, str):
            window.chain = window.chain or entry.value
        for item in items_of(entry):
            if item.get("type") in COMPACTIONS:
                text = told(item.get("content") or item.get("summary") or "")
                yield window.compact(text, line=entry.line, message=item.get("id")) if text else window.opaque(entry.line)
            elif is_marked(item):
                yield window.compact(told(item.get("content")), line=entry.line, message=item.get("id"), surviving=None)
            else:
                window.add(item_pieces(item), message=item.get("id"))


FORMAT = Format(
    name="openai-responses",
    title="OpenAI Responses items",
    found="a list of items, a response with `output`, a request with `input`, or one a line",
    knows="that and where the window was compacted; summaries in clear with what stands before them",
    lacks="what the provider's own summaries say: they are encrypted and counted as opaque",
    recognises=recognises,
    read=read,
    generic=True,
)
