"""OpenHands V1: an event a file in the folder of a conversation, or a list of events; `Condensation` forgets some."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, listed, output, pieces, role_of, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

OUTPUTS = ("ObservationEvent", "UserRejectObservation", "AgentErrorEvent")
KINDS = ("ActionEvent", "MessageEvent", "SystemPromptEvent", "Condensation", "CondensationRequest", *OUTPUTS)


def recognises(entry: Entry) -> bool:
    """Is this an event of the SDK?"""
    event = entry.value
    return isinstance(event, dict) and isinstance(event.get("kind"), str) and event["kind"] in KINDS and "id" in event


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The condensations of a conversation, each with the events that it forgot."""
    window = Window(path, chain=Path(path).parent.name if Path(path).name == "events" else None)
    for entry in entries:
        if not recognises(entry):
            continue
        event = entry.value
        if event["kind"] != "Condensation":
            window.add(event_pieces(event), message=str(event["id"]), time=event.get("timestamp"))
            continue
        forgotten = {str(id) for id in listed(event.get("forgotten_event_ids"))}
        # the event of the summary is not stored: it is named after the condensation
        names = {f"{message}-summary": message for message in window.order()}
        forgotten |= {names[id] for id in forgotten if id in names}
        if event.get("summary") is None:
            window.drop(lambda message, gone=forgotten: message in gone)  # type: ignore[misc]
            continue
        kept = {message for message in window.order() if message not in forgotten}
        yield window.compact(told(event["summary"]), line=entry.line, message=str(event["id"]), time=event.get("timestamp"), kept=kept)


def event_pieces(event: dict[str, Any]) -> Iterator[Piece]:
    """What an event says."""
    kind, id = event["kind"], event.get("tool_call_id")
    if kind == "MessageEvent":
        message = event.get("llm_message")
        if isinstance(message, dict):
            yield from pieces(role_of(message.get("role")), message.get("content"))
    elif kind == "SystemPromptEvent":
        yield from pieces("system", told(event.get("system_prompt")))
    elif kind == "ActionEvent":
        yield thinking(event.get("reasoning_content"))
        yield from pieces("assistant", event.get("thinking_blocks"))
        yield from pieces("assistant", event.get("thought"))
        yield _call(event, id)
    elif kind == "UserRejectObservation":
        yield output("Action rejected", id)
        yield Piece("user" if event.get("rejection_source", "user") == "user" else "system", told(event.get("rejection_reason")))
    elif kind in OUTPUTS:
        seen = event.get("observation")
        yield output(_observed(seen) if isinstance(seen, dict) else event.get("error"), id)


def _call(event: dict[str, Any], id: Any) -> Piece:
    made, action = event.get("tool_call"), event.get("action")
    function = made.get("function") if isinstance(made, dict) and isinstance(made.get("function"), dict) else made
    if isinstance(function, dict) and "arguments" in function:
        return call(event.get("tool_name") or function.get("name"), function["arguments"], id)
    given = {name: value for name, value in action.items() if name != "kind"} if isinstance(action, dict) else {}
    return call(event.get("tool_name"), given, id)


def _observed(seen: dict[str, Any]) -> Any:
    for name in ("content", "output", "result", "text", "error"):
        if seen.get(name):
            return seen[name]
    return {name: value for name, value in seen.items() if name != "kind"} or ""


FORMAT = Format(
    name="openhands-v1",
    title="OpenHands V1 conversations",
    found="<conversation>/events/ (the folder is one transcript), or a list of events in one file",
    knows="every summary with the events that it took the place of, and the events around them that stay",
    lacks="events whose files are gone",
    recognises=recognises,
    read=read,
)
