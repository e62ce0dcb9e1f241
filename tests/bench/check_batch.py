"""A batch over a corpus that is made for it: peak memory of every worker, rows, rejects and rate.

    python tests/bench/check_batch.py [--size 2GB] [--processes 1 2] [--folder FOLDER] [--keep] [--select HDG,IDN]

The corpus is that of corpus.py, made in FOLDER (default: a temporary one) and removed afterwards, or with --keep left and taken
again by the next run. Without --processes the batch runs once, with a worker for each core; with several numbers the
ratio of wall times is told as well. Exits with 1 where rows or rejects are not as many as the corpus holds, or a worker takes
more than its bound. On a machine that does other work as well, compare processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corpus import Made, bytes_of, write_corpus

WORKER_BASE, WORKER_TIMES = 300_000_000, 6
"""The bound for a worker: bytes, and times its largest record."""


def made_in(folder: Path, size: int) -> tuple[Path, Made]:
    """The corpus of this size in `folder`: the one that is there, or a new one."""
    corpus, told = folder / f"corpus-{size}", folder / f"corpus-{size}.json"
    if told.exists():
        return corpus, Made(**json.loads(told.read_text()))
    shutil.rmtree(corpus, ignore_errors=True)
    began = time.perf_counter()
    made = write_corpus(corpus, size)
    print(f"made at {made.bytes / (time.perf_counter() - began) / 1e6:.0f} MB/s")
    told.write_text(json.dumps(asdict(made)))
    return corpus, made


def descendants(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield int(child)
            yield from descendants(int(child))


def peak(pid: int) -> tuple[int, bool]:
    """The most memory in bytes that a process held so far, and whether it is a worker."""
    told = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    return int(found[1]) * 1024 if found else 0, b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def run(corpus: Path, out: Path, processes: int, select: str) -> dict[str, Any]:
    """Run a batch; wall and processor seconds, the peak bytes of the main process and of each worker, and its summary."""
    command = [sys.executable, "-m", "summarylint", "batch", str(corpus), "-o", str(out), "--workers", str(processes), "--isolated"]
    command += ["--exit-zero", *(["--select", select] if select else [])]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    main, workers = 0, dict[int, int]()
    while running.poll() is None:
        try:
            main = max(main, peak(running.pid)[0])
            for pid in descendants(running.pid):
                size, works = peak(pid)
                if works:
                    workers[pid] = max(workers.get(pid, 0), size)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it ended meanwhile
        time.sleep(0.2)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    summary = json.loads((out / "summary.json").read_text())
    if not summary["complete"]:
        raise SystemExit(f"the batch ended with {running.returncode}")
    return {"seconds": took, "used": used, "main": main, "workers": sorted(workers.values(), reverse=True), "summary": summary}


def rows(out: Path) -> dict[str, int]:
    """The rows of each table, and the lines of the rejects, as they lie on the disk."""
    from pyarrow import parquet

    found = {
        table: sum(parquet.read_metadata(part).num_rows for part in (out / table).glob("*.parquet"))
        for table in ("records", "findings", "claims")
    }
    return found | {"rejects": (out / "rejects.jsonl").read_bytes().count(b"\n")}


def tell(done: dict[str, Any], found: dict[str, int], made: Made, processes: int, first: float) -> bool:
    """Print what a batch came to; is it as it should be?"""
    bound = WORKER_BASE + WORKER_TIMES * made.longest
    ratio = f", {first / done['seconds']:.2f} times as fast as the first" if first else ""
    print(
        f"{processes} workers: {done['seconds']:.1f} s, {made.bytes / done['seconds'] / 1e6:.2f} MB/s, {done['used']:.1f} s of CPU{ratio}"
    )
    print("  " + ", ".join(f"{number} {name}" for name, number in found.items()) + f" in {done['summary']['chunks']} chunks")
    peaks = " ".join(f"{size / 1e6:.0f}" for size in done["workers"])
    print(f"  peak MB: main {done['main'] / 1e6:.0f}, workers {peaks}; bound for a worker {bound / 1e6:.0f}", flush=True)
    whole = (found["records"], found["rejects"]) == (made.records, made.broken)
    if not whole:
        print(f"  NOT WHOLE: the corpus holds {made.records} records and {made.broken} broken lines")
    if done["workers"] and done["workers"][0] > bound:
        print("  ABOVE THE BOUND")
    return whole and not (done["workers"] and done["workers"][0] > bound)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="2GB")
    parser.add_argument("--processes", type=int, nargs="+", default=[len(os.sched_getaffinity(0))])
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--keep", action="store_true", help="leave the corpus, and take one that is there")
    parser.add_argument("--select", default="")
    given = parser.parse_args()
    if given.keep and given.folder is None:
        parser.error("--keep needs --folder")
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="summarylint-batch-", dir=given.folder))
    good, first = True, 0.0
    try:
        corpus, made = made_in(given.folder if given.keep else work, bytes_of(given.size))
        print(f"{made.bytes / 1e6:.0f} MB in {len(list(corpus.iterdir()))} files, the longest record {made.longest / 1e6:.1f} MB")
        for processes in given.processes:
            out = work / f"out-{processes}"
            done = run(corpus, out, processes, given.select)
            good = tell(done, rows(out), made, processes, first) and good
            first = first or done["seconds"]
    finally:
        shutil.rmtree(work)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
