"""What a tool call is about to do that cannot be taken back, or that others would see, and whether words bear on it.

A command line is read part by part: one that only looks, such as `grep delete`, does nothing, whatever runs behind it is judged
by itself. The names of tools and programs are in lexicon/commands.toml and lexicon/tools.toml.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from summarylint.language.command_lines import behind_assignments, commands_of
from summarylint.language.lexicon import read_lexicon

if TYPE_CHECKING:
    from summarylint.provenance.actions import Action

LONGEST_COMMAND = 40_000
"""Code points of a command that are looked at."""

LEAST_SHARED_WITH_COMMAND, LEAST_SHARED_WITH_CALL, LEAST_SHARED_WITH_EDIT = 1, 2, 3
"""Words without a digit that a deed has to share with a statement for that to bear on it. A command has few words, and each tells;
a call has the names of its tool and arguments beside; what an edit writes is long, and shares one or two with any prose by chance."""

_REDIRECTED = re.compile(r"(?<![<>&\d=-])>{1,2}(?!=)\s*[\w/.~$]")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed: its kind (see lexicon/actions.toml), its words, and for an edit the text that it writes."""

    kind: str
    words: str
    written: str | None = None


def deed_of_command(command: str) -> Deed | None:
    """Return what the first part of a command line that does something does, None where all parts only look."""
    for part in commands_of(_any_of("nowhere").sub(" ", command[:LONGEST_COMMAND])):
        if not only_looks(part) and (found := _classified(part)) is not None:
            return Deed(found.kind, part.strip())
    return None


def deed_of_call(tool: str, arguments: Mapping[str, Any]) -> Deed | None:
    """Return what a call of any agent's tool does by the tool's name and the arguments, None where it does nothing of the kind.

    A tool whose name says that it looks or plans does nothing, whatever it looks for; of one that runs commands the command
    alone tells.
    """
    words = [word.lower() for word in _WORDS.findall(tool.rpartition("__")[2])]
    if _looks_or_plans(words):
        return None
    commands = {name: _command(name, arguments[name]) for name in _lexicon()["command_arguments"] if arguments.get(name)}
    if any(command.strip() in _lexicon()["looking"] for command in commands.values()):  # the `view` of a text editor
        return None
    for command in commands.values():
        if (found := deed_of_command(command)) is not None:
            return found
    if commands and not set(words).isdisjoint(_lexicon()["shell_words"]):
        return None
    rest = {name: value for name, value in arguments.items() if name not in commands}
    told = _classified(f"{' '.join(words)} {_as_json(rest)}")
    return None if told is None else Deed(told.kind, tool)


def bears(shared: Collection[str], least: int) -> bool:
    """Do the words that a deed and a statement share make the one about the other? A name with a digit does so alone."""
    return any(len(term) > 1 and not term.isalpha() for term in shared) or len(shared) >= least


def _as_json(arguments: Mapping[str, Any]) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # whatever the arguments are, they let no call through
        return reprlib.repr(arguments)


def _looks_or_plans(words: list[str]) -> bool:
    bare, tools = "".join(words), read_lexicon("tools")
    if bare in tools["looking"].split() or bare in tools["planning"].split():
        return True
    return words[:1] != [] and words[0] in _lexicon()["looking"] and words[1:2] not in [[word] for word in _lexicon()["joining"]]


def _command(name: str, given: Any) -> str:
    """A command line, also one that is given as its words, or several that are given as a list."""
    if isinstance(given, list | tuple):
        return ("\n" if name.endswith("s") else " ").join(map(str, given))
    return str(given)


def _classified(text: str) -> Action | None:
    """As `actions.classify`, whose patterns are not even read for a command that only looks."""
    from summarylint.provenance import actions

    return actions.classify(text)


def only_looks(part: str) -> bool:
    """Does this one command only look, and write nothing anywhere?"""
    if _REDIRECTED.search(part) or _any_of("acting").search(part):
        return False
    words = behind_assignments(part.strip()).split()
    harmless = (*read_lexicon("tools")["programs"].split("\n"), *_lexicon()["checking"])
    return bool(words) and (words[0] in harmless or " ".join(words[:2]) in harmless)


def _lexicon() -> dict[str, list[str]]:
    return read_lexicon("commands")


@lru_cache(maxsize=2)
def _any_of(name: str) -> re.Pattern[str]:
    return re.compile("|".join(_lexicon()[name]))
