"""Lost blocker: what the work is stuck on at the end of the spans, and the summary goes on as if nothing were in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.retelling import may_be_told
from summarylint.checks.view import OwedView, place
from summarylint.model import Hit, Share

KIND = "lost-blocker"
SUBJECT = "owed"
FIELDS = frozenset({"blocker", "span_id"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`near_share` and `whole_share` are the parts of the blocker's matter from which one sentence, or the whole summary, tells it."""

    near_share: Share = 0.34
    whole_share: Share = 0.6


def check(view: OwedView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the blocker is not told."""
    due, told = view.due, view.told
    if due.kind != "blocker" or told.near >= settings.near_share or told.whole >= settings.whole_share:
        return
    start, end = view.nearest_place
    yield Hit(
        start=start,
        end=end,
        evidence=(place(due.owed, "stuck here"),),
        fields={"blocker": due.owed.statement.text, "span_id": due.owed.span.id},
        why={"missing": list(told.missing), "near": round(told.near, 3), "whole": round(told.whole, 3)},
        severity="note" if may_be_told(view) else None,
    )
