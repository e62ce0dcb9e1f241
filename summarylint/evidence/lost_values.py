"""Lost values: a thing that the summary tells and the spans tell with its name, which the summary holds nowhere.

"The extension in the subject" where a span says "my extension 4-417 in the subject". Read from the value's side: what
a value names is known from its own statement (`designations`), so that any noun can have lost one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.align import Candidate, worth
from summarylint.evidence.designations import NAMING, TYPED, Designation, cut_off, designations, holds_untold
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, told
from summarylint.evidence.slips import slip
from summarylint.language.lexicon import read_lexicon
from summarylint.language.likeness import abbreviates, near_identifier
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import placed_terms
from summarylint.language.value_labels import is_head
from summarylint.model import Mark, Statement

READ = 4
"""Span statements by score that are read."""

RARE = 2
"""Statements with a word that are read too, however little else they share: so rare a word tells of one thing."""

LEAST_OF_BEST = 0.25
"""The part of the best score from which another statement may be what the summary's one rests on."""

LEAST_BARE = 0.4
"""The score and support from which a noun without a determiner is the thing that the span names."""

LEAST_ALONE = 0.15
"""The support from which one noun, without another word of the name, is the thing that the span names."""

MOST_HOLDING = 24
"""Statements with a noun that are read; a noun in more of them is no name of one thing."""

LEAST_KNOWN = 0.3
"""The support from which a value is meant that the noun does not stand beside in its span."""

_CUT = re.compile(r"[,;:(]\s|\s(?:and|while|but|because)\s")
"""Where a clause ends and another thing is told."""

BEFORE = 48
"""Code points before a noun in which its determiner stands, or what it opens."""

_CONSONANTS = re.compile(r"[b-df-hj-np-tv-xz]{3,5}")
_PLURAL = re.compile(r"[^suig]s$")
_CARRIERS = re.compile(rf"\s+(?:{'|'.join(read_lexicon('designations')['carriers'])})(?![\w-])")
_DETERMINED = re.compile(
    r"\b(?:the|an?|one|its|their|his|her|our|my|your|this|that)\s+"
    r"(?:(?!(?:is|was|are|were|be|been|has|had|have|and|or|to)\s)[\w'-]+\s+){0,3}$",
    re.I,
)
_OPENS = re.compile(r"(?:^|[|,;:(\n]\s*)(?:[\w-]+\s+){0,2}$")
_VALUED = re.compile(r"(?<![\w-])(?P<word>[^\W\d_][\w'-]*)\W{1,3}(?=(?:(?:no|nr|id|number|tag|is|was)\W{1,2})*[\w./:-]*\d)")


@dataclass(frozen=True, slots=True)
class LostValue:
    """A noun of the summary with its place, the value that it lost, and the share of the statement that speaks for it."""

    start: int
    end: int
    value: NamedValue
    support: float


def lost_values(
    text: str, lead: int, statement: Statement, candidates: Sequence[Candidate], marks: Sequence[Mark], ledger: Ledger
) -> Iterator[LostValue]:
    """Yield what `statement` of the summary `text` tells without the name that a span gives it.

    `lead` is where the label before the statement begins, whose marks are among the statement's; `candidates` are span
    statements by score, `marks` those of the whole summary.
    """
    lower = lowered_whole(text)
    scores = {order: 0.0 for term in statement.terms if 0 < len(held := ledger.postings.get(term, ())) <= RARE for order in held}
    scores |= {one.order: one.score for one in candidates[:READ] if one.score >= LEAST_OF_BEST * candidates[0].score}
    scores |= {order + 1: score for order, score in scores.items() if order + 1 < len(ledger) and cut_off(order + 1, ledger)}
    orders = [order for order in scores if holds_untold(order, lower, ledger)]
    nouns = _Nouns(text, lead, statement) if orders else None
    found: dict[int, LostValue] = {}
    for order in orders:
        if nouns is not None and _may_name(order, nouns, ledger):
            for one in designations(order, ledger, lower):
                lost = _lost(one, scores[order], nouns, marks, ledger)
                if lost is not None and (lost.start not in found or lost.support > found[lost.start].support):
                    found[lost.start] = lost
    yield from found.values()


