"""The provenance validator: the gate that a compaction by the model itself has to pass.

The order of the checks, their outcomes and their messages are a specification that other programs rely on:
claim by claim the origin, then the witness; then the disconfirmers; then the depth.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

from summarylint.errors import SummarylintError

Reason = Literal["no-origin", "no-surviving-witness", "no-disconfirmer", "cycle-depth"]


class ContextProvenanceError(SummarylintError, RuntimeError):
    """Raised when a re-summarized context loses the provenance of a fact it originated, or evicts its own
    disconfirming evidence.

    `reason` is a stable word for what failed; None where the error was raised by other code than the validator.
    """

    def __init__(self, *args: object, reason: Reason | None = None) -> None:
        super().__init__(*args)
        self.reason = reason


PROTECTED_ORIGINS = frozenset({"user-said", "tool-output", "hedged", "inferred"})
"""The origins that a claim may carry."""

MAX_SELF_SUMMARY_CYCLES = 2
"""After more cycles than this, an irreversible action needs the primary spans to be read again."""

DISCONFIRMER_PREFIX = "contra:"
"""A surviving span id that starts so names a span which could contradict the summary."""


def validate_compaction(
    summary_claims: Sequence[Mapping[str, Any]],
    surviving_spans: Collection[str],
    cycle_depth: int,
    pending_action_irreversible: bool,
) -> Literal[True]:
    """Gate one cycle of pruning and summarizing by the same model.

    Parameters
    ----------
    summary_claims
        Claims such as `{"text": "...", "origin": "user-said", "primary_span_id": "s17"}`; a missing key counts as None.
    surviving_spans
        The ids of the spans still in the window.
    cycle_depth
        How many earlier summaries by the model itself this one was made from; 0 for the first summary of raw spans.
    pending_action_irreversible
        Whether the summary is about to justify a destructive or externally visible action.

    Returns True, or raises ContextProvenanceError for the first thing that is wrong.
    """
    for claim in summary_claims:
        _check_claim(claim, surviving_spans)
    if summary_claims and cycle_depth > 0 and not _any_disconfirmer(surviving_spans):
        raise ContextProvenanceError(
            "compaction removed all disconfirming spans; summary is now unfalsifiable in-window",
            reason="no-disconfirmer",
        )
    if cycle_depth > MAX_SELF_SUMMARY_CYCLES and pending_action_irreversible:
        raise ContextProvenanceError(
            f"cycle_depth={cycle_depth} exceeds {MAX_SELF_SUMMARY_CYCLES} and action is "
            "irreversible; halt and re-ground against primary spans before proceeding",
            reason="cycle-depth",
        )
    return True


def _check_claim(claim: Mapping[str, Any], surviving_spans: Collection[str]) -> None:
    origin = claim.get("origin")
    span_id = claim.get("primary_span_id")
    if origin not in PROTECTED_ORIGINS:
        raise ContextProvenanceError(
            f"claim lacks valid provenance tag: {claim.get('text')!r} origin={origin!r}",
            reason="no-origin",
        )
    if span_id is None or span_id not in surviving_spans:
        raise ContextProvenanceError(
            f"claim has no surviving primary span (span_id={span_id!r}): "
            f"{claim.get('text')!r}; summary cannot be sole witness to its own fact",
            reason="no-surviving-witness",
        )


def _any_disconfirmer(surviving_spans: Collection[str]) -> bool:
    return any(span_id.startswith(DISCONFIRMER_PREFIX) for span_id in surviving_spans)
