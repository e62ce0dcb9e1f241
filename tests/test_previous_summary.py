"""An earlier summary that stands in `previous_summary` alone is compared with like one among the spans."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.errors import ArgumentTypeError
from summarylint.model import Compaction, Span
from summarylint.provenance.chain import with_previous

LINTER = Linter()
LOG = Span("t1", "tool", "billing export started", "tool_output")
DOUBTED = "The user believes the billing export runs at 02:30."
ORDERED = "The user said: never push to main."
STATED = "The billing export runs at 02:30."


def record(previous: str | None, summary: str, *spans: Span, **known: object) -> Compaction:
    return Compaction(id="billing/2", spans=(*spans, LOG), summary=summary, previous_summary=previous, **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("previous", "summary", "wanted"),
    [
        (DOUBTED, STATED, ["dropped-hedge"]),
        (DOUBTED, DOUBTED, []),
        (f"{DOUBTED} {ORDERED}", f"{DOUBTED} {ORDERED}", []),
        (f"{DOUBTED} {ORDERED}", DOUBTED, ["lost-instruction"]),
        ("", STATED, []),
        (None, STATED, []),
    ],
)
def test_what_the_earlier_summary_doubted_or_ordered_is_told_on(previous: str | None, summary: str, wanted: list[str]) -> None:
    found = LINTER.check(record(previous, summary)).findings
    assert [finding.name for finding in found if finding.code[:3] in ("HDG", "OMI")] == wanted
    assert {place.span_id for finding in found if finding.name in wanted for place in finding.evidence} <= {"previous_summary"}


def test_it_is_found_as_among_the_spans() -> None:
    beside = LINTER.check(record(f"{DOUBTED} {ORDERED}", STATED)).findings
    among = LINTER.check(record(None, STATED, Span("previous_summary", "summary", f"{DOUBTED} {ORDERED}"))).findings
    assert beside
    assert beside == among


def test_one_that_stands_among_the_spans_is_not_compared_with_twice() -> None:
    both = record(DOUBTED, STATED, Span("s0", "summary", f"Earlier: {DOUBTED}"))
    assert with_previous(both) is both


def test_its_name_meets_no_other_and_the_record_stays_as_given() -> None:
    taken = record(DOUBTED, STATED, Span("previous_summary", "user", "Go on."), shown_span_ids=frozenset({"t1"}))
    whole = with_previous(taken)
    assert [span.id for span in whole.spans] == ["previous_summary'", "previous_summary", "t1"]
    assert whole.shown_span_ids == {"t1", "previous_summary'"}
    report = LINTER.check(taken)
    assert report.compaction is taken
    assert {place.span_id for finding in report.findings for place in finding.evidence} == {"previous_summary'"}


def test_one_that_is_no_text_is_refused() -> None:
    with pytest.raises(ArgumentTypeError, match="previous_summary must be a string"):
        LINTER.check(record(42, STATED))  # type: ignore[arg-type]
