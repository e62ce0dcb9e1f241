"""Supersession: a value of the summary that a later, at least as strong word of the spans replaced for the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.figures import number_of, quantities_of
from summarylint.evidence.fulfilment import edited_since
from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import MOST_HOLDERS, likeness, slot_terms
from summarylint.evidence.turns import Matter, Turn, asserts, at_order
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.prose import is_command
from summarylint.language.quantity_likeness import rounds_to, same_quantity
from summarylint.model import Mark, Witness

SAME_SLOT = 0.8
"""How much of its slot a later value must share to be the value of the same thing: below it, half of what was found on the
labelled pairs was the value of a neighbour."""

SAME_NAME = 0.5
"""The same where the two words nearest to both values are one pair ("depth 12.7 mmag")."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("changes")[entry])


_BOUND = LatePattern(lambda: rf"(?:\b{_any('bounding')}\W+|[<>≤≥]=?\s?)\Z", re.IGNORECASE)
"""What stands before a bound: a limit is met or missed by a later value, never replaced."""

BOUND_REACH = 14
"""Code points before a number in which the word of its bound stands."""

FEW_VALUES = 2
"""A printed row with more values is a table, whose columns this cannot tell apart."""

HISTORY = LatePattern(lambda: rf"\b{_any('history')}\b")
"""The summary tells what was, so a later value is no surprise."""

FAR = 20
"""Measures of one thing seldom differ by more than this factor; a year and a share do."""

SERIES_REACH = 24
"""Code points before a number in which the noun of its series stands ("cues 61/62")."""

_FIGURE = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SERIES = LatePattern(lambda: rf"\b{_any('series')}\s(?:\d+(?:\s?[/,&-]|\sand)\s?)*\Z", re.IGNORECASE)
UNCOMPARED = ("count", "line", "ordinal", "timestamp", "date", "range", "version", "dimension", "time")
"""Types whose values differ from call to call without replacing each other."""


def superseded(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word on a value that `matter` gives as it was before."""
    if not any(mark.kind == "quantity" and matter.start <= mark.start < matter.end for mark in matter.statement.marks):
        return
    if matter.statement.stance.status == "failed" or tells_history(matter):
        return
    given = [(w, quantities_of(w.statement)) for w in near]
    for mark in matter.statement.marks:
        if mark.kind != "quantity" or mark.type in UNCOMPARED or not matter.start <= mark.start < matter.end:
            continue
        if _BOUND.search(matter.text, max(0, mark.start - BOUND_REACH), mark.start):
            continue
        known = [w.order for w, values in given if any(same_quantity(value, mark) for value in values)]
        if not known:
            continue
        slot = slot_terms(matter.text, matter.statement, mark)
        if len(slot) < 2:
            continue
        last = _replacement(matter, mark, slot, max(known), ledger)
        if last is not None and not _read_before_edit(max(known), last[0], ledger):
            found, other, alike = last
            yield Turn("superseded", found, mark.start, mark.end, other.start, other.end, other.text, alike)


def _read_before_edit(known: int, last: Witness, ledger: Ledger) -> bool:
    """Is the last value what a file held when the user had asked for the other one, and was a file edited after that look?"""
    if last.span.kind != "tool_output" or ledger.span_of(known).role != "user":
        return False
    return edited_since(last.order, ledger)


def tells_history(matter: Matter, known: str = "") -> bool:
    """Does the summary tell itself that this is what was before, by a word that `known` has not ("the first bad commit")?"""
    stance = matter.statement.stance
    past = stance.status == "reverted" or any(cue.type in ("reverted", "refuted") for cue in stance.cues)
    return past or any(m[0] not in known for m in HISTORY.finditer(lowered(matter.words)))


def _replacement(matter: Matter, mark: Mark, slot: tuple[str, ...], after: int, ledger: Ledger) -> tuple[Witness, Mark, float] | None:
    best = None
    named = ledger.postings.get(slot[0], ())
    if len(named) > MOST_HOLDERS:
        return None
    for order in named:
        if (
            order <= after
            or ledger.span_of(order).role in ("system", "summary")
            or ledger.span_of(order).kind == "tool_call"
            or ledger.span_of(order) is ledger.span_of(after)  # one message that gives two values replaces neither
            or is_command(ledger.text(order))
        ):
            continue
        found = at_order(ledger, order)
        own = quantities_of(found.statement)
        if any(same_quantity(m, mark) for m in own):
            return None  # named again later, so it is not simply replaced
        if found.span.role == "tool" and len(own) > FEW_VALUES:
            continue
        if not asserts(found.statement) or found.statement.stance.certainty != "certain" or found.statement.stance.status == "planned":
            continue
        for other in own:
            if (
                other.type != mark.type
                or other.unit != mark.unit
                or _is_change(found.span.text, other)
                or _BOUND.search(found.span.text, max(0, other.start - BOUND_REACH), other.start)
                or not _comparable(matter.text, mark, found.span.text, other)
                or _is_total(mark, other, [*own, *quantities_of(matter.statement)])
                or rounds_to(mark, other)
                or rounds_to(other, mark)
                or any(m.kind == "quantity" and same_quantity(other, m) for told in matter.others for m in told.marks)
            ):
                continue
            alike = _alike(slot, slot_terms(found.span.text, found.statement, other), ledger)
            if alike:
                best = found, other, alike
    return best


def _alike(slot: tuple[str, ...], theirs: tuple[str, ...], ledger: Ledger) -> float:
    """How much of its slot either value shares with the other; nothing where that is too little, or other words stand nearest."""
    pair = set(theirs[:2]) == set(slot[:2])
    if theirs[:1] != slot[:1] and not pair:
        return 0.0
    alike = max(likeness(ledger, slot, theirs), likeness(ledger, theirs, slot))
    return alike if alike >= (SAME_NAME if pair else SAME_SLOT) else 0.0


def _is_total(mark: Mark, other: Mark, beside: list[Mark]) -> bool:
    """Is the other value what so many of the first one come to ("10 tubes are 49.00", at 4.90 each)? It replaces nothing."""
    one, total = number_of(mark), number_of(other)
    if one is None or total is None:
        return False
    return any(m is not other and (count := number_of(m)) is not None and count > 1 and one * count == total for m in beside)


def _is_change(text: str, mark: Mark) -> bool:
    """Does a sign stand before it ("+612 -598")? That is a change, and no value."""
    return mark.text[:1] in "+-" or text[max(0, mark.start - 1) : mark.start] in ("+", "-")


def _comparable(text: str, mark: Mark, span: str, other: Mark) -> bool:
    """Can two values be measures of one thing? Not where they are written differently, far apart, or number a series ("cue 61")."""
    if mark.type != "number":
        return True
    figures = [_FIGURE.fullmatch(m.text.replace(",", "")) for m in (mark, other)]
    if not all(figures) or ("." in mark.text) != ("." in other.text):
        return False
    small, large = sorted(abs(float(m[0])) for m in figures if m)
    in_series = (_SERIES.search(words[max(0, at - SERIES_REACH) : at]) for words, at in ((text, mark.start), (span, other.start)))
    return large <= FAR * small and not all(in_series)
