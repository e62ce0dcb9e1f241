"""A run from its first look at the inputs to its summary: hand out chunks, keep the books, begin again where a worker died."""

from __future__ import annotations

import json
import os
import shutil
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint import __version__
from summarylint.batch.durable import TEMPORARY, telling_faults, written
from summarylint.batch.inputs import kept_inputs
from summarylint.batch.job import RECORD_TIMEOUT, BatchError, Chunk, ChunkTotals, Job
from summarylint.batch.layout import INPUTS, JOURNAL, PROGRESS, REJECTED, SUMMARY
from summarylint.batch.manifest import Journal, RunFolder, digest_of, finished_chunks
from summarylint.batch.parts import REJECTS, part_files
from summarylint.batch.planning import Planner, chunk_bytes
from summarylint.batch.watching import blame
from summarylint.batch.workers import Lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from summarylint.batch.job import TableFormat
    from summarylint.batch.workers import Workers
    from summarylint.settings import Settings

VAIN_DEATHS = 5
"""Workers that may die over a chunk without a record at hand: then it is not the data, and trying on is in vain."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is asked for."""

    paths: tuple[str, ...]
    out: Path
    settings: Settings
    table_format: TableFormat = "parquet"
    workers: int = 0
    """Worker processes; 0 means one for each core that this process may use."""
    scheduler: str | None = None
    """The address of a Dask scheduler, or `local`; None for processes of this machine."""
    resume: bool = False
    overwrite: bool = False
    record_timeout: float = RECORD_TIMEOUT
    strict: bool = False
    format_name: str | None = None


@dataclass(slots=True)
class Progress:
    """How far a run is. `bytes` and `expected` are of input, unpacked; `began` is the clock when this start of it began."""

    bytes: int = 0
    expected: int = 0
    already: int = 0
    """The bytes that an earlier start had done."""
    looked_through: int = 0
    records: int = 0
    findings: int = 0
    rejects: int = 0
    began: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run came to. `complete` is False where it was stopped."""

    totals: ChunkTotals
    chunks: int
    files: int
    complete: bool
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The content of summary.json."""
        counts = self.totals.counts
        return {
            "format": 1,
            "version": __version__,
            "complete": self.complete,
            "files": self.files,
            "chunks": self.chunks,
            "records": counts["records"],
            "records_with_findings": counts["with_findings"],
            "rejects": _under(counts, "rejects."),
            "not_checkable": _under(counts, "notes."),
            "bytes": counts["bytes"],
            "span_characters": counts["span_characters"],
            "findings": self.totals.rules.total(),
            "rules": [{**_rule(name), "findings": number} for name, number in self.totals.rules.most_common()],
            "claims": _under(counts, "claims."),
            "decisions": _under(counts, "decision."),
            "safe_fixes": counts["safe_fixes"],
            "unknown_fields": self.totals.unknown,
            "seconds": round(self.seconds, 3),
        }


def run_batch(options: Options, on_progress: Callable[[Progress], None] = lambda progress: None) -> Summary:
    """Check all records of the inputs, with the results in the folder `options.out`.

    `on_progress` is called whenever a chunk is done. What is done stays done however the run ends, and another call with
    `resume` goes on from there. Raises BatchError where the run cannot begin or go on, RuleError and SettingsError for rules
    and settings that do not load.
    """
    from summarylint.rulebook import load_rulebook

    digest = digest_of(options.settings, load_rulebook(options.settings))
    with RunFolder(options.out) as folder:
        number = options.workers or cores()
        told_now = {
            "version": __version__,
            "digest": digest,
            "output_format": options.table_format,
            "strict": options.strict,
            "input_format": options.format_name,
        }
        manifest = folder.begin(told_now, options.paths, options.settings, resume=options.resume, overwrite=options.overwrite)
        if "chunk_bytes" not in manifest:
            manifest["chunk_bytes"] = chunk_bytes(manifest["inputs"]["bytes"], number)
            folder.keep(manifest)
        folder.sweep()
        return _Run(options, manifest, digest, number, on_progress).run(folder)


