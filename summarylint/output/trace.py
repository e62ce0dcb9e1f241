"""A trace as text (a table of cycles, what went wrong, life lines) and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.output.escaping import visible
from summarylint.output.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from summarylint.provenance.trace import Cycle, Trace

HEADS = (
    "cycle", "record", "depth", "words", "concrete/100", "identifiers", "kept", "altered", "lost",
    "retention", "hedges", "tags", "witnessed",
)  # fmt: skip
QUIET = ("born", "dropped", "identifier-lost")
"""Events that every chain has; a life line with no other is shown on request only."""


def trace_text(trace: Trace, *, every: bool = False) -> str:
    """The table of cycles, the pathologies, and the life lines on which something went wrong (all with `every`)."""
    cycles = "1 cycle" if len(trace.cycles) == 1 else f"{len(trace.cycles)} cycles"
    lines = [f"chain {_plain(trace.chain.id)}, {cycles}", "", *_table([HEADS, *(_row(cycle) for cycle in trace.cycles)])]
    types = [f"  cycle {cycle.number}: {_types(cycle)}" for cycle in trace.cycles if cycle.types]
    if types:
        lines += ["", "identifiers kept/altered/lost by type", *types]
    if trace.pathologies:
        lines += ["", "what went wrong", *(f"  cycle {one.cycle}: {one.name}: {_plain(one.text)}" for one in trace.pathologies)]
    facts = [fact for fact in trace.facts if every or any(event.what not in QUIET for event in fact.events)]
    for fact in facts:
        cycle, words = fact.told[-1]
        lines += ["", f"fact, as told in cycle {cycle}: {_plain(words)}"]
        lines += [f"  cycle {event.cycle}: {event.what}: {_plain(event.text)}" for event in fact.events]
    return "\n".join(lines) + "\n"


def _row(cycle: Cycle) -> tuple[str, ...]:
    first = not cycle.types and not cycle.kept + cycle.altered + cycle.lost
    return (
        str(cycle.number),
        _plain(cycle.compaction.id),
        str(cycle.compaction.cycle_depth),
        str(cycle.words),
        f"{cycle.specificity:.1f}",
        str(cycle.identifiers),
        *(("-", "-", "-") if first else (str(cycle.kept), str(cycle.altered), str(cycle.lost))),
        _share(cycle.retention),
        f"{cycle.hedges_kept}/{cycle.hedges}",
        f"{cycle.tags_kept}/{cycle.tags}",
        _share(cycle.witnessed),
    )


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _types(cycle: Cycle) -> str:
    return ", ".join(f"{kind} {'/'.join(map(str, counts))}" for kind, counts in cycle.types.items())


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _plain(text: str) -> str:
    return visible(redact(text))


def trace_object(trace: Trace) -> dict[str, Any]:
    """The whole trace as JSON gives it."""
    return {
        "chain": trace.chain.id,
        "cycles": [_cycle_object(cycle) for cycle in trace.cycles],
        "pathologies": [{"name": one.name, "cycle": one.cycle, "text": redact(one.text)} for one in trace.pathologies],
        "facts": [
            {
                "told": [{"cycle": cycle, "text": redact(words)} for cycle, words in fact.told],
                "events": [{"cycle": e.cycle, "what": e.what, "text": redact(e.text), "span_id": e.span_id} for e in fact.events],
            }
            for fact in trace.facts
        ],
    }


def _cycle_object(cycle: Cycle) -> dict[str, Any]:
    return {
        "cycle": cycle.number,
        "id": cycle.compaction.id,
        "depth": cycle.compaction.cycle_depth,
        "words": cycle.words,
        "specificity": round(cycle.specificity, 2),
        "identifiers": cycle.identifiers,
        "kept": cycle.kept,
        "altered": cycle.altered,
        "lost": cycle.lost,
        "types": {kind: list(counts) for kind, counts in cycle.types.items()},
        "retention": cycle.retention,
        "hedges": cycle.hedges,
        "hedges_kept": cycle.hedges_kept,
        "tags": cycle.tags,
        "tags_kept": cycle.tags_kept,
        "claims": cycle.claims,
        "witnessed": cycle.witnessed,
    }
