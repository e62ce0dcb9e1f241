"""Tests of replacement: values and names that a span puts in another's place."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import candidates, witness
from summarylint.evidence.index import Ledger
from summarylint.evidence.replacement import replaced
from summarylint.evidence.turns import Matter
from summarylint.language.statements import read_statements
from summarylint.language.terms import terms
from summarylint.model import Span

BISECT = "c81f0d2e is the first bad commit", "one probe was wrong, run it again", "9a4477b1 is the first bad commit"
MOVED = "The hearing about the weir moved from 2024-09-10 09:30 to 2024-09-24 11:00, room 206."


def replacements(summary: str, *texts: str) -> list[tuple[str, str]]:
    """Return what is replaced in the first statement of `summary`, each with what it is replaced by."""
    ledger = Ledger(tuple(Span(f"s{number}", "tool", text) for number, text in enumerate(texts, 1)))
    statements = read_statements(summary)
    own = statements[0]
    near = tuple(witness(ledger, candidate) for candidate in candidates(own, ledger))
    matter = Matter(own, summary, own.start, own.end, frozenset(own.terms), frozenset(terms(own.segment.label)), tuple(statements))
    return [(summary[turn.start : turn.end], turn.cue) for turn in replaced(matter, near, ledger)]


@pytest.mark.parametrize(
    ("summary", "texts", "pairs"),
    [
        ("The hearing about the weir is on 10 September in room 206.", (MOVED,), [("10 September", "2024-09-24 11:00")]),
        ("The first bad commit is c81f0d2e.", BISECT, [("c81f0d2e", "9a4477b1")]),
    ],
)
def test_a_value_or_name_with_another_in_its_place(summary: str, texts: tuple[str, ...], pairs: list[tuple[str, str]]) -> None:
    assert replacements(summary, *texts) == pairs


@pytest.mark.parametrize(
    ("summary", "texts"),
    [
        ("The hearing about the weir is on 24 September in room 206.", (MOVED,)),
        ("The hearing about the weir was on 10 September, moved to the 24th.", (MOVED,)),
        ("The first bad commit is 9a4477b1.", BISECT),
        ("The first bad commit is c81f0d2e, then 9a4477b1.", BISECT),
        ("The first bad commit is c81f0d2e.", (*BISECT, "c81f0d2e is the first bad commit")),
    ],
)
def test_what_was_not_replaced(summary: str, texts: tuple[str, ...]) -> None:
    assert replacements(summary, *texts) == []
