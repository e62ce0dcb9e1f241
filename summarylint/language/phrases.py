"""Phrases as a lexicon writes them: alternatives written out, the texts they are looked for in, the patterns that find them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.trie import trie_pattern

_BRACES = re.compile(r"\{([^{}]*)\}")


def expand(phrase: str) -> list[str]:
    """Write out the alternatives of a phrase: `{can|could} say` becomes `can say` and `could say`."""
    found = _BRACES.search(phrase)
    if not found:
        return [" ".join(phrase.split())]
    return [longer for choice in found[1].split("|") for longer in expand(phrase[: found.start()] + choice + phrase[found.end() :])]


_PLAIN = (("’", "'"), ("\u00a0", " "), ("\u202f", " "))
"""What a word processor or a model puts for an apostrophe and a space: the same to a reader."""


def lowered(text: str) -> str:
    """Return `text` in lower case with straight apostrophes and plain spaces, every code point in its old place.

    `str.lower` makes two code points of a few letters, which would shift all offsets behind them.
    """
    lower = text.lower()
    if text.isascii():
        return lower
    if len(lower) != len(text):
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    for odd, plain in _PLAIN:
        lower = lower.replace(odd, plain)
    return lower


@lru_cache(maxsize=64)
def lowered_whole(text: str) -> str:
    """Return `lowered(text)`, kept for the few long texts that are asked for again and again: a summary, a window."""
    return lowered(text)


def one_of(raw: Iterable[str]) -> str:
    """Return a group for a larger pattern that matches any of the phrases, their alternatives written out.

    A phrase that ends in `*` stands for every word that begins so (`cancel*`). The longest phrase is tried first. Nothing is
    said of the borders: the pattern around the group gives them.
    """
    written = [phrase for one in raw for phrase in expand(one)]
    stems, whole = [phrase[:-1] for phrase in written if phrase.endswith("*")], [phrase for phrase in written if not phrase.endswith("*")]
    found = [trie_pattern(stems) + r"\w*"] if stems else []
    return f"(?:{'|'.join([*found, trie_pattern(whole)] if whole else found)})"


def any_phrase(raw: Iterable[str]) -> str:
    """Return a group for a larger pattern of which only that it matches counts, and not which of the phrases it finds.

    It is as short as the phrases are written, their alternatives not written out, and costs as little to compile.
    """
    signs = {"{": "(?:", "}": ")", "|": "|", " ": r"\s+"}
    return f"(?:{'|'.join(''.join(signs.get(char) or re.escape(char) for char in ' '.join(one.split())) for one in raw)})"


def whole_words(raw: Iterable[str], *, possessive: bool = False) -> PhrasePattern:
    """Return a pattern that finds the phrases, their alternatives written out, where they begin and end with a word.

    With `possessive` an apostrophe may follow ("everybody's").
    """
    follows = r"[\w-]" if possessive else r"[\w'-]"
    return PhrasePattern((phrase for one in raw for phrase in expand(one)), lambda group: rf"(?<![\w'-]){group}(?!{follows})")
