"""Telling: does the summary tell what an order asks for, in whatever words, and does it tell that somebody is bound?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from summarylint.language.lexicon import read_lexicon
from summarylint.language.numerals import SMALL
from summarylint.language.order_clauses import order_phrases, order_words
from summarylint.language.phrases import lowered
from summarylint.language.stance import heading_stance
from summarylint.language.terms import placed_terms, stem, terms
from summarylint.model import Statement

GENERIC_WORTH = 0.4
"""What a verb of action in general is worth; the object of an order says more about it."""

VALUE_WORTH = 1.5
"""What an identifier or number is worth: it has no other words."""

PREFIX = 4
"""Code points from which a stem that begins another one is taken for the same word."""

LOOSE_DISCOUNT = 0.65
"""What a share counts for beside a loose word of restriction ("before", "asked"), which may restrict something else."""

BELONGS = 0.5
"""The part of an order from which it belongs to a statement rather than to a list of rules."""

RULES_GAIN = 0.3
"""What a statement in a list of rules gains as the place of one more."""

REASON_SHARE = 0.6
"""The part of an order's reason that a sentence has to tell beside some of the order, to be telling the order by its reason."""

LEAST_BESIDE_REASON = 0.3
"""...and the part of the order itself."""


_LETTERS = re.compile(r"[a-z]+")
_FIGURE = re.compile(r"0*(\d{1,9})(am|pm|st|nd|rd|th|h|hrs?|hours?|k|m|min|mins|d|days?|w|wks?|x|s|g|kg|km|cm|mm)?")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)")
_NUMBERED = re.compile(r"([a-z]{3,})(\d{1,4})(?:\.[a-z]\w{1,4})?")
"""A noun written together with its number, as in the name of a file ("reel03" for reel 03)."""
_DENIED = re.compile(r"(?:un|non)(?=[a-z]{4})")


@dataclass(frozen=True, slots=True)
class Key:
    """A term that an order is about, with what it is worth in telling the order, and its place in the text."""

    term: str
    worth: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Told:
    """How well a summary tells an order, as shares of what its keys are worth.

    `bound` is the greatest share in one sentence that tells that somebody is bound, `near` in any one sentence, `whole` in all
    together; `object` says whether one sentence holds all keys but the verbs of action in general. `number` is the statement
    nearest to the order, `missing` are the terms that are told nowhere.
    """

    bound: float
    near: float
    whole: float
    number: int | None
    missing: tuple[str, ...]
    object: bool = False


@lru_cache(maxsize=1)
def _classes() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    lexicon = read_lexicon("orders")
    figures = [f"{value} " + " ".join(word for word, own in SMALL.items() if own == value) for value in set(SMALL.values()) if value > 1]
    lines = (*lexicon["synonyms"]["classes"], *lexicon["irregular"]["forms"], *lexicon["short"]["forms"], *figures)
    for number, line in enumerate(lines):
        for word in line.split():
            found.setdefault(stem(word) or word, set()).add(number)
    return {term: frozenset(numbers) for term, numbers in found.items()}


@lru_cache(maxsize=1)
def _phrasal() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    return tuple((letters, re.compile(pattern), stem(word)) for letters, pattern, word in read_lexicon("orders")["phrasal"]["patterns"])


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
        if term == "00" and text[at - 1 : at] == ":":
            continue  # a full hour: its minutes are often left unsaid
        if term not in _idle() and term not in found:
            found[term] = Key(term, _worth(text, term, at, to), at, to)
    low = lowered(text[start:end])
    for letters, pattern, term in _phrasal():
        if letters in low and term not in found and (match := pattern.search(low)):
            found[term] = Key(term, 1.0, start + match.start(), start + match.end())
    return tuple(found.values())


def _worth(text: str, term: str, at: int, to: int) -> float:
    folder = text[at - 1 : at] == "/" == text[to : to + 1]  # a path is told by its end
    if term in _generic() or folder:
        return GENERIC_WORTH
    return VALUE_WORTH if _is_value(text, at, to) else 1.0


def _is_value(text: str, at: int, to: int) -> bool:
    """Has the word a digit, an underscore, inner capitals, or is it the name of a mode ("read-only")?"""
    word = text[at:to]
    cased = word[1:] != word[1:].lower() and text != text.upper()
    return any(char.isdigit() for char in word) or "_" in text[max(0, at - 1) : to + 1] or cased or text[to : to + 5].lower() == "-only"


