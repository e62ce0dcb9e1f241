"""Tests of parity: the same words with an odd number of negations between them."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates, witness
from summarylint.evidence.index import Ledger
from summarylint.evidence.parity import turned_about
from summarylint.evidence.turns import Matter
from summarylint.language.statements import read_statements
from summarylint.model import Span


def turns(summary: str, *texts: str) -> list[str]:
    """Return the clauses of the spans that say the opposite of the first statement of `summary`."""
    ledger = Ledger(tuple(Span(f"s{number}", "assistant", text) for number, text in enumerate(texts, 1)))
    statements = read_statements(summary)
    own = statements[0]
    near = tuple(witness(ledger, candidate) for candidate in candidates(own, ledger))
    matter = Matter(own, summary, own.start, own.end, frozenset(own.terms), frozenset(), tuple(statements))
    return [turn.witness.span.text[turn.at : turn.to] for turn in turned_about(matter, near, near, ledger)]


@pytest.mark.parametrize(
    ("summary", "text", "clause"),
    [
        ("The lock is oiled again.", "The lock is not oiled right now, ask Mara.", "The lock is not oiled right now"),
        ("The oat cakes are not free of eggs either.", "The oat cakes are free of eggs.", "The oat cakes are free of eggs."),
        ("Late riders are now excluded.", "Late riders are no longer excluded.", "Late riders are no longer excluded."),
        ("Loose boards are fixed unless glued.", "Loose boards are not fixed unless glued.", "Loose boards are not fixed unless glued."),
    ],
)
def test_an_odd_number_of_negations_turns_a_clause_about(summary: str, text: str, clause: str) -> None:
    assert turns(summary, text) == [clause]


@pytest.mark.parametrize(
    ("summary", "texts"),
    [
        ("Late riders are excluded.", ("Late riders are not included.",)),
        ("The lock is oiled.", ("The lock is not oiled.", "The lock is oiled.")),
        ("The lock is not oiled.", ("The lock is not oiled before noon.",)),
        ("Loose boards are fixed.", ("Loose boards are not fixed unless glued.",)),
        ("The bracket was bent by 3 mm.", ("The bracket is bent by 3 mm.",)),
        ("The 12 boards are glued.", ("The 7 boards are not glued.",)),
        ("The lock is oiled.", ("Do not oil the lock.",)),
    ],
)
def test_what_is_no_opposite(summary: str, texts: tuple[str, ...]) -> None:
    assert turns(summary, *texts) == []
