"""Outcomes: what the output of a call says about whether the call did what it was for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.index import Ledger
from summarylint.evidence.progress_words import lexicon
from summarylint.language.prose import is_command

BLOCK_LINES = 12
"""Lines behind a command that are read for its outcome; what stands further off is the body of a long print."""

_FIELD = re.compile(r"\s{2,}|\s*\|\s*|\t")


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """How a call ended: `failed` with the place of the sign in the span's text, or not."""

    failed: bool
    start: int
    end: int


@lru_cache(maxsize=1)
def _signs() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = lexicon()["outcomes"]
    return tuple(
        re.compile("|".join(f"(?:{'(?i:' + p[4:] + ')' if p.startswith('(?i)') else p})" for p in table[key]))
        for key in ("failure", "success")
    )  # type: ignore[return-value]


def sign_of_failure(text: str) -> re.Match[str] | None:
    """Return the first sign of failure in a line of output, or None; "0 failed" is no failure."""
    failure, success = _signs()
    return None if success.search(text) else failure.search(text)


def outcome_of(ledger: Ledger, order: int) -> CallOutcome | None:
    """Return how the command at statement `order` ended by the lines behind it in its span, or None where they do not say."""
    span = ledger.span_of(order)
    last = ledger.orders(span.id)[-1]
    for number in range(order + 1, min(last, order + BLOCK_LINES) + 1):
        text = ledger.text(number)
        if is_command(text):
            return None
        sign = sign_of_failure(text)
        if sign is not None:
            start = ledger.bounds[number][0]
            return CallOutcome(True, start, start + len(text))
    return None


def fields(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the fields of a printed row: parted by bars, tabs or two blanks."""
    found, begin = [], start
    for match in _FIELD.finditer(text, start, end):
        if match.start() > begin:
            found.append((begin, match.start()))
        begin = match.end()
    if begin < end:
        found.append((begin, end))
    return found
