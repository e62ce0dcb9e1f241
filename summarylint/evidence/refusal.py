"""Refusal: the summary gives an address for something, and the latest output that tried that address got no answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import holding
from summarylint.evidence.turns import Turn, at_order
from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.prose import is_command
from summarylint.model import Mark, Statement

SHORTEST = 3
"""Signs of an address below which its token is too common to be the same thing."""


def refused(summary: str, statement: Statement, ledger: Ledger) -> Iterator[Turn]:
    """Yield, for each address that `statement` of `summary` gives as fact, the last output that got no answer there.

    Silent where a later output got one or the user gives the address anew without doubt, and where the summary itself tells of the refusal.
    """
    if statement.segment.form in ("heading", "code") or statement.stance.polarity == "negative" or statement.stance.status == "failed":
        return
    for mark in statement.marks:
        if mark.kind == "identifier" and mark.type in read_lexicon("refusals")["addresses"] and len(mark.text) >= SHORTEST:
            order = _last_refusal(mark, ledger)
            if order is not None and not _told(summary, mark):
                found = at_order(ledger, order)
                sign = _words("refused").search(lowered(found.statement.text))
                cue = found.statement.text[sign.start() : sign.end()] if sign else ""
                yield Turn("refused", found, statement.start, statement.end, found.statement.start, found.statement.end, cue, 1.0)


def _last_refusal(mark: Mark, ledger: Ledger) -> int | None:
    last: int | None = None
    for order in holding(mark.text, ledger):
        text, span = ledger.text(order), ledger.span_of(order)
        if span.role == "user" and ledger.statement(order).stance.certainty == "certain":
            last = None  # whoever runs it has spoken since
        if span.kind != "tool_output" or is_command(text):
            continue
        lower = lowered(text)
        if _words("refused").search(lower):
            last = order
        elif _words("answered").search(lower):
            last = None
    return last


def _told(summary: str, mark: Mark) -> bool:
    """Does some line of the summary tell that nothing answers there?"""
    lines = lowered(summary).splitlines()
    return any(lowered(mark.text) in line and _words("refused").search(line) for line in lines)


@lru_cache(maxsize=2)
def _words(key: str) -> PhrasePattern:
    return PhrasePattern(read_lexicon("refusals")[key], lambda group: rf"(?<![\w-]){group}(?![\w-])")