@lru_cache(maxsize=4096)
def concepts(text: str) -> frozenset[str | int]:
    """Return the stems of `text` and the numbers of the synonym classes that they belong to."""
    stems = set(terms(text))
    low = lowered(text)
    stems |= _classes().keys() & set(_LETTERS.findall(low))  # stop words that have a synonym ("leave", "both")
    stems |= {term for letters, pattern, term in _phrasal() if letters in low and pattern.search(low)}
    stems |= {number.replace(",", "") for number in _THOUSANDS.findall(low)}
    stems |= {form for term in stems for form in _other_forms(term)}
    return frozenset(stems) | {number for term in stems for number in _classes().get(term, ())}


@lru_cache(maxsize=4096)
def _other_forms(term: str) -> tuple[str, ...]:
    """What else a word may be written for: a figure without its unit, an hour by the 24-hour clock, what a prefix denies."""
    if term[0].isdigit():
        figure = _FIGURE.fullmatch(term)
        if figure is None or figure[1] == term:
            return ()
        more = {"pm": int(figure[1]) + 12, "k": int(figure[1]) * 1000}.get(figure[2])
        return (figure[1],) if more is None else (figure[1], str(more))
    numbered = _NUMBERED.fullmatch(term)
    if numbered:
        return (stem(numbered[1]) or numbered[1], numbered[2], numbered[2].lstrip("0"))
    denied = _DENIED.match(term)
    return (term[denied.end() :],) if denied else ()


def binding_force(low: str, barred: bool = False) -> float:
    """How far a sentence tells that something is bound: 1 with a firm word of restriction, less with a loose one, 0 without.

    With `barred` true, that something may not be: a word that merely asks for a thing ("a restart is required") bars none.
    """
    if order_phrases("restriction", "firm").search(low):
        return 1.0
    loose = order_phrases("restriction", "loose").finditer(low)
    return LOOSE_DISCOUNT if any(not (barred and match[0] in order_words("asking_for")) for match in loose) else 0.0


def _binding_headings(headings: Sequence[str]) -> str:
    """The headings that may bind what stands under them: those that do not announce work ("What remains", "Next steps")."""
    return " ".join(heading for heading in headings if "status" not in heading_stance(heading))


@lru_cache(maxsize=4096)
def kindred(term: str) -> frozenset[str]:
    """Return the stems that mean the same as `term` or are forms of it, itself among them."""
    numbers = _classes().get(term, frozenset())
    return frozenset((term, *(other for other, own in _classes().items() if numbers & own)))


def holds(told: frozenset[str | int], term: str) -> bool:
    """Does a text with these concepts hold `term`, one of its synonyms, or a word that begins alike?"""
    if not told.isdisjoint(_same(term)):
        return True
    if len(term) < PREFIX or not term.isalpha():
        return False
    return term in _beginnings(told) or any(term[:size] in told for size in range(PREFIX, len(term)))


@lru_cache(maxsize=4096)
def _same(term: str) -> frozenset[str | int]:
    """A term, its other forms, and the numbers of the synonym classes of all of them."""
    forms = (term, *_other_forms(term))
    return frozenset((*forms, *(number for form in forms for number in _classes().get(form, ()))))


@lru_cache(maxsize=256)
def _beginnings(told: frozenset[str | int]) -> frozenset[str]:
    """With what the stems among concepts begin."""
    return frozenset(own[:size] for own in told if isinstance(own, str) for size in range(PREFIX, len(own) + 1))


def _likes(told: frozenset[str | int], term: str) -> set[str | int]:
    """What among concepts counts as `term`: itself, its synonym classes, and stems that begin with it or that it begins with."""
    alike = set(_same(term))
    if len(term) >= PREFIX and term.isalpha():
        alike |= {own for own in told if isinstance(own, str) and len(own) >= PREFIX and (own.startswith(term) or term.startswith(own))}
    return alike


def held_as(text: str, term: str) -> frozenset[str]:
    """Return the stems by which `text` holds `term`: its own, those of its synonyms, those that begin alike."""
    like = _likes(concepts(text), term)
    return frozenset(word for word in concepts(text) if isinstance(word, str) and not like.isdisjoint((word, *_classes().get(word, ()))))


