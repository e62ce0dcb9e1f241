"""Terms: the stemmed words and values by which statements are aligned.

The stemmer cuts inflection and then truncates. Truncation stems serve retrieval about as well as Porter's
(Frakes and Fox 2003) and cost a tenth of it, and every word of every span passes through here.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

from summarylint.language.phrases import lowered

WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
"""A word or number; a dot or apostrophe inside holds it together (`5.1`, `web.config`)."""

STEM_LENGTH = 6
"""Code points that a stem keeps: at 5 unrelated words meet (contract, control), at 7 related ones part (configure, configuration)."""

_ENDINGS = ("ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "e", "y")
_SHORTEST_STEM = 3


@lru_cache(maxsize=1)
def stopwords() -> frozenset[str]:
    """Return the words that alignment leaves out."""
    table = tomllib.loads(files("summarylint.language").joinpath("lexicon/words.toml").read_text("utf-8"))
    return frozenset(table["stopwords"].split())


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the stem of a lower-cased word, or an empty string for a stop word or a lone letter.

    Words with a digit or an inner dot are values and stay whole.
    """
    if word in stopwords() or (len(word) == 1 and not word.isdigit()):
        return ""
    if word.endswith("'s"):
        word = word[:-2]
    if not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]  # stopped -> stopp -> stop
    return word[:STEM_LENGTH]


def terms(text: str) -> tuple[str, ...]:
    """Return the stems of `text` in text order, stop words left out, repetitions kept."""
    return tuple(found for word in WORD.findall(lowered(text)) if (found := stem(word)))


def placed_terms(text: str, start: int = 0, end: int | None = None) -> list[tuple[str, int, int]]:
    """Return each stem of `text[start:end]` with its place in `text`."""
    lower = lowered(text[start:end])
    return [(found, start + m.start(), start + m.end()) for m in WORD.finditer(lower) if (found := stem(m[0]))]
