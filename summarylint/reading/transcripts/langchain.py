"""LangChain and LangGraph: lists of messages, and checkpoints of them; the summary is a marked message of a human."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from summarylint.reading.transcripts.chat import summary_within
from summarylint.reading.transcripts.content import CALL_BLOCKS, calls, output, pieces, role_of, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Entry, Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Note

TYPES = ("human", "ai", "tool", "system", "function", "remove", "developer")
STATES = ("checkpoint", "values", "channel_values")
"""The fields under which a snapshot of the state holds it, the outermost first."""
CLASSES = {
    "HumanMessage": "human",
    "AIMessage": "ai",
    "AIMessageChunk": "ai",
    "ToolMessage": "tool",
    "SystemMessage": "system",
    "FunctionMessage": "function",
    "RemoveMessage": "remove",
}
ALL = "__remove_all__"
"""The id of the message that takes all others out (langgraph.graph.message.REMOVE_ALL_MESSAGES)."""
PREFIX = re.compile(
    r"\s*(?:Here is a summary of the conversation to date:"
    r"|You are in the middle of a conversation that has been summarized\..*?A condensed summary follows:)\s*",
    re.DOTALL,
)
"""What the middleware (LangChain's, that of deepagents) puts before the summary; it is cut off a message that is marked as one."""


def recognises(entry: Entry) -> bool:
    """Is this a message of LangChain, in one of its three forms, or a checkpoint?"""
    if entry.key not in (None, "messages", *STATES):
        return False
    return message_of(entry.value) is not None or state_messages(entry) is not None


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a list of messages, or of a run of checkpoints."""
    listed: list[Entry] = []
    states: list[State] = []
    chain = None
    for entry in entries:
        chain = chain or _thread(entry)
        messages = state_messages(entry)
        if messages is not None:
            states.append(State(_order(entry.value), messages, entry.line, _state(entry).get("_summarization_event")))
        elif message_of(entry.value) is not None:
            listed.append(entry)
    window = Window(path, chain)
    if listed:
        yield from _listed(window, listed)
    elif any(isinstance(state.event, dict) for state in states):
        yield from _events(window, _in_time(states))
    elif states:
        yield from _states(window, _in_time(states))


class State(NamedTuple):
    """A checkpoint: what puts it in order of time, its messages, its line, and the compaction that deepagents keeps beside them."""

    order: Any
    messages: list[Any]
    line: int
    event: Any


def message_of(value: Any) -> dict[str, Any] | None:
    """The fields of a message with its `type`: from `{type, data}`, from `{lc, id, kwargs}`, or as they are."""
    if not isinstance(value, dict) or "uuid" in value or "subtype" in value:
        return None
    if value.get("lc") == 1 and isinstance(value.get("kwargs"), dict) and isinstance(value.get("id"), list) and value["id"]:
        kind = CLASSES.get(str(value["id"][-1]))
        return {"type": kind, **value["kwargs"]} if kind else None
    if value.get("type") in TYPES and isinstance(value.get("data"), dict) and "content" in value["data"]:
        return {**value["data"], "type": value["type"]}
    if value.get("type") in TYPES and ("content" in value or value["type"] == "remove") and "role" not in value:
        return value
    return None


def state_messages(entry: Entry) -> list[Any] | None:
    """The messages of a checkpoint or a snapshot of the state, None for anything else."""
    found = _state(entry).get("messages")
    if isinstance(found, list) and any(message_of(message) is not None for message in found):
        return found
    return None


def _state(entry: Entry) -> dict[str, Any]:
    """The state in a checkpoint or a snapshot, empty for anything else."""
    outer = {entry.key: entry.value} if entry.key in STATES else entry.value
    inner = outer
    for name in STATES:
        if isinstance(inner, dict) and isinstance(inner.get(name), dict):
            inner = inner[name]
    return inner if isinstance(inner, dict) and inner is not outer else {}


def _thread(entry: Entry) -> str | None:
    about = entry.value if entry.key == "config" else entry.value.get("config") if isinstance(entry.value, dict) else None
    inner = about.get("configurable") if isinstance(about, dict) else None
    id = inner.get("thread_id") if isinstance(inner, dict) else None
    return str(id) if id else None


def _order(value: Any) -> Any:
    """What puts a state in order of time: its step, or when it was made."""
    if not isinstance(value, dict):
        return None
    about = value.get("metadata")
    if isinstance(about, dict) and isinstance(about.get("step"), int):
        return about["step"]
    inner = value.get("checkpoint")
    return value.get("created_at") or value.get("ts") or (inner.get("ts") if isinstance(inner, dict) else None)


def _in_time(states: list[State]) -> list[State]:
    """The states from the oldest on: a history is told from the newest."""
    orders = [state.order for state in states]
    if all(isinstance(order, int) for order in orders) or all(isinstance(order, str) for order in orders):
        return sorted(states, key=lambda state: state.order)
    return states


def _events(window: Window, states: list[State]) -> Iterator[Compaction | Note]:
    """deepagents leaves the messages where they are, and keeps up to which of them (`cutoff_index`) a summary took their place."""
    known: set[str] = set()
    last: tuple[Any, str] | None = None
    for state in states:
        keys = list[str]()
        for place, value in enumerate(state.messages):
            message = message_of(value)
            keys.append(_key(message, place) if message is not None else "")
            if message is not None and keys[-1] not in known:
                window.add(message_pieces(message), message=keys[-1])
        known |= set(keys)
        event = state.event if isinstance(state.event, dict) else {}
        summary, cutoff = message_of(event.get("summary_message")), event.get("cutoff_index")
        if summary is None or not isinstance(cutoff, int) or (cutoff, summary_text(summary)) == last:
            continue
        last = cutoff, summary_text(summary)
        yield window.compact(summary_text(summary), line=state.line, message=summary.get("id"), kept=set(keys[cutoff:]))


def _states(window: Window, states: list[State]) -> Iterator[Compaction | Note]:
    """Each state brings new messages; one with a summary that the last did not have lacks what it replaced."""
    known: set[str] = set()
    for _, given, line, _ in states:
        messages = [message for value in given if (message := message_of(value)) is not None]
        keys = [_key(message, place) for place, message in enumerate(messages)]
        pairs = zip(keys, messages, strict=True)
        summary = next(((key, message) for key, message in pairs if is_summary(message) and key not in known), None)
        if summary is not None:
            kept = set(keys) & set(window.order())
            if window.held or known:
                yield window.compact(summary_text(summary[1]), line=line, message=summary[0], kept=kept)
            else:
                yield window.note("incomplete", "what it replaced is only in an older checkpoint", line, 0)
                window.open_with(summary_text(summary[1]), message=summary[0])
        else:
            window.drop(lambda message, stay=frozenset(keys): message not in stay)  # type: ignore[misc]
        for key, message in zip(keys, messages, strict=True):
            if key not in known and not is_summary(message):
                window.add(message_pieces(message), message=key)
        known = set(keys)


def _key(message: dict[str, Any], place: int) -> str:
    return str(message["id"]) if message.get("id") else f"m{place + 1}"


def _listed(window: Window, entries: list[Entry]) -> Iterator[Compaction | Note]:
    """A summary in a list replaced what stands before it, but for the messages that come again after it."""
    messages = [(message, entry.line) for entry in entries if (message := message_of(entry.value)) is not None]
    for place, (message, line) in enumerate(messages):
        id = str(message["id"]) if message.get("id") else None
        if message["type"] == "remove":
            if id != ALL:
                window.drop(lambda key, gone=id: key == gone)  # type: ignore[misc]
        elif is_summary(message):
            again = {str(later["id"]) for later, _ in messages[place + 1 :] if later.get("id")}
            yield window.compact(summary_text(message), line=line, message=id, kept=again & set(window.order()))
        elif id is None or id not in set(window.order()):
            window.add(message_pieces(message), message=id)


def is_summary(message: dict[str, Any]) -> bool:
    """Is the message marked as a summary by the middleware that wrote it?"""
    about = message.get("additional_kwargs")
    return isinstance(about, dict) and about.get("lc_source") == "summarization"


def summary_text(message: dict[str, Any]) -> str:
    """The summary without what the middleware puts around it."""
    return summary_within(PREFIX.sub("", told(message.get("content")), count=1))


def message_pieces(message: dict[str, Any]) -> Iterator[Piece]:
    """What a message says."""
    role = role_of(message["type"])
    if message["type"] in ("tool", "function"):
        yield output(message.get("content"), message.get("tool_call_id"))
        return
    blocks = message.get("content")
    made = list(calls(message))
    if made and isinstance(blocks, list):  # the same calls stand in the content, too
        blocks = [block for block in blocks if not isinstance(block, dict) or block.get("type") not in CALL_BLOCKS]
    yield from pieces(role, blocks)
    yield from made


FORMAT = Format(
    name="langchain",
    title="LangChain messages and LangGraph checkpoints",
    found="a list of messages, a checkpoint, or the history of a thread, as JSON or a line each",
    knows="summaries of SummarizationMiddleware and deepagents with what they replaced; messages that stay are known by their ids",
    lacks="one state by itself no longer holds what was replaced: give the history; what the summariser was shown",
    recognises=recognises,
    read=read,
)
