"""What a worker does with a chunk, in whatever process it runs: read, check, write, and say what came of it."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from summarylint import __version__
from summarylint.batch.job import BatchError, ChunkTotals
from summarylint.batch.layout import PROGRESS
from summarylint.batch.parts import REJECTS, Parts
from summarylint.batch.pieces import PieceReader
from summarylint.batch.rows import claim_row, finding_row, place_of, record_row, reject_row
from summarylint.batch.watching import Watchdog
from summarylint.checking import in_chains, with_ignores
from summarylint.errors import RecordError, SummarylintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from summarylint.batch.job import Chunk, Job, Piece
    from summarylint.batch.pieces import Step
    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report
    from summarylint.reading.records import UnknownField
    from summarylint.reading.transcripts.window import Note
    from summarylint.rulebook import Rulebook
    from summarylint.settings import Settings

LATE = {
    "timeout": "took more than {timeout:g} s of processor time and was given up; --record-timeout gives more",
    "crash": "ended the process that worked on it, three times over, as it does where there is no memory for it",
}
_ALONE = Lock()
"""Held while a chunk is worked on: the alarm of a record is one for the whole process."""


def run_chunk(job: Job, chunk: Chunk) -> ChunkTotals:
    """Check all records of a chunk, and put the rows under their names in the folder of the run.

    Raises BatchError where the disk is full, an input is gone, or this process runs another version; RuleError where a rule
    does not load. A record that cannot be read or checked becomes a reject.
    """
    if job.version != __version__:
        raise BatchError(f"the worker runs summarylint {__version__}, the run needs {job.version}; install the same on all machines")
    out = Path(job.out)
    watching, writing = Watchdog(out / PROGRESS, chunk.number, job.session, job.record_timeout), Parts(out, chunk.number, job.table_format)
    with _ALONE, watching as watch, writing as parts:
        try:
            outcome = _Work(job, watch, parts).of(chunk)
        except MemoryError:  # what is to be told of it needs memory, too: as where the system ends it, it is laid to the record
            os._exit(1)
        end_with_parent(job)
        parts.commit()
    return outcome


def end_with_parent(job: Job) -> None:
    """End the process where the program that started it is gone: nobody would take the result."""
    if job.parent is not None and os.getppid() != job.parent:
        os._exit(1)


class _Work:
    """One chunk while it is worked on."""

    def __init__(self, job: Job, watch: Watchdog, parts: Parts) -> None:
        self.job, self.watch, self.parts = job, watch, parts
        self.counts, self.rules = Counter[str](), Counter[str]()
        self.unknown: dict[str, str] = {}
        self.reader = PieceReader(job, self.tell_unknown, self.tell_note)
        self.step = 0

    def of(self, chunk: Chunk) -> ChunkTotals:
        """Do all of it."""
        check = checker(self.job)
        self.counts["bytes"] += chunk.size
        for piece in chunk.pieces:
            for record in self.records(piece):
                end_with_parent(self.job)
                self.judge(record, check)
                del record  # neither it nor what was made of it is in memory with the next one
        return ChunkTotals(chunk.number, self.counts, self.rules, self.unknown)

    def judge(self, record: Compaction | RecordError, check: Callable[[Compaction], Report]) -> None:
        """Check one record, and write what came of it."""
        if isinstance(record, RecordError):
            self.reject(record, "broken")
            return
        try:
            report = check(record)
        except RecordError as error:
            self.reject(error, "broken")
        except MemoryError:
            raise
        except Exception as error:
            self.reject(failed(record, error), "failed")
        else:
            self.write(report)

    def records(self, piece: Piece) -> Iterator[Compaction | RecordError]:
        """The records of a piece; one that an earlier worker died of comes as an error."""
        steps = self.reader.steps(piece, lambda: "reading" in self.watch.rejected.get(self.step, ()))
        while True:
            why, phase = self.watch.rejected.get(self.step, ("", ""))
            if phase == "reading" and piece.kind not in ("lines", "rows"):
                self.give_up(piece, None, why, " while it was read; what follows in the file is left out")
                self.step += 1
                return
            self.watch.at(self.step, "reading")
            step = next(steps, None)
            if step is None:
                self.watch.rest()
                return
            if why:
                self.watch.rest()
                self.give_up(piece, step.line, why, _left_out(step) if phase == "reading" else "")
            else:
                self.watch.at(self.step, "checking")
                yield from step.read()
                self.watch.rest()
            self.step += len(step.lost) if step.lost else 1  # a step has the same number whatever was passed over before it

    def give_up(self, piece: Piece, line: int | None, why: str, more: str = "") -> None:
        """Reject what a worker died of."""
        self.reject(RecordError(LATE[why].format(timeout=self.job.record_timeout) + more, path=piece.shown, line=line), why)

    def reject(self, error: RecordError, kind: str) -> None:
        """Write a line of the rejects."""
        self.counts[f"rejects.{kind}"] += 1
        self.parts.add(REJECTS, reject_row(error, kind))

    def write(self, report: Report) -> None:
        """Write and count a checked record."""
        self.counts["records"] += 1
        self.counts["with_findings"] += bool(report.findings)
        self.counts["span_characters"] += sum(len(span.text) for span in report.compaction.spans)
        self.counts[f"decision.{report.gate.decision or 'unknown'}"] += 1
        for finding in report.findings:
            self.rules[f"{finding.code} {finding.name} {finding.severity}"] += 1
            self.counts["safe_fixes"] += finding.fix is not None and finding.fix.safety == "safe"
        for claim in report.claims:
            self.counts[f"claims.{claim.origin or 'unsupported'}"] += 1
        if self.job.table_format == "jsonl":
            from summarylint.output.result import result

            self.parts.add("results", result(report))
            return
        place = place_of(report.compaction)
        self.parts.add("records", record_row(report))
        for finding in report.findings:
            self.parts.add("findings", {**place, **finding_row(finding, report.compaction)})
        for claim in report.claims:
            self.parts.add("claims", {**place, **claim_row(claim)})

    def tell_unknown(self, field: UnknownField, path: str, line: int) -> None:
        """Remember where a field stands that the format does not know."""
        self.counts["unknown_fields"] += 1
        if len(self.unknown) < MOST_UNKNOWN:
            self.unknown.setdefault(field.name, f"{path}:{line} at {field.pointer}: {field.reason}")

    def tell_note(self, note: Note) -> None:
        """What a transcript holds and cannot be checked is told among the rejects, and is no fault."""
        self.counts[f"notes.{note.kind}"] += 1
        if note.kind != "none":
            error = RecordError(note.reason, path=note.path, line=note.line, id=note.id)
            self.parts.add(REJECTS, reject_row(error, note.kind))


def _left_out(step: Step) -> str:
    """What a death in reading costs."""
    behind = step.lost[1:] if step.lost else ()
    rows = f"rows {behind[0]} to {behind[-1]}" if len(behind) > 1 else f"row {behind[0]}" if behind else ""
    more = f"; {rows} behind it in its group cannot be read without it" if rows else ""
    return f" while it was read{more}"


MOST_UNKNOWN = 100
"""Names of unknown fields that a chunk remembers: data may use them as keys."""


def failed(record: Compaction, error: Exception) -> RecordError:
    """The error of a record on which a rule, or the linter itself, failed."""
    reason = str(error) if isinstance(error, SummarylintError) else f"internal error, {type(error).__name__}: {error}"
    return RecordError(reason, path=record.path, line=record.line, id=record.id)


def checker(job: Job) -> Callable[[Compaction], Report]:
    """The check of the records of one chunk, in order, each in the light of those before it in its chain."""
    linter, every_rule = linter_of(job.settings, job.digest)
    return with_ignores(in_chains(linter), every_rule, job.settings)


def linter_of(settings: Settings, key: str) -> tuple[Linter, Rulebook]:
    """A linter and all rules that there are, made once in a process for a key; the last one is kept."""
    made = _LINTERS.get(key)
    if made is None:
        from summarylint.engine import Linter
        from summarylint.rulebook import load_rulebook

        every_rule = load_rulebook(settings)
        made = Linter(settings, every_rule), every_rule
        _LINTERS.clear()
        _LINTERS[key] = made
    return made  # and not what is kept: another thread may have put its own there


_LINTERS: dict[str, tuple[Linter, Rulebook]] = {}
