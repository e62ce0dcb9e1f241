"""Copilot's chats in VS Code: requests with rounds of tool calls, and in `summary` or `summaries` the round that each reaches to.

A session is one document, or lines that change it: set (1), append (2) and delete (3) after what it was at first (0).
"""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, listed, objects, output, thinking, told
from summarylint.reading.transcripts.continued import without_analysis
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction
    from summarylint.reading.transcripts.window import Entry, Note

_HINT = re.compile(
    r"\nIf you need specific details from before compaction [^\n]*+"
    r"(?:\nAt the time this summary was created, [^\n]*+)?(?:\nExample usage: [^\n]*+)?\Z"
)
"""What Copilot puts behind a summary: where the whole session can be read."""
ASKED = ("userRequest", "prompt")
"""The tags around the user's own words among what was sent with them."""


def recognises(entry: Entry) -> bool:
    """Is this a request of a chat, or the first line of a session that is kept as changes?"""
    item = entry.value
    if not isinstance(item, dict):
        return False
    if entry.key == "requests":
        return "requestId" in item and "message" in item
    first = item if entry.key == "v" else item.get("v") if entry.key is None and item.get("kind") == 0 else None
    return isinstance(first, dict) and isinstance(first.get("requests"), list) and ("sessionId" in first or "version" in first)


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The summaries of a session, each where the last round stands that it covers."""
    window = Window(path)
    session: dict[str, Any] = {"requests": []}
    lines: dict[int, int] = {}
    for entry in entries:
        item = entry.value
        if entry.key == "requests":
            lines[len(session["requests"])] = entry.line
            session["requests"].append(item)
        elif entry.key is not None:
            session = item if entry.key == "v" and isinstance(item, dict) else session | {entry.key: item}
        elif isinstance(item, dict):
            try:
                session = _changed(session, item, entry.line, lines)
            except (LookupError, TypeError, AttributeError):
                yield window.note("incomplete", "this change does not fit what stands before it", entry.line, window.count + 1)
                return
    window.chain = session.get("sessionId")
    requests = [request if isinstance(request, dict) else {} for request in listed(session.get("requests"))]
    yield from _compactions(window, requests, lines)


def _changed(session: dict[str, Any], change: dict[str, Any], line: int, lines: dict[int, int]) -> dict[str, Any]:
    """The session after a change."""
    kind, at, value = change.get("kind"), change.get("k") or [], change.get("v")
    if kind == 0 and isinstance(value, dict):
        lines.update(dict.fromkeys(range(len(listed(value.get("requests")))), line))
        return value
    place: Any = session
    for name in at if kind == 2 else at[:-1]:
        place = place[name]
    if kind == 2:
        del place[change.get("i", len(place)) :]
        place.extend(value or [])
    elif kind == 3:
        del place[at[-1]]
    else:
        place[at[-1]] = value
    if at and at[0] == "requests":
        for number in at[1:2] or range(len(session["requests"])):
            lines[number] = line if at[1:] else lines.get(number, line)
    return session


Reached = tuple[dict[str, Any], int]
"""A summary, and the line that it was read from."""


def _kept(requests: list[dict[str, Any]], lines: dict[int, int]) -> tuple[dict[str, Any], dict[str, Reached]]:
    """The tools' results by their calls, and the summaries by the last round that each covers."""
    results: dict[str, Any] = {}
    summaries: dict[str, Reached] = {}
    for number, request in enumerate(requests):
        about = _metadata(request)
        results |= about["toolCallResults"] if isinstance(about.get("toolCallResults"), dict) else {}
        for one in (about.get("summary"), *listed(about.get("summaries"))):
            if isinstance(one, dict):
                summaries[str(one.get("toolCallRoundId"))] = one, lines.get(number, 1)
    return results, summaries


