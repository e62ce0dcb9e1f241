"""How far a batch is, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from summarylint.batch.running import Progress


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """A bar with rate and time left, moved by the function that is yielded; without a terminal it shows nothing."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, SpinnerColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking through the input", total=None, told="")

        def move(now: Progress) -> None:
            told = f"{now.records:,} records, {now.findings:,} findings" + (f", {now.rejects:,} rejects" if now.rejects else "")
            left, done = now.expected - now.already, now.bytes - now.already  # the rate is that of this start
            word, moved = ("checking", done) if done else ("looking through the input", now.looked_through)
            bar.update(task, description=word, total=max(left, moved), completed=moved, told=told)

        yield move
