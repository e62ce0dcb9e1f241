"""Coverage: what a span says that it did not look at, told in the summary as if all had been looked at.

Three ways of saying so: a sample ("in a sample of three of the nine"), the rest set apart ("the others not yet"), and a
check that left something out ("reel 3 wasn't loaded"). Each is lost where the summary tells the result with nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.index import Ledger
from summarylint.evidence.restrictions import counts_part, pattern, tells_part
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import part_of, rare, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

COVERS = 0.5
"""The part of the summary statement that the result in the span has to tell."""

SET_APART_COVERS = 0.35
"""The same where the span itself parts those it speaks of from the rest."""

REACH = 3
"""Statements of the same span, on each side of the result, among which it says what was left out."""

_WORDS = read_lexicon("scopes")
_SAMPLE = LatePattern(
    lambda: (
        rf"\b(?:in|from|on|over) an? (?:\w+ )?sample of\b|\bspot[- ]check(?:s|ed)?\b"
        rf"|\b{one_of(_WORDS['looked'])} (?:\d+|[a-z]+) (?:out )?of the \w+"
    )
)
_OTHERS = re.compile(r"\b(?:the )?(?:others|other \w+s|rest)\b")
_NOT_THEM = LatePattern(lambda: rf"\b{one_of(_WORDS['not_them'])}\b|n't\b")
_PICKED = LatePattern(lambda: rf"\b{one_of(_WORDS['picking'])}\b")
_TELLS_OTHERS = LatePattern(lambda: rf"\b{one_of(_WORDS['tells_others'])}\b")
_VERB = LatePattern(lambda: rf"\b{one_of(_WORDS['looking'])}\b")
_PREPOSITION = LatePattern(lambda: rf"\b{one_of(_WORDS['places'])}\s")
_PARTS = re.compile(r"[,;:—]\s|\s-\s|\s(?:but|and)\s")


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch `[at, to)` of the witness's span that says what the result does not cover."""

    at: int
    to: int


def gaps(statement: Statement, sentence: str, signs: list[str], found: Witness, ledger: Ledger, summary: str) -> Iterator[Gap]:
    """Yield what the witness, or its neighbours in the span, set apart from the result that `statement` of `summary` tells.

    `sentence` is all that stands around the statement, `signs` its words of "all".
    """
    if not signs and not ledger.each(_may_set_apart)[found.order]:
        return
    told = lowered(sentence)
    own = set(statement.terms)
    covers = part_of(ledger, ledger.terms[found.order], own)
    if covers < SET_APART_COVERS or tells_part(told) or counts_part(told):
        return
    low, (start, end) = lowered_whole(found.span.text), (found.statement.start, found.statement.end)
    sample = _SAMPLE.search(low, start, end) if covers >= COVERS else None
    if sample and not _TELLS_OTHERS.search(told):
        yield Gap(*sample.span())
        return
    some = pattern("some_of").search(low, start, end) if covers >= COVERS else None
    noun = terms(found.span.text[some.end() : end])[:1] if some else ()
    if some and noun and noun[0] in own and not _PICKED.search(told):
        yield Gap(*some.span())
        return
    whole = lowered(summary)
    apart = None if _TELLS_OTHERS.search(told if signs else whole) else _set_apart(statement, told, signs, found, ledger)
    if apart is None and signs and covers >= COVERS:
        apart = _left_out(whole, found, ledger)
    if apart is not None:
        yield apart


def _may_set_apart(ledger: Ledger, order: int) -> bool:
    """Does a statement speak of a sample, of some of a number or of the others? A cheap test that needs no summary."""
    low = lowered(ledger.text(order))
    return any(test.search(low) for test in (_SAMPLE, _OTHERS, pattern("some_of")))


def _set_apart(statement: Statement, told: str, signs: list[str], found: Witness, ledger: Ledger) -> Gap | None:
    """Where the witness says that its result is not that of the others, whose fellows the summary does not name."""
    text, low = found.span.text, lowered_whole(found.span.text)
    start, end = found.statement.start, found.statement.end
    stop = ledger.bounds[found.order + 1][1] if signs and _has_next(found, ledger) else end
    others = _OTHERS.search(low, start, stop)
    if others is None:
        return None
    cut = next((m.start() for m in _PARTS.finditer(low, others.end(), stop)), stop)
    if not _NOT_THEM.search(low, others.start(), min(cut, stop)):
        return None
    shared = {term for term in statement.terms if holds(concepts(low[start : others.start()]), term)}
    if len(shared) < 2 or not rare(ledger, shared):
        return None
    if not signs:
        first = low[start : others.start()]
        verb, known = _VERB.search(first), concepts(told)
        named = list(terms_in(text, start, start + verb.start()))[-1:] if verb else []
        for match in _PREPOSITION.finditer(first):
            named += terms_in(text, start + match.end(), start + len(first))[:1]
        if not any(term.isalpha() and not holds(known, term) for term in named):
            return None
    return Gap(others.start(), cut)


def _left_out(summary: str, found: Witness, ledger: Ledger) -> Gap | None:
    """Where the span says, next to the result, what was not looked at, if the summary names nothing of it."""
    known = concepts(summary)
    for order in range(max(0, found.order - REACH), min(len(ledger), found.order + REACH + 1)):
        if ledger.span_of(order) is not found.span:
            continue
        start, end = ledger.bounds[order]
        low = lowered_whole(found.span.text)
        match = pattern("spared").search(low, start, end)
        if match is not None:  # "... are Oslo and Bergen, Tromsø has none"
            start = max((m.end() for m in _PARTS.finditer(low, start, match.start())), default=start)
            end = match.end()
        elif order != found.order:
            match = pattern("unlooked").search(low, start, end)
        if match is None:
            continue
        named = [t for t in terms(found.span.text[start:end]) if t not in terms(match[0])]
        if named and not any(holds(known, term) for term in named if term.isalpha() or len(named) == 1):
            return Gap(start, end)
    return None


def _has_next(found: Witness, ledger: Ledger) -> bool:
    return found.order + 1 < len(ledger) and ledger.span_of(found.order + 1) is found.span
