"""Windows to measure on: made ones, records of one's own, and both altered so that no cache answers."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from summarylint.errors import RecordError
from summarylint.model import Compaction, Span
from summarylint.reading.files import read_file

SPAN_SIZE, SUMMARY_SIZE = 400_000, 11_000

NOUNS = [
    "parser",
    "queue",
    "worker",
    "ledger",
    "invoice",
    "session",
    "retry",
    "shard",
    "replica",
    "cache",
    "token",
    "schema",
    "export",
    "import",
    "alert",
    "pool",
]
VERBS = ["reads", "drops", "keeps", "rotates", "checks", "writes", "opens", "closes", "merges", "splits", "retries", "skips"]


def made(span_size: int = SPAN_SIZE, summary_size: int = SUMMARY_SIZE, seed: int = 41) -> Compaction:
    """A compaction of ordinary shape, the same for each seed: talk, code, logs and JSON. Sizes in code points."""
    rng = random.Random(seed)

    def one(words: list[str]) -> str:
        return rng.choice(words)

    def sentence() -> str:
        opening = one(["I think", "It seems", "So", "Now", "Perhaps"])
        place = f"src/{one(NOUNS)}/{one(NOUNS)}_{rng.randrange(90)}.py on port {rng.randrange(1024, 9999)}"
        return f"{opening} the {one(NOUNS)} {one(VERBS)} the {one(NOUNS)} in {place}."

    def log() -> str:
        moment = f"2026-03-0{rng.randrange(1, 9)}T10:{rng.randrange(10, 59)}:07Z"
        level, worker = one(["INFO", "WARN", "ERROR"]), f"{one(NOUNS)}-{rng.randrange(40)}"
        return f"{moment} {level} {worker} {one(VERBS)} id={rng.randrange(10**6):06x}"

    def code() -> str:
        return f"    {one(NOUNS)}_{rng.randrange(40)} = {one(NOUNS)}.{one(VERBS)}({rng.randrange(900)}, name='{one(NOUNS)}')"

    spans: list[Span] = []
    size = 0
    while size < span_size:
        kind = rng.choice(["user", "assistant", "log", "code", "call"])
        maker = {"log": log, "code": code}.get(kind, sentence)
        text = ("\n" if maker is not sentence else " ").join(maker() for _ in range(rng.randrange(3, 60)))[:span_size]
        if kind == "call":
            text = "Edit " + json.dumps({"file": "src/a.py", "old": text})
        number = f"s{len(spans) + 1}"
        role, span_kind = {"user": ("user", "text"), "assistant": ("assistant", "text"), "call": ("assistant", "tool_call")}.get(
            kind, ("tool", "tool_output")
        )
        spans.append(Span(number, role, text, span_kind))  # type: ignore[arg-type]
        size += len(text)
    said = [s.text.split(". ")[0] + "." for s in spans if s.kind == "text"]
    lines: list[str] = ["# State"]
    written = 0
    while written < summary_size:
        lines.append("- " + rng.choice(said))
        written += len(lines[-1])
    return Compaction(id="made", spans=tuple(spans), summary="\n".join(lines))


def given(paths: Sequence[str]) -> list[Compaction]:
    """The records in the files, or a made one where none is given."""
    found = [record for path in paths for record in read_file(path) if not isinstance(record, RecordError)]
    return found or [made()]


def altered(compaction: Compaction, number: int) -> Compaction:
    """The same compaction with other text in every span and in the summary."""
    spans = tuple(dataclasses.replace(span, text=f"{span.text}\nround {number}") for span in compaction.spans)
    return dataclasses.replace(compaction, spans=spans, summary=f"{compaction.summary}\n\nround {number}\n")


def as_json(compaction: Compaction) -> dict[str, Any]:
    """A record as it stands in a file."""
    spans = [{"id": span.id, "role": span.role, "kind": span.kind, "text": span.text} for span in compaction.spans]
    return {"id": compaction.id, "spans": spans, "summary": compaction.summary}


def growing(compaction: Compaction, steps: int, size: int) -> Iterator[Compaction]:
    """The window as it grows to about `size` code points of spans, one message a step, each step with a summary of its own."""
    longest = max(1, size // steps)
    pieces = [
        dataclasses.replace(span, id=f"{span.id}/{start}", text=span.text[start : start + longest])
        for span in compaction.spans
        for start in range(0, max(len(span.text), 1), longest)
    ]
    for step in range(1, min(steps, len(pieces)) + 1):
        summary = f"{compaction.summary}\n\nstep {step}\n"
        yield dataclasses.replace(compaction, spans=tuple(pieces[:step]), summary=summary)
