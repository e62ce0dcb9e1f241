"""What a tool call of Claude Code is about to do that cannot be taken back, or that others would see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from summarylint.language.lexicon import read_lexicon
from summarylint.provenance.deeds import Deed, deed_of_call, deed_of_command

LONGEST_WRITTEN = 40_000
"""Code points of what an edit writes that are looked at."""

_MCP = "mcp__"


def deed_of(tool: str, given: Any) -> Deed | None:
    """Return what a call does that is irreversible or visible outside, None where it does nothing of the kind.

    Of the built-in tools those that run a command or edit a file do something, of an MCP server's all whose name does not
    say that they look.
    """
    arguments: Mapping[str, Any] = given if isinstance(given, dict) else {}
    if tool.startswith(_MCP):
        return deed_of_call(tool, arguments)
    bare, lexicon = re.sub(r"[\W_]", "", tool.lower()), read_lexicon("commands")
    if bare in lexicon["edits"]:
        path = arguments.get("file_path") or arguments.get("notebook_path") or ""
        return Deed("write", f"{tool} {path}".strip(), _written(arguments))
    command = arguments.get("command")
    return deed_of_command(command) if bare in lexicon["shells"] and isinstance(command, str) else None


def _written(arguments: Mapping[str, Any]) -> str:
    edits = arguments.get("edits")
    parts = [arguments, *(edit for edit in edits if isinstance(edit, dict))] if isinstance(edits, list) else [arguments]
    return "\n".join(str(part[name]) for part in parts for name in read_lexicon("commands")["written"] if name in part)[:LONGEST_WRITTEN]
