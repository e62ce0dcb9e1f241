"""Contrast: the parts of a sentence that are another predicate, or that may say a denial in other words."""

from __future__ import annotations

import re

from summarylint.evidence.turns import Matter, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.model import Witness


def _any(entry: str) -> str:
    return one_of(read_lexicon("contrast")[entry])


SET_OFF = LatePattern(lambda: rf"\b(?:{_any('setting_off')}|(?:il|im|ir)\w+(?:ible|able))\b")
"""Words that set something off from the rest: what stands around them is no plain affirmation."""

LIMIT = LatePattern(lambda: rf"\b{_any('limits')}\b|\bw/o(?!\w)")
"""Words that end what is said by a time or a condition."""

LIMIT_TERMS = 3
"""Terms behind a limit that say which one it is."""

DENIES = LatePattern(lambda: rf"\b{_any('denials')}\b|n't\b")
"""Plain negations, and no word that denies only by its sense."""

_BRACKETS = re.compile(r"\([^()]*\)")
_SUBORDINATE = LatePattern(lambda: rf"\s{_any('subordinating')}\s")


def contrasted(matter: Matter, found: Witness) -> bool:
    """Does the summary set something off in the same sentence, which may be the denial in other words?

    A time or condition sets nothing off where the witness has none, or the very same one ("until they flower").
    """
    told, theirs = lowered(matter.statement.text), lowered(found.statement.text)
    if SET_OFF.search(told):
        return True
    limits = list(LIMIT.finditer(theirs))
    for own in LIMIT.finditer(told):
        behind = set(terms_in(told, own.end(), None)[:LIMIT_TERMS])
        same = any(m[0] == own[0] and behind & set(terms_in(theirs, m.end(), None)[:LIMIT_TERMS]) for m in limits)
        if limits and not same:
            return True
    return False


def main_clause(words: str, found: Witness) -> str:
    """Return a stretch without what stands in brackets, gives a reason or sets a time: what is said there is another predicate.

    A clause that the witness opens with the same word belongs to what both say.
    """
    bare, theirs = _BRACKETS.sub(" ", words), lowered(found.statement.text)
    cut = next((m for m in _SUBORDINATE.finditer(bare) if m[0] not in theirs), None)
    return bare[: cut.start()] if cut else bare
