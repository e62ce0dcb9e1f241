"""Calls: what a tool call shows by itself, read from the tool, the program and the file that it opens with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from summarylint.language.command_lines import behind_assignments, commands_of
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered

CallKind = Literal["plan", "look", "document", "deed"]
"""What is only meant to be done, what only looks, prose that is written down, and anything else, which does something."""

_HEAD = 400
"""Code points of a call in which its tool and its file stand, before the content."""

_TOOL = re.compile(r"\s*[\[({<\"']*([A-Za-z][\w-]*)")
_COMMAND = re.compile(r"command\W{1,6}(?:cd [^&;]{1,200}(?:&&|;)\s*)*(git \w+|\w+)")
_QUOTED = re.compile(r"\\\"(?:[^\"\\]|\\\\.)*\\\"|'[^'\"]*'")
"""A quotation inside of a command line that stands in JSON."""

_BEHIND = re.compile(r"(?:&&|\|\||;|\\n)\s*(?:cd [^&;]{1,200}(?:&&|;)\s*)*(git \w+|\w+)")
_FILE = re.compile(r"path\W{1,6}[^\"'\s]*\.(\w+)\b", re.IGNORECASE)
_SHELL = re.compile(r"[\W_]*\w+[\W_]*(?:command|cmd|script)\W+", re.IGNORECASE)

_OTHER_ARGUMENT = re.compile(r"(?<!\\)\"\s*(?:,\s*\"\w+\"\s*:|\})")
"""Where the command line ends and the call goes on with another argument, such as a description."""

_INNER = re.compile(r"\$\(([^()]*)\)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_PUNCTUATION = re.compile(r"\W*")
_WORDS = re.compile(r"[\w./@-]+")


def kind_of_call(text: str) -> CallKind:
    """Return what kind of call this text of a tool call is."""
    return _kind(text[:_HEAD])


def command_of(text: str) -> str | None:
    """Return the command line of a call of a shell, with what may stand behind it in the call; None for another tool."""
    shell = _SHELL.match(text)
    return text[shell.end() :] if shell else None


def run_by(text: str) -> Iterator[str]:
    """Yield what a call of a shell may run: the programs and the words behind them, without folders and endings, in small letters.

    Nothing of a part that only looks at files or handles them. A here-document belongs to the part that reads it.
    """
    written = lowered(_OTHER_ARGUMENT.split(command_of(text) or "", maxsplit=1)[0])
    command = _ESCAPE.sub(lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]), written)
    line, here, body = command.partition("<<")
    parts = commands_of(line) or [""]
    for part in (*parts[:-1], parts[-1] + here + body, *_INNER.findall(line)):
        words = _WORDS.findall(behind_assignments(_PUNCTUATION.sub("", part, count=1)))
        while words and (words[0] in _lexicon()["wrappers"] or words[0].startswith("-")):
            del words[0]
        if words and words[0] not in _lexicon()["programs"] and words[0] not in _lexicon()["handling"]:
            yield from (bare_name(word) for word in words)


def bare_name(path: str) -> str:
    """Return the name of a file or program without its folder and its ending."""
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split("\n" if name == "programs" else None)) for name, words in read_lexicon("tools").items()}


def _only_looks(command: re.Match[str], head: str) -> bool:
    """Does a command line run programs that only look, as far as it is read? What is piped on is what was looked at."""
    rest = _QUOTED.sub(" ", head[command.end() :]).partition('"')[0]
    programs = (command[1], *_BEHIND.findall(rest))
    return all(" ".join(program.split()) in _lexicon()["programs"] for program in programs)


@lru_cache(maxsize=1 << 12)
def _kind(head: str) -> CallKind:
    named = _TOOL.match(head)
    tool = re.sub(r"[\W_]", "", named[1].lower()) if named else ""
    lexicon = _lexicon()
    if tool in lexicon["planning"]:
        return "plan"
    command = _COMMAND.search(head)
    if tool in lexicon["looking"] or (command and _only_looks(command, head)):
        return "look"
    written = _FILE.search(head)
    return "document" if written and written[1].lower() in lexicon["prose_files"] else "deed"
