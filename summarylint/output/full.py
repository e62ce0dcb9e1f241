"""Findings with code frames: the line of the summary and each line of the spans, with labelled underlines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from summarylint.output.escaping import visible
from summarylint.output.excerpt import Excerpt, excerpt
from summarylint.output.form import named
from summarylint.output.position import place_in_prompt, position_in_span, position_of
from summarylint.output.redaction import redact
from summarylint.output.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.errors import RecordError
    from summarylint.model import Compaction, Finding, Fix, Place, Report, Span

FRAME = "  │ "
DEFAULT_WIDTH = 120
"""Cells of a line where the output is no terminal, so that a log reads the same everywhere."""
LEAST_WIDTH = 40
MOST_EDITS = 3
"""Edits of a fix that are told one by one."""


@dataclass(slots=True)
class Section:
    """One shown line with all marks on it."""

    heading: str
    shown: str
    rows: list[tuple[Excerpt, str]] = field(default_factory=list)


class Full:
    """The format `full`. `width` is in terminal cells."""

    def __init__(self, style: Style | None = None, width: int = DEFAULT_WIDTH) -> None:
        self.style = style or Style()
        self.width = max(width, LEAST_WIDTH) - len(FRAME)

    def piece(self, report: Report) -> str:
        """A frame for each finding, an empty line after each."""
        return "".join("\n".join(self.frame(report.compaction, finding)) + "\n\n" for finding in report.findings)

    def placed(self, piece: str) -> str:
        """The piece as it is."""
        return piece

    def error(self, error: RecordError) -> str:
        """Nothing: errors are told on standard error."""
        return ""

    def end(self) -> str:
        """Nothing: the totals close the output."""
        return ""

    def frame(self, compaction: Compaction, finding: Finding) -> Iterator[str]:
        """The lines of one finding."""
        paint = self.style
        head = paint.severity(f"{finding.severity}[{finding.name}]", finding.severity)
        yield f"{head}: {paint.strong(visible(redact(finding.message)))}"
        place = visible(told_place(compaction, finding))
        if finding.summary is not None:
            mark = excerpt(compaction.summary, finding.summary.start, finding.summary.end, self.width)
            within = "" if compaction.source else f" {mark.line}:{mark.column}"
            yield f"{paint.faint('  ┌─')} {place} summary{within}"
            yield paint.faint(FRAME) + mark.shown
            yield paint.faint(FRAME) + " " * mark.indent + paint.severity("^" * mark.length + _more(mark), finding.severity)
        elif (asked := place_in_prompt(compaction, finding)) is not None:
            yield from self.prompt(compaction, finding, asked)
        else:
            yield f"{paint.faint('  ┌─')} {place} nothing in the summary"
        for section in self.sections(compaction, finding):
            yield f"{paint.faint('  ├─')} {section.heading}"
            yield paint.faint(FRAME) + section.shown
            for mark, label in section.rows:
                yield paint.faint(FRAME) + " " * mark.indent + paint.evidence(f"{'-' * mark.length}{label}{_more(mark)}")
        yield from self.notes(compaction, finding)

    def prompt(self, compaction: Compaction, finding: Finding, asked: Place) -> Iterator[str]:
        """The line of the prompt that a finding is about."""
        paint = self.style
        mark = excerpt(compaction.prompt or "", asked.start, asked.end, self.width)
        within = "" if compaction.prompt_source else f" {mark.line}:{mark.column}"
        label = f" {visible(redact(asked.label))}" if asked.label else ""
        yield f"{paint.faint('  ┌─')} {visible(told_place(compaction, finding))} prompt{within}"
        yield paint.faint(FRAME) + mark.shown
        yield paint.faint(FRAME) + " " * mark.indent + paint.severity(f"{'^' * mark.length}{label}{_more(mark)}", finding.severity)

    def sections(self, compaction: Compaction, finding: Finding) -> list[Section]:
        """The evidence line by line; marks on one line share it where the whole line is shown."""
        spans = {span.id: span for span in compaction.spans}
        sections: list[Section] = []
        last: tuple[str, int] | None = None
        for place in finding.evidence:
            if place is place_in_prompt(compaction, finding):
                continue
            span = spans.get(place.span_id)
            if span is None:
                sections.append(Section(f"span {visible(redact(place.span_id))}", visible(redact(place.quote))))
                last = None
                continue
            mark = excerpt(span.text, place.start, place.end, self.width)
            line = (place.span_id, mark.line) if mark.whole else None
            if line is None or line != last:
                found = position_in_span(compaction, span.id, place.start)
                sections.append(Section(_heading(span, *(found or (mark.line, mark.column)), found is not None), mark.shown))
            sections[-1].rows.append((mark, f" {visible(redact(place.label))}" if place.label else ""))
            last = line
        return sections

    def notes(self, compaction: Compaction, finding: Finding) -> Iterator[str]:
        """The way out, and where to read more."""
        mark = self.style.faint("  =")
        if finding.help:
            yield f"{mark} help: {visible(redact(finding.help))}"
        if finding.fix is not None and finding.fix.edits:
            yield f"{mark} fix ({finding.fix.safety}): {told(finding.fix, compaction.summary)}"
        yield f"{mark} {finding.code}, summarylint explain {finding.name}"


def told(fix: Fix, summary: str) -> str:
    """The edits of a fix in words."""
    parts = []
    for edit in fix.edits[:MOST_EDITS]:
        old, new = visible(redact(summary[edit.start : edit.end])), visible(redact(edit.text))
        parts.append(f"insert {new!r}" if not old else f"replace {old!r} by {new!r}" if new else f"delete {old!r}")
    if len(fix.edits) > MOST_EDITS:
        parts.append(f"{len(fix.edits) - MOST_EDITS} more")
    return ", ".join(parts)


def told_place(compaction: Compaction, finding: Finding) -> str:
    """Line and column in the file, where the text is a literal of it; else the record."""
    found = position_of(compaction, finding)
    if found is None or compaction.path is None:
        return named(compaction)
    place = f"{compaction.path}:{found[0]}:{found[1]}"
    return place if compaction.id.startswith(compaction.path) else f"{place} {redact(compaction.id)}"


def _heading(span: Span, line: int, column: int, in_file: bool) -> str:
    return visible(f"span {redact(span.id)}, {span.role}, {span.kind}, {'at ' if in_file else ''}{line}:{column}")


def _more(mark: Excerpt) -> str:
    if not mark.more_lines:
        return ""
    return f" (and {mark.more_lines} more line{'s' if mark.more_lines > 1 else ''})"
