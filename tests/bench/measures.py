"""One measurement of summarylint in a process of its own, for run.py: `measures.py NAME RECORDS.jsonl`.

Prints a line of JSON: milliseconds of CPU for each run, and the peak of memory in MB.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from agent_text import compaction
from windows import given, growing

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.output.json_lines import JsonLines
from summarylint.reading.files import read_file
from summarylint.rulebook.example_runs import compactions_of

STEPS, STEP_SIZE = 200, 160_000
"""Steps of an agent, and the code points to which its window grows over them."""

SMALLEST, DECADES = 10_000, 3
"""Code points of the smallest window of the growth, and how often it grows tenfold."""


def timed(runs: list[Callable[[], object]]) -> list[float]:
    """The CPU time of each run in milliseconds, each run once."""
    times = []
    for run in runs:
        began = time.process_time()
        run()
        times.append(1000 * (time.process_time() - began))
    return times


def warm_linter() -> Linter:
    """A linter whose lexicons are read and whose patterns are compiled, as they are in a process that has met some records.

    A pattern is compiled when a text first asks for it; the examples of the rules together ask for nearly all.
    """
    linter = Linter()
    for rule in linter.rulebook.rules:
        for example in rule.examples:
            for record in compactions_of(rule, example):
                linter.check(record)
    linter.check(compaction(20_000, 2_000, seed=1))
    return linter


def cold(path: str) -> list[float]:
    """The check of each record."""
    linter = warm_linter()
    return timed([partial(linter.check, record) for record in given([path])])


def whole(path: str) -> list[float]:
    """From the file to the output: reading JSON, checking, claims, the result as JSON."""
    linter, form = warm_linter(), JsonLines()

    def run() -> None:
        for record in read_file(path):
            form.piece(linter.check(record))  # type: ignore[arg-type]

    return timed([run])


def steps(path: str, *, kept: bool) -> list[float]:
    """The checks that an agent's steps add, with one ledger kept between them or a new one each time."""
    linter, ledger = warm_linter(), Ledger()
    windows = list(growing(given([path])[0], STEPS, STEP_SIZE))
    return timed([partial(linter.check, window, ledger if kept else Ledger()) for window in windows])


def growth(path: str) -> list[float]:
    """The check at ten times the spans each time, under one summary."""
    linter = warm_linter()
    windows = [compaction(SMALLEST * 10**decade, 4_000, seed=decade + 2) for decade in range(DECADES + 1)]
    return timed([partial(linter.check, window) for window in windows])


def summaries(path: str) -> list[float]:
    """The check at ten times the summary each time, over one window."""
    linter = warm_linter()
    windows = [compaction(100_000, 1_000 * 10**decade, seed=decade + 2) for decade in range(3)]
    return timed([partial(linter.check, window) for window in windows])


MEASURES: dict[str, Callable[[str], list[float]]] = {
    "cold": cold,
    "whole": whole,
    "kept": partial(steps, kept=True),
    "anew": partial(steps, kept=False),
    "growth": growth,
    "summaries": summaries,
}


def main() -> None:
    name, path = sys.argv[1], str(Path(sys.argv[2]))
    times = MEASURES[name](path)
    print(json.dumps({"times": times, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


if __name__ == "__main__":
    main()
