"""The records of a session of Claude Code by their parents: which were left behind when the user went back."""

from __future__ import annotations

from typing import Any


class Branches:
    """The records that were read, in order, each with its parent."""

    def __init__(self) -> None:
        self.parents: dict[str, str | None] = {}
        self.prompts: set[str] = set()
        """The records that bring words and no result of a tool: at such a one the user may have gone back."""

    def add(self, record: dict[str, Any]) -> bool:
        """Remember a record; False for one that was read before, as a resumed session may repeat some."""
        uuid = record.get("uuid")
        if not isinstance(uuid, str):
            return True
        if uuid in self.parents:
            return False
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        self.parents[uuid] = parent if isinstance(parent, str) else None
        if record.get("type") == "user" and not _is_result(record):
            self.prompts.add(uuid)
        return True

    def left(self, end: Any, messages: list[str]) -> set[str]:
        """Those of `messages` that do not lead to the record `end`, since the user went back to before them.

        Tools that ran side by side leave results outside of the line to the end, too; so a message counts as left only from a
        prompt on whose parent is on that line. Nothing is left where the line does not reach the first message.
        """
        line = self._line(end)
        if not messages or messages[0] not in line:
            return set()
        left, gone, apart = set[str](), set[str](), set(line)
        for message in messages:
            parent = self.parents.get(message)
            if message not in line and ((message in self.prompts and parent in line) or self._comes_of(gone, apart, parent)):
                left.add(message)
                gone.add(message)
        return left

    def _comes_of(self, gone: set[str], apart: set[str], parent: str | None) -> bool:
        """Is the parent gone, be it by way of records that say nothing? All on the way are then known to be `gone`, or `apart`."""
        way = dict[str, None]()
        while parent is not None and parent not in gone and parent not in apart and parent not in way:
            way[parent] = None
            parent = self.parents.get(parent)
        found = parent in gone
        (gone if found else apart).update(way)
        return found

    def _line(self, end: Any) -> set[str]:
        line: set[str] = set()
        while isinstance(end, str) and end not in line and end in self.parents:
            line.add(end)
            end = self.parents[end]
        return line

    def between(self, head: Any, tail: Any) -> frozenset[str] | None:
        """The records from `head` to `tail`, None where one of them was not read."""
        if head not in self.parents or tail not in self.parents:
            return None
        order = list(self.parents)
        return frozenset(order[order.index(head) : order.index(tail) + 1])


def _is_result(record: dict[str, Any]) -> bool:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return isinstance(content, list) and any(isinstance(block, dict) and block.get("type") == "tool_result" for block in content)
