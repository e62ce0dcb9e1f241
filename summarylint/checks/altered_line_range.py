"""Altered line range: the summary points at lines of a file that no span names, beside a range of the spans with one end in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.line_ranges import line_ranges, other_range
from summarylint.model import Edit, Fix, Hit

KIND = "altered-line-range"
FIELDS = frozenset({"told", "other", "file", "span_id"})
FIXES = frozenset({"restore-range"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Nothing to set."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each range of lines that the spans give otherwise."""
    summary, statement = view.compaction.summary, view.statement
    if statement.segment.form == "code":
        return
    line = summary.rfind("\n", 0, statement.start) + 1
    for told in line_ranges(summary, statement.start, statement.end, line):
        known = other_range(told, view.ledger)
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
