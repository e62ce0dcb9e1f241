"""Cycle depth: too many summaries of summaries, by themselves or with an irreversible action waiting on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView, first_place
from summarylint.model import Hit
from summarylint.provenance.actions import irreversible_action

KIND = "cycle-depth"
SUBJECT = "chain"
FIELDS = frozenset({"depth", "most", "action"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`most` is the number of self-authored cycles that a summary may have behind it; `irreversible` asks for a pending action
    that cannot be taken back or that others see (true), or for none (false)."""

    most: int = 2
    irreversible: bool = False


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield one hit where the summary has more cycles behind it."""
    action = irreversible_action(view.compaction)
    if view.external or view.depth <= settings.most or (action is not None) != settings.irreversible:
        return
    start, end = first_place(view)
    yield Hit(
        start=start,
        end=end,
        fields={"depth": view.depth, "most": settings.most, "action": action.words if action else ""},
        why={"depth": view.depth, "action": action.kind if action else None},
    )
