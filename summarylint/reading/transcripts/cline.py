"""Cline: a task's conversation; a call of `summarize_task` or `condense`, then a user message that goes on from the summary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.cline_content import RESULT, message_pieces, tools_called
from summarylint.reading.transcripts.content import objects, told
from summarylint.reading.transcripts.continued import summary_in
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

TOOLS = ("summarize_task", "condense")
"""The tools that take a summary: called for by the program, and by the user (`/smol`, `/compact`)."""
MARKUP = re.compile(rf"<(?P<tool>{'|'.join(TOOLS)})>\s*(?:<context>(?P<context>.*?)</context>)?", re.DOTALL)
"""Such a call in Cline's own markup."""
ACCEPTED = "The user has accepted the condensed conversation summary"
"""What the user's message holds when a summary of `condense` took the place of the conversation; else it stays a proposal."""
FIRST_PAIR = 2
"""The task and the first answer, which stay in the window whatever is cut (ContextManager.ts)."""


def recognises(entry: Entry) -> bool:
    """Is this a message of Cline's history: a message of Anthropic's API with a time and the model beside it?"""
    message = entry.value
    return (
        entry.key is None
        and isinstance(message, dict)
        and "role" in message
        and isinstance(message.get("content"), list)
        and "condenseParent" not in message
        and ("modelInfo" in message or "metrics" in message or ("ts" in message and "id" not in message))
    )


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a task; plain truncation, which has none, is passed over."""
    window, first, called = Window(path), list[str](), list[tuple[str, str]]()
    asking: dict[str, Any] | None = None
    for entry in entries:
        message = entry.value
        if not isinstance(message, dict) or "role" not in message:
            continue
        if asking is not None:
            summary = _summary(asking, message)
            if summary:
                beside = window.order()[-1:] if _call(asking)[0] == "condense" else []
                yield window.compact(summary, line=entry.line, time=message.get("ts"), surviving={*first, *beside})
            else:  # the user had something to say to it, or the call was a wrong one
                window.add(message_pieces(asking, []), time=asking.get("ts"))
                window.add(message_pieces(message, tools_called(asking)), time=message.get("ts"))
            asking = None
            continue
        if message["role"] == "assistant" and _call(message)[0]:
            asking = message
            continue
        key = window.add(message_pieces(message, called), time=message.get("ts"))
        called = tools_called(message)
        first += [key] if len(first) < FIRST_PAIR else []


def _call(message: dict[str, Any]) -> tuple[str, str]:
    """Which of the tools the assistant calls, natively or in Cline's markup, and the summary that it hands over."""
    for block in objects(message.get("content")):
        if block.get("type") == "tool_use" and block.get("name") in TOOLS:
            given = block.get("input")
            return block["name"], told(given.get("context")) if isinstance(given, dict) else ""
    for made in objects(message.get("tool_calls")):
        function = made.get("function")
        if isinstance(function, dict) and function.get("name") in TOOLS:
            return function["name"], ""
    found = MARKUP.search(told(message.get("content")))
    return (found["tool"], found["context"] or "") if found else ("", "")


def _summary(asking: dict[str, Any], answer: dict[str, Any]) -> str:
    """The summary that the answer to the call puts into the window, "" where it puts none."""
    if answer["role"] != "user":
        return ""
    content = answer.get("content")
    blocks = content if isinstance(content, list) else [content]
    texts = [told(block.get("content", block.get("text"))) if isinstance(block, dict) else told(block) for block in blocks]
    tool, context = _call(asking)
    context = context.strip()
    if tool == "condense":
        return context if any(ACCEPTED in text for text in texts) else ""
    for text in texts:
        told_summary = RESULT.sub("", text, count=1) if RESULT.match(text) else text
        if context and context in told_summary:
            return context
        if (inner := summary_in(told_summary)) != told_summary:
            return inner
    return ""


FORMAT = Format(
    name="cline",
    title="Cline tasks",
    found="tasks/<id>/api_conversation_history.json",
    knows="every summary of the task with what stood before it; the first task and answer stay",
    lacks="ids of messages; messages that were cut without a summary count as seen by the next one",
    recognises=recognises,
    read=read,
    generic=True,
)
