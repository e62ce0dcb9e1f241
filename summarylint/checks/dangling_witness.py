"""Dangling witness: a tag, or the claim itself, rests on a span that neither survives nor can be paged in again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from summarylint.checks.chain_view import ChainView
from summarylint.checks.view import View
from summarylint.model import Hit, Place
from summarylint.provenance.standing import availability
from summarylint.provenance.tags import tags_of

KIND = "dangling-witness"
SUBJECT = "chain"
FIELDS = frozenset({"claim", "span_id", "fate"})

LONGEST_EVIDENCE = 200
"""Code points of a span that is gone which the finding shows."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`untagged` is how severe it is where no tag says what the claim rests on: the linter's own tracing may differ."""

    untagged: Literal["error", "warning", "note"] = "note"


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each tag whose witness is gone or never was, and one for all untagged claims of which that is so.

    A summary without tags nearly always outlives its witnesses: what is told is that, once, at the first such claim.
    """
    untagged: list[Hit] = []
    for found in view.wide:
        tags = tags_of(found.statement)
        for tag in tags:
            fates = {span_id: _fate(view, span_id) for span_id in tag.span_ids}
            stands = any(fate is None for fate in fates.values())
            for span_id, fate in fates.items():
                if fate == "never existed" or (fate and not stands):
                    yield _hit(view, found, span_id, fate, tag.start, tag.end)
        claim = found.claim
        if not tags and claim is not None and claim.primary_span_id is not None and view.compaction.surviving_span_ids is not None:
            fate = _fate(view, claim.primary_span_id)
            if fate:
                untagged.append(_hit(view, found, claim.primary_span_id, fate, claim.start, claim.end))
    if untagged:
        first = untagged[0]
        others = f"; {len(untagged) - 1} more untagged claims rest on spans that are gone" if len(untagged) > 1 else ""
        fields = {**first.fields, "fate": f"{first.fields['fate']}{others}"}
        yield replace(first, fields=fields, why={**first.why, "untagged_claims": len(untagged)}, severity=settings.untagged)


def _fate(view: ChainView, span_id: str) -> str | None:
    """What became of a span that is no longer there; None where it is, or may be."""
    known = any(span.id == span_id for found in view.wide[:1] for span in found.compaction.spans)
    if view.compaction.surviving_span_ids is None:
        # a span of an earlier window that this record does not hold may be anywhere
        whole = view.depth == 0 and not view.earlier_texts
        return "never existed" if whole and not known else None
    where = availability(span_id, view.compaction)
    if where in ("surviving", "recoverable"):
        return None
    return "did not survive" if known or view.earlier_texts or view.depth else "never existed"


def _hit(view: ChainView, found: View, span_id: str, fate: str, start: int, end: int) -> Hit:
    span = next((span for span in found.compaction.spans if span.id == span_id), None)
    shown = "" if span is None else span.text[:LONGEST_EVIDENCE]
    return Hit(
        start=start,
        end=end,
        evidence=(Place(span_id, 0, len(shown), shown, "gone"),) if span is not None else (),
        fields={"claim": " ".join(found.statement.text.split()), "span_id": span_id, "fate": fate},
        why={"fate": fate, "surviving": None if view.compaction.surviving_span_ids is None else len(view.compaction.surviving_span_ids)},
    )
