"""How fast summarylint is, beside other tools on the same bytes in the same run; prints a table and judges nothing.

    python tests/bench/run.py [--others PYTHON] [--repeat N] [RECORDS]...

RECORDS are files of records; without one a window is made: 400 kB of talk, code, logs and JSON under an 11 kB summary. Every
repetition has slightly other texts, so that no cache answers. PYTHON is that of an environment with requirements.txt of this folder
for the other tools; what is not installed there is said to be missing. Times are of CPU unless the table says otherwise, each the
median of N processes (5 if not given) that run one after the other; memory is the peak of the process.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from windows import altered, as_json, given

HERE = Path(__file__).parent
MANY = 1_000
"""Records of the run that is made twice."""


def measured(python: str, script: str, name: str, files: Sequence[Path]) -> dict[str, Any] | None:
    """The median run over the files, None where the tool is missing: `times` of that run, `total` of it, `peak` over all."""
    runs = []
    for file in files:
        done = subprocess.run([python, str(HERE / script), name, str(file)], capture_output=True, text=True, check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        if "missing" in found:
            return None
        runs.append(found | {"total": sum(found["times"])})
    middle = sorted(runs, key=lambda run: run["total"])[len(runs) // 2]
    return middle | {"peak": max(run["peak"] for run in runs)}


def row(name: str, *cells: str) -> None:
    print(f"{name:<44}" + "".join(f"{cell:>14}" for cell in cells))


def throughput(arguments: argparse.Namespace, files: Sequence[Path], size: int) -> None:
    """The whole way over the records, beside what others do with the same bytes."""
    row(f"{size / 1e6:.2f} MB of spans", "ms", "MB/s", "x whole", "peak MB")
    found: dict[str, dict[str, Any] | None] = {"check": measured(sys.executable, "measures.py", "cold", files)}
    found |= {"whole: read, check, claims, output": measured(sys.executable, "measures.py", "whole", files)}
    found |= {"spaCy tokenises the spans": measured(sys.executable, "others.py", "spacy", files)}
    for tool in ("proselint", "corroborate", "opengate"):
        found[tool] = measured(arguments.others, "others.py", tool, files)
    whole = found["whole: read, check, claims, output"]
    for name, run in found.items():
        if run is None or whole is None:
            row(name, "missing")
        else:
            took = run["total"]
            row(name, f"{took:.0f}", f"{size / took / 1000:.2f}", f"{took / whole['total']:.2f}", f"{run['peak']:.0f}")


def agent(files: Sequence[Path]) -> None:
    """What a check adds to each step of an agent."""
    print()
    row("200 steps of a window growing to 160 kB", "p50 ms", "p99 ms", "most ms", "peak MB")
    for name, measure in (("ledger kept", "kept"), ("ledger made anew", "anew")):
        run = measured(sys.executable, "measures.py", measure, files[:1])
        if run is not None:
            times = sorted(run["times"])
            late = times[min(len(times) - 1, math.ceil(0.99 * len(times)) - 1)]
            row(name, f"{statistics.median(times):.1f}", f"{late:.1f}", f"{times[-1]:.1f}", f"{run['peak']:.0f}")


def growth(files: Sequence[Path]) -> None:
    """How the time grows with the spans, and with the summary."""
    print()
    for name, sizes, measure in (
        ("spans under a 4 kB summary", ("10 kB", "100 kB", "1 MB", "10 MB"), "growth"),
        ("summary over 100 kB of spans", ("1 kB", "10 kB", "100 kB"), "summaries"),
    ):
        run = measured(sys.executable, "measures.py", measure, files[:1])
        if run is not None:
            times = run["times"]
            exponent = math.log10(times[-1] / times[0]) / (len(times) - 1)
            row(name, *sizes, "exponent", "peak MB")
            row("ms", *(f"{one:.0f}" for one in times), f"{exponent:.2f}", f"{run['peak']:.0f}")


def wall(*command: str, repeat: int, environment: dict[str, str] | None = None) -> float:
    """The median wall time of a whole process in milliseconds."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False, env=environment)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def start_up(repeat: int, folder: Path) -> None:
    """Whole processes, in turns beside those that they are held against."""
    one = folder / "one.jsonl"
    text = "I think the staging DB is on port 5433."
    one.write_text(json.dumps({"spans": [{"role": "user", "text": text}], "summary": "Staging DB port is 5433."}), "utf-8")
    many = folder / "many.jsonl"
    many.write_text("".join(_small(number) for number in range(MANY)), "utf-8")
    check = (sys.executable, "-m", "summarylint", "check", "--isolated", "--exit-zero")
    kept = os.environ | {"SUMMARYLINT_CACHE_DIR": str(folder / "answers")}
    kept.pop("SUMMARYLINT_NO_CACHE", None)
    subprocess.run([*check, str(one)], capture_output=True, check=True, env=kept)
    click = wall(sys.executable, "-c", "import click", repeat=repeat)
    blank = wall(sys.executable, "-c", "import spacy; spacy.blank('en')('x')", repeat=repeat)
    print()
    row("whole processes", "wall ms", "x click", "x blank('en')")
    for name, took in (
        ("python -c 'import click'", click),
        ('python -c \'import spacy; spacy.blank("en")("x")\'', blank),
        ("summarylint --help", wall(sys.executable, "-m", "summarylint", "--help", repeat=repeat)),
        ("summarylint check, one small fixture", wall(*check, "--no-cache", str(one), repeat=repeat)),
        ("the same, answered by the cache", wall(*check, str(one), repeat=repeat, environment=kept)),
    ):
        row(name, f"{took:.0f}", f"{took / click:.2f}", f"{took / blank:.2f}")
    first = wall(*check, str(many), repeat=1, environment=kept)
    second = wall(*check, str(many), repeat=repeat, environment=kept)
    print()
    row(f"{MANY} records twice", "first ms", "second ms", "x faster")
    row("summarylint check", f"{first:.0f}", f"{second:.0f}", f"{first / second:.1f}")


def _small(number: int) -> str:
    """One of many small records, each with words and values of its own."""
    talk = f"I think job {number} writes to queue-{number % 97} on port {5000 + number}; the deadline is {number % 28 + 1} March."
    done = f"job {number} finished in {number % 60} s, {number % 7} retries, exit 0"
    spans = [{"role": "user", "text": talk}, {"role": "tool", "text": done}]
    summary = f"Job {number} writes to queue-{number % 97} on port {5000 + number}. It finished with {number % 7} retries."
    return json.dumps({"spans": spans, "summary": summary}) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="*", metavar="RECORDS")
    parser.add_argument("--others", default=sys.executable, metavar="PYTHON", help="python of an environment with the other tools")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="processes for each figure")
    arguments = parser.parse_args()
    records = given(arguments.records)
    size = sum(len(span.text) for record in records for span in record.spans)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"records-{number}.jsonl" for number in range(arguments.repeat)]
        for number, file in enumerate(files):
            file.write_text("".join(json.dumps(as_json(altered(record, number))) + "\n" for record in records), "utf-8")
        throughput(arguments, files, size)
        agent(files)
        growth(files)
        start_up(arguments.repeat, folder)


if __name__ == "__main__":
    main()
