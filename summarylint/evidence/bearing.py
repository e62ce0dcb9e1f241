"""Bearing: how much of what a summary statement says stands in the scope of a cue in a span, and what settles it later."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from summarylint.evidence.align import worth
from summarylint.evidence.index import Ledger
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import one_of
from summarylint.language.terms import placed_terms, terms
from summarylint.model import Mark, Statement, Witness

AFTERTHOUGHT_TERMS = 1
"""A following sentence with at most one term beside its cue ("That is only a guess.") still speaks of the one before."""

LONGEST_AFTERTHOUGHT = 6
"""Terms in all beyond which a sentence is not looked at: it has a matter of its own."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("bearing")[entry])


_BACK = LatePattern(
    lambda: rf"\b{_any('subjects')}\b(?=['’]s\b|\s+{_any('verbs')}\b|\s*[.,;!?)]|\s*$)|\b{_any('examining')}\s+{_any('objects')}\b",
    re.I,
)
"""A pronoun that is the subject of what is said, or closes it: it points back at the whole statement before."""

_OWN_QUESTION = LatePattern(lambda: rf"\W*(?:but |and )?{_any('asking')}\b", re.I)
_WHETHER_SO = LatePattern(
    lambda: rf"\W*(?:but |and )?(?:whether|if) (?:that|this|it)(?:['’]s| is| was)? (?:really |actually )?{_any('so')}\b",
    re.I,
)
"""Whoever cannot say whether a thing is so doubts what stands before; whether it is used is a question of its own."""

_LABEL = re.compile(r"\W*[^\n:;.,()?!]{1,40}:\s+")
"""A label before what is in doubt ("disk: probably Tove"): the doubt is about the two together."""

_WEAKENING = ("possible", "probable", "untested")


@dataclass(frozen=True, slots=True)
class Bearing:
    """A cue with the shared terms in its scope; `share` is their part of the worth of the whole summary statement."""

    cue: Mark
    terms: tuple[str, ...]
    share: float
    covered: float
    """The part of the worth of all that stands in the scope that is shared."""
    order: int
    """The statement that holds the cue: the witness itself or the afterthought behind it."""


def bearings(witness: Witness, statement: Statement, ledger: Ledger, categories: Collection[str]) -> tuple[Bearing, ...]:
    """Return the cues of `categories` that bear on what `witness` shares with `statement`, the widest bearing first."""
    after = _afterthought(witness, ledger, categories)
    cues = [cue for cue in witness.statement.word_cues if cue.type in categories and cue.scope is not None]
    if not after and not cues:
        return ()
    query = {term: worth(ledger, term) for term in dict.fromkeys(statement.terms)}
    total = sum(query.values()) or 1.0
    every = placed_terms(witness.span.text, witness.statement.start, witness.statement.end)
    placed = [place for place in every if place[0] in query]
    found = []
    for cue in cues:
        left, right = cue.scope or (cue.start, cue.end)
        if _LABEL.fullmatch(witness.span.text, witness.statement.start, left):
            left = witness.statement.start
        inside = tuple(dict.fromkeys(t for t, a, b in placed if left <= a and b <= right and not (cue.start <= a and b <= cue.end)))
        if inside:
            scoped = {t for t, a, b in every if left <= a and b <= right and not (cue.start <= a and b <= cue.end)}
            whole = sum(worth(ledger, t) for t in scoped)
            share = sum(query[t] for t in inside)
            found.append(Bearing(cue, inside, share / total, share / whole, witness.order))
    if found:  # asked last, since the message has to be read for it: in code a cue says nothing
        held = witness.statement.stance.cues
        found = [bearing for bearing in found if bearing.cue in held]
    if after:
        told = tuple(dict.fromkeys(t for t, _, _ in placed))
        found.append(Bearing(after, told, sum(query[t] for t in told) / total, 0.0, witness.order + 1))
    return tuple(sorted(found, key=lambda bearing: -bearing.share))


def may_be_afterthought(order: int, ledger: Ledger) -> bool:
    """Is the statement short, and does it point back, so that it may speak of the one before?"""
    text = ledger.text(order)
    if len(ledger.terms[order]) > LONGEST_AFTERTHOUGHT or not _BACK.search(text):
        return False
    return _OWN_QUESTION.match(text) is None or _WHETHER_SO.match(text) is not None


def _afterthought(witness: Witness, ledger: Ledger, categories: Collection[str]) -> Mark | None:
    """Return a cue in the next statement that takes back the certainty of this one."""
    following = witness.order + 1
    if following >= len(ledger) or ledger.span_of(following) is not witness.span or not may_be_afterthought(following, ledger):
        return None
    if not any(cue.type in _WEAKENING for cue in ledger.statement(following).word_cues):
        return None
    cues = [cue for cue in ledger.statement(following).stance.cues if cue.type in _WEAKENING]
    matter = set(ledger.terms[following]).difference(*(terms(cue.text) for cue in cues))
    return next((cue for cue in cues if cue.type in categories and len(matter) <= AFTERTHOUGHT_TERMS), None)


def values_of(statement: Statement) -> frozenset[str]:
    """Return the normal forms of the identifiers and quantities in `statement`."""
    return frozenset(mark.value or mark.text for mark in statement.marks if mark.kind in ("identifier", "quantity"))
