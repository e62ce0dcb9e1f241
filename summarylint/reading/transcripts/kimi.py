"""Kimi Code's wire: a record a line; `context.apply_compaction` holds a summary, and counts what it replaced and what stays.

Kimi CLI, which came before, keeps a summary in `context.jsonl` and moves what it was made from to another file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from summarylint.reading.transcripts.content import call, calls, objects, output, pieces, role_of, thinking, told
from summarylint.reading.transcripts.format import Format
from summarylint.reading.transcripts.window import Piece, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.model import Compaction, Role
    from summarylint.reading.transcripts.window import Entry, Note

COMPACTED = "<system>Previous context has been compacted."
"""How the first part of a message begins in whose place a summary of Kimi CLI stands."""
ROLES_APART = ("_checkpoint", "_usage", "_system_prompt")
"""Lines of Kimi CLI's `context.jsonl` that are no messages."""


def recognises(entry: Entry) -> bool:
    """Is this a wire's header or one of its records of the context, or a line that only Kimi CLI writes?"""
    item = entry.value
    if entry.key is not None or not isinstance(item, dict):
        return False
    kind = str(item.get("type"))
    return item.get("role") in ROLES_APART or (kind == "metadata" and "protocol_version" in item) or kind.startswith("context.append_")


@dataclass(slots=True)
class Context:
    """What stands in the window, message by message, in order: each by its key, with whether the user wrote it himself."""

    window: Window
    messages: dict[str, bool] = field(default_factory=dict)
    open_calls: set[str] = field(default_factory=set)
    waiting: list[tuple[dict[str, Any], Any]] = field(default_factory=list)
    """Messages that came while a tool was at work; they stand behind its result."""
    settled: int = 0
    """How many messages, counted from the first, can no longer be taken back: the last summary, and what stayed beside it."""

    def append(self, message: dict[str, Any], time: Any) -> None:
        if self.open_calls:
            self.waiting.append((message, time))
            return
        key = self.window.add(message_pieces(message), message=message.get("id"), time=time)
        self.messages[key] = message.get("role") == "user" and is_kept(message.get("origin"))

    def step(self, event: dict[str, Any], time: Any) -> None:
        """What a model's step adds: its parts and calls to one message, each result as a message of its own."""
        kind, id, step = event.get("type"), str(event.get("toolCallId")), event.get("stepUuid")
        if kind == "step.begin":
            self.messages[str(event.get("uuid"))] = False
        elif kind == "content.part":
            self.messages.setdefault(self.window.add(part_pieces("assistant", [event.get("part")]), message=step, time=time), False)
        elif kind == "tool.call":
            self.open_calls.add(id)
            made = call(event.get("name"), event.get("args"), id)
            self.messages.setdefault(self.window.add([made], message=step, time=time), False)
        elif kind == "tool.result":
            given = event["result"] if isinstance(event.get("result"), dict) else {}
            text = "\n".join(filter(None, (told(given.get("output")), told(given.get("note")))))
            self.messages[self.window.add([output(text, id)], message=f"{id}:result", time=time)] = False
            self.open_calls.discard(id)
        if not self.open_calls:
            self.settle()

    def settle(self) -> None:
        self.open_calls.clear()
        waiting, self.waiting = self.waiting, []
        for message, time in waiting:
            self.append(message, time)

    def undo(self, count: int) -> None:
        """Take back the last `count` messages of the user, and what followed them; not past a summary."""
        self.settle()
        order = list(self.messages)
        begins = [place for place, key in enumerate(order) if self.messages[key] and place >= self.settled][-count:] if count > 0 else []
        left = set(order[begins[0] :]) if begins else set()
        self.leave(left)

    def leave(self, left: set[str]) -> None:
        self.window.drop(lambda message: message in left)
        self.messages = {key: own for key, own in self.messages.items() if key not in left}

    def clear(self) -> None:
        self.settle()
        self.leave(set(self.messages))
        self.settled, self.window.previous, self.window.depth = 0, None, 0

    def compact(self, item: dict[str, Any], line: int) -> Compaction | Note:
        self.settle()
        summary = summary_of(item)
        if not summary:
            self.messages, self.settled = {}, 0
            return self.window.opaque(line, reason="its summary is not in the file")
        order, counted, stays = list(self.messages), item.get("compactedCount"), item.get("keptUserMessageCount")
        own = [key for key, user in self.messages.items() if user]
        kept: list[str] = []
        surviving: list[str] | None = None
        if isinstance(stays, int):  # the user's messages stay, the first and the last of them where they are too many
            head = item.get("keptHeadUserMessageCount")
            first = head if isinstance(head, int) else 0
            surviving = own[:first] + own[max(len(own) - max(stays - first, 0), 0) :]
        elif isinstance(counted, int) and 0 < counted < len(order):  # what stands behind stays, as it did at first
            kept, surviving = order[counted:], []
        number = self.window.count + 1
        dropped = item.get("droppedCount")
        unseen = set(order[:dropped]) if isinstance(dropped, int) else set()
        made = self.window.compact(
            summary,
            line=line,
            message=f"summary-{number}",
            time=item.get("time"),
            kept=kept,
            surviving=surviving,
            shown=(lambda held: held.message not in unseen) if unseen else None,
        )
        # the user's messages that stay stand before the summary, a tail behind it
        order = [*(surviving or ()), f"summary-{number}", *kept]
        self.messages, self.settled = {key: self.messages.get(key, False) for key in order}, len(set(order))
        return made