def _held(told: frozenset[str | int], likes: Sequence[tuple[float, set[str | int]]]) -> float:
    return sum(worth for worth, like in likes if not told.isdisjoint(like))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a summary: the concepts of its own words, with the headings above it, and with those of them that may bind.

    `binds` is how far it tells that something is bound, `bars` that something may not be, each from 0 to 1.
    """

    told: frozenset[str | int]
    under: frozenset[str | int]
    bound: frozenset[str | int]
    binds: float
    bars: float


class Telling:
    """A summary, read for what it tells of orders. `sentences` are its statements grouped by sentence, bullet or cell, by number."""

    def __init__(self, statements: Sequence[Statement], sentences: Sequence[Sequence[int]]) -> None:
        self.statements = statements
        self._own = [concepts(s.text) for s in statements]
        self._joined: list[_Sentence] = []
        for group in sentences:
            text = " ".join(statements[n].text for n in group)
            headings, label = (statements[group[0]].segment.headings[-2:], statements[group[0]].segment.label) if group else ((), "")
            told = concepts(f"{label} {text}")
            binding = lowered(f"{_binding_headings(headings)} {label}. {text}")
            forces = binding_force(binding), binding_force(binding, barred=True)
            self._joined.append(_Sentence(told, concepts(" ".join((*headings, label, text))), concepts(binding), *forces))
        self._sentences = sentences
        self._whole: frozenset[str | int] = frozenset().union(*(found.under for found in self._joined)) if self._joined else frozenset()

    def of(
        self,
        keys: Sequence[Key],
        around: Iterable[str] = (),
        reason: Sequence[Key] = (),
        barred: bool = False,
        head: Iterable[str] = (),
    ) -> Told:
        """Return how well the order with these keys is told.

        `around` are other terms of its message, which help to find where it belongs; `reason` is what the order is about in the words
        behind it ("..., the last four digits will do"), by which it may be told as well. With `barred` true the order is a
        prohibition, and the contrary of what it bars tells it ("never delete ..." as "... is retained"). `head` is the thing that
        it names ("no second **server**"): a sentence that binds without naming it tells of something else.
        """
        total = sum(key.worth for key in keys) or 1.0
        likes = [(key.worth, _likes(self._whole, key.term)) for key in keys]
        why = [(key.worth, _likes(self._whole, key.term)) for key in reason]
        contrary = {like for key in keys for like in _contraries(key.term)} if barred else set()
        named = [_likes(self._whole, term) for term in head]
        bound, near, one_object = 0.0, 0.0, False
        for sentence in self._joined:
            told, binds = sentence.under, sentence.bars if barred else sentence.binds
            share = _held(told, likes) / total if _held(sentence.told, likes) else 0.0
            if contrary and share > 0 and not sentence.bound.isdisjoint(contrary):
                binds = 1.0
            near = max(near, share)
            one_object = one_object or all(not told.isdisjoint(like) for worth, like in likes if worth >= 1)
            if not any(told.isdisjoint(like) for like in named):
                bound = max(bound, share * binds)
            if share >= LEAST_BESIDE_REASON and sum(worth >= 1 for worth, _ in why) > 1:
                given = _held(told, why) / sum(worth for worth, _ in why)
                bound = max(bound, 1.0 if given >= REASON_SHARE else 0.0)
        missing = tuple(key.term for key, (_, like) in zip(keys, likes, strict=True) if self._whole.isdisjoint(like))
        one_object = one_object and any(worth >= 1 for worth, _ in likes)
        return Told(bound, near, _held(self._whole, likes) / total, self._nearest(likes, tuple(around)), missing, one_object)

    def _nearest(self, likes: Sequence[tuple[float, set[str | int]]], around: tuple[str, ...]) -> int | None:
        best: tuple[bool, float, int] | None = None
        total = sum(worth for worth, _ in likes)
        for number, statement in enumerate(self.statements):
            heading = statement.segment.form == "heading"
            told, held = self._own[number], _held(self._own[number], likes)
            score = held + 0.2 * sum(term in told for term in around)
            above = statement.text if heading else " ".join((*statement.segment.headings[-1:], statement.segment.label))
            ruled = order_phrases("headings").search(lowered(above)) is not None
            if statement.segment.form == "code" or (heading and not ruled):
                continue
            # an order that no statement comes near belongs under the heading over the rules
            belongs = held >= BELONGS * total or (heading and ruled)
            score = RULES_GAIN * ruled + (0.0 if heading else score)
            if best is None or (belongs, score) > best[:2]:
                best = belongs, score, number
        return best[2] if best else None


@lru_cache(maxsize=1024)
def _contraries(term: str) -> frozenset[str | int]:
    """The classes and stems of what has to be where `term` may not be."""
    own = _classes().get(term, frozenset())
    found: set[str | int] = set()
    for barred, kept in read_lexicon("orders")["contraries"]["pairs"]:
        if stem(barred) == term or own & _classes().get(stem(barred), frozenset()):
            found |= {stem(kept), *_classes().get(stem(kept), ())}
    return frozenset(found)


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
