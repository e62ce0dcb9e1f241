"""Comparison: a summary read beside its spans, one view for each of its statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from summarylint.checks.view import View
from summarylint.evidence.align import align, witness
from summarylint.evidence.answers import answered_otherwise
from summarylint.evidence.index import Ledger
from summarylint.evidence.refusal import refused
from summarylint.evidence.timeline import disconfirmers, timeline
from summarylint.evidence.withheld_deeds import withheld
from summarylint.language.statements import read_statements
from summarylint.language.terms import terms
from summarylint.model import Compaction, Statement
from summarylint.provenance.claims import claim_of
from summarylint.provenance.standing import standing

if TYPE_CHECKING:
    import regex

READ_WITNESSES = 5
"""How many of the best candidates are read in full for every statement; the others only where a check asks."""


def compare(compaction: Compaction, ledger: Ledger | None = None, tag_patterns: Sequence[regex.Pattern[str]] = ()) -> tuple[View, ...]:
    """Return what the checks see: one view for each statement of the summary, in order.

    `ledger` is brought up to date with the spans of `compaction`; `tag_patterns` are other spellings of a tag.
    """
    held = ledger if ledger is not None else Ledger()
    held.update(compaction.spans)
    statements = read_statements(compaction.summary, tag_patterns=tag_patterns)
    return tuple(_view(compaction, held, statements, number) for number in range(len(statements)))


def _view(compaction: Compaction, ledger: Ledger, statements: tuple[Statement, ...], number: int) -> View:
    statement = statements[number]
    above = terms(" ".join((*statement.segment.headings[-2:], statement.segment.label)))
    alignment = align(statement, ledger, above)
    found = alignment.candidates
    witnesses = tuple(witness(ledger, candidate) for candidate in found[:READ_WITNESSES])
    turns = timeline(compaction.summary, statements, number, found, ledger, witnesses)
    known = {(turn.way, turn.witness.order) for turn in turns}
    by_itself = (  # what is said of a statement in a word or two, which alignment cannot lead to
        *withheld(compaction.summary, statements, number, ledger),
        *answered_otherwise(compaction.summary, statements, number, ledger),
    )
    more = (turn for turn in by_itself if (turn.way, turn.witness.order) not in known)
    turns = (*turns, *refused(compaction.summary, statement, ledger), *more)
    against = disconfirmers(turns)
    claim = claim_of(statement, alignment, ledger, against, compaction.author)
    if claim is not None:
        claim = standing(claim, statement, compaction)
    return View(compaction, ledger, statements, number, found, witnesses, against, claim, turns)
