"""Tests of values of a named thing that a later span gives anew."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.timeline import timeline
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span

BOOKED = ("tool", "boat list\nFK71 Sun 14 June 18:40")


def superseded(summary: str, *spans: tuple[Role, str]) -> list[str]:
    ledger = Ledger([Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(spans, 1)])
    told = read_statements(summary)
    turns = [turn for n in range(len(told)) for turn in timeline(summary, told, n, candidates(told[n], ledger), ledger)]
    return [turn.cue for turn in turns if turn.way == "superseded"]


def test_the_value_as_it_was() -> None:
    spans: tuple[tuple[Role, str], ...] = (("tool", BOOKED[1]), ("user", "the harbour wrote: FK71 has been moved to 20:55"))
    assert superseded("Home on the FK71 at 18:40.", *spans) == ["20:55"]


@pytest.mark.parametrize(
    ("summary", "later"),
    [
        ("Home on the FK71 at 18:40, moved to 20:55.", "the harbour wrote: FK71 has been moved to 20:55"),
        ("The FK71 was to leave at 18:40.", "the harbour wrote: FK71 has been moved to 20:55"),
        ("Home on the FK71 at 18:40.", "the harbour wrote: FK72 has been moved to 20:55"),
        ("Home on the FK71 at 18:40.", "can the FK71 be moved to 20:55?"),
    ],
)
def test_told_or_of_another_or_only_asked(summary: str, later: str) -> None:
    assert superseded(summary, ("tool", BOOKED[1]), ("user", later)) == []
