"""Runs of `summarylint batch` in processes of their own, with a fault at a moment that is known; and what they left behind.

As a program, `python batch_runs.py FAULT[:NUMBER] ARGUMENT...` is `summarylint batch ARGUMENT...` with that fault. Worker
processes import this module as their main one, so that the poison below works in them as well.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from multiprocessing import active_children
from pathlib import Path
from typing import Any

KILL, HANG, FAIL = "Poison that kills.", "Poison that hangs.", "Poison that fails."
ONCE = "SUMMARYLINT_TEST_ONCE"
"""The environment's name for a file whose absence lets a fault in a worker happen, for it happens once."""
LIMIT = "SUMMARYLINT_TEST_LIMIT"
"""The environment's name for the size in bytes that files of workers may have."""
DOOMED = "SUMMARYLINT_TEST_DOOMED"
"""Where the environment has this name, every worker dies before it does anything."""
WORKERS = "SUMMARYLINT_TEST_WORKERS"
"""The environment's name for a file into which the numbers of the worker processes are written when a fault happens."""


def record(number: int, summary: str = "", **fields: Any) -> dict[str, Any]:
    """A small record that is in order but for a guess told as fact."""
    spans = [
        {"id": f"s{number}", "role": "user", "text": f"I think the staging DB of shard {number} is on port {5000 + number}."},
        {"id": f"t{number}", "role": "tool", "text": f"shard-{number}.log: {number} retries\n" * 5},
    ]
    return {"id": f"r{number}", "spans": spans, "summary": summary or f"Staging DB port of shard {number} is {5000 + number}.", **fields}


def write_corpus(path: Path, number: int = 60, **replaced: str) -> Path:
    """Records in two files, chains of three that are interleaved among others; `replaced` gives summaries by record (`r7`)."""
    path.mkdir(parents=True, exist_ok=True)
    records = [
        record(one, replaced.get(f"r{one}", ""), **({"chain": f"chain-{one % 7}", "cycle_depth": one // 20} if one % 3 == 0 else {}))
        for one in range(number)
    ]
    half = number // 2
    for name, some in (("a.jsonl", records[:half]), ("b.jsonl", records[half:])):
        (path / name).write_text("".join(json.dumps(one) + "\n" for one in some), encoding="utf-8")
    return path


def batch(*arguments: object, fault: str = "none", environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a batch in a process of its own, two workers, small chunks."""
    command = [sys.executable, __file__, fault, *map(str, arguments), "--isolated", "--workers", "2"]
    told = {**os.environ, **(environment or {})}
    return subprocess.run(command, capture_output=True, text=True, env=told, timeout=300, start_new_session=True)


def rows(out: Path) -> dict[str, Counter[str]]:
    """All rows of a run by table, with how often each stands there."""
    from pyarrow import parquet

    found: dict[str, Counter[str]] = {}
    for table in ("records", "findings", "claims"):
        parts = sorted((out / table).glob("*.parquet"))
        found[table] = Counter(json.dumps(row, default=str) for part in parts for row in parquet.read_table(part).to_pylist())
    rejects = out / "rejects.jsonl"
    found["rejects"] = Counter(rejects.read_text(encoding="utf-8").splitlines() if rejects.exists() else ())
    return found


def names(out: Path) -> Counter[str]:
    """The records of a run, checked or rejected with an id, with how often each stands there."""
    return Counter(json.loads(row)["id"] for row, times in rows(out)["records"].items() for _ in range(times))


def poison() -> None:
    """Let the linter die, hang or fail of summaries that say so."""
    from summarylint.engine import Linter

    check = Linter.check

    def poisoned(self: Linter, compaction: Any, *arguments: Any, **named: Any) -> Any:
        if KILL in str(compaction.summary):
            os.kill(os.getpid(), signal.SIGKILL)
        if HANG in str(compaction.summary):
            re.match(r"(a|aa)+$", "a" * 60 + "b")  # for longer than anybody waits, inside C code
        if FAIL in str(compaction.summary):
            raise ValueError("the test was told to")
        return check(self, compaction, *arguments, **named)

    Linter.check = poisoned  # type: ignore[method-assign]


def die_in_commit() -> None:
    """Let one worker die between the names of its files."""
    from summarylint.batch import parts

    synced = parts.synced_folder

    def dying(folder: Path) -> None:
        flag = Path(os.environ[ONCE])
        if not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        synced(folder)

    parts.synced_folder = dying  # type: ignore[assignment]


def at_the_journal(fault: str, number: int) -> None:
    """Let something happen when the `number`th chunk of this start is done."""
    from summarylint.batch.manifest import Journal

    add, seen = Journal.add, Counter[str]()

    def with_fault(self: Any, outcome: Any) -> None:
        seen["chunks"] += 1
        now = seen["chunks"] == number
        if now and WORKERS in os.environ:
            Path(os.environ[WORKERS]).write_text(" ".join(str(child.pid) for child in active_children()))
        if now and fault == "kill-before":
            os.kill(os.getpid(), signal.SIGKILL)
        if now and fault == "kill-within":
            self._file.write(json.dumps(outcome.as_json()).encode()[:40])
            os.kill(os.getpid(), signal.SIGKILL)
        add(self, outcome)
        if now:
            happen(fault)

    Journal.add = with_fault  # type: ignore[method-assign]


CLIENTS: list[Any] = []
"""The client of the cluster of this run."""


def remember_client() -> None:
    """Keep the client of the cluster at hand."""
    from summarylint.batch.cluster import ClusterWorkers

    start = ClusterWorkers.__init__

    def started(self: Any, *arguments: Any) -> None:
        start(self, *arguments)
        CLIENTS.append(self.client)

    ClusterWorkers.__init__ = started  # type: ignore[method-assign]


def happen(fault: str) -> None:
    if fault == "kill-workers":
        for child in active_children():
            child.kill()
    elif fault == "kill-cluster-worker":
        pids = CLIENTS[0].run(os.getpid)
        os.kill(next(iter(pids.values())), signal.SIGKILL)
    elif fault == "interrupt-all":  # as a terminal does
        os.killpg(0, signal.SIGINT)
    else:
        os.kill(os.getpid(), {"kill-after": signal.SIGKILL, "terminate": signal.SIGTERM}[fault])


def limit_files(size: int) -> None:
    """Let no file grow above `size` bytes: the write that would is refused, as on a disk that is full."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


poison()
if LIMIT in os.environ and __name__ == "__mp_main__":
    limit_files(int(os.environ[LIMIT]))
if DOOMED in os.environ and __name__ == "__mp_main__":
    os.kill(os.getpid(), signal.SIGKILL)
if ONCE in os.environ:
    die_in_commit()

if __name__ == "__main__":
    from summarylint.batch import planning
    from summarylint.cli.main import cli

    planning.LEAST_CHUNK = 4000
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts behind its back ignore it
    what, _, number = sys.argv[1].partition(":")
    if what == "full":
        limit_files(int(number))
    elif what != "none":
        remember_client()
        at_the_journal(what, int(number))
    cli(["batch", *sys.argv[2:]], prog_name="summarylint")
