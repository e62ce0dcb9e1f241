"""Tokens: what a text costs of the window, by a counter that the caller chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from summarylint.errors import UsageError

if TYPE_CHECKING:
    from summarylint.model import Compaction

Counter = Callable[[str], int]
"""From a text to its number of tokens."""

CHARACTERS_PER_TOKEN = 4
"""The rule of thumb for English text and code under byte-pair encodings."""


def by_characters(text: str) -> int:
    """Return a quarter of the code points of `text`, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def counter(name: str = "characters") -> Counter:
    """Return the counter called `name`: `characters`, or `tiktoken:ENCODING` where tiktoken is installed.

    tiktoken fetches an encoding that it does not hold yet over the network; summarylint never chooses it by itself.
    Raises UsageError for an unknown name, for a tiktoken that is not installed, and for an encoding that it cannot give.
    """
    if name == "characters":
        return by_characters
    library, _, encoding = name.partition(":")
    if library != "tiktoken":
        raise UsageError(f"unknown token counter {name!r}; known are 'characters' and 'tiktoken:ENCODING'")
    try:
        import tiktoken  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise UsageError(f"{name!r} needs the package tiktoken; install it, or count by 'characters'") from None
    try:
        found = tiktoken.get_encoding(encoding or "cl100k_base")
    except Exception as error:  # what a network or a wrong name raises is tiktoken's own affair
        raise UsageError(f"tiktoken gives no encoding {encoding or 'cl100k_base'!r}: {error}; count by 'characters'") from error
    return lambda text: len(found.encode(text, disallowed_special=()))


def window_tokens(compaction: Compaction, count: Counter = by_characters) -> int:
    """Return the tokens of the window that the re-grounding budget is a share of: as the record says, else those of all spans."""
    if compaction.window_tokens is not None:
        return compaction.window_tokens
    return sum(count(span.text) for span in compaction.spans)
