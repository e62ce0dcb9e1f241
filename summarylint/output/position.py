"""Lines and columns in the file that a record was read from, where its texts are literals there."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from summarylint.model import Compaction, Finding, Place, Source

PROMPT = "prompt"
"""The name under which a place in the prompt stands among the evidence."""


def position(source: Source, offset: int) -> tuple[int, int]:
    """The line and the column in the file, both from 1 and in code points, of an offset of the text."""
    piece = max(0, bisect_right(source.starts, offset) - 1)
    place = source.places[piece] + max(0, offset - source.starts[piece])
    line = bisect_right(source.lines, place)
    return line, place - source.lines[line - 1] + 1


def position_in_summary(compaction: Compaction, offset: int) -> tuple[int, int] | None:
    """Where an offset of the summary stands in the file, None where the summary is no literal of it."""
    return position(compaction.source, offset) if compaction.source is not None else None


def position_in_span(compaction: Compaction, span_id: str, offset: int) -> tuple[int, int] | None:
    """The same for an offset of a span, or of the prompt."""
    found = next((span for span in compaction.spans if span.id == span_id), None)
    source = found.source if found is not None else compaction.prompt_source if span_id == PROMPT else None
    return position(source, offset) if source is not None else None


def position_of(compaction: Compaction, finding: Finding) -> tuple[int, int] | None:
    """Where a finding stands in the file: in the summary, else in the prompt."""
    if finding.summary is not None:
        return position_in_summary(compaction, finding.summary.start)
    place = place_in_prompt(compaction, finding)
    return position(compaction.prompt_source, place.start) if place is not None and compaction.prompt_source is not None else None


def place_in_prompt(compaction: Compaction, finding: Finding) -> Place | None:
    """Where in the prompt a finding about it stands, None for a finding about the summary."""
    if finding.summary is not None or compaction.prompt is None:
        return None
    told = (place for place in finding.evidence if place.span_id == PROMPT)
    return next((place for place in told if compaction.prompt[place.start : place.end] == place.quote), None)
