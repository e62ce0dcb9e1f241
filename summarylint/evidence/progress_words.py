"""The words of progress: deeds told as done, plans, unfinished states; read from lexicon/progress.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, whole_words
from summarylint.language.terms import stem
from summarylint.language.trie import trie_pattern

_WORD = re.compile(r"[\w'-]+")
_OPENS = re.compile(r"(?:\A|[\n:;.|*)-])\s*\Z")
_CLOSED = re.compile(r"\s*[.,;)\]]")
_COLON = re.compile(r"\s*[:|(]")
_NAMED = re.compile(r"[\w)][/._]\w|\w[/_]\w")
"""A word joined to others by a slash, a dot or an underscore is a part of a name ("tests/sched")."""
_VOWEL = re.compile(r"[aeiouy]")
_BEFORE = 4
"""Words before a participle that can take its deed away."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A word by which something is told as done: its place and the stems of the verb ("" for a bare "done" or "final")."""

    start: int
    end: int
    stems: frozenset[str]


def lexicon() -> dict[str, Any]:
    """Return lexicon/progress.toml."""
    return read_lexicon("progress")


@lru_cache(maxsize=8)
def phrases(key: str) -> PhrasePattern:
    """Return the phrases of one list of the lexicon as a pattern over lower-cased text."""
    return whole_words(lexicon()[key], possessive=True)


