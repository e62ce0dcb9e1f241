"""Codex rollouts: a line an item, and `compacted` where the history was replaced, in clear or encrypted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, listed, objects, output, pieces, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

TYPES = ("session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state")

PREFIX = re.compile(r"Another language model started to solve this problem\b[^\n]*\n+")
"""The line that Codex puts before a summary of its own (codex-rs/core/templates/compact/summary_prefix.md)."""

INJECTED = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|subagent_notification|hook_prompt"
    r"|goal_context|model_switch)\b|# AGENTS\.md instructions)",
    re.IGNORECASE,
)
"""How user messages begin that the program wrote itself."""

KEPT_CHARACTERS = 80_000
"""What stays of the user's messages, newest first, where the file does not list it: 20,000 tokens of about four characters."""


def recognises(entry: Entry) -> bool:
    """Is this a line of a rollout: a type and its payload?"""
    item = entry.value
    return entry.key is None and isinstance(item, dict) and item.get("type") in TYPES and isinstance(item.get("payload"), dict)


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a rollout; the user's messages stay, everything else is replaced."""
    window, turns = Window(path), list[str]()
    for entry in entries:
        if not recognises(entry):
            continue
        item, payload = entry.value, entry.value["payload"]
        if item["type"] == "session_meta" and window.chain is None:
            window.chain = payload.get("id") or payload.get("session_id")
        elif item["type"] == "response_item":
            key = window.add(item_pieces(payload), message=payload.get("id"), time=item.get("timestamp"))
            turns += [key] if any(piece.role == "user" for piece in item_pieces(payload)) else []
        elif item["type"] == "event_msg" and payload.get("type") == "thread_rolled_back" and isinstance(payload.get("num_turns"), int):
            _roll_back(window, turns, payload["num_turns"])
        elif item["type"] == "compacted":
            yield _compacted(window, payload, item, entry.line)
            turns.clear()


def _roll_back(window: Window, turns: list[str], count: int) -> None:
    """Forget the user's last messages and what followed them. A summary is not taken back: then more was in it than is known."""
    if count > len(turns):
        window.partial = window.partial or bool(window.count)
    gone = turns[-count:] if count > 0 else []
    if not gone:
        return
    messages = window.order()
    after = set(messages[messages.index(gone[0]) :]) if gone[0] in messages else set()
    window.drop(lambda message: message in after)
    del turns[-count:]


def _compacted(window: Window, payload: dict[str, Any], item: dict[str, Any], line: int) -> Compaction | Note:
    history = payload.get("replacement_history")
    surviving = _surviving(window, history)
    summary = _summary(payload.get("message"), history)
    if not summary:
        sealed = any(one.get("encrypted_content") for one in objects(history))
        return (
            window.opaque(line, surviving=surviving) if sealed else window.opaque(line, reason="it holds no summary", surviving=surviving)
        )
    if window.held and window.held[-1].span.role == "assistant" and window.held[-1].span.text.strip() == summary.strip():
        own = window.held[-1].message  # the answer that is the summary, where the rollout holds it, too
        window.drop(lambda message: message == own)
    return window.compact(summary, line=line, message=payload.get("window_id"), time=item.get("timestamp"), surviving=surviving)


def _summary(message: Any, history: Any) -> str:
    """The summary in clear, which stands beside the new history or in it."""
    texts = [told(message), *(piece.text for one in reversed(objects(history)) for piece in item_pieces(one) if PREFIX.match(piece.text))]
    return next((text for text in (PREFIX.sub("", text, count=1).strip() for text in texts) if text), "")


def _surviving(window: Window, history: Any) -> set[str]:
    """The messages that stay: those in the new history, by their words, else the user's newest."""
    if isinstance(history, list):
        words = {piece.text for kept in history if isinstance(kept, dict) for piece in item_pieces(kept)}
        return {held.message for held in window.held if held.span.role in ("user", "system") and held.span.text in words}
    left, stay = KEPT_CHARACTERS, set()
    for held in reversed(window.held):
        if held.span.role == "user" and left > 0:
            stay.add(held.message)
            left -= len(held.span.text)
    return stay


def item_pieces(item: dict[str, Any]) -> Iterator[Piece]:
    """What an item of the OpenAI Responses API says."""
    kind, id = item.get("type", "message" if "role" in item else None), item.get("call_id") or item.get("id")
    if kind == "message":
        yield from _of_message(item)
    elif kind == "reasoning":
        yield thinking([*listed(item.get("summary")), *listed(item.get("content"))] or "")
    elif kind in ("function_call", "custom_tool_call", "mcp_call"):
        yield call(item.get("name"), item.get("arguments", item.get("input")), id)
        if item.get("output"):
            yield output(item["output"], id)
    elif kind in ("local_shell_call", "web_search_call", "shell_call", "computer_call"):
        yield call(kind.removesuffix("_call"), item.get("action"), id)
    elif isinstance(kind, str) and kind.endswith("_output"):
        given = item.get("output")
        yield output(given.get("content", given) if isinstance(given, dict) else given, id)


def _of_message(item: dict[str, Any]) -> Iterator[Piece]:
    role = item.get("role")
    for piece in pieces("assistant" if role == "assistant" else "user" if role == "user" else "system", item.get("content")):
        yield Piece("system", piece.text) if piece.role == "user" and INJECTED.match(piece.text) else piece


FORMAT = Format(
    name="codex",
    title="Codex CLI rollouts",
    found="~/.codex/sessions/*/*/*/rollout-*.jsonl, also .jsonl.zst",
    knows="summaries in clear with what they replaced, and which user messages stay",
    lacks="a compaction done by the provider is encrypted: it is counted as opaque, and a summary made from it is not checked",
    recognises=recognises,
    read=read,
)
