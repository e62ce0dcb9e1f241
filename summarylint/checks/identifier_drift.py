"""Identifier drift: the next summary still tells the topics of the last one, and no longer their identifiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView
from summarylint.model import Hit, Place, Share
from summarylint.provenance.retention import DRIFT_SHARE, Fate, drifts, retention

KIND = "identifier-drift"
SUBJECT = "chain"
FIELDS = frozenset({"identifiers", "share", "told"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`share` is the part of the identifiers, of those whose topic is still told, that has to be kept; `most` the number of
    statements of one summary that are told."""

    share: Share = DRIFT_SHARE
    most: int = 8


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each statement that tells a topic without the identifiers it had, where too many of them are gone."""
    if view.external or not drifts(view.fates, settings.share):
        return
    gone: dict[int, list[Fate]] = {}
    for fate in view.fates:
        if fate.way != "kept" and fate.heir is not None:
            gone.setdefault(fate.heir, []).append(fate)
    share = retention(view.fates) or 0.0
    told = sum(fate.way == "kept" or fate.heir is not None for fate in view.fates)
    for heir in sorted(gone, key=lambda heir: (-len(gone[heir]), heir))[: settings.most]:
        statement, fates = view.statements[heir], gone[heir]
        yield Hit(
            start=statement.start,
            end=statement.end,
            evidence=tuple(place for fate in fates if (place := _born(view, fate.mark.text))),
            fields={"identifiers": ", ".join(fate.mark.text for fate in fates), "share": f"{share:.0%}", "told": told},
            why={"retention": round(share, 3), "lost": len(view.fates) and sum(fate.way != "kept" for fate in view.fates)},
        )


def _born(view: ChainView, text: str) -> Place | None:
    """Where an identifier first stands in the spans of the run, else in the last summary."""
    for compaction in (*view.earlier, view.compaction):
        for span in compaction.spans:
            at = span.text.find(text)
            if at >= 0 and span.role != "summary":
                return Place(span.id, at, at + len(text), text, "stood here")
    last = view.earlier[-1]
    at = last.summary.find(text)
    return Place(f"{last.id}/summary", at, at + len(text), text, "stood in the last summary") if at >= 0 else None
