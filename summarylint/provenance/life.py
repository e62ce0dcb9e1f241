"""Life lines: where a fact of a chain was born, where its hedge or tag fell off, and what became of what contradicts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from summarylint.language.shortening import shortened
from summarylint.model import Claim, Compaction, Place, Statement
from summarylint.provenance.continuity import Continuity
from summarylint.provenance.retention import fates
from summarylint.provenance.tags import STRENGTH, tags_of

LONGEST_QUOTE = 120
"""Code points of a quotation in an event."""

SURE_MATCH = 0.5
"""The confidence from which a guess in the spans and a statement are the same fact; below it the tie is too loose to blame."""

LEAST_TERMS = 3
"""A statement with fewer terms names a topic and states nothing that could be a guess."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One summary of a chain, read against all that is known of its run by then.

    `claims` and `against` go by statement: the claim that it makes, if any, and the places that disagree with it.
    """

    compaction: Compaction
    statements: tuple[Statement, ...]
    claims: tuple[Claim | None, ...]
    against: tuple[tuple[Place, ...], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a fact in a cycle (counted from 1).

    `what` is `born`, `hedge-lost`, `tag-lost`, `identifier-lost`, `contradicted`, `contradiction-evicted` or `dropped`.
    """

    cycle: int
    what: str
    text: str
    span_id: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as the summaries of a chain told it: `told` has its words by cycle (counted from 1)."""

    told: tuple[tuple[int, str], ...]
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Line:
    told: list[tuple[int, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def add(self, cycle: int, what: str, text: str, span_id: str | None = None) -> None:
        """An event of each kind is told once: what was lost stays lost."""
        if all(event.what != what for event in self.events):
            self.events.append(Event(cycle, what, text, span_id))


def is_hedged(statement: Statement) -> bool:
    """Is a statement told as less than certain, by its words or by its tag?"""
    if statement.stance.certainty != "certain":
        return True
    return any(tag.origin in ("hedged", None) for tag in tags_of(statement))


def owes_hedge(readings: Sequence[Reading], number: int, at: int, forebear: int | None) -> bool:
    """Should statement `at` of summary `number` be hedged: is its best witness a guess that nothing settled, or was it one in the
    last summary and has gained no witness of its own?"""
    claim = readings[number].claims[at]
    if claim is None:
        return False
    if claim.origin == "hedged":
        statement = readings[number].statements[at]
        return claim.confidence >= SURE_MATCH and statement.stance.force == "fact" and len(statement.terms) >= LEAST_TERMS
    before = number and forebear is not None and is_hedged(readings[number - 1].statements[forebear])
    return bool(before) and claim.origin is None


def tell(readings: Sequence[Reading]) -> tuple[Fact, ...]:
    """Return the life line of every fact that the summaries state, in the order in which they first state it."""
    lines: list[_Line] = []
    held: dict[int, _Line] = {}
    for number, reading in enumerate(readings):
        before = readings[number - 1] if number else None
        continuity = Continuity(before.statements, reading.statements) if before else None
        forebears, now = continuity.forebears if continuity else {}, {}
        gone = _gone(before, reading)
        for at, claim in enumerate(reading.claims):
            if claim is None:
                continue
            old = forebears.get(at)
            line = held.get(old) if old is not None else None
            if line is None:
                lines.append(line := _Line())
                _born(line, number + 1, claim)
            line.told.append((number + 1, _short(claim.text)))
            now[at] = line
            _follow(line, readings, number, at, old, gone)
        if continuity:
            for old, line in held.items():
                if old not in continuity.heirs and all(line is not other for other in now.values()):
                    line.add(number + 1, "dropped", f"told no more: {line.told[-1][1]}")
        held = now
    return tuple(Fact(tuple(line.told), tuple(line.events)) for line in lines)


def _follow(line: _Line, readings: Sequence[Reading], number: int, at: int, old: int | None, gone: dict[int, list[str]]) -> None:
    reading, cycle = readings[number], number + 1
    statement = reading.statements[at]
    if owes_hedge(readings, number, at, old) and not is_hedged(statement):
        claim = reading.claims[at]
        line.add(cycle, "hedge-lost", f"a guess is told as fact: {_short(statement.text)}", claim.primary_span_id if claim else None)
    if old is not None:
        tags, kept = tags_of(readings[number - 1].statements[old]), tags_of(statement)
        weakest = min(tags, key=lambda tag: STRENGTH[tag.origin or "unverified"], default=None)
        if weakest is not None and not kept:
            line.add(cycle, "tag-lost", f"{weakest.text} fell off: {_short(statement.text)}")
        if old in gone:
            line.add(cycle, "identifier-lost", f"{', '.join(gone[old])} gone from: {_short(statement.text)}")
    surviving = reading.compaction.surviving_span_ids
    for place in reading.against[at]:
        line.add(cycle, "contradicted", _short(place.quote), place.span_id)
        if surviving is not None and place.span_id not in surviving:
            told = f"{_short(place.quote)} was pruned while the summary still says: {_short(statement.text)}"
            line.add(cycle, "contradiction-evicted", told, place.span_id)


def _gone(before: Reading | None, reading: Reading) -> dict[int, list[str]]:
    """The identifiers that left their statement while its topic stayed, by number of the old statement."""
    found: dict[int, list[str]] = {}
    for fate in fates(before.statements, reading.statements, reading.compaction.summary) if before else ():
        if fate.way != "kept" and fate.heir is not None:
            found.setdefault(fate.number, []).append(fate.mark.text)
    return found


def _born(line: _Line, cycle: int, claim: Claim) -> None:
    words = f"{claim.origin} in {claim.primary_span_id}" if claim.primary_span_id else "no span of the run bears it out"
    line.add(cycle, "born", words, claim.primary_span_id)


def _short(text: str) -> str:
    return shortened(text, LONGEST_QUOTE)
