"""Labels in place of values: "the relevant article", "a short lock timeout", "several values (port, tag, alias)".

Reads the phrases only; whether the spans hold the value is for evidence/. Word classes and sources are in
`lexicon/labels_of_values.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import any_phrase, expand, lowered_whole

Strength = Literal["vague", "serial", "indefinite", "definite"]

_DATA = read_lexicon("labels_of_values")
IDENTITY, MEASURE = (frozenset(_DATA[name]) for name in ("identity", "measure"))
NAMING, COMMON = frozenset(_DATA["naming"]), frozenset(_DATA["common"])
_VAGUE, _SERIAL, _OPEN = (frozenset(_DATA[name]) for name in ("vague", "serial", "open"))
_BEHIND = frozenset(_DATA["behind"])
EVALUATIVE = tuple(
    (phrase, frozenset(entry["types"])) for entry in _DATA["evaluative"] for words in entry["words"] for phrase in expand(words)
)

TYPED = {noun: frozenset(entry["types"]) for entry in _DATA["typed"] for noun in entry["nouns"]}
"""Nouns that a type of identifier answers to, so that the value is known without the noun beside it."""

_NOUNS = "|".join(sorted((re.escape(noun) for noun in (*IDENTITY, *MEASURE)), key=len, reverse=True))
_DETERMINERS = "|".join(sorted(map(re.escape, _DATA["determiners"]), key=len, reverse=True))
_DETERMINER = re.compile(rf"\b(?:{_DETERMINERS})\s+")
_WORD = re.compile(r"[a-z][a-z'-]*\s+")
_NOUN = re.compile(rf"(?P<noun>{_NOUNS})(?:s|es)?(?![\w'’/:.-]\w|\w|-)")
MOST_MODIFIERS = 3
"""Words that may stand between the determiner and its noun."""
_KEPT_BACK = LatePattern(lambda: rf"\s+{any_phrase(_DATA['kept_back'])}\b")
"""Behind the noun: where its value was told ("the version the user named")."""
_LIST = re.compile(
    r"(?P<head>\b(?:several|some|various|the|a set of|a number of|a few)\s+(?:[a-z-]+\s+){0,2}[a-z-]+\s*|(?<![a-z-])\b[a-z-]+\s*)?"
    r"\((?P<items>[a-z][a-z ]{1,24}(?:,\s+(?:and\s+)?[a-z][a-z ]{1,24}){2,})\)"
)
_NEXT_WORD = re.compile(r"\s+([A-Za-z'-]+)")
_SMALL = frozenset(re.findall(r"\w+", "the a an of for in on at to from with by and or is was are that which not as be has had than then"))
_PREPOSITIONS = frozenset(_DATA["prepositions"])
_EVALUATIVE = PhrasePattern((phrase for phrase, _ in EVALUATIVE), lambda group: rf"\b{group}\b")


@dataclass(frozen=True, slots=True)
class Label:
    """A phrase that stands for a value: its place, its noun in the singular, the words before the noun, how it points."""

    start: int
    end: int
    noun: str
    modifiers: tuple[str, ...]
    strength: Strength

    @property
    def measured(self) -> bool:
        """Is the value a figure and not a name?"""
        return self.noun in MEASURE


def find_labels(text: str, start: int, end: int) -> Iterator[Label]:
    """Yield the phrases of `text[start:end]` that name a value's kind in place of the value."""
    lower = lowered_whole(text)
    for found in _DETERMINER.finditer(lower, start, end):
        at = found.end()
        for _ in range(MOST_MODIFIERS + 1):
            noun = _NOUN.match(lower, at, end)
            if noun is not None and (is_head(lower, noun.end(), end) or _KEPT_BACK.match(lower, noun.end(), end)):
                modifiers = tuple(lower[found.end() : at].split())
                kept_back = _KEPT_BACK.match(lower, noun.end(), end)
                strength = "vague" if kept_back else _strength(found[0].strip(), modifiers)
                if strength is not None:
                    own = tuple(word for word in modifiers if word not in _VAGUE and word not in _SERIAL)
                    yield Label(found.start(), noun.end(), noun["noun"], own, strength)
                break
            word = _WORD.match(lower, at, end)
            if word is None or word[0].strip() in _SMALL or word[0].strip() in _PREPOSITIONS:
                break
            at = word.end()


def is_head(lower: str, end: int, stop: int) -> bool:
    """Is the noun that ends at `end` of the lower-cased text the last of its compound ("branch", not "branch protection")?"""
    following = _NEXT_WORD.match(lower, end, stop)
    if following is None:
        return True
    word = following[1]
    return word in _BEHIND or word.endswith(("ed", "ly"))


def _strength(determiner: str, modifiers: tuple[str, ...]) -> Strength | None:
    if determiner == "certain" or _VAGUE.intersection(modifiers):
        return "vague"
    if _SERIAL.intersection(modifiers):
        return "serial"
    if _OPEN.intersection(modifiers):
        return None
    if determiner == "the":
        return "definite" if modifiers else None
    return "indefinite" if modifiers else None


@dataclass(frozen=True, slots=True)
class LabelList:
    """A list of labels without values ("several values (port, tag, alias)"): its place and the labels."""

    start: int
    end: int
    items: tuple[str, ...]


def within(pattern: re.Pattern[str] | LatePattern, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, for lower case, inside `text[start:end]`.

    The whole text is searched once and the matches are kept: for phrases that stand in few of its statements.
    """
    return (found for found in _everywhere(pattern, lowered_whole(text)) if start <= found.start() and found.end() <= end)


@lru_cache(maxsize=32)
def _everywhere(pattern: re.Pattern[str] | LatePattern, lower: str) -> tuple[re.Match[str], ...]:
    return tuple(pattern.finditer(lower))


def find_label_lists(text: str, start: int, end: int) -> Iterator[LabelList]:
    """Yield bracketed lists of bare nouns in `text[start:end]`."""
    for found in within(_LIST, text, start, end):
        items = tuple(item.removeprefix("and ").strip() for item in re.split(r",\s+", found["items"]))
        yield LabelList(found.start(), found.end(), items)


def find_evaluatives(text: str, start: int, end: int) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield the comparatives of `text[start:end]` with the types of the figures that they can stand for."""
    types = dict(EVALUATIVE)
    for found in within(_EVALUATIVE, text, start, end):
        yield found.start(), found.end(), types[found[0]]
