"""Scores: which faults are located and rightly named, what each rule's findings are worth, and where it cries wolf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from summarylint.evaluation.cases import FITTING, Case, Fault
from summarylint.model import Compaction, Finding, Report

WIDEST = 200
"""Code points that a finding may always mark; beyond that, and beyond `TIMES_WIDER` the label, it points at nothing."""

TIMES_WIDER = 4


@dataclass
class Score:
    """Counts over all cases.

    `rules` maps a rule to its right findings, other findings and false alarms, in this order; `finds` counts the faults that
    it located, and `families` holds its family.
    """

    faults: Counter[str] = field(default_factory=Counter)
    located: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    rules: dict[str, list[int]] = field(default_factory=dict)
    finds: Counter[str] = field(default_factory=Counter)
    families: dict[str, str] = field(default_factory=dict)
    faithful: int = 0
    alarmed: int = 0
    faulty: int = 0
    other: int = 0
    missed: list[tuple[str, Fault]] = field(default_factory=list)
    alarms: list[tuple[str, Finding]] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """The score as plain data, shares rounded to four digits."""
        total = sum(self.faults.values())
        return {
            "faults": total,
            "located": _share(sum(self.located.values()), total),
            "named": _share(sum(self.named.values()), total),
            "faithful": self.faithful,
            "alarmed": self.alarmed,
            "other_per_faulty_summary": _share(self.other, self.faulty),
            "kinds": {
                kind: {"faults": count, "located": _share(self.located[kind], count), "named": _share(self.named[kind], count)}
                for kind, count in sorted(self.faults.items())
            },
            "rules": {
                rule: {
                    "right": right, "other": other, "alarms": alarms, "precision": _share(right, right + other + alarms),
                    "recall": _share(self.finds[rule], self._meant(rule)),
                }
                for rule, (right, other, alarms) in sorted(self.rules.items())
            },
        }  # fmt: skip

    def _meant(self, rule: str) -> int:
        """How many faults are of a kind that the rule's family names rightly; its sisters share them."""
        return sum(count for kind, count in self.faults.items() if self.families[rule] in FITTING[kind])


def score(cases: Iterable[Case], check: Callable[[Compaction], Report]) -> Score:
    """Check every case's faulty and faithful summary. Findings of severity `note` count neither for nor against."""
    result = Score()
    for case in cases:
        result.faithful += 1
        alarms = _loud(check(case.faithful))
        result.alarmed += bool(alarms)
        for finding in alarms:
            _tally(result, finding, 2)
            result.alarms.append((case.id, finding))
        if case.faulty is not None:
            result.faulty += 1
            _faulty(case, _loud(check(case.faulty)), result)
    return result


def _faulty(case: Case, findings: list[Finding], result: Score) -> None:
    right: set[int] = set()
    for fault in case.faults:
        at = [number for number, finding in enumerate(findings) if points_at(finding, fault, case)]
        right.update(at)
        result.finds.update({findings[number].name for number in at})
        result.faults[fault.kind] += 1
        result.located[fault.kind] += bool(at)
        result.named[fault.kind] += any(_family(findings[number]) in FITTING[fault.kind] for number in at)
        if not at:
            result.missed.append((case.id, fault))
    for number, finding in enumerate(findings):
        _tally(result, finding, 0 if number in right else 1)
    result.other += len(findings) - len(right)


def points_at(finding: Finding, fault: Fault, case: Case) -> bool:
    """Does one of the finding's places overlap the fault's words, without being far wider than they are?"""
    if case.faulty is None:
        return False
    place = finding.summary
    if place and _hits(place.start, place.end, case.faulty.summary, fault.summary_quote):
        return True
    text = {span.id: span.text for span in case.faulty.spans}
    return any(
        mark.span_id == fault.span_id and _hits(mark.start, mark.end, text.get(mark.span_id, ""), fault.span_quote)
        for mark in finding.evidence
    )


def _hits(start: int, end: int, text: str, quote: str) -> bool:
    if not quote or end - start > max(TIMES_WIDER * len(quote), WIDEST):
        return False
    at = text.find(quote)
    while at >= 0:
        if start < at + len(quote) and at < end:
            return True
        at = text.find(quote, at + 1)
    return False


def _loud(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity != "note"]


def _family(finding: Finding) -> str:
    return finding.code.rstrip("0123456789")


def _tally(result: Score, finding: Finding, place: int) -> None:
    result.families[finding.name] = _family(finding)
    result.rules.setdefault(finding.name, [0, 0, 0])[place] += 1


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
