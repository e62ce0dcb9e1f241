"""Tests of stand-ins: "the one for ..." in place of a name or code."""

from __future__ import annotations

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.stand_ins import stand_ins
from summarylint.language.statements import read_statements
from summarylint.model import Span

SAID = "For the Dutch side use the codes 1250-11 for wages and 1286-72 for church tax."


def found(summary: str) -> list[tuple[str, str]]:
    ledger = Ledger((Span("s1", "assistant", SAID),))
    own = read_statements(summary)[0]
    values = stand_ins(summary, own.start, own.end, candidates(own, ledger), own.marks, ledger)
    return [(summary[one.start : one.end], one.value.text) for one in values]


def test_the_one_for_something_stands_for_its_code() -> None:
    assert found("Dutch codes for wages, 1250-11, and the one for church tax") == [("the one for church tax", "1286-72")]


def test_a_code_that_is_told_or_unknown_is_no_loss() -> None:
    assert found("Dutch codes: the one for church tax is 1286-72, for wages 1250-11") == []
    assert found("Dutch codes 1250-11 and the one for road tax") == []
