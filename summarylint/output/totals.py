"""What a run adds up to: the last line of every output, and the counts that decide its exit status."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from summarylint.model import SEVERITIES, at_least

if TYPE_CHECKING:
    from collections.abc import Mapping

    from summarylint.model import Report, Severity


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one record: how often each rule spoke (code, name, severity, number), and the safe fixes."""

    rules: tuple[tuple[str, str, Severity, int], ...] = ()
    safe_fixes: int = 0


def tally(report: Report) -> Tally:
    """Count the findings of one checked record."""
    rules = Counter((finding.code, finding.name, finding.severity) for finding in report.findings)
    safe = sum(finding.fix is not None and finding.fix.safety == "safe" for finding in report.findings)
    return Tally(tuple((*rule, number) for rule, number in rules.items()), safe)


@dataclass(slots=True)
class Totals:
    """Counts over a run; the one value here that grows."""

    records: int = 0
    with_findings: int = 0
    broken: int = 0
    severities: Counter[Severity] = field(default_factory=Counter)
    rules: Counter[tuple[str, str, Severity]] = field(default_factory=Counter)
    safe_fixes: int = 0

    def add(self, report: Report) -> None:
        """Count one checked record."""
        self.add_tally(tally(report))

    def add_tally(self, one: Tally) -> None:
        """Count one record that was counted by itself."""
        self.records += 1
        self.with_findings += bool(one.rules)
        for code, name, severity, number in one.rules:
            self.severities[severity] += number
            self.rules[code, name, severity] += number
        self.safe_fixes += one.safe_fixes

    def add_broken(self) -> None:
        """Count one record that could not be read or checked."""
        self.broken += 1

    def at_least(self, severity: Severity) -> int:
        """The findings of this severity or a stronger one."""
        return sum(number for found, number in self.severities.items() if at_least(found, severity))

    def line(self, exit_status: int | None = None) -> str:
        """The last line: `2 findings in 1 of 14 records (1 error, 1 warning), 1 safe fix; exit 1`."""
        found = self.severities.total()
        parts = [f"{count(found, 'finding')} in {self.with_findings} of {count(self.records, 'record')}"]
        if found:
            parts[0] += f" ({by_severity(self.severities)})"
        if self.safe_fixes:
            parts.append(count(self.safe_fixes, "safe fix", "safe fixes"))
        if self.broken:
            parts.append(f"{count(self.broken, 'record')} not checked")
        return ", ".join(parts) + ("" if exit_status is None else f"; exit {exit_status}")


def by_severity(found: Mapping[Severity, int]) -> str:
    """How many findings there are of each severity, the gravest first: `1 error, 2 warnings`."""
    return ", ".join(count(found[severity], severity) for severity in reversed(SEVERITIES) if found.get(severity))


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
