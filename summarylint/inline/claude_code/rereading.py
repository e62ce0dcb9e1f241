"""What has come into the window since the last compaction: sources that were read again, calls that the user let through.

A tool call waits for this, so the rows are looked at here as they are, without the reader of transcripts and all it imports.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from summarylint.inline.claude_code.quoting import digest, flat
from summarylint.inline.claude_code.transcript import is_message, lines_of, opened_file, preserved, row_of
from summarylint.reading.claude_code_rows import is_boundary

if TYPE_CHECKING:
    from summarylint.inline.claude_code.record import Source
    from summarylint.inline.claude_code.state import Held

MOST_READ = 4 << 20
"""Bytes of new rows that one tool call waits for, some 40 ms; of more only the last are read."""

LEAST_QUOTE = 12
"""Code points of the shortest quotation, two or three words, that tells by itself that its source was read again: shorter ones
stand in many texts by chance, so that only the message or the call itself counts."""

LONGEST_FLAT = 200_000
"""Code points of one text in which quotations are looked for."""

RAN = "Exit code "
"""How the error of a command begins that did run, and failed; that of a call which was refused begins otherwise."""


@dataclass(slots=True)
class _Seen:
    """What the new rows hold: texts that were read, calls that gave a result, messages that survived the compaction.

    `waiting` has the offset and the digest of each call that has no result yet.
    """

    texts: list[str] = field(default_factory=list)
    calls: set[str] = field(default_factory=set)
    ran: set[str] = field(default_factory=set)
    messages: frozenset[str] = frozenset()
    waiting: dict[str, tuple[int, str]] = field(default_factory=dict)
    bounded: bool = False
    """Was the boundary of a compaction among the rows? Those before it are in the window no more."""

    def has(self, source: Source) -> bool:
        if source.message in self.messages or source.call in self.calls:
            return True
        quote = source.quote.removesuffix("…")
        if len(quote) < LEAST_QUOTE:
            return False
        end = "" if quote != source.quote else r"(?!\w)"
        words = re.compile(rf"(?<!\w){re.escape(quote)}{end}")
        return any(words.search(text) for text in self.texts)


def catch_up(held: Held, transcript: str) -> None:
    """Bring `held` up to date with the rows that the transcript has gained. Raises HookError where it cannot be read.

    A claim is closed once a source of it is in the window again: preserved beside the summary, given by the same call, or word
    for word in what a tool or the user said. A held call that ran was let through by the user, which ends all holding.
    """
    with opened_file(transcript) as file:
        size = file.seek(0, 2)
        anew = held.read_to > size  # the transcript was written anew: of what is in it only a boundary tells what is new
        start = 0 if anew else held.read_to
        file.seek(max(start, size - MOST_READ))
        if size - start > MOST_READ:
            file.readline()
        seen, end = _Seen(), start
        for at, line in lines_of(file):
            end = at + len(line)
            row = row_of(line)
            if row is not None and is_boundary(row):
                seen = _Seen(messages=preserved(row), bounded=True)
            elif row is not None and is_message(row):
                _look(row, at, seen)
    held.read_to = min((at for at, _ in seen.waiting.values()), default=end)
    if anew and not seen.bounded:
        return
    held.open = [number for number in held.open if not any(map(seen.has, held.record.claims[number].sources))]
    if not held.ended and seen.ran.intersection(held.asked):
        held.ended = "the user let a call through"


def _look(row: dict[str, Any], at: int, seen: _Seen) -> None:
    content = row["message"].get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            _look_at(block, row["type"], at, seen)


def _look_at(block: dict[str, Any], speaker: str, at: int, seen: _Seen) -> None:
    kind = block.get("type")
    if kind == "tool_use" and isinstance(block.get("id"), str):
        call = f"{block.get('name')} {json.dumps(block.get('input', {}), ensure_ascii=False)}"
        seen.waiting[block["id"]] = (at, digest(call))
    elif kind == "tool_result" and isinstance(block.get("tool_use_id"), str):
        text = flat("\n".join(_texts(block.get("content")))[:LONGEST_FLAT])
        _, call = seen.waiting.pop(block["tool_use_id"], (0, ""))
        if not block.get("is_error") or text.startswith(RAN):
            seen.ran.add(block["tool_use_id"])
            seen.calls |= {call} - {""}
        seen.texts.append(text)
    elif kind == "text" and speaker == "user" and isinstance(block.get("text"), str):
        seen.texts.append(flat(block["text"][:LONGEST_FLAT]))


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            yield part["text"]
