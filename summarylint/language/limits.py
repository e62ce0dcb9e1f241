"""Limits: bounds without a word that binds, told as what is never so or as a bare figure ("14 pt minimum", "legs under 4 hours")."""

from __future__ import annotations

import re

from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import one_of

LONGEST_LIMIT = 8
"""Words up to which a clause without a verb is a limit by its figure alone."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("orders")["limits"][entry])


_LIMIT = LatePattern(
    lambda: rf"(?:\b{_any('before')}\.? (?:of )?\S?\d[\d.,]*\S*(?:\s+\S+){{0,3}}$|\d[\d.,]*\s*\S+ {_any('behind')}\b)",
)
_IS_NEVER = re.compile(r"(?:[\w'-]+ ){0,2}(?:[\w'-]+s (?:are|must be|get)|[\w'-]+ is) never \w+(?:ed|en|wn|ut|ld|nt|ught)\b")
_NO_LIMIT = LatePattern(lambda: rf"\b{_any('telling')}\b")
_SO = re.compile(r"\s(?:so|thus|therefore|hence)\s|:\s")


def find_limit(low: str, first: int, end: int) -> tuple[int, int] | None:
    """Return where the clause `[first, end)` of a text in lower case states a limit (code points), or None.

    That is the whole clause where it says what is never so, else the part behind its last "so" with the figure.
    """
    found = _IS_NEVER.match(low, first, end)
    if not found:
        parts = list(_SO.finditer(low, first, end))
        first = parts[-1].end() if parts else first
        body = low[first:end].rstrip(" ,.!")
        found = _LIMIT.search(body) if len(body.split()) <= LONGEST_LIMIT and not _NO_LIMIT.search(body) else None
    return (first, len(low[:end].rstrip(" ,;:)!.?*"))) if found else None