def _compactions(window: Window, requests: list[dict[str, Any]], lines: dict[int, int]) -> Iterator[Compaction | Note]:
    results, summaries = _kept(requests, lines)
    for request in requests:
        if request.get("isHidden") or request.get("shouldBeRemovedOnSend"):
            continue  # the user went back to before it
        time = request.get("timestamp")
        window.add(_asked(request), message=request.get("requestId"), time=time)
        reached: Reached | None = None
        rounds = objects(_metadata(request).get("toolCallRounds"))
        if not rounds:
            said = "".join(told(part.get("value")) for part in objects(request.get("response")) if "kind" not in part)
            window.add([Piece("assistant", said)], time=time)
        for round in rounds:
            key = window.add(_round(round, results), message=round.get("id"), time=time)
            if reached:
                yield _compacted(window, *reached, surviving={key})
            reached = summaries.pop(str(round.get("id")), None)
        if reached:
            yield _compacted(window, *reached, surviving=set())
    for _, line in summaries.values():
        yield window.note("incomplete", "what it replaced is not in this transcript", line, window.counted())


def _compacted(window: Window, summary: dict[str, Any], line: int, surviving: set[str]) -> Compaction | Note:
    """A summary, with the round behind the last that it covers: where it was made aside, it was made from that, too, which stays."""
    text = without_analysis(_HINT.sub("", told(summary.get("text")).rstrip())).strip()
    if not text:
        return window.opaque(line, reason="its summary is not in the file", surviving=surviving)
    return window.compact(text, line=line, surviving=surviving, tokens=summary.get("contextLengthBefore"))


def _metadata(request: dict[str, Any]) -> dict[str, Any]:
    result = request.get("result")
    about = result.get("metadata") if isinstance(result, dict) else None
    return about if isinstance(about, dict) else {}


def _asked(request: dict[str, Any]) -> Iterator[Piece]:
    """What the user wrote, and what the program sent along with it: files, reminders."""
    message = request.get("message")
    text = told(message.get("text")) if isinstance(message, dict) else told(message)
    yield Piece("system" if request.get("isSystemInitiated") else "user", text)
    for part in objects(_metadata(request).get("renderedUserMessage")):
        if isinstance(part.get("text"), str):
            yield Piece("system", reduce(_without, ASKED, part["text"]))


def _without(text: str, tag: str) -> str:
    """The text without what stands between `<tag>` and `</tag>`."""
    kept, at, opening, closing = [], 0, f"<{tag}>", f"</{tag}>"
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(closing)
    return "".join((*kept, text[at:]))


def _round(round: dict[str, Any], results: dict[str, Any]) -> Iterator[Piece]:
    """What the model thought, said and called, and what the tools gave back."""
    thought = round.get("thinking")
    if isinstance(thought, dict) and thought.get("text"):
        yield thinking("".join(map(told, listed(thought["text"]))) or thought["text"])
    yield Piece("assistant", told(round.get("response")))
    for made in objects(round.get("toolCalls")):
        yield call(made.get("name"), made.get("arguments"), made.get("id"))
        given = results.get(str(made.get("id")))
        if isinstance(given, dict):
            yield output("\n".join(filter(None, map(_told_value, objects(given.get("content"))))), made.get("id"))


def _told_value(part: dict[str, Any]) -> str:
    """A part of a tool's result: its text, or the texts of a tree of them."""
    value = part.get("value")
    if not isinstance(value, dict):
        return told(value)
    texts, nodes = "", [value.get("node")]
    while nodes:
        node = nodes.pop()
        if isinstance(node, dict):
            if isinstance(node.get("text"), str):
                texts += ("\n" if texts and node.get("lineBreakBefore") else "") + node["text"]
            nodes += reversed(listed(node.get("children")))
    return texts


FORMAT = Format(
    name="vscode",
    title="GitHub Copilot chats in VS Code",
    found="workspaceStorage/*/chatSessions/<session>.json or .jsonl, or `Chat: Export Chat`",
    knows="every summary with the rounds that it covers, tool results, what was sent with the user's words",
    lacks="summaries that the provider made and keeps",
    recognises=recognises,
    read=read,
)
