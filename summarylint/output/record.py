"""A compaction as a record again, so that one command's output is another's input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summarylint.model import Compaction, Span


def record_of(compaction: Compaction) -> dict[str, Any]:
    """The record that reads as `compaction`; fields that were left out stay out. `meta` is not kept by reading, and is not here."""
    author = {key: value for key in ("prune", "summary") if (value := getattr(compaction.author, key)) is not None}
    fields: dict[str, Any] = {
        "id": compaction.id,
        "spans": [_span(span) for span in compaction.spans],
        "summary": compaction.summary,
        "previous_summary": compaction.previous_summary,
        "surviving_span_ids": _sorted(compaction.surviving_span_ids),
        "recoverable_span_ids": _sorted(compaction.recoverable_span_ids) or None,
        "shown_span_ids": _sorted(compaction.shown_span_ids),
        "chain": compaction.chain,
        "cycle_depth": compaction.cycle_depth or None,
        "window_tokens": compaction.window_tokens,
        "author": author or None,
        "pending_action": compaction.pending_action,
        "pending_action_irreversible": compaction.pending_action_irreversible,
        "prompt": compaction.prompt,
        "protected": list(compaction.protected) or None,
        "ignore": [{"rule": one.rule, "quote": one.quote, "reason": one.reason} for one in compaction.ignore] or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _span(span: Span) -> dict[str, Any]:
    fields = {"id": span.id, "role": span.role, "text": span.text, "kind": span.kind, "time": span.time, "pinned": span.pinned or None}
    return {key: value for key, value in fields.items() if value is not None}


def _sorted(ids: frozenset[str] | None) -> list[str] | None:
    return None if ids is None else sorted(ids)
