"""Contrast: the parts of a sentence that are another predicate, or that may say a denial in other words."""

from __future__ import annotations

import re

from summarylint.evidence.turns import Matter, terms_in
from summarylint.language.phrases import lowered
from summarylint.model import Witness

SET_OFF = re.compile(
    r"\b(?:but|apart from|except\w*|instead|rather|although|though|however|other than|save for|outstanding|remaining"
    r"|other|others|due|(?:il|im|ir)\w+(?:ible|able)|remains?)\b"
)
"""Words that set something off from the rest: what stands around them is no plain affirmation."""

LIMIT = re.compile(r"\b(?:unless|until|till|before|without|except)\b|\bw/o(?!\w)")
"""Words that end what is said by a time or a condition."""

LIMIT_TERMS = 3
"""Terms behind a limit that say which one it is."""

DENIES = re.compile(r"\b(?:not|no|nothing|nobody|never|none|neither|nor|without|cannot)\b|n't\b")
"""Plain negations, and no word that denies only by its sense."""

_BRACKETS = re.compile(r"\([^()]*\)")
_SUBORDINATE = re.compile(r"\s(?:since|because|as|so that|in order to|for fear|due to|owing to|when|while|after|if|which|who|whose)\s")


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
