"""Repeats: a command given again with another value, and a row printed again in another state. The last one counts.

Supersession compares the words around two values. Here the whole line is the same but for its end, so that it is the same
thing without a doubt, however few words the summary shares with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.index import Ledger
from summarylint.evidence.turns import Matter, Turn, at_order
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.prose import is_command
from summarylint.language.terms import terms

MOST_NAMING = 24
"""A name in more statements is the subject of the whole window, and its commands are not gone through."""

LEAST_NAME = 4
"""Code points of a name that tells its key apart."""

LONGEST_COMMAND = 400
"""Code points of a command that sets one value; a longer one is a script."""

_WORDS = read_lexicon("changes")
_WELL = one_of(_WORDS["well"])
_WRITE = LatePattern(lambda: rf"(?P<head>.*\b{one_of(_WORDS['setting'])}\b.*[\s=])(?P<value>[\w.:%/-]+)\s*\Z")
_ROW = LatePattern(
    lambda: (
        r"^[ \t]{0,8}(?P<name>(?=[\w.-]{0,60}\d)[\w.-]{1,80})[ \t][^\n]{0,160}?"
        rf"(?:(?P<well>\b{_WELL}\b)|(?P<amiss>\b{one_of(_WORDS['amiss'])}\b))"
    ),
    re.MULTILINE,
)
_TOLD_WELL = LatePattern(
    lambda: rf"\b{one_of(_WORDS['running_things'])}\b[^.;\n]{{0,30}}?\b(?:is|are)\s(?:all |both |now |up and )*{_WELL}\b"
)
_TOLD_AMISS = LatePattern(lambda: rf"\b{one_of(_WORDS['told_amiss'])}\b")


@dataclass(frozen=True, slots=True)
class _Row:
    order: int
    name: str
    well: bool
    start: int
    end: int


def repeated(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last of the same commands or rows where `matter` tells the value or state of an earlier one."""
    yield from _overwritten(matter, ledger)
    yield from _relapsed(matter, ledger)


def _overwritten(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """A key that the summary names with the value that an earlier command gave it ("put svc/db_pool 80", then "... 40")."""
    marks = [mark for mark in matter.statement.marks if matter.start <= mark.start and mark.end <= matter.end]
    values = [mark for mark in marks if mark.kind == "quantity"]
    for name in (mark for mark in marks if mark.kind == "identifier" and len(mark.text) >= LEAST_NAME) if values else ():
        held = [set(ledger.postings.get(term, ())) for term in terms(name.text)]
        orders = sorted(set.intersection(*held)) if held else []
        writes = [(order, found) for order in orders[-MOST_NAMING:] if (found := _written(ledger, order, name.text)) is not None]
        if len(writes) < 2:
            continue
        order, last = writes[-1]
        for mark in values:
            given = any(found["value"] == mark.text and found["head"] == last["head"] for _, found in writes[:-1])
            if given and last["value"] != mark.text and not _holds(matter.text, last["value"]):
                start = ledger.bounds[order][0]
                at, to = start + last.start("value"), start + last.end("value")
                yield Turn("superseded", at_order(ledger, order), mark.start, mark.end, at, to, last["value"], 1.0)


def _written(ledger: Ledger, order: int, name: str) -> re.Match[str] | None:
    text = ledger.text(order)
    return _WRITE.match(text) if len(text) <= LONGEST_COMMAND and name in text and is_command(text) else None


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(value)}(?![\w]|\.\d)", text) is not None


def _relapsed(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Things told as running, one of which was printed so and later as crashed."""
    if _TOLD_WELL.search(lowered(matter.words)) is None or any(_TOLD_AMISS.search(lowered(other.text)) for other in matter.others):
        return
    rows = ledger.once(_rows)
    last = {row.name: row for row in rows}
    for row in last.values():
        if not row.well and any(other.well and other.name == row.name for other in rows):
            found = at_order(ledger, row.order)
            quote = found.span.text[row.start : row.end]
            yield Turn("superseded", found, matter.start, matter.end, row.start, row.end, quote, 1.0)
            return


def _rows(ledger: Ledger) -> list[_Row]:
    """All printed rows of a name with its state, in time order."""
    found: list[_Row] = []
    for number, span in enumerate(ledger.spans):
        if span.role != "tool" or span.kind == "tool_call":
            continue
        for match in _ROW.finditer(lowered(span.text)):
            order = next((n for n in ledger.orders_of(number) if ledger.bounds[n][0] <= match.end() <= ledger.bounds[n][1]), None)
            if order is not None:
                group = "well" if match["well"] else "amiss"
                found.append(_Row(order, match["name"], group == "well", match.start(group), match.end(group)))
    return found
