"""Tests of numbers told over another time than in the spans."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.rates import rates
from summarylint.language.statements import read_statements
from summarylint.model import Span


def told(summary: str, *texts: str) -> list[tuple[str, str]]:
    ledger = Ledger([Span(f"s{n}", "user", text) for n, text in enumerate(texts, 1)])
    return [(one.mark.text, one.other.text) for statement in read_statements(summary) for one in rates(summary, statement, ledger)]


def test_another_time() -> None:
    assert told("The ferry takes 8 carts per day.", "the ferry takes 8 carts per hour") == [("8 carts per day", "8 carts per hour")]
    assert told("Limit: 40 calls a minute.", "allow 40 calls/s at most") == [("40 calls a minute", "40 calls/s")]


@pytest.mark.parametrize(
    "spans",
    [
        ("the ferry takes 8 carts per day",),
        ("8 carts an hour at first", "no: 8 carts per day"),
        ("the ferry takes 8 carts",),
        ("9 carts per hour",),
    ],
)
def test_the_same_time_or_none(spans: tuple[str, ...]) -> None:
    assert told("The ferry takes 8 carts per day.", *spans) == []
