"""Windows to measure on: made ones, records of one's own, and both altered so that no cache answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from agent_text import compaction

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file

SPAN_SIZE, SUMMARY_SIZE = 400_000, 11_000


def given(paths: Sequence[str]) -> list[Compaction]:
    """The records in the files, or a made one where none is given."""
    found = [record for path in paths for record in read_file(path) if not isinstance(record, RecordError)]
    return found or [compaction(SPAN_SIZE, SUMMARY_SIZE)]


def altered(record: Compaction, number: int) -> Compaction:
    """The same compaction with other text in every span and in the summary."""
    spans = tuple(dataclasses.replace(span, text=f"{span.text}\nround {number}") for span in record.spans)
    return dataclasses.replace(record, spans=spans, summary=f"{record.summary}\n\nround {number}\n")


def as_json(record: Compaction) -> dict[str, Any]:
    """A record as it stands in a file."""
    spans = [{"id": span.id, "role": span.role, "kind": span.kind, "text": span.text} for span in record.spans]
    return {"id": record.id, "spans": spans, "summary": record.summary}


def growing(record: Compaction, steps: int, size: int) -> Iterator[Compaction]:
    """The window as it grows to about `size` code points of spans, one message a step, each step with a summary of its own."""
    longest = max(1, size // steps)
    pieces = [
        dataclasses.replace(span, id=f"{span.id}/{start}", text=span.text[start : start + longest])
        for span in record.spans
        for start in range(0, max(len(span.text), 1), longest)
    ]
    for step in range(1, min(steps, len(pieces)) + 1):
        summary = f"{record.summary}\n\nstep {step}\n"
        yield dataclasses.replace(record, spans=tuple(pieces[:step]), summary=summary)
