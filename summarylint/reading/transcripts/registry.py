"""Which format a transcript has: asked of its first entries, by container and field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.reading.transcripts import (
    amp,
    anthropic,
    claude_code,
    cline,
    codex,
    codex_ledger,
    continue_dev,
    copilot,
    crush,
    droid,
    gemini,
    gemini_export,
    goose,
    kimi,
    langchain,
    openai_chat,
    openai_responses,
    opencode,
    openhands_v0,
    openhands_v1,
    pi,
    qwen,
    roo,
    specstory,
    vscode,
)
from summarylint.reading.transcripts.containers import Container, container_of, entries_of, is_record
from summarylint.reading.transcripts.window import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from summarylint.reading.compressed import Rereadable
    from summarylint.reading.transcripts.format import Format

MODULES = (
    claude_code,
    codex,
    codex_ledger,
    droid,
    kimi,
    pi,
    openhands_v0,
    openhands_v1,
    opencode,
    crush,
    amp,
    copilot,
    vscode,
    continue_dev,
    gemini,
    gemini_export,
    qwen,
    roo,
    cline,
    goose,
    langchain,
    anthropic,
    openai_responses,
    openai_chat,
    specstory,
)
FORMATS: dict[str, Format] = {module.FORMAT.name: module.FORMAT for module in MODULES}
"""Every format by its name, in the order in which they are asked."""

HEAD = 256
"""Entries that are looked at; formats that others are built from are asked only when all of these were seen."""
HEAD_BYTES = 8 << 20
"""...and bytes after which no further entry is looked at."""


def find_format(source: Rereadable) -> tuple[Format, Container] | None:
    """The format of the transcript in `source`, and its container; None for records and anything unknown.

    Only the beginning is looked at; call `source.rewound()` after it.
    """
    for container in container_of(source.looking()):
        found = _recognised(_head(source, container), container)
        if found is not None:
            return found, container
    return None


def container_for(source: Rereadable, format: Format) -> Container:
    """The container of a transcript whose format was named."""
    possible = container_of(source.looking())
    if format.text:
        return "text"
    for container in possible:
        if any(format.recognises(entry) for entry in _head(source, container)):
            return container
    return next((container for container in possible if container != "text"), "lines")


def _head(source: Rereadable, container: Container) -> Iterator[Entry]:
    most = len(source.kept) + HEAD_BYTES
    for number, entry in enumerate(entries_of(source.looking(), container, "", [])):
        if number >= HEAD or (number and len(source.kept) > most):
            return
        yield entry


def _recognised(head: Iterable[Entry], container: Container) -> Format | None:
    seen: list[Entry] = []
    asked = [format for format in FORMATS.values() if format.text == (container == "text")]
    for entry in head:
        if is_record(entry):
            return None
        found = next((format for format in asked if not format.generic and format.recognises(entry)), None)
        if found is not None:
            return found
        seen.append(entry)
        if container == "text" and entry.value:
            return None
    return next((format for format in asked if format.generic and any(map(format.recognises, seen))), None)
