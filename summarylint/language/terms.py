"""Terms: the stemmed words, names and values by which statements are aligned.

The stemmer cuts inflection and then truncates. Truncation stems serve retrieval about as well as Porter's
(Frakes and Fox 2003) and cost a tenth of it, and every word of every span passes through here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import chain

from summarylint.language.phrases import lowered

WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
"""A word or number; a dot or apostrophe inside holds it together (`5.1`, `web.config`)."""

STEM_LENGTH = 6
"""Code points that a stem keeps: at 5 unrelated words meet (contract, control), at 7 related ones part (configure, configuration)."""

_ENDINGS = ("ings", "ing", "edly", "ied", "ed", "ies", "es", "s", "ly", "e", "y")
_LONG_ENDINGS = ("als", "al", "ions", "ion")
"""Endings that make nouns of verbs ("removal", "deletion"); on a short word they belong to it ("final", "region")."""


def _by_last_letter(endings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {last: tuple(ending for ending in endings if ending[-1] == last) for last in {ending[-1] for ending in endings}}


# Asked for its last letter first, a word is tried with three endings instead of fifteen.
_ENDINGS_BY_LETTER = _by_last_letter(_ENDINGS)
_LONG_ENDINGS_BY_LETTER = _by_last_letter(_LONG_ENDINGS)
_SHORTEST_STEM = 3
_SHORTEST_LONG_STEM = 5
_HUMP = re.compile(r"[a-z][A-Z]")
_SYMBOL = re.compile(r"[^\x00-\x7f\w]")
BREAK = "\n"
"""What stands between the terms of two statements; no term is equal to it."""

_BREAK_SIGN = "|"  # a token that no blanked text holds
_TOKENS_KEPT = 1 << 17
"""Tokens whose terms are kept, some ten megabytes; windows of one run share most of theirs."""


@lru_cache(maxsize=1)
def stopwords() -> frozenset[str]:
    """Return the words that alignment leaves out."""
    table = tomllib.loads(files("summarylint.language").joinpath("lexicon/words.toml").read_text("utf-8"))
    return frozenset(table["stopwords"].split())


@lru_cache(maxsize=1 << 10)
def stem(word: str) -> str:
    """Return the stem of a lower-cased word, or an empty string for a stop word or a lone letter.

    Words with a digit or an inner dot are values and stay whole.
    """
    if word in stopwords() or (len(word) == 1 and not word.isdigit()):
        return ""
    if not word.isalpha():
        word = word.removesuffix("'s")
        if not word.isalpha():
            return word
    for ending in _LONG_ENDINGS_BY_LETTER.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_LONG_STEM:
            return word[: -len(ending)][:STEM_LENGTH]
    for ending in _ENDINGS_BY_LETTER.get(word[-1], ()):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not (ending == "s" and word.endswith("ss")):
            word = word[: -len(ending)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]  # stopped -> stopp -> stop
    word = word[:STEM_LENGTH]
    return word[:-1] if len(word) == STEM_LENGTH and word[-1] == "i" else word  # verify, verification


def word_terms(word: str) -> tuple[str, ...]:
    """Return the terms of one word as written: its stem, and for a name in mixed case the whole of it, which no stem tells apart.

    A qualified name has its last part as a term too: `id.CheckpointID` speaks of `CheckpointID`.
    """
    lower = lowered(word)
    if word[-1] == "s" and len(word) == _SHORTEST_STEM and word[:-1].isupper() and word.isalpha():
        lower = lower[:-1]  # PRs, IDs: what is left is too short for the stemmer
    found = stem.__wrapped__(lower)  # asked once for each word, the kept ones would only be pushed out
    if not found or len(word) <= STEM_LENGTH or word == lower or not _HUMP.search(word):
        return (found,) if found else ()
    last = word.rpartition(".")[2]
    return (found, lowered(last)) if last.isalpha() and last != found and _HUMP.search(last) else (found,)


class _Tokens(dict[str, tuple[str, ...]]):
    """The terms of every token met so far; a dict's own look-up is far cheaper than a call for each token."""

    def __missing__(self, token: str) -> tuple[str, ...]:
        if len(self) >= _TOKENS_KEPT:
            self.clear()
        if token == _BREAK_SIGN:
            found: tuple[str, ...] = (BREAK,)
        elif token.isalnum():
            found = word_terms(token)
        else:
            found = tuple([term for word in WORD.findall(token) for term in word_terms(word)])
        self[token] = found = (token,) if found == (token,) else found  # one string for both, where they are equal
        return found


class _Blanking(dict[int, str | int]):
    """Translates what cannot stand in a word to a blank, code point by code point."""

    def __missing__(self, code: int) -> str | int:
        char = chr(code)
        found = self[code] = code if char in ".'" or (char.isalnum() and WORD.match(char)) else "'" if char == "’" else " "
        return found


_TOKENS = _Tokens()
_BLANKING = _Blanking()


def blanked(text: str) -> str:
    """Return `text` with a blank for every code point that no word holds, all others in their old places."""
    if not text.isascii():  # str.translate is slow there, and most of it is arrows and quotation marks
        text = _SYMBOL.sub(" ", text.replace("’", "'"))
    return text.translate(_BLANKING)


def terms_of_stretches(text: str, bounds: Sequence[tuple[int, int]]) -> list[str]:
    """Return the terms of stretches of `text` in text order, repetitions kept, with BREAK between two stretches.

    Splitting all stretches in one go is what makes it fast.
    """
    blank = blanked(text)
    joined = f" {_BREAK_SIGN} ".join([blank[start:end] for start, end in bounds])
    return [*chain.from_iterable(map(_TOKENS.__getitem__, joined.split()))]


def terms(text: str) -> tuple[str, ...]:
    """Return the terms of `text` in text order, stop words left out, repetitions kept."""
    return tuple(chain.from_iterable(map(_TOKENS.__getitem__, blanked(text).split())))


def placed_terms(text: str, start: int = 0, end: int | None = None) -> list[tuple[str, int, int]]:
    """Return each term of `text[start:end]` with its place in `text`."""
    stretch = text[start:end].replace("’", "'")
    return [(found, start + m.start(), start + m.end()) for m in WORD.finditer(stretch) for found in _TOKENS[m[0]]]