def _may_name(order: int, nouns: _Nouns, ledger: Ledger) -> bool:
    """Can a value of statement number `order` name one of the nouns? What it names is read only then."""
    near = (order, order - 1) if cut_off(order, ledger) else (order,)
    if any(nouns.fit(word) for one in near for word in ledger.terms[one]):
        return True
    typed = [noun for word in nouns.places.keys() & TYPED if (noun := nouns.fit(word)) and noun.determined]
    return any(_support(nouns, noun, order, ledger) >= LEAST_KNOWN for noun in typed)


@dataclass(frozen=True, slots=True)
class _Noun:
    """A noun that a value may have stood with: its word, place, and the end of what carries its name ("MAC address").

    It is the head of its phrase, which has a determiner or opens a clause, and has no value anywhere in the summary.
    """

    word: str
    start: int
    stop: int
    end: int
    determined: bool


class _Nouns:
    """The words of a statement outside of identifiers and quotations by their stems, each at its places.

    How a word stands there is read when it is asked for: most words are in none of the spans' statements.
    """

    def __init__(self, text: str, lead: int, statement: Statement) -> None:
        self.text, self.lead, self.statement = text, lead, statement
        self.lower = lowered_whole(text)
        self._taken = [(m.start, m.end) for m in statement.marks if m.kind in ("identifier", "quotation", "code")]
        self.places: dict[str, list[tuple[int, int]]] = {}
        for term, start, stop in placed_terms(text, lead, statement.end):
            if term in self.places:
                self.places[term].append((start, stop))
            elif self._is_free(start, stop):
                self.places[term] = [(start, stop)]
        self._read: dict[str, _Noun | None] = {}

    def _is_free(self, start: int, stop: int) -> bool:
        return not any(a < stop and start < b for a, b in self._taken)

    def fit(self, term: str) -> _Noun | None:
        """Return the noun of this stem, or None where no value may have stood with it."""
        if term not in self._read:
            found = (self._noun(*place) for place in self.places.get(term, ()) if self._is_free(*place))
            self._read[term] = next((noun for noun in found if noun is not None), None)
        return self._read[term]

    def _noun(self, start: int, stop: int) -> _Noun | None:
        lower, end, word = self.lower, self.statement.end, self.lower[start:stop]
        if word.endswith("ed") or not word.isalpha() or word.removesuffix("s") in _valued(lower):
            return None
        carrier = _CARRIERS.match(lower, stop)
        last = carrier.end() if carrier else stop
        if not is_head(lower, last, end):
            return None
        before = self.text[max(self.lead, start - BEFORE) : start]
        determined = _DETERMINED.search(before) is not None
        opens = _OPENS.search(before) is not None and not word.endswith("ing")  # "printing is pending" names no thing
        return _Noun(word, start, stop, last, determined) if determined or opens else None


def _lost(one: Designation, score: float, nouns: _Nouns, marks: Sequence[Mark], ledger: Ledger) -> LostValue | None:
    words = [word for word in one.words if word not in NAMING] or list(one.words)
    head = next((word for word in (words[:-3:-1] if one.bond == "beside" else words) if word in nouns.places), "")
    noun = nouns.fit(head) if head else _abbreviated(words[-1], nouns)
    if noun is None:
        return None
    if _PLURAL.search(noun.word) and noun.word not in lowered(ledger.text(one.value.order)):  # all crates are not one of them
        return None
    support = _support(nouns, noun, one.value.order, ledger)
    if not noun.determined and (support < LEAST_BARE or score < LEAST_BARE or "/" in one.value.text):
        return None
    if support < LEAST_KNOWN and (not score or one.bond in ("inside", "typed")):
        return None
    if one.bond in ("inside", "typed") and (not noun.determined or not _only(one, ledger)):
        return None
    if one.bond == "typed" and _of_another_kind(noun, one, nouns, ledger):
        return None
    named = sum(other in nouns.places for other in words) > 1 or noun.end > noun.stop
    if support < LEAST_ALONE and not named and not _alone(head, one, ledger):
        return None
    if told(one.value, noun.word, nouns.text, marks) or _nearly(one.value.text, marks, nouns.text):
        return None
    return LostValue(noun.start, noun.end, one.value, support)


