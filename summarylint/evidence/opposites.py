"""Opposites: the negations and antonyms of a statement, each with what it bears on; the words are in lexicon/antonyms.toml."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.turns import terms_in
from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered, lowered_whole, one_of
from summarylint.language.terms import placed_terms, stem
from summarylint.model import Mark, Statement

SUBJECT_REACH = 3
"""Terms before an antonym among which its subject is looked for."""

PIECE = re.compile(r"[,;()]\s|\s(?=(?:according to|as per|per the|judging by|going by)\s)")
"""Where what a negation bears on ends."""

_QUOTED = re.compile(r"`[^`\n]+`|\"(?:[^\"\s]++ ?){1,4}\"|“(?:[^“”\s]++ ?){1,4}”")
"""What is named, or quoted in a few words, says nothing by its own words."""
_QUOTATION = re.compile(r"\"[^\"\n]+\"|“[^“”\n]++(?:“[^“”\n]*+){0,3}”")

_WORDS = read_lexicon("antonyms")
DENYING = LatePattern(
    lambda: (
        rf"\b\w+-free\b|n't\b|(?<![\w./:-])0(?![\w./:-])|\b{one_of(_WORDS['denying'])}\b|\b(?<!for ){one_of(_WORDS['lacking'])}\b"
        rf"|\b(?:un(?!{one_of(_WORDS['no_un'])}|its?\b)\w{{3,}}|non-\w+|\w{{3,}}less)\b"
    )
)
"""Words of the summary beside which nothing is taken for affirmed: it may say the denial in another way."""

_BOUND = LatePattern(lambda: rf"\W*{one_of(_WORDS['bounding'])}\b")


def affirms(text: str, statement: Statement, start: int, end: int) -> bool:
    """Is `text[start:end]` of a statement told without any word that could deny, refute or undo it?"""
    if DENYING.search(lowered(" ".join((*statement.segment.headings[-1:], statement.segment.label, text[start:end])))):
        return False
    return not any(
        cue.type in ("negative", "prohibition", "refuted", "reverted")
        and cue.start < end
        and start < cue.end
        and lowered(cue.text) != "lack"  # "for lack of an index" gives a reason
        for cue in statement.stance.cues
    )


@dataclass(frozen=True, slots=True)
class Denial:
    """A negation with the terms it bears on."""

    cue: Mark
    start: int
    end: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pole:
    """A word of an antonym axis: its side (1 or -1, negations counted in), its place and the terms before it, nearest first."""

    axis: str
    side: int
    start: int
    end: int
    subject: tuple[str, ...]
    following: tuple[str, ...]
    turned: bool
    """Does a negation bear on it?"""


_NEGATIVE = LatePattern(lambda: rf"\b(?:{one_of(_WORDS['negative'])}|\w+n'?t)\b")


def may_oppose(text: str) -> bool:
    """Can a statement with this text deny or refute anything? A cheap test before it is read in full."""
    lower = lowered(text)
    known = _axes()
    return _NEGATIVE.search(lower) is not None or known.matcher.search(lower) is not None or known.switch.search(lower) is not None


@lru_cache(maxsize=256)
def holds_pole(text: str) -> bool:
    """Does a text hold any word of an antonym axis, whatever it says?"""
    lower = lowered(text)
    return _axes().matcher.search(lower) is not None or _axes().switch.search(lower) is not None


def may_negate(text: str) -> bool:
    """Can a statement with this text deny or refute anything by a word of negation?"""
    return _NEGATIVE.search(lowered(text)) is not None


@dataclass(frozen=True, slots=True)
class _Axes:
    matcher: PhrasePattern
    sides: dict[str, tuple[tuple[str, int], ...]]
    switches: dict[str, int]
    switch: re.Pattern[str]
    compound: re.Pattern[str]


@lru_cache(maxsize=1)
def _axes() -> _Axes:
    sides: dict[str, tuple[tuple[str, int], ...]] = {}
    switches: dict[str, int] = {}
    for axis in _WORDS["axis"]:
        for key, side in (("plus", 1), ("minus", -1)):
            for phrase in (written for raw in axis[key] for written in expand(raw)):
                sides[phrase] = (*sides.get(phrase, ()), (axis["name"], side))
            switches |= dict.fromkeys(axis.get(f"{key}_switch", ()), side)
    behind = "|".join(_WORDS["switches_behind"])
    switch = re.compile(rf"(?:\b(?:{behind})\s+|[=:]\s*|\s{{2,}})({'|'.join(switches)})\b(?!\s+(?:the|a|an|its|his|this|that|top|port|\d))")
    compound = re.compile(rf"{one_of(_WORDS['compounds'])}\b")
    return _Axes(PhrasePattern(sides, lambda group: rf"(?<![\w'-])({group})(?![\w-])"), sides, switches, switch, compound)


@lru_cache(maxsize=4)
def words(key: str) -> frozenset[str]:
    """Return a word list of the lexicon."""
    return frozenset(_WORDS[key])


@lru_cache(maxsize=1)
def _vague() -> frozenset[str]:
    return frozenset(stem(word) for word in _WORDS["vague"])


def denials(text: str, statement: Statement) -> tuple[Denial, ...]:
    """Return the negations of a statement of `text`, each with what it bears on up to the next comma or bracket."""
    found: list[Denial] = []
    for denial in _bearing(text, statement, statement.stance.cues):
        if not any(other.cue.start == denial.cue.start or other.cue.end == denial.cue.end for other in found):
            found.append(denial)
    return tuple(found)


def dead_subjects(text: str, statement: Statement) -> tuple[Denial, ...]:
    """Return what a statement says is not possible, allowed, covered or there: the subject before the negation is what it denies."""
    return tuple(_dead_subjects(text, statement, statement.stance.cues))


def possible_denials(text: str, statement: Statement) -> tuple[Denial, ...]:
    """Return the denials that a statement of `text` may make, by its words alone: no fewer than it does make."""
    cues = statement.word_cues
    return (*_bearing(text, statement, cues), *_dead_subjects(text, statement, cues))


def _bearing(text: str, statement: Statement, cues: tuple[Mark, ...]) -> Iterator[Denial]:
    for cue in cues:
        if cue.type not in ("negative", "prohibition") or cue.scope is None or lowered(cue.text) in words("no_denial"):
            continue
        if _BOUND.match(lowered(text[cue.end : statement.end])):
            continue
        cut = PIECE.search(text, cue.end, statement.end)
        end = min(max(cue.scope[1], cue.end), cut.start() if cut else statement.end)
        if lowered(cue.text) == "without" and _PREDICATE.search(lowered_whole(text), cue.end, end):
            continue  # "clients without a cookie all hash to one upstream": it says which ones, and denies nothing of them
        terms = tuple(t for t in terms_in(text, cue.end, end) if t not in _vague())
        if terms:
            yield Denial(cue, cue.end, end, terms)


_PREDICATE = re.compile(
    r"(?<=\w)\s(?=(?:all|each|both|always|still|is|are|was|were|has|have|had|does?|did|will|would|can|could|may|might|must|should|gets?|goes)\b)"
)
"""Before the word by which what has been named so far becomes a subject."""


def _dead_subjects(text: str, statement: Statement, cues: tuple[Mark, ...]) -> Iterator[Denial]:
    for cue in cues:
        if cue.type not in ("negative", "prohibition"):
            continue
        match = _dead().match(lowered_whole(text), cue.end, statement.end)
        if match is None:
            continue
        begin = max((m.end() for m in PIECE.finditer(text, statement.start, cue.start)), default=statement.start)
        terms = tuple(t for t in terms_in(text, begin, cue.start) if t not in _vague())
        if len(terms) > 1:
            yield Denial(cue, cue.start, match.end(), terms)


@lru_cache(maxsize=1)
def _dead() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:(?:be|been|yet|even|currently|at all)\s+)?(?:{'|'.join(_WORDS['dead'])})\b")


_NO_THING = re.compile(r"(?:no|without|zero)\s", re.IGNORECASE)
_AND_VERB = re.compile(
    r"\b(?:and|but|so|then)\s+(?:(?:its|the|their|it|they)\s+(?:[\w-]+\s+){0,2})?(?:(?:is|are|was|were|has|have|had|got|gets|been|be|now)\s+)*(?:\w+ly\s+|then\s+|thus\s+|so\s+)?\Z",
    re.IGNORECASE,
)


def _second_verb(text: str, negation: int, at: int) -> bool:
    """Does a "no" of one thing stand before an "and" and the word at `at` ("had no entry and fell")? It denies the thing alone."""
    return _NO_THING.match(text, negation) is not None and _AND_VERB.search(text, negation, at) is not None


def quoted_stretches(text: str, start: int, end: int, pattern: re.Pattern[str] = _QUOTATION) -> list[tuple[int, int]]:
    """Return what is quoted on the lines of a stretch, which may itself begin within a quotation; in code points of `text`."""
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    return [m.span() for m in pattern.finditer(text, begin, stop if stop >= 0 else len(text))]


def poles(text: str, statement: Statement, axes: Collection[str] | None = None) -> tuple[Pole, ...]:
    """Return the antonym words of a statement of `text`, those of some axes only where these are given."""
    start, end = statement.start, statement.end
    stretch = lowered(text[start:end])
    known = _axes()
    hits = [
        (axis, side, m.start(1), m.end(1)) for m in known.matcher.finditer(stretch) for axis, side in known.sides[" ".join(m[1].split())]
    ]
    hits = [hit for hit in hits if not known.compound.match(stretch, hit[2])] if hits else hits
    hits += [("switch", known.switches[m[1]], m.start(1), m.end(1)) for m in known.switch.finditer(stretch)]
    hits = hits if axes is None else [hit for hit in hits if hit[0] in axes]
    hidden = quoted_stretches(text, start, end, _QUOTED) if hits else []
    hits = [hit for hit in hits if not any(a <= hit[2] + start and hit[3] + start <= b for a, b in hidden)]
    if not hits:
        return ()
    placed = placed_terms(text, start, end)
    possible = [(d.cue.start, d.end) for d in _bearing(text, statement, statement.word_cues)]
    reached = any(x < a + start and b + start <= y for x, y in possible for _, _, a, b in hits)
    negations = [(d.cue.start, d.end) for d in denials(text, statement)] if reached else []
    found = []
    for axis, side, a, b in hits:
        a, b = a + start, b + start
        turned = sum(1 for x, y in negations if x < a and b <= y and not _second_verb(text, x, a))
        before = tuple(t for t, _, y in reversed(placed) if y <= a)[:SUBJECT_REACH]
        after = tuple(t for t, x, _ in placed if x >= b)[:SUBJECT_REACH]
        found.append(Pole(axis, -side if turned % 2 else side, a, b, before, after, turned % 2 == 1))
    return tuple(found)
