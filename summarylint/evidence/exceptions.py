"""Exceptions: what a denial leaves out of itself, or bars only until a time, and whether the summary tells just that."""

from __future__ import annotations

import re

from summarylint.evidence.opposites import Denial
from summarylint.evidence.turns import Matter, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.model import Witness


def _any(entry: str) -> LatePattern:
    return LatePattern(lambda: rf"\b{one_of(read_lexicon('contrast')[entry])}\b")


_EXCEPTION = _any("excepting")
_WITHOUT = re.compile(r"\bwithout\b")
_REQUIRES = _any("requiring")
"""The summary tells an exception as what is required."""
_NOT_BEFORE = re.compile(r"\b(?:before|until|till)\b")
_FROM_THEN = _any("from_then")


def tells_limit(matter: Matter, found: Witness, start: int) -> bool:
    """Is what is barred until a time ("not before noon") told as what comes from then on ("after noon")?"""
    end = found.statement.end
    limit = _NOT_BEFORE.search(lowered_whole(found.span.text), start, end)
    if limit is None or not _FROM_THEN.search(lowered(matter.words)):
        return False
    return bool(set(terms_in(found.span.text, limit.end(), end)) & matter.terms)


def excepted(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Is there an exception to the denial that the summary speaks of, or one right inside it?"""
    text, end = lowered_whole(found.span.text), found.statement.end
    without = _WITHOUT.search(text, denial.start, denial.end)
    if without and _REQUIRES.search(lowered(matter.words)) and set(terms_in(found.span.text, without.end(), end)) & matter.terms:
        return True  # "not without consent" is told as "requires consent"
    if tells_limit(matter, found, denial.start):
        return True
    if _EXCEPTION.search(text, denial.start, denial.end):
        return denial.cue.type != "prohibition"
    after = _EXCEPTION.match(text[denial.end : end].lstrip(" ,;(")) if denial.end < end else None
    return after is not None and bool(set(terms_in(found.span.text, denial.end, end)) & matter.terms)