class _Run:
    """One start of a run."""

    def __init__(
        self, options: Options, manifest: dict[str, Any], digest: str, number: int, on_progress: Callable[[Progress], None]
    ) -> None:
        self.options, self.manifest, self.number, self.on_progress = options, manifest, number, on_progress
        self.out = options.out
        self.job = Job(
            out=str(self.out.absolute()),
            settings=options.settings,
            table_format=options.table_format,
            version=__version__,
            session=uuid.uuid4().hex[:16],
            digest=digest,
            record_timeout=options.record_timeout,
            strict=options.strict,
            format_name=options.format_name,
            parent=os.getpid() if options.scheduler is None else None,
        )
        self.totals, self.done = ChunkTotals(-1), set[int]()
        for outcome in finished_chunks(self.out / JOURNAL):
            self._count(outcome)
        self.progress = Progress(already=self.totals.counts["bytes"])
        self.vain: Counter[int] = Counter()
        self.blamed: dict[int, bytes] = {}

    def run(self, folder: RunFolder) -> Summary:
        """Do what is left to do; the summary is written however it ends."""
        inputs = self.manifest["inputs"]
        planner = Planner(kept_inputs(self.out / INPUTS), self.out, self.manifest["chunk_bytes"], inputs["bytes"], self.options.format_name)
        planner.on_notice = lambda: self._tell(planner)
        try:
            with Journal(self.out / JOURNAL) as journal:
                self._hand_out(planner, journal)
        except BaseException:
            with suppress(BatchError):  # the first fault counts, also where the disk is full
                self._keep_summary(complete=False)
            raise
        join_rejects(self.out, sorted(self.done), self.options.table_format)
        folder.sweep()
        return self._keep_summary(complete=True)

    def _hand_out(self, planner: Planner, journal: Journal) -> None:
        chunks = self._left(planner)
        ahead = next(chunks, None)
        if ahead is None:
            return
        workers, under_way = self._workers(), dict[int, Chunk]()
        try:
            while ahead is not None or under_way:
                while ahead is not None and len(under_way) < workers.room:
                    workers.submit(self.job, ahead)
                    under_way[ahead.number] = ahead
                    ahead = next(chunks, None)
                try:
                    outcome = workers.next()
                except Lost as lost:
                    self._lost(lost.chunk)
                    workers.submit(self.job, lost.chunk)
                    continue
                journal.add(outcome)
                self._count(outcome)
                planner.let_go(under_way.pop(outcome.number))
                self._tell(planner)
        finally:
            workers.stop()

    def _left(self, planner: Planner) -> Iterator[Chunk]:
        """The chunks that no earlier start has done, planned as they are asked for."""
        for chunk in planner.chunks():
            if chunk.number in self.done:
                planner.let_go(chunk)
            else:
                yield chunk

    def _workers(self) -> Workers:
        if self.options.scheduler is not None:
            from summarylint.batch.cluster import ClusterWorkers

            return ClusterWorkers(self.options.scheduler, self.number)
        from summarylint.batch.processes import LocalWorkers

        return LocalWorkers(self.number)

    def _lost(self, chunk: Chunk) -> None:
        """A worker died: go on, unless workers die again and again with no record to blame."""
        now = blame(self.out / PROGRESS, chunk.number)
        self.vain[chunk.number] = self.vain[chunk.number] + 1 if self.blamed.get(chunk.number) == now else 1
        self.blamed[chunk.number] = now
        if self.vain[chunk.number] >= VAIN_DEATHS:
            raise BatchError(
                f"the worker processes die before they come to a record, {VAIN_DEATHS} times over;"
                " see what ends them (memory limits, a broken installation), and go on with --resume"
            )

    def _count(self, outcome: ChunkTotals) -> None:
        self.totals.add(outcome)
        self.done.add(outcome.number)

    def _tell(self, planner: Planner) -> None:
        counts, progress = self.totals.counts, self.progress
        progress.bytes, progress.expected, progress.looked_through = counts["bytes"], planner.expected, planner.planned
        progress.records, progress.findings = counts["records"], self.totals.rules.total()
        progress.rejects = sum(_under(counts, "rejects.").values())
        self.on_progress(progress)

    def _keep_summary(self, *, complete: bool) -> Summary:
        seconds = time.monotonic() - self.progress.began
        summary = Summary(self.totals, len(self.done), self.manifest["inputs"]["files"], complete, seconds)
        written(self.out / SUMMARY, json.dumps(summary.as_json(), indent=1).encode() + b"\n")
        return summary


def join_rejects(out: Path, chunks: Sequence[int], form: TableFormat) -> None:
    """Make rejects.jsonl of what the chunks rejected, in input order."""
    path = out / f".{REJECTED}{TEMPORARY}"
    with telling_faults(out):
        with path.open("wb") as file:
            for part in part_files(out, REJECTS, chunks, form):
                with part.open("rb") as source:
                    shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
        path.replace(out / REJECTED)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _under(counts: Counter[str], prefix: str) -> dict[str, int]:
    return {name.removeprefix(prefix): number for name, number in sorted(counts.items()) if name.startswith(prefix)}


def _rule(name: str) -> dict[str, str]:
    code, rule, severity = name.split(" ")
    return {"code": code, "name": rule, "severity": severity}
