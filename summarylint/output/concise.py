"""One line a finding, in the shape that editors and grep know: `path:line:…: severity name (code) message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.output.escaping import visible
from summarylint.output.excerpt import place_of
from summarylint.output.form import where
from summarylint.output.position import position_of
from summarylint.output.redaction import redact
from summarylint.output.style import Style

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Compaction, Finding, Report


def place(compaction: Compaction, finding: Finding) -> str:
    """Line and column in the file, where the text is a literal of it; else the record, then line and column in its summary."""
    found = position_of(compaction, finding)
    if found is not None and compaction.path is not None:
        return f"{compaction.path}:{found[0]}:{found[1]}"
    if finding.summary is None:
        return where(compaction)
    line, column = place_of(compaction.summary, finding.summary.start)
    return f"{where(compaction)}:{line}:{column}"


class Concise:
    """The format `concise`: `runs.jsonl:3:1:16:` is line 3 of the file, then line 1, column 16 of its summary.

    In a file that holds its texts as literals, `test_runs.py:41:17:` is line 41, column 17 of the file.
    """

    def __init__(self, style: Style | None = None) -> None:
        self.style = style or Style()

    def piece(self, report: Report) -> str:
        """A line for each finding."""
        lines = []
        for finding in report.findings:
            severity = self.style.severity(finding.severity, finding.severity)
            message = visible(redact(finding.message))
            lines.append(f"{visible(place(report.compaction, finding))}: {severity} {finding.name} ({finding.code}) {message}\n")
        return "".join(lines)

    def placed(self, piece: str) -> str:
        """The piece as it is."""
        return piece

    def error(self, error: RecordError) -> str:
        """Nothing: errors are told on standard error."""
        return ""

    def end(self) -> str:
        """Nothing: the totals close the output."""
        return ""
