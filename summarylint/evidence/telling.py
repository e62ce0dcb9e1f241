"""Telling: does the summary tell what an order asks for, in whatever words, and does it tell that somebody is bound?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from summarylint.language.lexicon import read_lexicon
from summarylint.language.orders import order_phrases, order_words
from summarylint.language.phrases import lowered
from summarylint.language.terms import placed_terms, stem
from summarylint.model import Statement

GENERIC_WORTH = 0.4
"""What a verb of action in general is worth; the object of an order says more about it."""

VALUE_WORTH = 1.5
"""What an identifier or number is worth: it has no other words."""

PREFIX = 4
"""Code points from which a stem that begins another one is taken for the same word."""


@dataclass(frozen=True, slots=True)
class Key:
    """A term that an order is about, with what it is worth in telling the order, and its place in the text."""

    term: str
    worth: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Told:
    """How well a summary tells an order: the greatest share of its keys in one sentence that binds somebody (`bound`), in any one
    sentence (`near`), and in the whole (`whole`); `object` where one sentence holds all but the verbs in general; `number` is the statement nearest to it, `missing` the terms told nowhere."""

    bound: float
    near: float
    whole: float
    number: int | None
    missing: tuple[str, ...]
    object: bool = False


@lru_cache(maxsize=1)
def _classes() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(read_lexicon("orders")["synonyms"]["classes"]):
        for word in line.split():
            found.setdefault(stem(word) or word, set()).add(number)
    return {term: frozenset(numbers) for term, numbers in found.items()}


@lru_cache(maxsize=1)
def _phrasal() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), stem(word)) for pattern, word in read_lexicon("orders")["phrasal"]["patterns"])


@lru_cache(maxsize=1)
def _generic() -> frozenset[str]:
    return frozenset(stem(word) or word for word in order_words("generic"))


@lru_cache(maxsize=1)
def _idle() -> frozenset[str]:
    return frozenset(stem(word) or word for word in order_words("order_words"))


def keys_of(text: str, start: int, end: int) -> tuple[Key, ...]:
    """Return what an order at `[start, end)` is about, each term once."""
    found: dict[str, Key] = {}
    for term, at, to in placed_terms(text, start, end):
        if term not in _idle() and term not in found:
            word = text[at:to]
            value = _is_value(text, at, to)
            found[term] = Key(term, VALUE_WORTH if value else GENERIC_WORTH if term in _generic() else 1.0, at, to)
    low = lowered(text[start:end])
    for pattern, term in _phrasal():
        if term not in found and (match := pattern.search(low)):
            found[term] = Key(term, 1.0, start + match.start(), start + match.end())
    return tuple(found.values())


def _is_value(text: str, at: int, to: int) -> bool:
    """Has the word a digit, an underscore, inner capitals, or is it the name of a mode ("read-only")?"""
    word = text[at:to]
    cased = word[1:] != word[1:].lower() and text != text.upper()
    return any(char.isdigit() for char in word) or "_" in text[max(0, at - 1) : to + 1] or cased or text[to : to + 5].lower() == "-only"


def concepts(text: str) -> frozenset[str | int]:
    """Return the stems of `text` and the numbers of the synonym classes that they belong to."""
    stems = {term for term, _, _ in placed_terms(text)}
    low = lowered(text)
    stems |= {word for word in re.findall(r"[a-z]+", low) if word in _classes()}  # stop words that have a synonym ("leave", "both")
    stems |= {term for pattern, term in _phrasal() if pattern.search(low)}
    return frozenset(stems) | {number for term in stems for number in _classes().get(term, ())}


def holds(told: frozenset[str | int], term: str) -> bool:
    """Does a text with these concepts hold `term`, one of its synonyms, or a word that begins alike?"""
    if term in told or not told.isdisjoint(_classes().get(term, ())):
        return True
    if len(term) < PREFIX or not term.isalpha():
        return False
    return any(isinstance(own, str) and len(own) >= PREFIX and (own.startswith(term) or term.startswith(own)) for own in told)


class Telling:
    """A summary, read for what it tells of orders. `sentences` are its statements grouped by sentence, bullet or cell, by number."""

    def __init__(self, statements: Sequence[Statement], sentences: Sequence[Sequence[int]]) -> None:
        self.statements = statements
        self._own = [concepts(s.text) for s in statements]
        self._joined: list[tuple[frozenset[str | int], bool]] = []
        for group in sentences:
            text = " ".join(statements[n].text for n in group)
            above = " ".join((*statements[group[0]].segment.headings[-2:], statements[group[0]].segment.label)) if group else ""
            binds = bool(order_phrases("restriction").search(lowered(text)) or order_phrases("restriction").search(lowered(above)))
            self._joined.append((concepts(f"{above} {text}"), binds))
        self._sentences = sentences
        self._whole: frozenset[str | int] = frozenset().union(*(told for told, _ in self._joined)) if self._joined else frozenset()

    def of(self, keys: Sequence[Key], around: Iterable[str] = ()) -> Told:
        """Return how well the order with these keys is told; `around` are other terms of its message, which help to find where it belongs."""
        total = sum(key.worth for key in keys) or 1.0
        bound, near, whole_object = 0.0, 0.0, False
        heavy = [key for key in keys if key.worth >= 1]
        for told, binds in self._joined:
            share = sum(key.worth for key in keys if holds(told, key.term)) / total
            near = max(near, share)
            whole_object = whole_object or (bool(heavy) and all(holds(told, key.term) for key in heavy))
            bound = max(bound, share if binds else 0.0)
        missing = tuple(key.term for key in keys if not holds(self._whole, key.term))
        whole = 1.0 - sum(key.worth for key in keys if key.term in missing) / total
        return Told(bound, near, whole, self._nearest(keys, tuple(around)), missing, whole_object)

    def _nearest(self, keys: Sequence[Key], around: tuple[str, ...]) -> int | None:
        best: tuple[float, int] | None = None
        for number, statement in enumerate(self.statements):
            if statement.segment.form in ("heading", "code"):
                continue
            told = self._own[number]
            score = sum(key.worth for key in keys if holds(told, key.term)) + 0.2 * sum(term in told for term in around)
            if order_phrases("headings").search(lowered(" ".join((*statement.segment.headings[-1:], statement.segment.label)))):
                score += 0.3  # a list of rules is where a rule belongs
            if best is None or score > best[0]:
                best = score, number
        return best[1] if best else None


@lru_cache(maxsize=1)
def _opposites() -> tuple[tuple[frozenset[int], str, frozenset[int], str], ...]:
    pairs = read_lexicon("orders")["opposites"]["pairs"]
    both = [*pairs, *([b, a] for a, b in pairs)]
    return tuple((_classes().get(stem(a), frozenset()), stem(a), _classes().get(stem(b), frozenset()), stem(b)) for a, b in both)


def opposed(keys: Sequence[Key], statement: Statement) -> str | None:
    """Return the word of a summary statement that undoes what an order with these keys asks for, or None.

    Only where the statement holds all else that the order is about, and denies nothing.
    """
    told = concepts(statement.text)
    if statement.stance.polarity == "negative" or statement.stance.status in ("reverted", "failed"):
        return None
    for key in keys:
        own = _classes().get(key.term, frozenset())
        others = [other for other in keys if other is not key and other.worth >= 1]
        if not others or not all(holds(told, other.term) for other in others) or holds(told, key.term):
            continue
        for classes, term, counter, word in _opposites():
            if key.term == term or own & classes:
                for found, start, end in placed_terms(statement.text):
                    if found == word or _classes().get(found, frozenset()) & counter:
                        return statement.text[start:end]
    return None
