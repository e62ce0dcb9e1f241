"""What each mode of a guard makes of a summary that was compared. `check` compares another text in its place."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from summarylint.inline.amendment import fixed, notes, quotes, tagged
from summarylint.inline.appendix import Appendix, split, with_appendix
from summarylint.inline.instruction import as_instruction
from summarylint.inline.outcome import Outcome, RefusedSummaryError
from summarylint.model import SEVERITIES, worst_first

if TYPE_CHECKING:
    from summarylint.model import Report, Severity


SO_FAR = "This is the summary so far:"


class Check(Protocol):
    """Compares a text in the place of the summary; the spans `quoted` stand in the window beside it."""

    def __call__(self, summary: str, quoted: frozenset[str] = ...) -> Report: ...


def annotated(text: str, report: Report, tag_patterns: tuple[str, ...] = ()) -> Outcome:
    """The summary `text` with tags, and with one block that names what is unverified."""
    summary = with_appendix(tagged(report, tag_patterns), Appendix(notes(report)))
    return Outcome(summary, "annotated" if summary != text else "unchanged", report, report)


def repaired(text: str, found: Report, check: Check) -> Outcome:
    """The summary `text` with its safe fixes, and with one block that quotes what it lost."""
    report = fixed(found, check)
    lost = quotes(report)
    left = check(report.compaction.summary, frozenset(quote.span.id for quote in lost)) if lost else report
    summary = with_appendix(left.compaction.summary, Appendix(notes(left, lost), lost))
    return Outcome(summary, "repaired" if summary != text else "unchanged", left, found)


def refused(text: str, report: Report, fail_on: Severity) -> Outcome:
    """The summary `text` where nothing is found at or above `fail_on`; raises RefusedSummaryError where something is."""
    faults = worst_first(report.findings, fail_on)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise RefusedSummaryError(f"the summary is not true to what it replaced: {faults[0].message}{more}", report)
    return Outcome(split(text)[0], "unchanged", report, report)


def retried(
    text: str, found: Report, check: Check, *, attempts: int, fail_on: Severity, max_tokens: int, tag_patterns: tuple[str, ...] = ()
) -> Generator[str, Any, Outcome]:
    """The best of the summary `text` and of those that the summariser writes for the instructions that are yielded.

    None is sent where there is nobody to ask. What is left at or above `fail_on` is annotated. A summariser that fails ends
    the asking, with its error in the outcome.
    """
    best, written, error = (text, found), 1, None
    while written <= attempts and worst_first(best[1].findings, fail_on):
        points = as_instruction(best[1], max_tokens)
        if not points:
            break
        try:
            answer = yield f"{SO_FAR}\n\n{split(best[0])[0]}\n\n{points}"
        except Exception as failure:  # the summariser's own, thrown in by whoever asked it
            error = failure
            break
        if answer is None:
            break
        if not isinstance(answer, str):  # a message, a generator: whatever it is, it is no summary to compare
            error = TypeError(f"the summariser gave {type(answer).__name__} in the place of a text")
            break
        written += 1
        report = check(split(answer)[0])
        if answer.strip() and weight(report) < weight(best[1]):
            best = (answer, report)
    text, report = split(best[0])[0], best[1]
    outcome = Outcome(text, "rewritten" if report is not found else "unchanged", report)
    if worst_first(report.findings, fail_on):
        outcome = annotated(text, report, tag_patterns)
    return replace(outcome, found=found, attempts=written, error=error)


def weight(report: Report) -> tuple[int, ...]:
    """How much is wrong with a summary: its findings by severity, the gravest first; less is better."""
    return tuple(sum(finding.severity == severity for finding in report.findings) for severity in reversed(SEVERITIES))
