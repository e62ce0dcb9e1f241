"""Whole corpora: on every core of one machine, on a cluster, or inside another engine; no record lost, none twice.

`run_batch` is what `summarylint batch` calls; `lint_batch` is the plain function for engines that bring their own tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.lazy import on_first_use

if TYPE_CHECKING:
    from summarylint.batch.running import run_batch
    from summarylint.batch.tables import lint_batch

__all__ = ["lint_batch", "run_batch"]

_HOMES = {"lint_batch": "summarylint.batch.tables", "run_batch": "summarylint.batch.running"}

__getattr__, __dir__ = on_first_use(__name__, _HOMES)
