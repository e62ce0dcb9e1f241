"""Replacement: a value or name that a span says was put in another's place ("moved from the 10th to the 24th").

Supersession compares what stands beside two values. Here the span tells the change itself, or the later statement says word
for word of another name what the summary says of this one ("9a4477b1 is the first bad commit").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.figures import quantities_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.supersession import tells_history
from summarylint.evidence.turns import Matter, Turn, asserts, part_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.likeness import same_identifier
from summarylint.language.phrases import lowered, one_of
from summarylint.language.quantity_likeness import same_quantity
from summarylint.language.terms import placed_terms
from summarylint.model import Mark, Witness

LEAST_SCORE = 0.4
"""The score of a witness from which the change that it tells is that of the summary's value."""

CHANGE_REACH = 60
"""Code points before the old value in which the word of the change stands."""

LEAST_SAID = 2
"""Words that two statements have to say of two names for the later one to replace the earlier."""

SAID = 0.8
"""The part of what is said of a name, by worth, that both statements have to share."""

DAY = len("-09-10")
"""Code points of a month and a day in a date value."""

_CHANGE = LatePattern(lambda: rf"\b{one_of(read_lexicon('changes')['changed'])}\b[^.;\n]{{0,40}}\bfrom ")
_CHANGED = re.compile(rf"{_CHANGE.pattern}(?:the |about )?\Z")
_INTO = re.compile(r"[^.;,\n]{0,24}?(?:\bto|->|→)\s(?:the |about )?[^.;,\n]{0,16}\Z")
_NAMES = ("hash", "ticket", "host", "host-port", "ipv4", "ref", "image", "uuid", "number-id", "path", "file-name", "version", "url")


def replaced(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the statements that put another value or name in the place of one that `matter` still tells."""
    marks = [mark for mark in matter.statement.marks if matter.start <= mark.start and mark.end <= matter.end]
    values = [mark for mark in marks if mark.kind == "quantity"]
    for found in near if values and not tells_history(matter) else ():
        if (
            found.score >= LEAST_SCORE
            and ledger.each(_may_tell_change)[found.order]
            and asserts(found.statement)
            and found.span.role != "summary"
        ):
            yield from _told_change(matter, values, found)
    names = [mark for mark in marks if mark.kind == "identifier" and mark.type in _NAMES]
    if len(names) == 1:
        yield from _same_said(matter, names[0], near, ledger)


def _may_tell_change(ledger: Ledger, order: int) -> bool:
    """Does a statement tell a change from something? A cheap test before it is read in full."""
    return _CHANGE.search(lowered(ledger.text(order))) is not None


def _told_change(matter: Matter, values: list[Mark], found: Witness) -> Iterator[Turn]:
    low, own = lowered(found.span.text[: found.statement.end]), quantities_of(found.statement)
    for mark in values:
        for old in own:
            if not _same_moment(mark, old) or _CHANGED.search(low, max(found.statement.start, old.start - CHANGE_REACH), old.start) is None:
                continue
            new = next((other for other in own if other.start > old.end and other.type == old.type), None)
            if new is None or same_quantity(new, old) or _INTO.match(low, old.end, new.start) is None:
                continue
            if not any(_same_moment(told, new) for other in matter.others for told in quantities_of(other)):
                yield Turn("superseded", found, mark.start, mark.end, new.start, new.end, new.text, found.score)


def _same_moment(mark: Mark, old: Mark) -> bool:
    """Is it the same value, or the day of the moment that the span gives?"""
    on_day = mark.type == "date" and old.type == "timestamp" and mark.value[-DAY:] == old.value[: old.value.find("T")][-DAY:]
    return on_day or same_quantity(mark, old)


def _same_said(matter: Matter, name: Mark, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """The latest statement that says of one other name of this type what an earlier one said of `name`, and no more."""
    telling = [w.order for w in near if name.text in w.span.text[slice(*ledger.bounds[w.order])]]
    later = [w for w in near if telling and w.order > max(telling) and len(matter.terms & set(ledger.terms[w.order])) >= LEAST_SAID]
    if not later and not matter.above:
        return
    said: list[frozenset[str]] | None = None
    for found in sorted(near, key=lambda w: -w.order):
        if _holds(found, name):
            return  # the last word is that of the summary
        others = [mark for mark in found.statement.marks if mark.kind == "identifier" and mark.type == name.type]
        if len(others) != 1 or not asserts(found.statement):
            continue
        if found.span.role in ("summary", "system") or found.span.kind == "tool_call":
            continue
        if said is None:  # what is said of the name, by the earlier statements that hold it; seldom asked for, and dear
            told_of_it = (_said(w) & (matter.terms | matter.above) for w in near if _holds(w, name))
            said = [told for told in told_of_it if len(told) >= LEAST_SAID]
        own = _said(found)
        alike = any(min(part_of(ledger, own & told, own), part_of(ledger, own & told, told)) >= SAID for told in said)
        if alike and not _told(matter, others[0]) and not tells_history(matter, lowered(found.statement.text)):
            yield Turn("superseded", found, name.start, name.end, others[0].start, others[0].end, others[0].text, found.score)
            return


def _holds(found: Witness, name: Mark) -> bool:
    return any(_is(mark, name) for mark in found.statement.marks)


def _said(found: Witness) -> frozenset[str]:
    names = [(mark.start, mark.end) for mark in found.statement.marks if mark.kind == "identifier"]
    placed = placed_terms(found.span.text, found.statement.start, found.statement.end)
    return frozenset(term for term, start, end in placed if not any(a <= start and end <= b for a, b in names))


def _is(mark: Mark, name: Mark) -> bool:
    return mark.kind == "identifier" and same_identifier(mark.text, name.text)


def _told(matter: Matter, name: Mark) -> bool:
    return any(_is(mark, name) for other in matter.others for mark in other.marks)
