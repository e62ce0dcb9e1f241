"""Worker processes on this machine, each with a pipe of its own.

Nothing is shared between workers: where they take turns at one queue, one that is killed with the lock of the queue in its
hands, or with a task that it has not confirmed yet, leaves the others waiting for ever.
"""

from __future__ import annotations

import gc
import os
import signal
import traceback
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from summarylint.batch.job import BatchError, ChunkTotals
from summarylint.batch.workers import Lost
from summarylint.batch.working import run_chunk
from summarylint.checking import look_for_cycles_seldom
from summarylint.errors import SummarylintError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import SpawnProcess

    from summarylint.batch.job import Chunk, Job

CHUNKS_OF_A_PROCESS = 200
"""After so many a process ends and another takes its place: what a library may have kept goes with it."""
MOST_KEPT, MUCH_KEPT, SOME_CHUNKS = 200_000_000, 250_000_000, 10
"""Bytes that a process may hold after a chunk, when its record is gone; above, it ends after SOME_CHUNKS, or with MUCH_KEPT at once.
What libraries remember, and the holes that a large record leaves, come to that; starting anew takes about a second."""
PATIENCE = 5.0
"""Seconds in which a process that has nothing left to do should end by itself."""


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection[Any, Any]
    chunk: Chunk | None = None
    done: int = 0


class LocalWorkers:
    """Up to `number` processes; they begin with nothing but their arguments (`spawn`), and end with this one."""

    def __init__(self, number: int) -> None:
        self.room = number
        self._workers: list[_Worker] = []

    def submit(self, job: Job, chunk: Chunk) -> None:
        """Give a chunk to a process that has none."""
        worker = next((one for one in self._workers if one.chunk is None and one.process.is_alive()), None) or self._started()
        worker.chunk = chunk
        with suppress(OSError):  # it died since; `next` finds out
            worker.pipe.send((job, chunk))

    def next(self) -> ChunkTotals:
        """Wait for the next chunk to end."""
        ways: dict[Any, _Worker] = {}
        for worker in self._workers:
            if worker.chunk is not None:
                ways |= {worker.pipe: worker, worker.process.sentinel: worker}
        return self._ended(ways[wait(list(ways))[0]])

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers = []

    def _ended(self, worker: _Worker) -> ChunkTotals:
        chunk = worker.chunk
        assert chunk is not None
        try:
            if not worker.pipe.poll():
                raise EOFError
            result, ends = worker.pipe.recv()
        except (EOFError, OSError):
            self._retire(worker)
            raise Lost(chunk) from None
        worker.chunk, worker.done = None, worker.done + 1
        if ends or worker.done >= CHUNKS_OF_A_PROCESS:
            self._retire(worker)
        if isinstance(result, ChunkTotals):
            return result
        raise result

    def _started(self) -> _Worker:
        here, there = get_context("spawn").Pipe()
        process = get_context("spawn").Process(target=_serve, args=(there,), daemon=True)
        with _undisturbed():
            process.start()
        there.close()
        self._workers.append(_Worker(process, here))
        return self._workers[-1]

    def _retire(self, worker: _Worker) -> None:
        worker.pipe.close()
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        self._workers.remove(worker)


def _serve(pipe: Connection[Any, Any]) -> None:
    """The life of a worker process: chunk after chunk, until the pipe is closed or too much memory is held."""
    done = 0
    look_for_cycles_seldom()
    while True:
        try:
            job, chunk = pipe.recv()
        except (EOFError, OSError):
            return
        result: ChunkTotals | Exception
        try:
            result = run_chunk(job, chunk)
        except SummarylintError as error:
            result = type(error)(str(error))
        except Exception:
            result = BatchError(f"internal error in a worker; please report it:\n{traceback.format_exc()}")
        done += 1
        if done == 1:  # rules and libraries are there now, and are looked through no more
            gc.collect()
            gc.freeze()
        ends = keeps_too_much(done)
        try:
            pipe.send((result, ends))
        except OSError:
            return
        if ends:
            return


def keeps_too_much(done: int) -> bool:
    """Should a process end for what it holds after `done` chunks?"""
    held = resident()
    if held > MOST_KEPT:
        gc.collect()
        held = resident()
    return held > (MOST_KEPT if done >= SOME_CHUNKS else MUCH_KEPT)


def resident() -> int:
    """The bytes of memory that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What starts in here never gets the Ctrl-C of the terminal, which goes to all its processes: this one decides."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
