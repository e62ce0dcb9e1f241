"""How long a check takes, beside spaCy's tokeniser on the same spans in the same process.

    python tests/bench/check_speed.py [RECORD.json]

Without a record it makes one: 400 kB of talk, code, logs and JSON under an 11 kB summary. Every repetition runs on
slightly altered text, so that no cache answers. Prints medians; judges nothing.
"""

from __future__ import annotations

import dataclasses
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.model import Compaction, Span
from summarylint.reading.records import read_record

REPETITIONS = 9
SPAN_BYTES, SUMMARY_BYTES = 400_000, 11_000


def made() -> Compaction:
    """A compaction of ordinary shape, the same at every run."""
    rng = random.Random(41)
    nouns = [
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
    verbs = ["reads", "drops", "keeps", "rotates", "checks", "writes", "opens", "closes", "merges", "splits", "retries", "skips"]

    def one(words: list[str]) -> str:
        return rng.choice(words)

    def sentence() -> str:
        opening = one(["I think", "It seems", "So", "Now", "Perhaps"])
        place = f"src/{one(nouns)}/{one(nouns)}_{rng.randrange(90)}.py on port {rng.randrange(1024, 9999)}"
        return f"{opening} the {one(nouns)} {one(verbs)} the {one(nouns)} in {place}."

    def log() -> str:
        moment = f"2026-03-0{rng.randrange(1, 9)}T10:{rng.randrange(10, 59)}:07Z"
        level, worker = one(["INFO", "WARN", "ERROR"]), f"{one(nouns)}-{rng.randrange(40)}"
        return f"{moment} {level} {worker} {one(verbs)} id={rng.randrange(10**6):06x}"

    def code() -> str:
        return f"    {one(nouns)}_{rng.randrange(40)} = {one(nouns)}.{one(verbs)}({rng.randrange(900)}, name='{one(nouns)}')"

    spans: list[Span] = []
    size = 0
    while size < SPAN_BYTES:
        kind = rng.choice(["user", "assistant", "log", "code", "call"])
        maker = {"log": log, "code": code}.get(kind, sentence)
        text = ("\n" if maker is not sentence else " ").join(maker() for _ in range(rng.randrange(3, 60)))
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
    while sum(map(len, lines)) < SUMMARY_BYTES:
        lines.append("- " + rng.choice(said))
    return Compaction(id="made", spans=tuple(spans), summary="\n".join(lines))


def altered(compaction: Compaction, number: int) -> Compaction:
    """The same compaction with other text in every span and in the summary."""
    spans = tuple(dataclasses.replace(span, text=f"{span.text}\nround {number}") for span in compaction.spans)
    return dataclasses.replace(compaction, spans=spans, summary=f"{compaction.summary}\n\nround {number}\n")


def median(runs: list[Callable[[], object]]) -> float:
    """The median of the runs in milliseconds, each run once."""
    times = []
    for run in runs:
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def processes(*command: str) -> float:
    """The median wall time of a whole process, in milliseconds."""
    return median([lambda: subprocess.run(command, check=True, capture_output=True)] * REPETITIONS)


def main() -> None:
    import spacy

    compaction = read_record(json.loads(Path(sys.argv[1]).read_text("utf-8")), path=sys.argv[1])[0] if len(sys.argv) > 1 else made()
    linter, nlp = Linter(), spacy.blank("en")
    rounds = [altered(compaction, number) for number in range(REPETITIONS + 1)]
    linter.check(rounds.pop())  # lexicons and patterns are loaded once in a process
    tokenised = median([lambda c=c: [nlp.make_doc(s.text) for s in c.spans] for c in rounds])  # type: ignore[misc]
    cold = median([lambda c=c: linter.check(c) for c in rounds])  # type: ignore[misc]
    ledgers = [Ledger(c.spans[:-1]) for c in rounds]
    warm = median([lambda c=c, held=held: linter.check(c, held) for c, held in zip(rounds, ledgers, strict=True)])  # type: ignore[misc]
    size = sum(len(span.text) for span in compaction.spans)
    click = processes(sys.executable, "-c", "import click")
    print(f"spans {size / 1000:.0f} kB, summary {len(compaction.summary) / 1000:.1f} kB, median of {REPETITIONS}")
    print(f"spaCy tokenises the spans    {tokenised:8.1f} ms")
    print(f"cold check                   {cold:8.1f} ms   {tokenised / cold:.2f} x faster   {size / cold / 1000:.1f} MB/s")
    print(f"check with a warm ledger     {warm:8.1f} ms")
    print(f"python -c 'import click'     {click:8.1f} ms")
    for arguments in (("--help",), ("rules",)):
        took = processes(sys.executable, "-m", "summarylint", *arguments)
        print(f"summarylint {arguments[0]:<16} {took:8.1f} ms   {took / click:.2f} x click")


if __name__ == "__main__":
    main()
