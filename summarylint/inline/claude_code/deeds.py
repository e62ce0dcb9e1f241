"""What a tool call is about to do that cannot be taken back, or that others would see."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from summarylint.language.lexicon import read_lexicon

if TYPE_CHECKING:
    from summarylint.provenance.actions import Action

LONGEST_WRITTEN = 40_000
"""Code points of a command, or of what an edit writes, that are looked at."""

_MCP = "mcp__"
_COMMAND = re.compile(r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|&(?!&)|[^\\&;|\n])+""", re.DOTALL)
"""One command of a line, up to the `;`, `&&`, `|` or line end that no quotes hold."""

_REDIRECTED = re.compile(r"(?<![<>&\d=-])>{1,2}(?!=)\s*[\w/.~$]")
_ASSIGNED = re.compile(r"(?:\w+=\S*\s+)*")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@dataclass(frozen=True, slots=True)
class Deed:
    """A call that is held: its kind (see lexicon/actions.toml), its words, and for an edit the text that it writes."""

    kind: str
    words: str
    written: str | None = None


def deed_of(tool: str, given: Any) -> Deed | None:
    """Return what a call does that is irreversible or visible outside, None where it does nothing of the kind.

    Of the built-in tools those that run a command or edit a file do something, of an MCP server's all whose name does not
    say that they look.
    """
    arguments: Mapping[str, Any] = given if isinstance(given, dict) else {}
    if tool.startswith(_MCP):
        return _of_server(tool, arguments)
    bare = re.sub(r"[\W_]", "", tool.lower())
    if bare in _tools()["edits"]:
        path = arguments.get("file_path") or arguments.get("notebook_path") or ""
        return Deed("write", f"{tool} {path}".strip(), _written(arguments))
    command = arguments.get("command")
    return _of_command(command) if bare in _tools()["shells"] and isinstance(command, str) else None


@lru_cache(maxsize=1)
def _tools() -> dict[str, list[str]]:
    return tomllib.loads(files(__package__).joinpath("tools.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=2)
def _any_of(name: str) -> re.Pattern[str]:
    return re.compile("|".join(_tools()[name]))


def _written(arguments: Mapping[str, Any]) -> str:
    edits = arguments.get("edits")
    parts = [arguments, *(edit for edit in edits if isinstance(edit, dict))] if isinstance(edits, list) else [arguments]
    return "\n".join(str(part[name]) for part in parts for name in _tools()["written"] if name in part)[:LONGEST_WRITTEN]


def _of_server(tool: str, arguments: Mapping[str, Any]) -> Deed | None:
    words = [word.lower() for word in _WORDS.findall(tool.rpartition("__")[2])]
    if not words or words[0] in _tools()["looking"]:
        return None
    found = _classified(f"{' '.join(words)} {json.dumps(arguments, ensure_ascii=False, default=str)}")
    return None if found is None else Deed(found.kind, tool)


def _of_command(command: str) -> Deed | None:
    """The first part of a command line that does something; a part that only looks, such as `grep delete`, does nothing."""
    for part in _COMMAND.findall(_any_of("nowhere").sub(" ", command[:LONGEST_WRITTEN])):
        if not _only_looks(part) and (found := _classified(part)) is not None:
            return Deed(found.kind, part.strip())
    return None


def _classified(text: str) -> Action | None:
    """As `provenance.actions.classify`, whose patterns are not even read for a command that only looks."""
    from summarylint.provenance import actions

    return actions.classify(text)


def _only_looks(part: str) -> bool:
    if _REDIRECTED.search(part) or _any_of("acting").search(part):
        return False
    words = _ASSIGNED.sub("", part.strip(), count=1).split()
    harmless = (*read_lexicon("tools")["programs"].split("\n"), *_tools()["checking"])
    return bool(words) and (words[0] in harmless or " ".join(words[:2]) in harmless)
