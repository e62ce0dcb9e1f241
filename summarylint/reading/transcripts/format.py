"""What a transcript format is: how it is recognised, how it is read, and what it can and cannot know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note


@dataclass(frozen=True, slots=True)
class Format:
    """One transcript format.

    `recognises(entry)` looks at one of the first entries, by container and field. `read(entries, path)` yields compactions, and
    notes on what cannot be checked. `generic` formats are asked last, as other formats are built from them; `text` formats
    are no JSON: their entries are lines of text.
    """

    name: str
    title: str
    found: str
    knows: str
    lacks: str
    recognises: Callable[[Entry], bool]
    read: Callable[[Iterator[Entry], str], Iterator[Compaction | Note]]
    generic: bool = False
    text: bool = False
