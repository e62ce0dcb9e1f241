"""Protected texts stand word for word in the summary, or they are lost."""

from __future__ import annotations

import pytest

from summarylint.engine import check
from summarylint.model import Finding, Span
from summarylint.settings import Settings

QUOTE = "Lock the  vault before\nmidnight."


def found(summary: str, *, pinned: bool = False, **known: object) -> list[Finding]:
    spans = [Span("s1", "user", f"One rule. {QUOTE}", pinned=pinned)]
    return list(check(summary, spans, settings=Settings(select=("OMI002",)), **known).findings)


@pytest.mark.parametrize("summary", [f"Rule: {QUOTE}", "Rule: Lock the vault before midnight.", "> Lock the vault\n> before midnight.\n"])
def test_white_space_and_quotation_signs_are_no_loss(summary: str) -> None:
    assert found(summary, protected=(QUOTE,)) == []


@pytest.mark.parametrize(
    ("summary", "gap"), [("The vault is locked by midnight.", "words it differently"), ("All is well.", "lacks it"), ("", "lacks it")]
)
def test_a_rewording_and_a_gap_are_told_apart(summary: str, gap: str) -> None:
    (finding,) = found(summary, protected=(QUOTE,))
    assert finding.severity == "error" and finding.message.endswith(gap)
    assert finding.evidence[0].quote == QUOTE


def test_letter_case_matters() -> None:
    assert len(found("lock the vault before midnight.", protected=(QUOTE,))) == 1


def test_a_pinned_span_is_protected_unless_it_survives() -> None:
    assert len(found("All is well.", pinned=True)) == 1
    assert found("All is well.", pinned=True, surviving_span_ids=frozenset({"s1"})) == []


def test_a_protected_text_of_no_span_is_found_lost_without_evidence() -> None:
    (finding,) = found("All is well.", protected=("Feed the owl.",))
    assert finding.evidence == () and finding.summary is None
