"""Reworded names: the summary tells a name of the spans in plain words made of its parts ("the boiler switch", switch.boiler_hw).

Only names that somebody spoke of count: what stands in printed code and data alone is mostly not what a summary is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, told
from summarylint.language.identifier_shapes import classify
from summarylint.language.phrases import lowered_whole
from summarylint.language.terms import stem
from summarylint.model import Mark, Statement

LEAST_PARTS = 2
"""Parts of a name that the phrase has to hold; one word may stand for anything."""

LEAST_SHARE = 0.4
"""The share of the parts of a name that the phrase has to hold."""

MOST_HOLDING = 12
"""Statements that hold a part; a word in more of them is what the whole window is about, and part of many names."""

_TOKEN = re.compile(r"(?<![\w./@:-])[A-Za-z](?:[^\W_]*+(?:[._/-]++[^\W_]++)++(?![\w@])|[a-z]++(?:[A-Z][a-z]++)++(?!\w))")
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[a-z]{3,}")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PHRASE = re.compile(r"\b(?:the|an?|one|its|their|our|his|her|this|that)(?P<words>(?: [a-z][\w'-]*){2,4})")
_NAMES = frozenset(("name", "config-key", "ref", "environment-variable", "image"))


@dataclass(frozen=True, slots=True)
class RewordedName:
    """A phrase of the summary with its place, and the name whose parts it is made of."""

    start: int
    end: int
    value: NamedValue


@dataclass(frozen=True, slots=True)
class _Spoken:
    text: str
    number: int
    start: int
    parts: frozenset[str]


def reworded_names(text: str, statement: Statement, marks: Sequence[Mark], ledger: Ledger) -> Iterator[RewordedName]:
    """Yield the phrases of `statement` (of the summary `text`) that tell a name in words; `marks` are those of the whole summary."""
    spoken = ledger.once(_spoken)
    lower = lowered_whole(text)
    for found in _PHRASE.finditer(lower, statement.start, statement.end) if spoken else ():
        places = list(_WORD.finditer(found["words"]))
        stems = [stem(place[0]) or place[0] for place in places]
        telling = [part for part in dict.fromkeys(stems) if part in spoken and len(ledger.postings.get(part, ())) <= MOST_HOLDING]
        names = [name for part in telling for name in spoken[part]]
        best = max(names, key=lambda name: (names.count(name), name.number), default=None)
        if best is not None and found[0].startswith(("a ", "an ")) and names.count(best) == len(best.parts):
            continue  # "a sluice motor" for `SluiceMotor`: one of a kind that goes by all words of the name
        if best is None or names.count(best) < max(LEAST_PARTS, LEAST_SHARE * len(best.parts)):
            continue
        last = max(place.end() for place, part in zip(places, stems, strict=True) if part in best.parts)
        end = found.start("words") + last
        if any(mark.kind == "identifier" and mark.start < end and found.start() < mark.end for mark in statement.marks):
            continue
        value = _placed(best, ledger)
        if not told(value, "", text, marks):
            yield RewordedName(found.start(), end, value)


def _placed(name: _Spoken, ledger: Ledger) -> NamedValue:
    return NamedValue(name.text, ledger.spans[name.number].id, name.start, name.start + len(name.text), 0)


def _spoken(ledger: Ledger) -> dict[str, list[_Spoken]]:
    """The names that somebody spoke of, each spelling at its last place, by the stems of their parts."""
    last: dict[str, tuple[int, int]] = {}
    said = ledger.each(_said_in)
    for number in range(len(ledger.spans)):
        for text, start in said[number]:
            last[text] = number, start
    names: dict[str, list[_Spoken]] = {}
    for text, (number, start) in last.items():
        parts = _parts_of(text)
        for part in parts:
            names.setdefault(part, []).append(_Spoken(text, number, start, parts))
    return names


def _said_in(ledger: Ledger, number: int) -> list[tuple[str, int]]:
    """The tokens that may be names in a span, by its number, where it is somebody's words, each with its place."""
    span = ledger.spans[number]
    if span.kind != "text" or span.role == "tool":
        return []
    return [(found[0], found.start()) for found in _TOKEN.finditer(span.text)]


@lru_cache(maxsize=4096)
def _parts_of(token: str) -> frozenset[str]:
    """The stems of the parts of a name; none where the token is no name of enough parts."""
    parts = frozenset(stem(part) or part for part in _PART.findall(_HUMP.sub(" ", token).lower()))
    named = len(parts) >= LEAST_PARTS and any(type_ in _NAMES for _, _, type_, _ in classify(token))
    return parts if named else frozenset()
