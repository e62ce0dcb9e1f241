"""What is lost and what comes twice when a batch is killed, starved or fed broken records: a table, all of it to be 0.

    python tests/bench/check_faults.py [--kills 8] [--records 120]

Every line is a batch in processes of its own, with two workers, that meets a fault, goes on with --resume until it is
complete, and is compared with an undisturbed run, row by row. `kill -9 at random` kills the main process again and again,
each time after a moment by chance. The full disk is a file system of 96 kB where this process may mount one, else a limit on
the size of files.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import batch_runs
from batch_runs import FAIL, HANG, KILL, LIMIT, ONCE, batch, rows, write_corpus

HUGE = 30_000_000
"""Characters of the huge record's spans."""


def complete(corpus: Path, out: Path, *more: str) -> int:
    """Go on until the run is complete; how often it was started for that."""
    for number in range(1, 10):
        batch(corpus, "-o", out, "--resume", *more)
        if json.loads((out / "summary.json").read_text())["complete"]:
            return number
    raise SystemExit(f"{out}: does not come to an end")


def at_random(kills: int) -> Callable[[Path, Path], str]:
    def run(corpus: Path, out: Path) -> str:
        rng, done = random.Random(11), 0
        for _ in range(kills):
            command = [sys.executable, batch_runs.__file__, "none", str(corpus), "-o", str(out), "--isolated", "--workers", "2", "--resume"]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(rng.uniform(0.1, 6))
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                done += 1
        complete(corpus, out)
        return f"killed {done} times"

    return run


def with_fault(fault: str, *more: str, **environment: str) -> Callable[[Path, Path], str]:
    def run(corpus: Path, out: Path) -> str:
        ended = batch(corpus, "-o", out, *more, fault=fault, environment=environment)
        complete(corpus, out, *more)
        return f"exit {ended.returncode}"

    return run


def full_disk(corpus: Path, out: Path) -> str:
    out.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(out)], capture_output=True).returncode == 0
    if not mounted:
        return "limit on files; " + with_fault("none", **{LIMIT: "3000"})(corpus, out)
    try:
        ended = batch(corpus, "-o", out)
        words = "" if ended.returncode == 1 else ended.stderr.strip().splitlines()[-1].split(": ", 1)[1][len(str(out)) :][:60]
        subprocess.run(["mount", "-o", "remount,size=64m", str(out)], check=True)
        complete(corpus, out)
        kept = rows(out)
        RESULTS[out] = kept
        return f"exit {ended.returncode}{words}"
    finally:
        subprocess.run(["umount", str(out)], check=True)


RESULTS: dict[Path, dict[str, Counter[str]]] = {}
"""Rows of runs whose folder is gone by the time they are compared."""


def compared(expected: dict[str, Counter[str]], found: dict[str, Counter[str]]) -> tuple[int, int]:
    """How many rows are lost, and how many come more often than they should."""
    lost = sum((expected[table] - found[table]).total() for table in expected)
    return lost, sum((found[table] - expected[table]).total() for table in expected)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--records", type=int, default=120)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="summarylint-faults-") as name:
        folder = Path(name)
        plain = write_corpus(folder / "plain", given.records)
        broken = write_corpus(folder / "broken", given.records, r10=KILL, r11=HANG, r31=FAIL)
        with (broken / "b.jsonl").open("a", encoding="utf-8") as file:
            file.write('{"spans": 3}\n{half\n')
        huge = write_corpus(folder / "huge", given.records)
        text = "".join(f"worker {number} wrote {number * 7} rows to part-{number % 99}.log\n" for number in range(HUGE // 40))
        with (huge / "a.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(batch_runs.record(10**6, spans=[{"role": "tool", "text": text}])) + "\n")
        short = ("--record-timeout", "5")
        lines: list[tuple[str, Path, tuple[str, ...], Callable[[Path, Path], str]]] = [
            ("kill -9 of the workers", plain, (), with_fault("kill-workers:3")),
            ("kill -9 of a worker in its commit", plain, (), with_fault("none", **{ONCE: str(folder / "once")})),
            ("kill -9 of the main process before a note", plain, (), with_fault("kill-before:3")),
            ("kill -9 of the main process within a note", plain, (), with_fault("kill-within:3")),
            ("kill -9 of the main process at random", plain, (), at_random(given.kills)),
            ("full disk", plain, (), full_disk),
            ("Ctrl-C in a terminal", plain, (), with_fault("interrupt-all:3")),
            ("SIGTERM", plain, (), with_fault("terminate:3")),
            ("kill -9 of a cluster's worker", plain, (), with_fault("kill-cluster-worker:2", "--scheduler", "local")),
            ("broken, hanging and killing records", broken, short, with_fault("kill-after:2", *short)),
            ("one huge record", huge, (), with_fault("kill-workers:2")),
        ]
        print(f"{'fault':<44} {'rows':>6} {'lost':>5} {'twice':>6} {'rejects':>8} {'seconds':>8}  how it ended")
        expected: dict[Path, dict[str, Counter[str]]] = {}
        for number, (words, corpus, more, run) in enumerate(lines):
            if corpus not in expected:
                batch(corpus, "-o", folder / f"undisturbed-{number}", *more)
                expected[corpus] = rows(folder / f"undisturbed-{number}")
            out, began = folder / f"out-{number}", time.perf_counter()
            told = run(corpus, out)
            found = RESULTS.get(out) or rows(out)
            lost, twice = compared(expected[corpus], found)
            total, rejects = sum(found[table].total() for table in found), found["rejects"].total()
            print(
                f"{words:<44} {total:>6} {lost:>5} {twice:>6} {rejects:>8} {time.perf_counter() - began:>8.1f}  {told}",
                flush=True,
            )


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
    main()
