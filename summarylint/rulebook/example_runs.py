"""Run the examples of rules: a bad one has to be found where it says, a good one to stay silent, a gap to be missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from summarylint.errors import RecordError
from summarylint.model import Compaction, Edit, Finding, Report
from summarylint.rulebook.book import Rulebook
from summarylint.rulebook.examples import Example
from summarylint.rulebook.rule_file import Rule


class Checker(Protocol):
    """What runs a rule: the engine's Linter."""

    def check(self, compaction: Compaction, *, earlier: Sequence[Compaction] = ()) -> Report: ...


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What came of one example; `explanation` says what went wrong, and is empty where `ok`."""

    rule: Rule
    example: Example
    ok: bool
    explanation: str = ""
    findings: tuple[Finding, ...] = ()


def run_examples(rules: Iterable[Rule], linter_factory: Callable[[Rulebook], Checker]) -> list[ExampleResult]:
    """Run every example of `rules`, each under its own rule alone.

    `linter_factory` makes a linter that runs exactly the rules of the book it is given.
    An example whose record cannot be read is never ok. Raises what the linter raises: a rule that crashes ends the run.
    """
    return [run_example(rule, example, linter_factory) for rule in rules for example in rule.examples]


def run_example(rule: Rule, example: Example, linter_factory: Callable[[Rulebook], Checker]) -> ExampleResult:
    """Run one example of `rule`."""
    return _run(rule, example, linter_factory(Rulebook((rule,))))


def compactions_of(rule: Rule, example: Example) -> Iterator[Compaction]:
    """Yield the records of an example as compactions. Raises RecordError, also for an unknown field."""
    from summarylint.reading.records import read_record

    for number, record in enumerate(example.records, 1):
        name = f"{rule.name}/{example.outcome}-{example.number}/{number}"
        compaction, unknown = read_record(record, path=rule.path, default_id=name)
        for stranger in unknown:
            raise RecordError(stranger.reason, path=rule.path, pointer=stranger.pointer)
        yield compaction


def _run(rule: Rule, example: Example, linter: Checker) -> ExampleResult:
    try:
        compactions = list(compactions_of(rule, example))
        reports = [_check(linter, compactions, number) for number in range(len(compactions))]
        findings = tuple(finding for report in reports for finding in report.findings)
    except RecordError as error:
        return ExampleResult(rule, example, False, str(error))
    wrong = _wrong_as_good(findings) if example.outcome == "good" else _wrong_as_bad(example, compactions, findings)
    if example.outcome == "gap":
        wrong = "" if wrong else "the rule finds this now: promote it from [[gap]] to [[bad]]"
    return ExampleResult(rule, example, not wrong, wrong, findings)


def _check(linter: Checker, compactions: Sequence[Compaction], number: int) -> Report:
    """Several records of an example are one chain."""
    earlier = compactions[:number]
    return linter.check(compactions[number], earlier=earlier) if earlier else linter.check(compactions[number])


def _wrong_as_good(findings: Sequence[Finding]) -> str:
    return f"expected silence, found {_told(findings)}" if findings else ""


def _wrong_as_bad(example: Example, compactions: Sequence[Compaction], findings: Sequence[Finding]) -> str:
    if not findings:
        return "expected a finding, found none"
    if not any(_underlines(example, finding) and _rests(example, finding) for finding in findings):
        wanted = [f"{key} {value!r}" for key, value in (("underlined", example.underlined), ("because", example.because)) if value]
        return f"expected {' and '.join(wanted)}, found {_told(findings)}"
    if example.fixed is not None:
        mended = apply_edits(compactions[-1].summary, (edit for finding in findings if finding.fix for edit in finding.fix.edits))
        if mended != example.fixed:
            return f"expected the fix to give {example.fixed!r}, got {mended!r}"
    return ""


def _underlines(example: Example, finding: Finding) -> bool:
    if example.underlined is None:
        return True
    return finding.summary is not None and example.underlined in finding.summary.quote


def _rests(example: Example, finding: Finding) -> bool:
    return example.because is None or any(example.because in place.quote for place in finding.evidence)


def _told(findings: Sequence[Finding]) -> str:
    return "; ".join(
        f"{finding.name} at {finding.summary.quote if finding.summary else None!r}"
        f" because of {', '.join(repr(place.quote) for place in finding.evidence) or 'nothing'}"
        for finding in findings
    )


def apply_edits(summary: str, edits: Iterable[Edit]) -> str:
    """Return `summary` with `edits` made; of two that overlap the one that ends last in the text is made."""
    untouched = len(summary)
    for edit in sorted(set(edits), key=lambda edit: (edit.end, edit.start), reverse=True):
        if edit.end <= untouched:
            summary = summary[: edit.start] + edit.text + summary[edit.end :]
            untouched = edit.start
    return summary