def _of_another_kind(noun: _Noun, one: Designation, nouns: _Nouns, ledger: Ledger) -> bool:
    """Does a noun or name before the noun say which one it is ("the glossary file"), and stand not beside the value, but elsewhere?"""
    before = placed_terms(nouns.text, max(nouns.lead, noun.start - BEFORE), noun.start)
    if not before or nouns.text[before[-1][2] : noun.start].strip():
        return False
    term = before[-1][0]
    held = ledger.postings.get(term, ())
    return len(held) > 0 and one.value.order not in held and term not in lowered(one.value.text)


def _abbreviated(short: str, nouns: _Nouns) -> _Noun | None:
    """The noun of the summary that the span cuts short ("ckpt" for the checkpoint)."""
    if not _CONSONANTS.fullmatch(short):
        return None
    words = ((term, nouns.lower[start:stop]) for term, ((start, stop), *_) in nouns.places.items())
    return next((noun for term, word in words if abbreviates(short, word) and (noun := nouns.fit(term))), None)


def _only(one: Designation, ledger: Ledger) -> bool:
    """Is the value the only one in its statement that answers to these words?"""
    others = designations(one.value.order, ledger)
    return all(other.value == one.value or (other.bond, other.words) != (one.bond, one.words) for other in others)


def _alone(head: str, one: Designation, ledger: Ledger) -> bool:
    """Is the value the only one that the spans have for this noun?"""
    held = ledger.postings.get(head, ())
    if len(held) > MOST_HOLDING:
        return False
    others = (other for order in held for other in designations(order, ledger) if head in other.words[-2:])
    return {lowered(other.value.text) for other in others} <= {lowered(one.value.text)}


def _support(nouns: _Nouns, noun: _Noun, order: int, ledger: Ledger) -> float:
    """The share of what else the statement says, or its clause with the noun, that stands in the value's statement.

    Words that stand nowhere in the spans are the summary's own, and say nothing of which statement it speaks of.
    """
    text, statement = nouns.text, nouns.statement
    names = {term for term, _, _ in placed_terms(text, noun.start, noun.end)}
    begin = min(statement.start, noun.start)
    start = max((found.end() for found in _CUT.finditer(text, begin, noun.start)), default=begin)
    cut = _CUT.search(text, noun.end, statement.end)
    held = set(ledger.terms[order])
    shares = []
    for clause in (statement.terms, tuple(term for term, _, _ in placed_terms(text, start, cut.start() if cut else statement.end))):
        said = {term: worth(ledger, term) for term in dict.fromkeys(clause) if term not in names and term in ledger.postings}
        shares.append(sum(w for term, w in said.items() if term in held) / (sum(said.values()) or 1.0))
    return round(max(shares), 4)


@lru_cache(maxsize=8)
def _valued(lower: str) -> frozenset[str]:
    """The words of a summary, in the singular, that have a value of their own right behind them."""
    return frozenset(found["word"].removesuffix("s") for found in _VALUED.finditer(lower))


def _nearly(value: str, marks: Sequence[Mark], text: str) -> bool:
    """Does the summary hold the value with a slip? That is another fault, and told as such."""
    if any(mark.kind == "identifier" and near_identifier(mark.text, value) for mark in marks):
        return True
    return any(slip(found[0].strip(".,:"), value) for found in re.finditer(r"[^\s()\"'`]*\d[^\s()\"'`]*", text))
