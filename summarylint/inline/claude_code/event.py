"""An event of Claude Code: the JSON object that a hook is given on standard input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from summarylint.errors import SummarylintError

LONGEST_EVENT = 64 << 20
"""Bytes of an event: a call that writes a file carries the whole of it."""


class HookError(SummarylintError):
    """Why an event could not be answered as it should. The hook tells it in one line, prints `answer` and ends with 0."""

    def __init__(self, reason: str, *, answer: str = "") -> None:
        self.answer = answer
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a session.

    `agent` is the id of a subagent, "" for the main agent. `transcript` and `cwd` are paths as given, "" where there is none.
    """

    name: str
    session: str
    agent: str
    transcript: str
    cwd: str
    fields: Mapping[str, Any]

    def text(self, field: str) -> str:
        """A field that is a string, "" where it is missing or something else."""
        return _text(self.fields, field)


def read_event(stream: BinaryIO) -> Event:
    """Read one event. Raises HookError where there is none, where it is too long, or where it names no event or session."""
    data = stream.read(LONGEST_EVENT + 1)
    if len(data) > LONGEST_EVENT:
        raise HookError(f"the event is longer than {LONGEST_EVENT >> 20} MiB and was not read")
    if not data.strip():
        raise HookError("standard input is empty, so there is no event to answer")
    try:
        fields = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise HookError(f"standard input is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise HookError("standard input holds no JSON object, so it is no event")
    event = Event(
        name=_text(fields, "hook_event_name"),
        session=_text(fields, "session_id"),
        agent=_text(fields, "agent_id"),
        transcript=_text(fields, "transcript_path"),
        cwd=_text(fields, "cwd"),
        fields=fields,
    )
    if not event.name:
        raise HookError("standard input names no hook_event_name, so it is no event")
    if not event.session:
        raise HookError(f"the event {event.name} names no session_id")
    return event


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
