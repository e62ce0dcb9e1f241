"""One line a finding, in the shape that editors and grep know: `path:line:…: severity name (code) message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.output.escaping import visible
from summarylint.output.excerpt import place_of
from summarylint.output.form import where
from summarylint.output.redaction import redact
from summarylint.output.style import Style

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Report


class Concise:
    """The format `concise`: `runs.jsonl:3:1:16:` is line 3 of the file, then line 1, column 16 of its summary."""

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or Style()

    def report(self, report: Report) -> str:
        """A line for each finding."""
        lines = []
        for finding in report.findings:
            line, column = place_of(report.compaction.summary, finding.summary.start) if finding.summary else (0, 0)
            place = f":{line}:{column}" if finding.summary else ""
            severity = self.style.severity(finding.severity, finding.severity)
            message = visible(redact(finding.message))
            lines.append(f"{visible(where(report.compaction))}{place}: {severity} {finding.name} ({finding.code}) {message}\n")
        return "".join(lines)

    def error(self, error: RecordError) -> str:
        """Nothing: errors are told on standard error."""
        return ""

    def end(self) -> str:
        """Nothing: the totals close the output."""
        return ""
