"""Texts of one shape over and over: each is checked to its end, in time that grows with its length."""

from __future__ import annotations

import pytest

import summarylint
from summarylint.model import Span

SHAPES = {
    "dots": ("." * 40_000, "The pump is on."),
    "ellipses": ("…" * 32_000, "The pump is on."),
    "numbers": ("1," * 10_000, "1," * 10_000),
    "prices": ("$1 " * 6_000, "$1 " * 6_000),
    "carriage returns": ("a\r" * 8_000, "a\r" * 8_000),
    "numbers in the summary only": ("I think the pump is on.", "1," * 1_250),
}


@pytest.mark.parametrize(("text", "summary"), SHAPES.values(), ids=SHAPES.keys())
def test_it_ends_and_finds_nothing(text: str, summary: str) -> None:
    report = summarylint.check(summary, [Span("s1", "tool", text)])
    assert [finding.name for finding in report.findings if finding.severity != "note"] == []
