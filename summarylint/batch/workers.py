"""What runs chunks, seen from the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from summarylint.batch.job import Chunk, ChunkTotals, Job


class Lost(Exception):
    """The worker of `chunk` died; the chunk is to be submitted again."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        super().__init__(chunk.number)


class Workers(Protocol):
    """Runs chunks, wherever; a dead worker is replaced."""

    @property
    def room(self) -> int:
        """How many chunks may be under way at once."""
        ...

    def submit(self, job: Job, chunk: Chunk) -> None:
        """Begin with a chunk; one whose worker died comes again."""
        ...

    def next(self) -> ChunkTotals:
        """Wait for the next chunk to end. Raises Lost where its worker died, and whatever the chunk raised."""
        ...

    def stop(self) -> None:
        """End at once; what is under way is dropped."""
        ...
