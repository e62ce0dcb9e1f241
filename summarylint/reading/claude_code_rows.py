"""What single rows of a Claude Code transcript say, for its reader and for those that cannot wait for one. Imports nothing."""

from __future__ import annotations

from typing import Any


def is_boundary(row: dict[str, Any]) -> bool:
    """Does this row say that the window was compacted?"""
    return row.get("type") == "system" and row.get("subtype") == "compact_boundary"


def is_aside(row: dict[str, Any]) -> bool:
    """Is this row of another agent's window?"""
    return bool(row.get("isSidechain"))


def is_spoken(row: dict[str, Any]) -> bool:
    """Is this row a message of the user or the agent?"""
    return row.get("type") in ("user", "assistant") and isinstance(row.get("message"), dict)


def is_summary(row: dict[str, Any]) -> bool:
    """Is this row marked as the summary of a compaction?"""
    return bool(row.get("isCompactSummary"))


def listed_as_preserved(about: Any) -> frozenset[str] | None:
    """The uuids that a boundary's metadata lists as staying in the window beside the summary; None where it lists none."""
    messages = about.get("preservedMessages") or about.get("preserved_messages") if isinstance(about, dict) else None
    if not isinstance(messages, dict):
        return None
    lists = [messages.get(name) for name in ("allUuids", "uuids", "all_uuids")]
    return frozenset(uuid for one in lists if isinstance(one, list) for uuid in one if isinstance(uuid, str) and uuid)
