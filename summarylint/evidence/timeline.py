"""The timeline: what later spans did to a statement of the summary, and which of them still disagree with it.

For each clause of a statement the span statements on the same matter are read in time order; a turn is one that denies it,
replaces its value, refutes it, or tells another state of the work. The latest word wins unless it is weaker: a guess, a
question, a condition or an earlier summary turns nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.completion import completed
from summarylint.evidence.dismissal import dismissed, withdrawn
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.moved_values import moved
from summarylint.evidence.opposites import holds_pole, may_negate, may_oppose, poles
from summarylint.evidence.parity import turned_about
from summarylint.evidence.polarity import opposed
from summarylint.evidence.progress import unachieved
from summarylint.evidence.refutation import may_refute, refuted
from summarylint.evidence.repeats import repeated
from summarylint.evidence.replacement import replaced
from summarylint.evidence.revisions import revised
from summarylint.evidence.states import stuck
from summarylint.evidence.strikes import struck_out
from summarylint.evidence.supersession import superseded
from summarylint.evidence.turns import Matter, Turn, Way, pieces
from summarylint.evidence.undone import still_open, undone
from summarylint.evidence.unknowns import left_unknown
from summarylint.evidence.unperformed import unperformed
from summarylint.language.phrases import lowered
from summarylint.language.segment import clauses
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

LEAST_TERMS = 2
"""A clause with fewer terms says too little to be denied."""

NEAR = 8
"""Candidates that are read for what they do to a statement; the others share a word or two, and are found by their own words."""

_BRACKETS = re.compile(r"\([^()]*\)")

__all__ = ["Turn", "Way", "disconfirmers", "timeline"]


def timeline(
    text: str,
    statements: Sequence[Statement],
    number: int,
    candidates: Sequence[Candidate],
    ledger: Ledger,
    witnesses: Sequence[Witness] = (),
) -> tuple[Turn, ...]:
    """Return the turns that statement `number` of the summary `text` took in the spans, in time order, each witness and way once.

    `witnesses` are the first of the `candidates`, where they are made already.
    """
    statement = statements[number]
    if statement.segment.form in ("heading", "code") or not statement.terms:
        return ()
    matters = _matters(text, statements, statement)
    if not matters:
        return ()
    more = (witness(ledger, candidate) for candidate in candidates[len(witnesses) : NEAR])
    near = tuple(found for found in (*witnesses, *more) if not is_summariser_prompt(found.span))
    may = ledger.each(_may_oppose if holds_pole(statement.text) and poles(text, statement) else _may_negate)
    against = tuple(w for w in near if may[w.order])
    refuting = tuple(w for w in against if may_refute(w, ledger))
    found: dict[tuple[str, int, int], Turn] = {}
    for matter in matters:
        denied = tuple(opposed(matter, against, ledger))
        known = {turn.witness.order for turn in denied}
        for turn in (
            *denied,
            *(
                turn
                for turn in (*turned_about(matter, near, against, ledger), *struck_out(matter, ledger))
                if turn.witness.order not in known
            ),
            *refuted(matter, refuting, ledger),
            *dismissed(matter, near, ledger),
            *withdrawn(matter, near, ledger),
            *unachieved(matter, near, ledger),
            *completed(matter, near, ledger),
            *superseded(matter, near, ledger),
            *replaced(matter, near, ledger),
            *repeated(matter, ledger),
            *revised(matter, ledger),
            *undone(matter, ledger),
            *still_open(matter, ledger),
            *unperformed(matter, ledger),
            *stuck(matter, ledger),
            *left_unknown(matter, ledger),
            *moved(matter, ledger),
        ):
            if _of_the_rest(matter, turn):
                continue
            key = (turn.way, turn.witness.order, turn.at)
            held = found.get(key)
            if held is None or turn.end - turn.start < held.end - held.start:
                found[key] = turn
    return tuple(sorted(found.values(), key=lambda turn: (turn.witness.order, turn.at)))


_REST = re.compile(r"\b(?:the|all|both|any) (?:others?|rest|remaining|remainder)\b")
_PART = re.compile(r"\b(?:first|second|third|last|one|two|three|four|five|half|most|some|\d+) (?:\w+ )?of\b|\bonly\b")


def _of_the_rest(matter: Matter, turn: Turn) -> bool:
    """Does a span say it of "the other two" while the summary tells it of a part ("the first of three steps was tried")?"""
    witness = turn.witness
    said = witness.span.text[witness.statement.start : max(turn.to, witness.statement.end)]
    return _PART.search(lowered(matter.words)) is not None and _REST.search(lowered(said)) is not None


def _may_negate(ledger: Ledger, order: int) -> bool:
    """Can statement number `order` deny anything? The same ones are near to many statements of a summary."""
    return may_negate(ledger.text(order))


def _may_oppose(ledger: Ledger, order: int) -> bool:
    """The same for a denial by an antonym as well, which only a summary with one of a pair can meet."""
    return may_oppose(ledger.text(order))


def disconfirmers(turns: Sequence[Turn]) -> tuple[Witness, ...]:
    """Return the witnesses that disagree beyond doubt, the latest last, each span once."""
    return tuple({turn.witness.span.id: turn.witness for turn in turns if not turn.doubtful}.values())


def _matters(text: str, statements: Sequence[Statement], statement: Statement) -> list[Matter]:
    """Return the clauses of a statement and their parts between commas; what stands in brackets is no part of what a clause says."""
    heads = " ".join((*statement.segment.headings[-2:], statement.segment.label))
    above = frozenset(terms(heads)) if heads.strip() else frozenset[str]()
    others = statements if isinstance(statements, tuple) else tuple(statements)
    bounds = clauses(text, statement.start, statement.end)
    parts = [piece for a, b in bounds for piece in pieces(text, a, b)]
    found = []
    for start, end in dict.fromkeys((*bounds, *parts)):
        whole = (start, end) == (statement.start, statement.end) and "(" not in statement.text
        own = frozenset(statement.terms if whole else terms(_BRACKETS.sub(" ", text[start:end])))
        if len(own) >= LEAST_TERMS or (own and above and (start, end) == (statement.start, statement.end)):
            found.append(Matter(statement, text, start, end, own, above, others))
    return found
