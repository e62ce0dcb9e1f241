"""The books of a run: what it was begun with, which chunks are done, and that only one program works on it."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.batch.durable import TEMPORARY, no_folder, telling_faults, write_all, written
from summarylint.batch.inputs import find_inputs, first_difference, keep_inputs, kept_inputs
from summarylint.batch.job import BatchError, ChunkTotals
from summarylint.batch.layout import CHAINS, INPUTS, JOURNAL, LOCK, PASSING, REJECTED, SUMMARY
from summarylint.batch.parts import REJECTS, TABLES
from summarylint.errors import NothingToCheck
from summarylint.reading.opening import open_found
from summarylint.reading.run_folder import MANIFEST, OVERWRITTEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from summarylint.rulebook import Rulebook
    from summarylint.settings import Settings

FORMAT = 1
"""The number of the layout of a run's folder."""
FOLDERS = (*(table for tables in TABLES.values() for table in tables), REJECTS, *PASSING)
FILES = (INPUTS, JOURNAL, SUMMARY, REJECTED, CHAINS)

INDIFFERENT = ("fail_on", "exclude", "source", "sources")
"""Settings that change no row: they may differ between the starts of a run. What `exclude` leaves out shows in the inputs."""


def digest_of(settings: Settings, rulebook: Rulebook) -> str:
    """A digest of all that rows depend on beside the inputs and the version: settings, and the bytes of the rule files."""
    indifferent = INDIFFERENT if settings.per_file_ignores else (*INDIFFERENT, "root")  # from which those patterns count
    told = {one.name: getattr(settings, one.name) for one in fields(settings) if one.name not in indifferent}
    digest = blake2b(json.dumps(told, sort_keys=True, default=str).encode(), digest_size=16)
    for rule in rulebook.rules:
        digest.update(Path(rule.path).read_bytes())
    return digest.hexdigest()


class RunFolder:
    """The folder of one run, which nobody else works in while this is open."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self._lock: Any = None

    def __enter__(self) -> RunFolder:
        try:
            from filelock import FileLock, Timeout
        except ImportError:
            raise BatchError("pip install 'summarylint[batch]' to run batches") from None
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.out / LOCK)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BatchError(f"{self.out}: another run works in this folder; wait for its end, or give another one") from None
        except OSError as error:
            raise no_folder(self.out, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def begin(self, told_now: dict[str, Any], paths: Sequence[str], settings: Settings, *, resume: bool, overwrite: bool) -> dict[str, Any]:
        """The manifest of the run: a new one, or that which the folder holds where it is the same run.

        Raises BatchError for a folder with other things in it, a run that was not asked to go on, or one that differs.
        """
        known = self.manifest()
        if known is not None and (overwrite or OVERWRITTEN in known):
            self.clear()
            known = None
        if known is None:
            self._is_empty()
            found = keep_inputs(self.out / INPUTS, find_inputs(paths, settings, self.out))
            return {"format": FORMAT, **told_now, "inputs": {"files": found.files, "bytes": found.bytes, "digest": found.digest}}
        if not resume:
            raise BatchError(f"{self.out}: holds a run; --resume goes on with it, --overwrite starts it anew")
        self._is_same(known, told_now)
        self._same_inputs(known, paths, settings)
        return known

    def manifest(self) -> dict[str, Any] | None:
        """What the folder says of its run; None where it holds none."""
        try:
            with open_found(self.out / MANIFEST) as file:
                found: dict[str, Any] = json.loads(file.read())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, RecursionError) as error:
            raise BatchError(f"{self.out / MANIFEST}: cannot be read: {error}; give another folder") from None
        return found

    def keep(self, manifest: dict[str, Any]) -> None:
        """Write the manifest: from here on the folder holds a run."""
        written(self.out / MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")

    def clear(self) -> None:
        """Take away what a run wrote here, and nothing else. Where this breaks off, the next start goes on with it."""
        if self.manifest() is None:
            return
        self.keep({"format": FORMAT, OVERWRITTEN: True})
        with telling_faults(self.out):
            for name in FILES:
                (self.out / name).unlink(missing_ok=True)
            for folder in FOLDERS:
                with suppress(FileNotFoundError):
                    shutil.rmtree(self.out / folder)
            (self.out / MANIFEST).unlink()  # last: with a part left behind, the folder is no new one

    def sweep(self) -> None:
        """Take away what only a running program needs, and what dead workers left half-written."""
        with telling_faults(self.out):
            for folder in PASSING:
                shutil.rmtree(self.out / folder, ignore_errors=True)
            for pattern in (f".*{TEMPORARY}", f"*/.*{TEMPORARY}"):
                for path in self.out.glob(pattern):
                    path.unlink(missing_ok=True)

    def _is_empty(self) -> None:
        known = (LOCK, INPUTS)  # of a start that ended before it had a manifest
        others = [entry.name for entry in self.out.iterdir() if entry.name not in known and not entry.name.endswith(TEMPORARY)]
        if others:
            raise BatchError(f"{self.out}: holds {sorted(others)[0]!r} and is no run; give a folder that is empty or not there")

    def _is_same(self, known: dict[str, Any], now: dict[str, Any]) -> None:
        for name, words in (
            ("version", "version of summarylint"),
            ("digest", "set of rules or settings"),
            ("output_format", "output format"),
            ("strict", "--strict"),
            ("input_format", "--format"),
        ):
            if known.get(name) != now[name]:
                values = "" if name == "digest" else f" ({known.get(name)}, now {now[name]})"
                raise BatchError(
                    f"{self.out}: the run was begun with another {words}{values};"
                    " use the same again, start anew with --overwrite, or give another folder"
                )

    def _same_inputs(self, known: dict[str, Any], paths: Sequence[str], settings: Settings) -> None:
        now = self.out / f".{INPUTS}{TEMPORARY}"
        what = ""
        try:
            found = keep_inputs(now, find_inputs(paths, settings, self.out))
            if found.digest != known["inputs"]["digest"]:
                what = first_difference(kept_inputs(self.out / INPUTS), kept_inputs(now))
        except NothingToCheck as error:
            what = str(error)
        finally:
            now.unlink(missing_ok=True)
        if what:
            raise BatchError(
                f"{self.out}: the input is not that of the run: {what}; give the old input back, start anew with --overwrite,"
                " or give another folder"
            )


class Journal:
    """The finished chunks, a line each, on the disk before anybody relies on it. A half of a last line counts for nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Journal:
        with telling_faults(self.path):
            self._file = self.path.open("ab", buffering=0)
            self._file.truncate(_whole_lines(self.path))
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, outcome: ChunkTotals) -> None:
        """Note that a chunk is done. Raises BatchError where the disk takes no more."""
        with telling_faults(self.path):
            write_all(self._file, json.dumps(outcome.as_json()).encode() + b"\n")
            os.fsync(self._file.fileno())


def finished_chunks(path: Path) -> Iterator[ChunkTotals]:
    """What the journal tells, in the order in which the chunks ended."""
    try:
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield ChunkTotals.from_json(json.loads(line))
    except FileNotFoundError:
        return


def _whole_lines(path: Path) -> int:
    """The bytes of a file up to the end of its last whole line."""
    end = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            end += len(line)
    return end
