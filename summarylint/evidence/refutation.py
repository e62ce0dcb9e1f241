"""Refutation: a hypothesis that the summary still tells as live, or as the cause, and that a span ruled out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.antonymy import may_deny
from summarylint.evidence.dismissal import suspects
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import PIECE, words
from summarylint.evidence.turns import Matter, Turn, mentions, part_of, speaks, terms_in
from summarylint.language.cues import holds_cue
from summarylint.language.phrases import lowered
from summarylint.model import Mark, Witness

HYPOTHESIS_SHARE = 0.15
"""The part of a hypothesis that its refutation repeats: often one noun of it."""

NAMED = 8
"""A term in more statements than this is no name of one hypothesis."""

_ACTIVE = re.compile(r"ruled out|disproved|refuted|debunked")
_BEING = re.compile(r"\b(?:is|was|are|were|be|been|being|got)\s+\Z")


def may_refute(found: Witness, ledger: Ledger) -> bool:
    """Does a witness deny, and rule anything out?"""
    if not ledger.each(_rules_out)[found.order] or not may_deny(found):
        return False
    return any(cue.type == "refuted" for cue in found.statement.stance.cues) and speaks(found)


def _rules_out(ledger: Ledger, order: int) -> bool:
    """Has statement number `order` a word that rules something out? A cheap test before it is read."""
    return holds_cue(ledger.span_of(order).text, *ledger.bounds[order], ("refuted",))


def refuted(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the witnesses of those that `may_refute` which rule out what `matter` offers, where nothing later confirms it."""
    if matter.statement.stance.certainty == "asked" or matter.statement.segment.form in ("heading", "code"):
        return
    for found in near:
        yield from _refuted(matter, found, ledger)


def _refuted(matter: Matter, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    if any(cue.type in ("refuted", "negative", "reverted") for cue in matter.statement.stance.cues):
        return
    for cue in found.statement.stance.cues:
        if cue.type != "refuted" or lowered(cue.text) in words("no_refutation"):
            continue
        start, end = _refuted_stretch(found, cue)
        own = set(terms_in(found.span.text, start, end))
        inside = own & matter.terms
        if not inside or part_of(ledger, inside, own) < 0.6 or not any(len(ledger.postings.get(t, ())) <= NAMED for t in inside):
            continue
        if len(inside) < 2 and matter.statement.stance.certainty == "certain" and not suspects(matter):
            continue
        share = part_of(ledger, inside, matter.terms)
        if share < HYPOTHESIS_SHARE or _told_refuted(matter, inside) or any(o > found.order for o in _reaffirmed(inside, ledger)):
            continue
        yield Turn(
            "refuted",
            found,
            matter.start,
            matter.end,
            min(start, cue.start),
            max(end, cue.end),
            cue.text,
            share,
            doubtful=matter.statement.stance.certainty == "certain" and share < 0.3 and len(inside) < 2,
        )


def _refuted_stretch(found: Witness, cue: Mark) -> tuple[int, int]:
    """Return what a refutation bears on: what follows "so it's not", what stands before "plays no part"."""
    text, statement = found.span.text, found.statement
    if lowered(cue.text).startswith("so it"):
        cut = re.compile(r"[,;.]").search(text, cue.end, statement.end)
        return cue.end, cut.start() if cut else statement.end
    if _ACTIVE.match(lowered(cue.text)) and not _BEING.search(lowered(text[statement.start : cue.start])):
        cut = PIECE.search(text, cue.end, statement.end)
        return cue.end, cut.start() if cut else statement.end
    before = max((m.end() for m in PIECE.finditer(text, statement.start, cue.start)), default=statement.start)
    return before, cue.start


def _reaffirmed(inside: set[str], ledger: Ledger) -> Iterator[int]:
    for order in mentions(ledger, inside, 0.95):
        if any(cue.type == "resolved" for cue in ledger.statement(order).stance.cues):
            yield order


def _told_refuted(matter: Matter, inside: set[str]) -> bool:
    return any(
        inside & set(other.terms) and any(cue.type in ("refuted", "negative", "reverted") for cue in other.stance.cues)
        for other in matter.others
    )
