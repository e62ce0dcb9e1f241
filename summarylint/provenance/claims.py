"""Claims: one tagged claim for each factual statement of the summary, with the spans that bear it out."""

from __future__ import annotations

from collections.abc import Sequence

from summarylint.evidence.bearing import bearings
from summarylint.evidence.index import Ledger
from summarylint.evidence.resolution import UNSURE, settled_by
from summarylint.evidence.align import Candidate
from summarylint.model import Author, Claim, Origin, Span, Statement, Witness

SUPPORTS = 0.42
"""The score from which a span statement supports a claim; below it they share words, not a fact."""

NEAR_BEST = 0.72
"""A witness with so much of the best score may be the primary one if its source is stronger."""

HEDGED_SHARE = 0.5
"""The part of the claim that has to stand in the scope of an unresolved cue for the origin to be `hedged`."""

WEAKEST_FIRST: tuple[Origin, ...] = ("hedged", "inferred", "user-said", "tool-output")


def origin_of(span: Span) -> Origin | None:
    """Return the origin that a span gives to what it supports; None for an earlier summary or a system text."""
    if span.role == "user":
        return "user-said"
    if span.role == "tool" or span.kind in ("tool_call", "tool_output"):
        return "tool-output"
    return "inferred" if span.role == "assistant" else None


def claim_of(statement: Statement, witnesses: Sequence[Witness], candidates: Sequence[Candidate], ledger: Ledger,
             disconfirmers: Sequence[Witness] = (), author: Author = Author()) -> Claim | None:  # fmt: skip
    """Return the claim that `statement` makes, or None where it makes none (a heading, a line of code)."""
    if statement.segment.form in ("heading", "code") or not statement.terms:
        return None
    bearing = [w for w in witnesses if w.score >= SUPPORTS and origin_of(w.span) is not None]
    primary = _primary(bearing)
    if primary is None:
        return Claim(statement.text, statement.start, statement.end, None, None)
    supporting = [w for w in bearing if w.score >= NEAR_BEST * primary.score]
    origin: Origin | None = origin_of(primary.span)
    if _unresolved(primary, statement, candidates, ledger):
        origin = "hedged"
    return Claim(
        text=statement.text,
        start=statement.start,
        end=statement.end,
        origin=origin,
        primary_span_id=primary.span.id,
        witness_span_ids=tuple(dict.fromkeys(w.span.id for w in (primary, *supporting))),
        disconfirmer_span_ids=tuple(dict.fromkeys(w.span.id for w in disconfirmers)),
        speaker=statement.stance.speaker or primary.span.role,
        confidence=round(primary.score, 2),
        verified=origin == "tool-output" and not disconfirmers and _separate(author),
    )


def _primary(witnesses: Sequence[Witness]) -> Witness | None:
    if not witnesses:
        return None
    best = max(w.score for w in witnesses)
    near = [w for w in witnesses if w.score >= NEAR_BEST * best]
    first_hand = [w for w in near if origin_of(w.span) != "inferred"]
    return max(first_hand or near, key=lambda w: w.score)


def _unresolved(primary: Witness, statement: Statement, candidates: Sequence[Candidate], ledger: Ledger) -> bool:
    found = [b for b in bearings(primary, statement, ledger, UNSURE) if b.share >= HEDGED_SHARE]
    return bool(found) and settled_by(statement, primary, found[0], candidates, ledger) is None


def _separate(author: Author) -> bool:
    return author.prune is not None and author.summary is not None and author.prune != author.summary
