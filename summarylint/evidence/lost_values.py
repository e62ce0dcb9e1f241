"""Lost values: a thing that the summary tells and the spans tell with its name, which the summary holds nowhere.

"The extension in the subject" where a span says "my extension 4-417 in the subject". Read from the value's side: what
a value names is known from its own statement (`designations`), so that any noun can have lost one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.align import Candidate, worth
from summarylint.evidence.designations import NAMING, TYPED, Designation, designations
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, told
from summarylint.evidence.slips import slip
from summarylint.language.lexicon import read_lexicon
from summarylint.language.likeness import abbreviates, near_identifier
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import placed_terms
from summarylint.language.value_labels import is_head
from summarylint.model import Mark, Statement

READ = 6
"""Span statements that are read, each with the one behind it."""

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

_CONSONANTS = re.compile(r"[b-df-hj-np-tv-xz]{3,5}")
_PLURAL = re.compile(r"[^suig]s$")
_CARRIERS = re.compile(rf"\s+(?:{'|'.join(read_lexicon('designations')['carriers'])})(?![\w-])")
_DETERMINED = re.compile(
    r"\b(?:the|an?|one|its|their|his|her|our|my|your|this|that)\s+"
    r"(?:(?!(?:is|was|are|were|be|been|has|had|have|and|or|to)\s)[\w'-]+\s+){0,3}$", re.I
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
    nouns, lower = _nouns(text, lead, statement.end, statement.marks), lowered_whole(text)
    best = [candidate for candidate in candidates[:READ] if candidate.score >= LEAST_OF_BEST * candidates[0].score]
    orders = [candidate.order for candidate in best]
    scores = {order: 0.0 for term in statement.terms if 0 < len(held := ledger.postings.get(term, ())) <= RARE for order in held}
    orders += scores
    scores |= {candidate.order + step: candidate.score for candidate in reversed(best) for step in (1, 0)}
    words = {word for word, noun in nouns.items() if noun.fit}
    typed = not words.isdisjoint(TYPED)
    found: dict[int, LostValue] = {}
    for order, score in scores.items() if words else ():
        beside = order in orders or (order < len(ledger) and ledger.number_of(order) == ledger.number_of(order - 1))
        if beside and (typed or any(not words.isdisjoint(ledger.terms[one]) for one in (order, max(order - 1, 0)))):
            for one in designations(order, ledger, lower):
                lost = _lost(one, score, nouns, text, statement, marks, ledger)
                if lost is not None and (lost.start not in found or lost.support > found[lost.start].support):
                    found[lost.start] = lost
    yield from found.values()


@dataclass(frozen=True, slots=True)
class _Noun:
    """A word of the summary with its place, the end of what carries its name ("MAC address"), and how it stands there.

    `fit` is whether a value may have stood with it: it is the head of its phrase, which has a determiner or opens a
    clause, and has no value anywhere in the summary.
    """

    word: str
    start: int
    stop: int
    end: int
    determined: bool
    fit: bool


def _nouns(text: str, lead: int, end: int, marks: Sequence[Mark]) -> dict[str, _Noun]:
    """The words of a statement outside of identifiers and quotations by their stems, each at its first place."""
    taken = [(m.start, m.end) for m in marks if m.kind in ("identifier", "quotation", "code")]
    lower = lowered_whole(text)
    valued = _valued(lower)
    found: dict[str, _Noun] = {}
    for term, start, stop in placed_terms(text, lead, end):
        word = lower[start:stop]
        if term not in found and not any(a < stop and start < b for a, b in taken) and not re.search(r"\d|ed$", word):
            carrier = _CARRIERS.match(lower, stop)
            last = carrier.end() if carrier else stop
            fit = is_head(lower, last, end)
            determined = fit and _DETERMINED.search(text[max(lead, start - 48) : start]) is not None
            fit = fit and (determined or _OPENS.search(text[lead:start]) is not None) and word.removesuffix("s") not in valued
            found[term] = _Noun(word, start, stop, last, determined, fit)
    return found


def _lost(
    one: Designation, score: float, nouns: Mapping[str, _Noun], text: str, statement: Statement, marks: Sequence[Mark], ledger: Ledger
) -> LostValue | None:
    words = [word for word in one.words if word not in NAMING] or list(one.words)
    head = next((word for word in (words[:-3:-1] if one.bond == "beside" else words) if word in nouns), "")
    noun = nouns.get(head) or _abbreviated(words[-1:], nouns)
    if noun is None or not noun.fit:
        return None
    word = noun.word
    if _PLURAL.search(word) and word not in lowered(ledger.text(one.value.order)):  # all crates are not one of them
        return None
    support = _support(text, statement, (noun.start, noun.end), one.value.order, ledger)
    if not noun.determined and (support < LEAST_BARE or score < LEAST_BARE or "/" in one.value.text):
        return None
    if support < LEAST_KNOWN and (not score or one.bond in ("inside", "typed")):
        return None
    if one.bond in ("inside", "typed") and (not noun.determined or not _only(one, ledger)):
        return None
    named = sum(other in nouns for other in words) > 1 or noun.end > noun.stop
    if support < LEAST_ALONE and not named and not _alone(head, one, ledger):
        return None
    if told(one.value, word, text, marks) or _nearly(one.value.text, marks, text):
        return None
    return LostValue(noun.start, noun.end, one.value, support)


def _abbreviated(words: Sequence[str], nouns: Mapping[str, _Noun]) -> _Noun | None:
    """The noun of the summary that the span cuts short ("ckpt" for the checkpoint)."""
    short = next((word for word in words if _CONSONANTS.fullmatch(word)), "")
    return next((noun for noun in nouns.values() if short and noun.fit and abbreviates(short, noun.word)), None)


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


def _support(text: str, statement: Statement, label: tuple[int, int], order: int, ledger: Ledger) -> float:
    """The share of what else the statement says, or its clause with the label, that stands in the value's statement.

    Words that stand nowhere in the spans are the summary's own, and say nothing of which statement it speaks of.
    """
    names = {term for term, _, _ in placed_terms(text, *label)}
    begin = min(statement.start, label[0])
    start = max((found.end() for found in _CUT.finditer(text, begin, label[0])), default=begin)
    cut = _CUT.search(text, label[1], statement.end)
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
