"""Who says what in the messages of Cline, Roo Code and Kilo Code, where a user's message holds results and notices as plain text."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from summarylint.reading.transcripts.content import calls, listed, output, pieces, role_of, told
from summarylint.reading.transcripts.window import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RESULT = re.compile(r"\s*\[(?P<tool>\w+)(?: for .*?)?\] Result:[ \t]*\n?", re.DOTALL)
"""How a block begins that tells what a tool gave back (`[read_file for 'a.py'] Result:`); what it gave may be the next block."""

STATE = re.compile(r"\s*(?:<(?:environment_details|file_content|folder_content|url_content)\b|# (?:TODO LIST|task_progress|Todo List)\b)")
"""How blocks begin in which the program shows files and where the task stands, as a tool would."""
NOTICE = re.compile(
    r"\s*(?:<(?:explicit_instructions|system-reminder|hook_context)\b|\[(?:ERROR|NOTE|TASK RESUMPTION)\]|Tool \[\w+\] was not executed\b)"
)
"""How blocks begin in which the program speaks for itself."""

ASKING = ("ask_followup_question", "attempt_completion", "plan_mode_respond", "act_mode_respond", "condense", "new_task", "new_rule")
"""Tools that give back what the user answered."""

_FEEDBACK = re.compile(r"The user[^<]{0,300}\bfeedback\b[^<]{0,200}<(?P<tag>feedback)>")
_ANSWER = re.compile(r"<(?P<tag>answer|user_message|feedback)>")
_SAID = re.compile(r"\s*(?:[^<\n]*\n)?<(?P<tag>task|user_message|feedback|answer)>")
"""The mark that the program sets before words of the user, behind at most one line of the program."""


def message_pieces(message: dict[str, Any], asked: list[tuple[str, str]]) -> Iterator[Piece]:
    """What a message says; `asked` are the tools that the message before it called, each with the id of the call."""
    role, content = role_of(message.get("role")), message.get("content")
    if role != "user":
        yield from pieces(role, content)
        yield from calls(message)
        return
    waiting, open_result = list(asked), None
    for block in content if isinstance(content, list) else [content]:
        text = block if isinstance(block, str) else told(block.get("text")) if isinstance(block, dict) else ""
        if isinstance(block, dict) and block.get("type") == "tool_result":
            text = told(block.get("content"))
            begun = RESULT.match(text)
            id = block.get("tool_use_id")
            tool = next((name for name, known in asked if known == id), begun["tool"] if begun else "")
            yield from _result(text[begun.end() :] if begun else text, tool, id)
        elif begun := RESULT.match(text):
            open_result = begun["tool"], _id_of(begun["tool"], waiting)
            if rest := text[begun.end() :].strip():
                yield from _result(rest, *open_result)
                open_result = None
        elif STATE.match(text):
            yield output(text)
        elif NOTICE.match(text):
            yield Piece("system", text)
        elif open_result is not None and text:
            yield from _result(text, *open_result)
            open_result = None
        elif text:
            yield from _said(text)


def tools_called(message: dict[str, Any]) -> list[tuple[str, str]]:
    """The tools that a message calls, each with the id of the call."""
    blocks = [block for block in listed(message.get("content")) if isinstance(block, dict) and block.get("type") == "tool_use"]
    return [(str(block.get("name")), str(block["id"])) for block in blocks if block.get("id")]


def _id_of(tool: str, waiting: list[tuple[str, str]]) -> str | None:
    """The id of the first call of this tool that has no result yet."""
    found = next((pair for pair in waiting if pair[0] == tool), None)
    if found is None:
        return None
    waiting.remove(found)
    return found[1]


def _result(text: str, tool: str, id: Any) -> Iterator[Piece]:
    """What a tool gave back, and what the user said to it."""
    words = next(_words(text, (_ANSWER if tool in ASKING else _FEEDBACK).finditer(text)), None)
    yield output(text[: words.start].rstrip() if words else text, id)
    if words:
        yield Piece("user", words.text)
    elif said := _denied(text):
        yield Piece("user", said)


def _denied(text: str) -> str:
    """The user's words in the JSON with which Roo Code tells that a call was denied, or approved with a remark."""
    if not text.lstrip().startswith('{"status":'):
        return ""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return told(value.get("feedback")) if isinstance(value, dict) and value.get("status") in ("denied", "approved") else ""


def _said(text: str) -> Iterator[Piece]:
    marked = next(_words(text, filter(None, [_SAID.match(text)])), None)
    if marked is None:
        words = next(_words(text, filter(None, [_FEEDBACK.match(text)])), None)
        yield Piece("user", words.text if words else text)
        return
    yield Piece("user", marked.text)
    if rest := text[marked.end :].strip():
        yield Piece("system", rest)


class _Words(NamedTuple):
    """Words between two marks: the words themselves, where they start, and where the mark behind them ends."""

    text: str
    start: int
    end: int


def _words(text: str, opened: Iterable[re.Match[str]]) -> Iterator[_Words]:
    """What stands behind each mark up to the one that closes it."""
    open_for_ever = set[str]()
    for mark in opened:
        if mark["tag"] in open_for_ever:
            continue
        closing = f"</{mark['tag']}>"
        at = text.find(closing, mark.end())
        if at < 0:
            open_for_ever.add(mark["tag"])
        else:
            yield _Words(text[mark.end() : at].strip(), mark.end(), at + len(closing))
