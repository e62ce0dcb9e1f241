"""Antonymy: two words of one antonym axis, said of the same thing by the summary and by a span."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from summarylint.evidence.contrast import DENIES, SET_OFF, main_clause
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import DENYING, Pole, poles
from summarylint.evidence.turns import Matter, Turn, asserts, at_order, mentions, part_of, rare
from summarylint.language.phrases import lowered
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

SAME_MATTER = 0.45
"""The part of the summary's clause that the other statement has to hold."""

REMOTE = ("summary", "system")
"""Roles that affirm and deny nothing by themselves."""


def may_deny(found: Witness) -> bool:
    """Are these words that can deny: asserted, and no call, earlier summary or system text?"""
    return found.span.role not in REMOTE and found.span.kind != "tool_call" and asserts(found.statement)


def opposite(matter: Matter, own: list[Pole], found: Witness, ledger: Ledger) -> Iterator[Turn]:
    theirs = poles(found.span.text, found.statement, {pole.axis for pole in own})
    if not theirs or SET_OFF.search(lowered(matter.statement.text)) or not may_deny(found):
        return
    denies = DENIES.search(lowered(matter.statement.text)) is not None
    told = frozenset(terms(main_clause(matter.words, found))) & matter.terms
    for pole in own:
        if denies and not pole.turned:
            continue
        for other in theirs:
            if (
                other.axis != pole.axis
                or other.side == pole.side
                or any(p.axis == pole.axis and p.side == pole.side and p.subject[:1] == other.subject[:1] for p in theirs)
            ):
                continue
            shared = set(pole.subject[:2]) & set(other.subject[:2])
            if other.turned and DENYING.search(lowered(matter.words)):
                continue
            both = set(told & set(found.statement.terms))
            share = part_of(ledger, both, told)
            if not _same_subject(pole, other, shared, both, share, ledger):
                continue
            verdict = _latest_pole(pole, other, found, ledger)
            if verdict != "affirmed" and not _pole_told(matter, other):
                yield Turn(
                    "contradicted" if verdict == "changed" else "negated",
                    found,
                    matter.start,
                    matter.end,
                    other.start,
                    other.end,
                    found.span.text[other.start : other.end],
                    share,
                )


def _same_subject(pole: Pole, other: Pole, shared: set[str], both: set[str], share: float, ledger: Ledger) -> bool:
    if share >= 0.6 and len(set(pole.subject) & set(other.subject)) >= 2:
        return True
    if not any(term.isalpha() and len(term) > 2 for term in shared) or pole.subject[0] not in other.subject[:2]:
        return False
    if len(both) >= 2 and share >= SAME_MATTER:
        return True
    return pole.subject[0] == other.subject[0] and rare(ledger, shared) and share >= (0.1 if len(pole.subject) == 1 else 0.2)


def stretch(matter: Matter) -> Statement:
    return replace(matter.statement, segment=replace(matter.statement.segment, start=matter.start, end=matter.end))


def _latest_pole(pole: Pole, other: Pole, found: Witness, ledger: Ledger) -> str:
    verdict = ""
    for order in mentions(ledger, {pole.subject[0]}, 0.95):
        if order == found.order or ledger.span_of(order).role in REMOTE:
            continue
        again = at_order(ledger, order)
        if any(
            p.axis == pole.axis and p.side == pole.side and pole.subject[0] in p.subject for p in poles(again.span.text, again.statement)
        ):
            if order > found.order:
                return "affirmed"
            verdict = "changed" if asserts(again.statement) else verdict
    return verdict


def _pole_told(matter: Matter, other: Pole) -> bool:
    return any(
        p.axis == other.axis and p.side == other.side and p.subject[:1] == other.subject[:1]
        for statement in matter.others
        if set(other.subject[:1]) & set(statement.terms)
        for p in poles(matter.text, statement)
    )
