"""Ratchet: what disagrees with the summary was pruned, and the summary goes on saying it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView
from summarylint.evidence.turns import Turn, Way
from summarylint.model import Hit, Place

KIND = "ratchet"
SUBJECT = "chain"
FIELDS = frozenset({"claim", "quote", "span_id", "cycles"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`ways` are the turns of the timeline that count as evidence against a claim."""

    ways: tuple[Way, ...] = ("negated", "contradicted", "superseded", "refuted", "refused")


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each claim that lives on from an earlier summary while a span against it is out of the window."""
    surviving = view.compaction.surviving_span_ids
    if view.external or surviving is None or not (view.depth or view.earlier_texts):
        return
    for found in view.wide:
        seen: set[str] = set()
        for turn in found.timeline:
            span_id = turn.witness.span.id
            if turn.doubtful or turn.way not in settings.ways or span_id in surviving or span_id in seen:
                continue
            seen.add(span_id)
            yield _hit(view, turn)


def _hit(view: ChainView, turn: Turn) -> Hit:
    span, cycles = turn.witness.span, _cycles(view, turn.witness.span.id)
    quote = span.text[turn.at : turn.to]
    return Hit(
        start=turn.start,
        end=turn.end,
        evidence=(Place(span.id, turn.at, turn.to, quote, "disagrees, and is gone"),),
        fields={
            "claim": " ".join(view.compaction.summary[turn.start : turn.end].split()),
            "quote": " ".join(quote.split()),
            "span_id": span.id,
            "cycles": "1 cycle" if cycles == 1 else f"{cycles} cycles",
        },
        why={"way": turn.way, "cycles": cycles},
    )


def _cycles(view: ChainView, span_id: str) -> int:
    """For how many cycles, this one among them, the span has been out of the window."""
    cycles = 1
    if any(span.id == span_id for span in view.compaction.spans):
        return cycles
    for compaction in reversed(view.earlier):
        name = span_id.removeprefix(f"{compaction.id}/")
        if compaction.surviving_span_ids is None or name in compaction.surviving_span_ids:
            break
        cycles += 1
        if any(span.id == name for span in compaction.spans):
            break  # it came in this cycle, and was let go at once
    return cycles