def read(entries: Iterator[Entry], path: str) -> Iterator[Compaction | Note]:
    """The compactions of a wire; those of Kimi CLI are told, as what they replaced is in another file."""
    contexts: dict[str, Context] = {}
    for entry in entries:
        item = entry.value
        if not isinstance(item, dict):
            continue
        agent = str(item.get("agentId") or "main")
        if agent not in contexts:
            contexts[agent] = Context(Window(path, chain=None if agent == "main" else f"{path}#{agent}"))
        context, kind, time = contexts[agent], item.get("type"), item.get("time")
        if kind == "context.append_message" and isinstance(item.get("message"), dict):
            context.append(item["message"], time)
        elif kind == "context.append_loop_event" and isinstance(item.get("event"), dict):
            context.step(item["event"], time)
        elif kind == "context.undo" and isinstance(item.get("count"), int):
            context.undo(item["count"])
        elif kind == "context.clear":
            context.clear()
        elif kind == "context.apply_compaction":
            yield context.compact(item, entry.line)
        elif is_moved(item):
            window = context.window
            yield window.note("incomplete", "what it replaced is in another file (context_N.jsonl)", entry.line, window.counted())


def summary_of(item: dict[str, Any]) -> str:
    """The summary of a compaction; a wire of an early version holds it as a message."""
    summary = item.get("summary")
    return told(summary.get("content") if isinstance(summary, dict) else summary).strip()


def is_moved(item: dict[str, Any]) -> bool:
    """Is this a summary of Kimi CLI, or its wire's word that there was one?"""
    first = next(iter(objects(item.get("content"))), {})
    inner = item.get("message")
    return ("role" in item and told(first.get("text")).startswith(COMPACTED)) or (
        isinstance(inner, dict) and inner.get("type") == "CompactionEnd"
    )


def kind_of(origin: Any) -> tuple[str, Any]:
    """From whom a message in the user's place comes, and what set it off."""
    return (str(origin.get("kind")), origin.get("trigger")) if isinstance(origin, dict) else ("user", None)


def is_kept(origin: Any) -> bool:
    """Does a message stay as the user's own: what he wrote, and skills and commands that he called?"""
    return kind_of(origin) == ("user", None) or kind_of(origin) in (("skill_activation", "user-slash"), ("plugin_command", "user-slash"))


def message_pieces(message: dict[str, Any]) -> Iterator[Piece]:
    """What a message says. In the user's place the program puts reminders and skills, and what commands and tasks gave back."""
    role = role_of(message.get("role"))
    if role == "tool":
        yield output(message.get("content"), message.get("toolCallId"))
        return
    origin = message["origin"] if isinstance(message.get("origin"), dict) else {}
    kind, _ = kind_of(origin or None)
    if role == "user" and (kind == "background_task" or (kind == "shell_command" and origin.get("phase") == "output")):
        yield Piece("tool", told(message.get("content")), "tool_output")
        return
    speaker: Role = "system" if role == "user" and kind not in ("user", "shell_command") else role
    yield from part_pieces(speaker, message.get("content"))
    yield from calls({"tool_calls": message.get("toolCalls")})


def part_pieces(role: Role, content: Any) -> Iterator[Piece]:
    """The parts of a message; what the model thought is a part `think`, what stands in `<system-reminder>` the program's."""
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else objects(content):
        if part.get("type") == "think":
            yield thinking(part.get("think"))
            continue
        for piece in pieces(role, [part]):
            put_in = piece.role == "user" and piece.text.lstrip().startswith("<system-reminder>")
            yield Piece("system", piece.text) if put_in else piece


FORMAT = Format(
    name="kimi",
    title="Kimi Code sessions",
    found="~/.kimi-code/sessions/*/*/agents/*/wire.jsonl",
    knows="every summary with what it replaced, and which of the user's messages stay",
    lacks="what Kimi CLI summarised, which it moves to another file; tool results that were shortened before the summary",
    recognises=recognises,
    read=read,
)
