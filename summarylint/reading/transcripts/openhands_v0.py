"""OpenHands V0: a trajectory of events, and `condensation` with the events that were forgotten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, output, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

SILENT = ("change_agent_state", "recall", "condensation_request", "null", "start")
"""Actions that say nothing to the agent: what they bring in stands in the workspace, not in the conversation."""
SILENT_OBSERVATIONS = ("agent_state_changed", "recall", "null")
PRIVATE = ("thought", "hidden", "confirmation_state", "blocking", "is_input", "is_static", "impl_source", "security_risk")
"""Arguments that the program adds to a call."""

_NUMBER = re.compile(r"[0-9]{1,18}")
"""The id of an event that counts."""


def recognises(entry: Entry) -> bool:
    """Is this an event: an action with arguments, or an observation with content?"""
    event = entry.value
    if entry.key not in (None, "trajectory", "history") or not isinstance(event, dict) or "source" not in event:
        return False
    return ("action" in event and isinstance(event.get("args"), dict)) or ("observation" in event and "content" in event)


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The condensations of a trajectory, each with the events that it forgot."""
    window = Window(path)
    for entry in entries:
        if not recognises(entry):
            if entry.key in ("id", "conversation_id", "sid") and isinstance(entry.value, str):
                window.chain = window.chain or entry.value
            continue
        event = entry.value
        key = str(event["id"]) if "id" in event else None
        if event.get("action") == "condensation":
            if (found := _condensed(window, event, key, entry.line)) is not None:
                yield found
        else:
            window.add(event_pieces(event), message=key, time=event.get("timestamp"))


def _condensed(window: Window, event: dict[str, Any], key: str | None, line: int) -> Compaction | Note | None:
    arguments = event["args"]
    forgotten, start, end = (arguments.get(f"forgotten_event{name}") for name in ("_ids", "s_start_id", "s_end_id"))
    if arguments.get("summary") is None:  # events were dropped, nothing was told of them
        window.drop(lambda message: _forgotten(message, forgotten, start, end))
        return None
    kept = {message for message in window.order() if not _forgotten(message, forgotten, start, end)}
    return window.compact(told(arguments["summary"]), line=line, message=key, time=event.get("timestamp"), kept=kept)


def _forgotten(message: str, ids: Any, start: Any, end: Any) -> bool:
    if isinstance(ids, list):
        return message in {str(id) for id in ids}
    return _NUMBER.fullmatch(message) is not None and isinstance(start, int) and isinstance(end, int) and start <= int(message) <= end


def event_pieces(event: dict[str, Any]) -> Iterator[Piece]:
    """What an event says."""
    action, arguments = event.get("action"), event.get("args") or {}
    about = event.get("tool_call_metadata")
    id = about.get("tool_call_id") if isinstance(about, dict) else None
    if "observation" in event:
        if event["observation"] not in SILENT_OBSERVATIONS:
            yield output(event.get("content"), id)
    elif action in ("message", "system"):
        speaker = "system" if action == "system" else "user" if event.get("source") == "user" else "assistant"
        yield Piece(speaker, told(arguments.get("content")))  # type: ignore[arg-type]
    elif action in ("think", "finish"):
        said = arguments.get("thought") if action == "think" else arguments.get("final_thought") or arguments.get("thought")
        yield Piece("assistant", told(said), "thinking" if action == "think" else "text")
    elif action not in SILENT:
        yield Piece("assistant", told(arguments.get("thought")))
        given = {name: value for name, value in arguments.items() if name not in PRIVATE and value is not None}
        yield call(action, given, id)


FORMAT = Format(
    name="openhands-v0",
    title="OpenHands V0 trajectories",
    found="an exported trajectory, *.json",
    knows="every summary with the events that it took the place of, and the events around them that stay",
    lacks="events that were left out of the export",
    recognises=recognises,
    read=read,
)
