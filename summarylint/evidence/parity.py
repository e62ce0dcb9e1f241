"""Parity: two clauses that say the same words, with an odd number of negations between them.

Negations and the words of antonym axes are taken out of both clauses and counted; where what is left is the same, an odd
difference makes one the opposite of the other ("is not free of nuts", "is free of nuts"; "are included", "are not covered").
It does not matter which of the two denies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from summarylint.evidence.antonymy import REMOTE
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import Pole, holds_pole, poles, quoted_stretches, words
from summarylint.evidence.polarity import latest_word
from summarylint.evidence.turns import Matter, Turn, mentions, part_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.terms import placed_terms, stem
from summarylint.model import Statement, Witness

SAME = 0.65
"""The part of the summary's clause that the other one has to hold, by worth."""

SAME_BACK = 0.6
"""The part of the other clause that the summary has to hold: a span is told shorter than it was."""

LEAST_TERMS = 2
"""Terms, an axis among them, that both clauses have to share."""

LEAST_SCORE = 0.4
"""The witness score below which no clause of a span is the summary's own."""

_WORDS = read_lexicon("parity")
_OPERATOR = one_of(_WORDS["operators"])
_NEGATED = LatePattern(lambda: rf"\b{_OPERATOR}(?:n't| not)\b|\b{one_of(_WORDS['negated'])}\b")
_FINITE = LatePattern(lambda: rf"\b{_OPERATOR}\b")
_DENIES_OTHERWISE = LatePattern(lambda: rf"\b{one_of(_WORDS['denying_otherwise'])}\b|n't\b")
_PARTS = LatePattern(lambda: rf"[,;:()—]\s|\s-\s|\s{one_of(_WORDS['parting'])}\s")
_LIMITS = LatePattern(lambda: rf"\b{one_of(_WORDS['limits'])}\b")
_ORDERS = LatePattern(lambda: rf"\W*(?:{one_of(_WORDS['before_orders'])}\s)*{one_of(_WORDS['orders'])}\b")
_IDLE = frozenset(stem(word) or word for word in (*words("vague"), *words("fleeting")))
"""Terms that say when or how much, and nothing of what."""


@dataclass(frozen=True, slots=True)
class _Clause:
    start: int
    end: int
    sign: int
    negated: bool
    terms: frozenset[str]
    limits: frozenset[str]


def turned_about(matter: Matter, near: tuple[Witness, ...], opposing: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the witnesses that say the words of `matter` with another parity of negation, where no later one says them as it does.

    `opposing` are those of the witnesses in `near` that hold a negation or antonym at all.
    """
    negated = _NEGATED.search(lowered(matter.words)) is not None
    if not any(found.score >= LEAST_SCORE for found in (near if negated else opposing)):
        return
    own = _clause(matter.text, matter.statement, matter.start, matter.end)
    if own is None or matter.statement.stance.certainty == "asked" or _quotes_opposition(matter):
        return
    for found in near if own.negated else opposing:
        if found.score < LEAST_SCORE:
            return
        if found.span.role in REMOTE or found.span.kind == "tool_call":
            continue
        for theirs in ledger.each(_clauses_of)[found.order]:
            if (
                not _same(own, theirs, ledger)
                or found.statement.stance.certainty not in _SETTLED
                or _affirmed_later(matter, own, found, ledger)
            ):
                continue
            share = part_of(ledger, own.terms & theirs.terms, own.terms)
            quote = found.span.text[theirs.start : theirs.end]
            yield Turn("negated", found, matter.start, matter.end, theirs.start, theirs.end, quote, share)


def _quotes_opposition(matter: Matter) -> bool:
    """Does a negation or antonym stand in what the summary quotes, an error text say? Its parity is not the summary's own."""
    quoted = (lowered(matter.text[a:b]) for a, b in quoted_stretches(matter.text, matter.start, matter.end))
    return any(_NEGATED.search(words) or holds_pole(words) for words in quoted)


_SETTLED = ("certain", "conditional")
"""A condition that both tell settles nothing less."""


def _clauses_of(ledger: Ledger, order: int) -> tuple[_Clause, ...]:
    return tuple(_clauses(ledger.span_of(order).text, ledger.statement(order)))


def _clauses(text: str, statement: Statement) -> Iterator[_Clause]:
    low = lowered_whole(text)
    cuts = [m.span() for m in _PARTS.finditer(low, statement.start, statement.end)]
    edges = [statement.start, *(at for cut in cuts for at in cut), statement.end]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if not _ORDERS.match(low, start, end) and (clause := _clause(text, statement, start, end)):
            yield clause


def _clause(text: str, statement: Statement, start: int, end: int) -> _Clause | None:
    low = lowered(text[start:end])
    negations = len(_NEGATED.findall(low))
    if not negations and _FINITE.search(low) is None:
        return None
    sign = -1 if negations % 2 else 1
    axes: set[str] = set()
    taken: list[tuple[int, int]] = []
    found_poles = _poles(text, statement, start, end) if holds_pole(low) else ()
    heads = {pole.start for pole in found_poles}
    for pole in found_poles:
        if any(a <= pole.start < b for a, b in taken) or pole.end + 1 in heads:  # "stays" of "stays off"
            continue
        sign *= -pole.side if pole.turned else pole.side  # its own side: the negations of the clause are counted above
        axes.add(f"<{pole.axis}>")
        taken.append((pole.start, pole.end))
    left = {t for t, a, b in placed_terms(text, start, end) if not any(x < b and a < y for x, y in taken) and t not in _IDLE}
    found = frozenset(left | axes)
    if len(found) < LEAST_TERMS:
        return None
    return _Clause(
        start, end, sign, negations > 0, found, frozenset((*_LIMITS.findall(low), *_DENIES_OTHERWISE.findall(_NEGATED.sub(" ", low))))
    )


def _poles(text: str, statement: Statement, start: int, end: int) -> tuple[Pole, ...]:
    return poles(text, replace(statement, segment=replace(statement.segment, start=start, end=end)))


def _same(own: _Clause, theirs: _Clause, ledger: Ledger) -> bool:
    if own.sign == theirs.sign or own.limits != theirs.limits:
        return False
    axes = {t for t in own.terms if t[0] == "<"}, {t for t in theirs.terms if t[0] == "<"}
    if axes[0] != axes[1]:
        return False
    numbers = {t for t in own.terms if not t.isalpha() and t[0] != "<"}, {t for t in theirs.terms if not t.isalpha() and t[0] != "<"}
    if not (numbers[0] <= numbers[1] or numbers[1] <= numbers[0]):
        return False
    shared = own.terms & theirs.terms
    return len(shared) >= LEAST_TERMS and part_of(ledger, shared, own.terms) >= SAME and part_of(ledger, shared, theirs.terms) >= SAME_BACK


def _affirmed_later(matter: Matter, own: _Clause, found: Witness, ledger: Ledger) -> bool:
    """Does a later statement, or any that tells as much, say it as the summary does?"""
    plain = {t for t in own.terms if t[0] != "<"}
    if not own.negated and latest_word(matter, plain & set(found.statement.terms), found, ledger) == "affirmed":
        return True
    for order in mentions(ledger, plain, SAME_BACK):
        if order != found.order and any(
            other.sign == own.sign and len(other.terms & own.terms) >= LEAST_TERMS for other in ledger.each(_clauses_of)[order]
        ):
            return True
    return False
