"""Disagreement: a later or stronger word of the spans says otherwise, and the summary does not tell it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.checks.view import View
from summarylint.evidence.timeline import Turn
from summarylint.evidence.turns import Way
from summarylint.model import Hit, Place

KIND = "disagreement"
FIELDS = frozenset({"claim", "quote", "cue", "speaker", "span_id"})

_SPEAKERS = {
    "user": "the user",
    "assistant": "the assistant",
    "tool": "the tool output",
    "summary": "the earlier summary",
    "system": "the system text",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Which turns of the timeline are told, and for which survival of the span that disagrees."""

    ways: tuple[Way, ...] = ("contradicted",)
    evicted: Literal["any", "only", "not"] = "any"
    """"only": the span that disagrees is known to be out of the window; "not": it survives or survival is unknown; "any"."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each stretch of the statement that a span disagrees with in one of these ways."""
    seen: list[tuple[int, int]] = []
    turns = (*view.timeline, *view.earlier_turns) if settings.evicted == "only" else view.timeline
    for turn in sorted(turns, key=lambda turn: (turn.doubtful, -turn.share)):
        if turn.way not in settings.ways or not _survival(view, turn, settings.evicted):
            continue
        if any(start < turn.end and turn.start < end for start, end in seen):
            continue
        seen.append((turn.start, turn.end))
        yield _hit(view, turn)


def _survival(view: View, turn: Turn, wanted: str) -> bool:
    surviving = view.compaction.surviving_span_ids
    evicted = surviving is not None and turn.witness.span.id not in surviving
    return wanted == "any" or evicted == (wanted == "only")


def _hit(view: View, turn: Turn) -> Hit:
    text = turn.witness.span.text
    quote = text[turn.at : turn.to]
    return Hit(
        start=turn.start,
        end=turn.end,
        evidence=(Place(turn.witness.span.id, turn.at, turn.to, quote, "disagrees"),),
        fields={
            "claim": view.compaction.summary[turn.start : turn.end],
            "quote": " ".join(quote.split()),
            "cue": turn.cue,
            "speaker": _SPEAKERS[turn.witness.span.role],
            "span_id": turn.witness.span.id,
        },
        why={"way": turn.way, "share": round(turn.share, 3), "score": turn.witness.score},
        severity="note" if turn.doubtful else None,
    )
