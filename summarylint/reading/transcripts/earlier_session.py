"""The session that a session of Claude Code goes on from: another file in the same folder, named by the later one."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.reading.opening import open_found

if TYPE_CHECKING:
    from collections.abc import Collection

NAMED = re.compile(r"read the full transcript at: (\S+\.jsonl)")
"""Where a summary says which file holds what it replaced."""


LONGEST_PAUSE = timedelta(minutes=15)
"""Between the end of one file and the beginning of the next: a summary takes minutes to write. Later is another visit."""
TAIL = 1 << 18
"""Bytes at the end of a file in which its last record stands."""


def earlier_session(path: str, summary: str, time: Any, leaves: Collection[str]) -> Path | None:
    """The file of the earlier session, None where none is there for certain.

    It is the one that `summary` names; else the one that ended shortly before `time` (ISO 8601) with a record whose uuid is in
    `leaves`: those that the later file gives as the ends of earlier sessions. Neither alone is enough, as a file gives the ends
    of unrelated sessions as well.
    """
    here = Path(path)
    if not here.is_file():
        return None
    if named := NAMED.search(summary):
        file = here.parent / Path(named[1]).name
        if file.is_file() and file.name != here.name:
            return file
    begun = _moment(time)
    if begun is None or not leaves:
        return None
    found: list[tuple[datetime, Path]] = []
    for file in here.parent.glob("*.jsonl"):
        uuid, ended = _last(file) if file.name != here.name else (None, None)
        if uuid in leaves and ended is not None and timedelta() <= begun - ended <= LONGEST_PAUSE:
            found.append((ended, file))
    return max(found)[1] if found else None


def _last(file: Path) -> tuple[str | None, datetime | None]:
    """The uuid and time of the last message in a session's file."""
    try:
        with open_found(file) as data:
            data.seek(max(0, file.stat().st_size - TAIL))
            lines = data.read().splitlines()
    except OSError:  # another program's, or gone by now
        return None, None
    for line in reversed(lines):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict) and record.get("type") in ("user", "assistant") and isinstance(record.get("uuid"), str):
            return record["uuid"], _moment(record.get("timestamp"))
    return None, None


def _moment(time: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(time)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
