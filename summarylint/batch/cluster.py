"""The same chunks on Dask: on a cluster that runs already, or on one of this machine."""

from __future__ import annotations

from concurrent.futures import CancelledError
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from summarylint.batch.job import BatchError, ChunkTotals
from summarylint.batch.workers import Lost
from summarylint.batch.working import run_chunk

if TYPE_CHECKING:
    from summarylint.batch.job import Chunk, Job

LOCAL = "local"
"""The name of a cluster that is started on this machine for the run."""
WAITING = 2
"""Chunks under way for each thread of the cluster: one is worked on while the next travels."""


class ClusterWorkers:
    """The workers of a Dask cluster. The folder of the run and the inputs must be reachable from all of them."""

    def __init__(self, address: str, number: int) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise BatchError("pip install 'summarylint[cluster]' to run batches on Dask") from None
        self.cluster: Any = None
        self.died: tuple[type[BaseException], ...] = (distributed.KilledWorker,)
        if address == LOCAL:
            self.cluster = distributed.LocalCluster(
                n_workers=number, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
            )
        try:
            self.client: Any = distributed.Client(self.cluster or address, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BatchError(f"--scheduler {address}: cannot be reached: {error}") from None
        self._futures: dict[int, Any] = {}
        self._ended: SimpleQueue[tuple[Chunk, Any]] = SimpleQueue()
        self._attempts = 0

    @property
    def room(self) -> int:
        """It may grow and shrink while the run lasts."""
        threads: int = sum(self.client.nthreads().values())
        return WAITING * max(1, threads)

    def submit(self, job: Job, chunk: Chunk) -> None:
        """Send a chunk to the cluster."""
        self._attempts += 1
        name = f"summarylint-{job.session}-{chunk.number}-{self._attempts}"
        future = self.client.submit(run_chunk, job, chunk, key=name, pure=False)
        self._futures[chunk.number] = future
        future.add_done_callback(lambda done: self._ended.put((chunk, done)))

    def next(self) -> ChunkTotals:
        """Wait for the next chunk to end. A worker that died once or twice over a chunk is the scheduler's own concern."""
        chunk, future = self._ended.get()
        self._futures.pop(chunk.number, None)
        try:
            outcome: ChunkTotals = future.result()
        except self.died:
            raise Lost(chunk) from None
        except (CancelledError, OSError) as error:
            raise BatchError(f"the cluster is gone ({type(error).__name__}); see to it, and go on with --resume") from None
        return outcome

    def stop(self) -> None:
        """Take back what is not done, and close the connection."""
        self.client.cancel(list(self._futures.values()), force=True)
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()
