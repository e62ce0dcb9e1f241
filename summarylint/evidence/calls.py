"""Calls: what a tool call shows by itself, read from the tool, the program and the file that it opens with."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from summarylint.language.lexicon import read_lexicon

CallKind = Literal["plan", "look", "document", "deed"]
"""What is only meant to be done, what only looks, prose that is written down, and anything else, which does something."""

_HEAD = 400
"""Code points of a call in which its tool and its file stand, before the content."""

_TOOL = re.compile(r"\s*[\[({<\"']*([A-Za-z][\w-]*)")
_COMMAND = re.compile(r"command\W{1,6}(?:cd [^&;]{1,200}(?:&&|;)\s*)*(git \w+|\w+)")
_FILE = re.compile(r"path\W{1,6}[^\"'\s]*\.(\w+)\b", re.IGNORECASE)
_SHELL = re.compile(r"[\W_]*\w+[\W_]*(?:command|cmd|script)\W+", re.IGNORECASE)


def kind_of_call(text: str) -> CallKind:
    """Return what kind of call this text of a tool call is."""
    return _kind(text[:_HEAD])


def command_of(text: str) -> str | None:
    """Return the command line of a call of a shell, with what may stand behind it in the call; None for another tool."""
    shell = _SHELL.match(text)
    return text[shell.end() :] if shell else None


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split("\n" if name == "programs" else None)) for name, words in read_lexicon("tools").items()}


@lru_cache(maxsize=1 << 12)
def _kind(head: str) -> CallKind:
    named = _TOOL.match(head)
    tool = re.sub(r"[\W_]", "", named[1].lower()) if named else ""
    lexicon = _lexicon()
    if tool in lexicon["planning"]:
        return "plan"
    command = _COMMAND.search(head)
    if tool in lexicon["looking"] or (command and " ".join(command[1].split()) in lexicon["programs"]):
        return "look"
    written = _FILE.search(head)
    return "document" if written and written[1].lower() in lexicon["prose_files"] else "deed"
