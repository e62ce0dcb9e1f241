"""Folders that `summarylint batch` wrote: their files look like records and are none."""

from __future__ import annotations

import json
from pathlib import Path

from summarylint.reading.opening import open_found

MANIFEST = "manifest.json"
"""What the run was begun with; it makes the folder that of a run."""
OVERWRITTEN = "overwritten"
"""Stands in the manifest of a run that is being taken away."""


def is_run(folder: Path) -> bool:
    """Does the folder hold a run, as its manifest says?"""
    try:
        with open_found(folder / MANIFEST) as file:
            told = json.loads(file.read())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(told, dict) and ("chunk_bytes" in told or OVERWRITTEN in told)
