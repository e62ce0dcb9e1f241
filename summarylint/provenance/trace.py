"""Trace: what each cycle of a chain kept and lost, and where it went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from summarylint.model import Chain, Claim, Compaction
from summarylint.provenance.authorship import is_external
from summarylint.provenance.continuity import Continuity
from summarylint.provenance.life import Fact, Reading, is_hedged, owes_hedge, tell
from summarylint.provenance.retention import became_description, drifts, fates, retention, specificity, words
from summarylint.provenance.tags import tags_of

Count = tuple[int, int, int]
"""Identifiers kept, altered and lost."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """One summary of a chain beside the one before it; shares are between 0 and 1, and None where there is nothing to share.

    `number` counts from 1. `retention` is the share of the identifiers kept among those whose topic is still told,
    `identifiers` how many the summary holds, `types` what became of those of the last summary by type. Of `hedges` facts that
    owe one `hedges_kept` are still told with one, of `tags` on facts that live on `tags_kept` stand. `witnessed` is the share
    of claims whose primary witness survives. `specificity` is concrete tokens per 100 words.
    """

    number: int
    compaction: Compaction
    words: int
    specificity: float
    identifiers: int
    kept: int = 0
    altered: int = 0
    lost: int = 0
    types: Mapping[str, Count] = field(default_factory=dict)
    retention: float | None = None
    hedges: int = 0
    hedges_kept: int = 0
    tags: int = 0
    tags_kept: int = 0
    claims: int = 0
    witnessed: float | None = None


@dataclass(frozen=True, slots=True)
class Pathology:
    """A way in which a chain goes wrong, and the cycle where it shows: `provenance-collapse`, `drift`,
    `became-description` or `ratchet`."""

    name: str
    cycle: int
    text: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A chain from its first summary to its last."""

    chain: Chain
    cycles: tuple[Cycle, ...]
    facts: tuple[Fact, ...]
    pathologies: tuple[Pathology, ...]


def trace(chain: Chain, readings: Sequence[Reading]) -> Trace:
    """Trace `chain`; `readings` are its summaries in order, each read against all spans known by then."""
    cycles = tuple(_cycle(readings, number) for number in range(len(readings)))
    facts = tell(readings)
    return Trace(chain, cycles, facts, tuple(sorted(_pathologies(readings, cycles, facts), key=lambda one: one.cycle)))


def _cycle(readings: Sequence[Reading], number: int) -> Cycle:
    reading = readings[number]
    before = readings[number - 1] if number else None
    statements, text = reading.statements, reading.compaction.summary
    found = fates(before.statements, statements, text) if before else ()
    counts = Counter(fate.way for fate in found)
    forebears = Continuity(before.statements, statements).forebears if before else {}
    owing = [at for at in range(len(statements)) if owes_hedge(readings, number, at, forebears.get(at)) or is_hedged(statements[at])]
    tagged = [at for at, old in forebears.items() if before and tags_of(before.statements[old])]
    claims = [claim for claim in reading.claims if claim is not None]
    return Cycle(
        number=number + 1,
        compaction=reading.compaction,
        words=words(text),
        specificity=specificity(statements, text),
        identifiers=len({mark.text for statement in statements for mark in statement.marks if mark.kind == "identifier"}),
        kept=counts["kept"],
        altered=counts["altered"],
        lost=counts["lost"],
        types=_types([(fate.mark.type, fate.way) for fate in found]),
        retention=retention(found),
        hedges=len(owing),
        hedges_kept=sum(is_hedged(statements[at]) for at in owing),
        tags=len(tagged),
        tags_kept=sum(bool(tags_of(statements[at])) for at in tagged),
        claims=len(claims),
        witnessed=_witnessed(claims, reading.compaction),
    )


def _types(found: Sequence[tuple[str, str]]) -> dict[str, Count]:
    ways = ("kept", "altered", "lost")
    counts = Counter(found)
    return {kind: (counts[kind, ways[0]], counts[kind, ways[1]], counts[kind, ways[2]]) for kind in sorted({kind for kind, _ in found})}


def _witnessed(claims: Sequence[Claim], compaction: Compaction) -> float | None:
    surviving = compaction.surviving_span_ids
    if surviving is None or not claims:
        return None
    return sum(claim.primary_span_id in surviving for claim in claims) / len(claims)


def _pathologies(readings: Sequence[Reading], cycles: Sequence[Cycle], facts: Sequence[Fact]) -> list[Pathology]:
    found: list[Pathology] = []
    names = {"hedge-lost": "provenance-collapse", "tag-lost": "provenance-collapse", "contradiction-evicted": "ratchet"}
    for fact in facts:
        for event in fact.events:
            if event.what in names and not is_external(readings[event.cycle - 1].compaction):
                found.append(Pathology(names[event.what], event.cycle, event.text))
    for number in range(1, len(readings)):
        reading, before = readings[number], readings[number - 1]
        if is_external(reading.compaction):
            continue
        cycle = cycles[number]
        if drifts(fates(before.statements, reading.statements, reading.compaction.summary)):
            share = cycle.retention or 0.0
            found.append(Pathology("drift", number + 1, f"{share:.0%} of the identifiers whose topic is still told were kept"))
        # the most concrete summary so far is what this one is held against: each step of a slow loss is small by itself
        best = max(cycles[:number], key=lambda one: one.specificity)
        if became_description((best.specificity, best.words), (cycle.specificity, cycle.words)):
            told = f"{cycle.specificity:.1f} concrete tokens per 100 words, down from {best.specificity:.1f} in cycle {best.number}"
            found.append(Pathology("became-description", number + 1, told))
    return list(dict.fromkeys(found))
