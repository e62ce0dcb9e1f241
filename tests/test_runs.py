"""Runs: which run a claim speaks of, and how it ended."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.evidence.runs import ending, kinds_said, same_run
from summarylint.model import Compaction, Role, Span, SpanKind
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("failed-run",)))


def spans(*said: tuple[Role, SpanKind, str]) -> tuple[Span, ...]:
    return tuple(Span(f"s{number}", role, text, kind) for number, (role, kind, text) in enumerate(said, 1))


def output(text: str) -> tuple[Role, SpanKind, str]:
    return "tool", "tool_output", text


@pytest.mark.parametrize(
    ("printed", "well"),
    [
        ("$ pytest\n3 passed in 0.2s", True),
        ("$ pytest\n2 failed\n  a.py:8\n41 passed", False),
        ("$ cargo build\nerror: linking failed\nerror: could not compile `probe`", False),
        ("$ terraform apply\nError: AccessDenied\nretrying\nApply complete! Resources: 3 added", True),
        ("$ mvn verify\n[INFO] BUILD SUCCESS\n[WARNING] 3 errors were suppressed", True),
        ("$ make all\ncc -c a.c", None),
    ],
)
def test_how_a_run_ended(printed: str, well: bool | None) -> None:
    ledger = Ledger(spans(output(printed)))
    run = next(run for run, _ in same_run(printed.splitlines()[0], ledger))
    assert ending(run, ledger).well is well


def test_a_kind_is_named_by_its_word_or_its_program() -> None:
    assert kinds_said("the whole suite") == kinds_said("npx vitest run") != frozenset()
    assert kinds_said("connectedAndroidTest") == kinds_said("tests")
    assert kinds_said("the garden gate") == frozenset()


def test_a_call_and_its_output_in_spans_of_their_own_are_one_run() -> None:
    said = spans(
        ("assistant", "tool_call", 'Bash {"command": "npx vitest run organ"}'),
        output("2 failed, 41 passed"),
    )
    findings = LINTER.check(Compaction("r", said, "The organ suite passes.")).findings
    assert [(finding.name, finding.evidence[0].quote) for finding in findings] == [("failed-run", "2 failed, 41 passed")]


@pytest.mark.parametrize(
    "summary",
    [
        "The organ suite should pass once the pedal is tuned.",
        "The organ suite passes apart from two pedal specs.",
        "Goal: the organ suite passes.",
        "41 of 43 organ tests passed.",
    ],
)
def test_what_is_planned_or_told_in_part_claims_nothing(summary: str) -> None:
    said = spans(output("$ npx vitest run organ\n2 failed\n41 passed"))
    assert LINTER.check(Compaction("r", said, summary)).findings == ()


def test_checks_that_had_not_ended_count_only_against_all() -> None:
    said = spans(output("$ gh pr checks 482\nlint     pass\nbells    pending"))
    assert len(LINTER.check(Compaction("r", said, "All checks of PR 482 pass.")).findings) == 1
    assert LINTER.check(Compaction("r", said, "The lint check of PR 482 passes.")).findings == ()
