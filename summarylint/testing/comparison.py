"""Findings as a failed test shows them: like a diff, what the spans say (`-`) beside what the summary says (`+`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from summarylint.output.escaping import visible
from summarylint.output.excerpt import cells, excerpt
from summarylint.output.position import place_in_prompt
from summarylint.output.redaction import redact
from summarylint.output.totals import by_severity, count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from summarylint.model import Compaction, Finding, Place

WIDTH = 100
"""Cells of a shown line; a test runner puts its own marks before it."""
NOTHING = "(nothing)"
"""What the summary says of that which it leaves out."""


def comparison(compaction: Compaction, findings: Sequence[Finding]) -> str:
    """All `findings` on one summary, most of a line each for the sentence, the spans, the summary and the way out."""
    spans = count(len(compaction.spans), "span")
    if not findings:
        return f"the summary is faithful to its {spans}"
    kinds = by_severity(Counter(finding.severity for finding in findings))
    return "\n".join([f"the summary is not faithful to its {spans}: {kinds}", *_frames(compaction, findings)])


def _frames(compaction: Compaction, findings: Sequence[Finding]) -> Iterator[str]:
    roles = {span.id: f"{redact(span.id)}, {span.role}" for span in compaction.spans}
    for finding in findings:
        if (asked := place_in_prompt(compaction, finding)) is not None:
            yield from ("", visible(f"{finding.severity}[{finding.name}]: {redact(finding.message)}"))
            yield from _marked(
                "+ prompt", len("+ prompt") + 2, compaction.prompt or "", asked.start, asked.end, visible(redact(asked.label))
            )
            yield _way_out(finding)
            continue
        names = [visible(f"- span {roles.get(place.span_id, redact(place.span_id))}") for place in finding.evidence]
        column = max(map(cells, [*names, "+ summary"])) + 2
        yield from ("", visible(f"{finding.severity}[{finding.name}]: {redact(finding.message)}"))
        for name, place in zip(names, finding.evidence, strict=True):
            yield from _marked(name, column, *_span_text(compaction, place), visible(redact(place.label)))
        if finding.summary is None:
            yield _beside("+ summary", column) + NOTHING
        else:
            yield from _marked("+ summary", column, compaction.summary, finding.summary.start, finding.summary.end, "")
        yield _way_out(finding)


def _way_out(finding: Finding) -> str:
    return f"  {visible(redact(finding.help))} ({finding.code})" if finding.help else f"  ({finding.code})"


def _span_text(compaction: Compaction, place: Place) -> tuple[str, int, int]:
    """The text that a place is in, with its offsets there; the quote alone where the span belongs to an earlier compaction."""
    for span in compaction.spans:
        if span.id == place.span_id:
            return span.text, place.start, place.end
    return place.quote, 0, len(place.quote)


def _marked(name: str, column: int, text: str, start: int, end: int, label: str) -> Iterator[str]:
    """The line of a text that a stretch begins in, behind its name, and the stretch marked below it."""
    mark = excerpt(text, start, end, WIDTH)
    yield _beside(name, column) + mark.shown
    more = f"(and {count(mark.more_lines, 'more line')})" if mark.more_lines else ""
    yield " ".join(filter(None, [" " * (column + mark.indent) + "^" * mark.length, label, more]))


def _beside(name: str, column: int) -> str:
    return name + " " * (column - cells(name))
