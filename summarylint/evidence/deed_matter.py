"""The deed that a summary tells as done: its verbs, what it is done to, and its very words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.align import worth_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import Deed, deeds_in, lexicon
from summarylint.evidence.telling import kindred
from summarylint.evidence.turns import Matter, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, one_of

_WORDS = lexicon()["unperformed"]
_COMPLEMENT = LatePattern(lambda: rf"\s{one_of(_WORDS['complement'])}\s")
_PRESENT = re.compile(r"\b(?:is|are)\s+(?:\w+\s+)?\Z")


@dataclass(frozen=True, slots=True)
class ToldDeed:
    """A deed by the stems of its verbs and of what it is done to."""

    verbs: frozenset[str]
    objects: frozenset[str]
    forms: tuple[tuple[str, str], ...]
    """The very words of the summary for it, in lower case, as they are and as a pattern."""
    matter: Matter
    ledger: Ledger

    def named(self, held: frozenset[str]) -> float:
        """The part of the words among its things that another clause shares; a promise seldom repeats the figures."""
        words = {term for term in self.objects if term.isalpha()}
        shared = words & held
        return worth_of(self.ledger, shared) / worth_of(self.ledger, words) if len(shared) > 1 else 0.0

    def share(self, held: frozenset[str] | set[str]) -> float:
        """The part of the worth of its things that another clause holds."""
        return worth_of(self.ledger, self.objects & held) / (worth_of(self.ledger, self.objects) or 1.0)


@lru_cache(maxsize=1)
def _no_work() -> frozenset[str]:
    return frozenset(lexicon()["words"]["no_work"])


def told_deed(matter: Matter, ledger: Ledger) -> ToldDeed | None:
    """Return the deed that `matter` tells as done; None where it tells none, or the spans know nothing of it."""
    told = told_as_done(matter)
    if told is None or not is_work(matter, told) or _to_be(matter):
        return None
    cut = _COMPLEMENT.search(matter.text, told.end, matter.end)  # what was said or asked for is no part of the deed
    end = cut.start() if cut else matter.end
    deeds = deeds_in(matter.text, matter.start, end)
    stems = {stem for deed in deeds for stem in (*deed.stems, *terms_in(matter.text, deed.start, deed.end))}
    verbs = frozenset(kin for stem in stems for kin in kindred(stem)) if stems else frozenset[str]()
    objects = frozenset(terms_in(matter.text, matter.start, end)) & matter.terms - verbs
    if len(objects) < 2 and matter.statement.segment.label and matter.start == matter.statement.start:
        objects |= frozenset(terms_in(matter.statement.segment.label, 0, None)) - verbs
    known = frozenset(term for term in objects if ledger.postings.get(term))
    if not known:
        return None
    forms = tuple(lowered(matter.text[told.start : told.end]) for told in deeds_in(matter.text, matter.start, matter.end))
    return ToldDeed(verbs, objects, tuple((form, re.escape(form)) for form in forms), matter, ledger)


def _to_be(matter: Matter) -> bool:
    """Does the sentence open with what is to be, so that a participle behind it is to be as well ("reply to be polite, copy enclosed")?"""
    before = lowered(matter.text[matter.statement.start : matter.start])
    return _AUXILIARY.search(lowered(matter.words)) is None and _TO_BE.search(before) is not None


_TO_BE = LatePattern(lambda: rf"\b{one_of(_WORDS['to_be'])}\b")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had)\b")

_ONLY_SAID = LatePattern(lambda: rf"\b{one_of(_WORDS['only_said'])}\b")
"""The summary itself tells it as said, and not as seen done."""

_ATTRIBUTE = LatePattern(lambda: rf"\b{one_of(_WORDS['pronouns'])}\s+\Z")
"""Before a participle that says which things are meant ("those written with dots")."""


_WITH = re.compile(r"\bwith (?:[\w-]+ ){1,3}\Z")
_MEANS = re.compile(r" (?:by|via|through|over|per)\b")
"""Behind a participle under "with": how a thing is done wherever it is ("with seals renewed by the ward")."""


def is_work(matter: Matter, told: Deed) -> bool:
    """Is a deed a piece of work, and no finding, no state ("is opened on Thursdays"), no aside in brackets?"""
    before = lowered(matter.text[matter.start : told.start])
    word = lowered(matter.text[told.start : told.end])
    return (
        word not in _no_work()
        and _ONLY_SAID.search(lowered(matter.words)) is None
        and _ATTRIBUTE.search(before) is None
        and (_WITH.search(before) is None or _MEANS.match(lowered(matter.text[told.end : matter.end])) is None)
        and (not told.stems or not word.startswith("un") or word == "undone")
        and (not told.stems or _PRESENT.search(before) is None)
        and before.count("(") == before.count(")")
    )
