"""Altered line range: the summary points at lines of a file that no span names, one end or two digits off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.line_ranges import line_ranges, other_line, other_range, single_lines
from summarylint.model import Edit, Fix, Hit

KIND = "altered-line-range"
FIELDS = frozenset({"told", "other", "file", "span_id"})
FIXES = frozenset({"restore-range"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Nothing to set."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each range of lines, or single line, that the spans give otherwise."""
    summary, statement = view.compaction.summary, view.statement
    if statement.segment.form == "code":
        return
    line = summary.rfind("\n", 0, statement.start) + 1
    ranges = ((told, other_range(told, view.ledger)) for told in line_ranges(summary, statement.start, statement.end, line))
    singles = ((told, other_line(told, view.ledger)) for told in single_lines(summary, statement.start, statement.end, line))
    for told, known in (*ranges, *singles):
        if known is None:
            continue
        found, other = known
        quote = found.span.text[other.start : other.end]
        yield Hit(
            start=told.start,
            end=told.end,
            evidence=(place(found, "these lines here", other.start, other.end),),
            fields={"told": summary[told.start : told.end], "other": quote, "file": told.file, "span_id": found.span.id},
            why={"file": told.file, "lines": [other.first, other.last]},
            fix=Fix("unsafe", (Edit(told.start, told.end, quote),)),
        )
