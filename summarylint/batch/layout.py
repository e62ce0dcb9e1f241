"""The names in the folder of a run."""

from __future__ import annotations

INPUTS = "inputs.jsonl"
"""The files that it reads, each with its stamp."""
JOURNAL = "chunks.jsonl"
"""The chunks that are done."""
SUMMARY = "summary.json"
"""What the run came to."""
REJECTED = "rejects.jsonl"
"""The records that could not be checked, of all chunks."""
LOCK = "lock"
"""Held by the program that works in the folder."""

PROGRESS = "progress"
"""The folder in which workers say which record they are at."""
UNPACKED = "unpacked"
"""The folder for compressed lines, which can be entered in their middle only once they are unpacked."""
CHAINS = "chains.sqlite"
"""Where the records of each chain stand, while the run is planned."""

PASSING = (PROGRESS, UNPACKED)
"""Folders that only a running program needs."""
