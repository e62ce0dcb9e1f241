"""Life lines: what counts as hedged, and what owes a hedge."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.language.statements import read_statements
from summarylint.model import Compaction, Span
from summarylint.provenance.life import is_hedged, owes_hedge

GUESS = (Span("m1", "user", "I think the staging DB is on port 5433."),)


@pytest.mark.parametrize(
    ("text", "hedged"),
    [("The mill may run.", True), ("The mill runs.", False), ("The mill runs. [hedged:m1]", True), ("The mill runs. [unverified]", True),
     ("The mill runs. [user-said:m1]", False)],
)  # fmt: skip
def test_is_hedged(text: str, hedged: bool) -> None:
    assert is_hedged(read_statements(text)[0]) is hedged


@pytest.mark.parametrize(
    ("summary", "spans", "owes"),
    [
        ("Staging DB port is 5433.", GUESS, True),
        ("Staging DB port is 5433.", (*GUESS, Span("m2", "tool", "staging DB: 5433 accepting connections", "tool_output")), False),
        ("Penguins waddle on ice.", GUESS, False),
    ],
)
def test_a_guess_that_nothing_settled_owes_its_hedge(summary: str, spans: tuple[Span, ...], owes: bool) -> None:
    reading = Linter().chain_view(Compaction("x", spans, summary)).reading
    assert owes_hedge([reading], 0, 0, None) is owes
