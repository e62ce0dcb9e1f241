"""Sessions that are a folder: a file for each event (OpenHands), or for each message with its parts elsewhere (opencode)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.errors import RecordError
from summarylint.reading.search import is_special
from summarylint.reading.transcripts import opencode, openhands_v1
from summarylint.reading.transcripts.window import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.reading.transcripts.format import Format

EVENT = re.compile(r"event-(\d+)-[\w-]+\.json")
"""How the files of an OpenHands conversation are called: the number puts them in order."""
MESSAGE = re.compile(r"(msg_\w+)\.json")
"""How the files of an opencode session are called: the ids are in order of time."""


def read_folder(folder: str) -> tuple[Format, Iterator[Entry]]:
    """The format of a folder and its entries. Raises RecordError where it is no session that is known."""
    names = [file.name for file in Path(folder).iterdir()]
    if any(MESSAGE.fullmatch(name) for name in names):
        return opencode.FORMAT, _messages(Path(folder))
    return openhands_v1.FORMAT, _events(Path(folder))


def _events(folder: Path) -> Iterator[Entry]:
    """The events in a folder; a file that is being written is skipped."""
    files = [(int(match[1]), file) for file in folder.iterdir() if (match := EVENT.fullmatch(file.name))]
    for number, file in sorted(files):
        if (event := _value(file)) is not None:
            yield Entry(event, number)


def _messages(folder: Path) -> Iterator[Entry]:
    """The messages in a folder `message/<session>`, whose parts lie in `part/<message>` beside it (until 2026)."""
    parts = folder.parent.parent / "part"
    if not parts.is_dir():
        raise RecordError(f"holds messages without what they say, which is looked for in {parts}", path=str(folder))
    ids = sorted(match[1] for file in folder.iterdir() if (match := MESSAGE.fullmatch(file.name)))
    for number, id in enumerate(ids, 1):
        about = _value(folder / f"{id}.json")
        own = next((place for place in (parts / id, parts / folder.name / id) if place.is_dir()), None)
        said = [_value(file) for file in sorted(own.glob("*.json"))] if own is not None else []
        if isinstance(about, dict):
            info = {**about, "id": id, "sessionID": about.get("sessionID") or folder.name}
            yield Entry({"info": info, "parts": [part for part in said if part is not None]}, number)


def _value(file: Path) -> Any:
    """What the file holds, None while it is being written. Raises RecordError for one that is nested too deeply to be read."""
    if is_special(str(file)):
        return None
    try:
        return json.loads(file.read_bytes())
    except ValueError:
        return None
    except RecursionError:
        raise RecordError("not readable JSON: it is nested too deeply", path=str(file)) from None
