"""Standing: which witness of a claim is still there, so that the claim is traced to what can be read and not to what is gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from summarylint.language.terms import terms
from summarylint.model import Claim, Compaction, Origin, Span, Statement
from summarylint.provenance.sources import origin_of
from summarylint.provenance.tags import tags_of

FIRST_HAND: tuple[Origin, ...] = ("user-said", "tool-output")
"""Origins that no restatement by the assistant may stand in for."""

AS_GOOD_SHARE = 0.75
"""The part of the best witness's words that another one has to hold to take its place."""


def primary_witnesses(claim: Claim, spans: Mapping[str, Span]) -> tuple[str, ...]:
    """Return the spans that can be the primary witness of `claim`, the best first.

    Where a user or tool span bears the claim out, what the assistant said of it is none. An earlier summary never is one.
    """
    if claim.primary_span_id is None:
        return ()
    if claim.primary_span_id not in spans:
        return (claim.primary_span_id,)
    own = origin_of(spans[claim.primary_span_id])
    fitting = FIRST_HAND if own in FIRST_HAND else (*FIRST_HAND, "inferred")
    held = frozenset(terms(claim.text)) & frozenset(terms(spans[claim.primary_span_id].text))
    agreeing = [span_id for span_id in claim.witness_span_ids if span_id in spans and span_id not in claim.disconfirmer_span_ids]
    others = [span_id for span_id in agreeing if origin_of(spans[span_id]) in fitting]
    alike = [span_id for span_id in others if _as_good(held, frozenset(terms(spans[span_id].text)))]
    return tuple(dict.fromkeys((claim.primary_span_id, *alike)))


def _as_good(held: frozenset[str], other: frozenset[str]) -> bool:
    """Does another span hold what the best witness holds of a claim: every value, and nearly all of the words?"""
    values = {term for term in held if not term.isalpha()}
    return values <= other and len(held & other) >= AS_GOOD_SHARE * len(held)


def standing(claim: Claim, statement: Statement, compaction: Compaction) -> Claim:
    """Return `claim` traced to a witness that survives, where there is one.

    A witness that is gone gives way to another one that is as good and survives. A claim for which the spans of the record
    say nothing takes the word of its tag where that names a span outside the record which survives or can be paged in.
    """
    if claim.primary_span_id is None:
        return _by_tag(claim, statement, compaction)
    surviving = compaction.surviving_span_ids
    if surviving is None or claim.primary_span_id in surviving:
        return claim
    spans = {span.id: span for span in compaction.spans}
    for span_id in primary_witnesses(claim, spans):
        if span_id in surviving:
            rest = (other for other in claim.witness_span_ids if other != span_id)
            return replace(claim, primary_span_id=span_id, witness_span_ids=(span_id, *rest))
    return claim


def _by_tag(claim: Claim, statement: Statement, compaction: Compaction) -> Claim:
    held = {span.id for span in compaction.spans}
    kept = (compaction.surviving_span_ids or frozenset()) | compaction.recoverable_span_ids
    for tag in tags_of(statement):
        outside = [span_id for span_id in tag.span_ids if span_id in kept and span_id not in held]
        if tag.origin is not None and outside:
            outside.sort(key=lambda span_id: span_id not in (compaction.surviving_span_ids or ()))
            return replace(claim, origin=tag.origin, primary_span_id=outside[0], witness_span_ids=tuple(outside))
    return claim


def availability(span_id: str, compaction: Compaction) -> str:
    """Return "surviving", "recoverable", "gone" (known, and in neither place) or "unknown" (named, but no span of the record).

    Only meaningful where it is known which spans survive.
    """
    if span_id in (compaction.surviving_span_ids or ()):
        return "surviving"
    if span_id in compaction.recoverable_span_ids:
        return "recoverable"
    return "gone" if any(span.id == span_id for span in compaction.spans) else "unknown"
