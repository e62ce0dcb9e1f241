"""How a batch grows with its processes, and what memory it takes, over a corpus that is made for it and removed afterwards.

    python tests/bench/check_batch.py [--size 2GB] [--processes 1 2] [--folder /tmp] [--select HDG,IDN]

The corpus is JSON Lines: records of 20 to 400 kB of talk, logs, code and JSON under summaries of 1 to 4 kB, a third of them in
chains, and one record of 50 MB. Prints wall time, processor time, rate and the peak memory of the main process and of each
worker beside the bound that is aimed at. Judges nothing. On a machine that does other work as well, compare processor
time: what two processes lose against one shows there too, but for waiting.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from agent_text import AgentText
from windows import as_json

from summarylint.model import Compaction

UNITS = {"": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9}
LARGEST = 50_000_000
WORKER_BASE, WORKER_TIMES = 300_000_000, 6
"""The bound for a worker: bytes, and times its largest record."""


def records(total: int) -> Iterator[bytes]:
    """Lines of about `total` bytes together; one of them is LARGEST bytes long where that is no more than an eighth."""
    rng, source = random.Random(7), AgentText(7)
    written, number, large = 0, 0, total >= 8 * LARGEST
    while written < total:
        size = LARGEST if large and written > total // 3 else int(20_000 * 20 ** rng.random())
        large = large and size != LARGEST
        spans = source.spans(size)
        record = as_json(Compaction(f"r{number}", spans, source.summary(spans[:400], rng.randrange(1_000, 4_000))))
        if number % 3 == 0:
            record |= {"chain": f"run-{rng.randrange(max(1, number // 9 + 1))}"}
        line = json.dumps(record).encode() + b"\n"
        written, number = written + len(line), number + 1
        yield line


def make(folder: Path, total: int) -> int:
    """Write the corpus, in files of about 64 MB; the length of its longest record in bytes."""
    longest, file = 0, None
    for line in records(total):
        if file is None or file.tell() > 64_000_000:
            if file is not None:
                file.close()
            file = (folder / f"part-{len(list(folder.iterdir())):04}.jsonl").open("wb")
        file.write(line)
        longest = max(longest, len(line))
    if file is not None:
        file.close()
    return longest


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


def run(corpus: Path, out: Path, processes: int, select: str) -> tuple[float, float, int, int]:
    """Wall seconds, processor seconds, and the peak bytes of the main process and of the largest worker."""
    import resource

    command = [sys.executable, "-m", "summarylint", "batch", str(corpus), "-o", str(out), "--workers", str(processes), "--isolated"]
    command += ["--exit-zero", *(["--select", select] if select else [])]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    main = worker = 0
    while running.poll() is None:
        try:
            main = max(main, peak(running.pid)[0])
            for pid in descendants(running.pid):
                size, works = peak(pid)
                worker = max(worker, size if works else 0)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it ended meanwhile
        time.sleep(0.2)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if running.returncode:
        raise SystemExit(f"the batch ended with {running.returncode}")
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, main, worker


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="2GB")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--folder", default=None)
    parser.add_argument("--select", default="")
    given = parser.parse_args()
    number, unit = re.fullmatch(r"([\d.]+)\s*([a-zA-Z]*)", given.size).groups()  # type: ignore[union-attr]
    folder = Path(tempfile.mkdtemp(prefix="summarylint-batch-", dir=given.folder))
    try:
        corpus = folder / "corpus"
        corpus.mkdir()
        longest = make(corpus, int(float(number) * UNITS[unit.lower()]))
        size = sum(path.stat().st_size for path in corpus.iterdir())
        print(f"{size / 1e6:.0f} MB in {len(list(corpus.iterdir()))} files, the longest record {longest / 1e6:.1f} MB")
        print(f"{'processes':>9} {'wall s':>8} {'ratio':>6} {'CPU s':>8} {'MB/s':>6} {'main MB':>8} {'worker MB':>9} {'bound MB':>8}")
        first = 0.0
        for processes in given.processes:
            took, used, main_peak, worker_peak = run(corpus, folder / f"out-{processes}", processes, given.select)
            first = first or took
            bound = (WORKER_BASE + WORKER_TIMES * longest) / 1e6
            print(
                f"{processes:>9} {took:>8.1f} {first / took:>6.2f} {used:>8.1f} {size / took / 1e6:>6.2f}"
                f" {main_peak / 1e6:>8.0f} {worker_peak / 1e6:>9.0f} {bound:>8.0f}",
                flush=True,
            )
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