@lru_cache(maxsize=1)
def nothing_yet() -> re.Pattern[str]:
    """Return the pattern of "nothing has been run yet" and its like, over lower-cased text."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in lexicon()["nothing_yet"]))


@lru_cache(maxsize=1)
def _sets() -> dict[str, frozenset[str]]:
    return {key: frozenset(value) for key, value in lexicon()["words"].items()}


def deed_of(text: str, start: int, end: int, *, states: bool = False) -> Deed | None:
    """Return the first of `deeds_in`, or None."""
    return next(iter(deeds_in(text, start, end, states=states)), None)


@lru_cache(maxsize=64)
def deeds_in(text: str, start: int, end: int, *, states: bool = False) -> tuple[Deed, ...]:
    """Return the words of `text[start:end]` that tell something as done.

    A participle counts behind an auxiliary, at the start of the stretch, or where a clause ends behind it ("the endpoint
    added."); not under a modal verb, a condition or a negation, and not before its noun ("the planned run").
    With `states` a present state counts too ("box 26 is described now").
    """
    stretch = lowered(text[start:end])
    if _participle().search(stretch) is None:
        return ()
    words = list(_WORD.finditer(stretch))
    found, led = list[Deed](), False
    for number, match in enumerate(words):
        if (
            "-" in match[0][2:]
            or not (_is_participle(match[0]) or _is_put_to(words, number))
            or _NAMED.search(stretch, max(0, match.start() - 2), match.end() + 2)
        ):
            continue
        before = [m[0] for m in words[max(0, number - _BEFORE) : number]]
        follows = words[number + 1][0] if number + 1 < len(words) else ""
        opens = number == 0 and _OPENS.search(text[max(0, start - 4) : start + match.start()]) is not None
        joined = led and before[-1:] == ["and"]  # "wrote the form and booked the room"
        if _tells(match[0], before, follows, stretch[match.end() :], opens or joined, states):
            led = True
            found.append(Deed(start + match.start(), start + match.end(), _verb(match[0])))
    return tuple(found)


@lru_cache(maxsize=1)
def _participle() -> re.Pattern[str]:
    """What every word that `_is_participle` knows holds; few clauses have one, and the others are done with at once."""
    return re.compile(rf"\w\wed(?![\w'-])|(?<![\w'-]){trie_pattern([*lexicon()['finished'], *lexicon()['irregular']])}(?![\w'-])")


@lru_cache(maxsize=1)
def _finished() -> frozenset[str]:
    return frozenset(lexicon()["finished"])


def _is_participle(word: str) -> bool:
    return (
        word in _finished()
        or word in lexicon()["irregular"]
        or (word.endswith("ed") and len(word) > 4 and _VOWEL.search(word, 0, len(word) - 2) is not None and word not in _sets()["no_deed"])
    )


def _is_put_to(words: list[re.Match[str]], number: int) -> bool:
    """Is it somebody who "was asked"? In the active the word tells a wish, and no deed."""
    return words[number][0] in _sets()["put_to"] and number > 0 and words[number - 1][0] in ("was", "were", "been")


def _verb(word: str) -> frozenset[str]:
    if word in _finished():
        return frozenset()
    return frozenset(found for found in (stem(word), stem(lexicon()["irregular"].get(word, word))) if found)


def _tells(word: str, before: list[str], follows: str, rest: str, opens: bool, states: bool) -> bool:
    """Does the participle tell a deed, by the words around it? `rest` is the text behind it."""
    sets = _sets()
    if any(w in sets["takes_away"] or w.endswith(("n't", "'d")) for w in before) or (
        before[-1:] == ["to"] or (before[-2:-1] == ["to"] and (before[-1] in sets["passives"] or before[-1].endswith("ly")))
    ):
        return False
    closed = not follows or _CLOSED.match(rest) is not None
    present = any(w in sets["present"] for w in before[-2:]) and not {"now", "already", "all"} & set(before)
    if present and not states and not closed and word not in _finished():
        return False
    helped = any(w in sets["auxiliaries"] or (states and w in sets["present"]) for w in before[-3:])
    ends = closed or _COLON.match(rest) is not None or follows in sets["followed_by"]
    active = bool(before) and before[-1] in sets["subjects"]
    if word in sets["ambiguous"]:
        return helped or active or (ends and word in _finished())
    if before[-1:] and before[-1] in sets["relatives"]:
        return False  # "the mail that promised a refund" tells of the mail
    if helped or opens or ends or active:
        return True
    return follows in sets["objects"] or follows.isdigit() or (len(follows) > 4 and follows.endswith("ly"))


def prepares(text: str, deed: Deed) -> bool:
    """Does the word of a deed only make something ready, or begin it?"""
    return lowered(text[deed.start : deed.end]) in lexicon()["preparing"]


def proposed_in(text: str, start: int, end: int, stems: frozenset[str]) -> bool:
    """Does a clause that speaks of the future name one of these verbs as what is to come?

    A participle counts only behind "be", "get" or "have": "with the disk plugged in" plans no plugging.
    """
    words = list(_WORD.finditer(lowered(text[start:end])))
    for number, match in enumerate(words):
        if match[0].endswith("s") and stem(match[0]) == stem(match[0][:-1]):
            continue  # "reboots", "brackets": a present tense or a noun
        if _verb(match[0]) & stems and (
            not _is_participle(match[0])
            or match[0] in _sets()["ambiguous"]
            or {m[0] for m in words[max(0, number - 3) : number]} & _sets()["passives"]
        ):
            return True
    return False


def plan_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the words that put `text[start:end]` into the future or make it a wish, or None."""
    stretch = lowered(text[start:end])
    match = phrases("future").search(stretch) or phrases("request").search(stretch)
    if match and match[0] == "would" and phrases("former").search(stretch):
        return None  # "the old bell would ring at six" tells of a habit
    return (start + match.start(), start + match.end()) if match else None


_NONE_OF = re.compile(r"\b(?:0|no|none|nothing|zero)\s+\Z")
"""Before a state these say that nothing is in it: "0 rejected"."""


def unfinished_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of a state that is not the end of it: "queued", "62 %", "3 of 8", or None."""
    stretch = lowered(text[start:end])
    match = next((m for m in phrases("unfinished").finditer(stretch) if not _NONE_OF.search(stretch, 0, m.start())), None) or re.search(
        r"\b\d{1,2}(?:\.\d+)? ?(?:%|percent\b)(?! (?:faster|slower|more|less|of))", stretch
    )
    return (start + match.start(), start + match.end()) if match else None
