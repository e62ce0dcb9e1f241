"""Sources: what kind of word a span is, finer than its role, for choosing the span that a claim is best traced to."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from summarylint.model import Origin, Span

Source = Literal["user", "output", "deed", "look", "document", "plan", "approved", "text", "thinking"]
"""`approved` is the harness's word that the user approved a plan, with the plan in it: a word of the user's, and no deed."""

_HEAD = 400
"""Code points of a call in which its tool and its file stand, before the content."""

_TOOL = re.compile(r"\s*[\[({<\"']*([A-Za-z][\w-]*)")
_COMMAND = re.compile(r"command\W{1,6}(?:cd [^&;]{1,200}(?:&&|;)\s*)*(git \w+|\w+)")
_APPROVED = re.compile(r"\W*(?:the )?user (?:has )?approved (?:your|the) plan\b", re.IGNORECASE)
_FILE = re.compile(r"path\W{1,6}[^\"'\s]*\.(\w+)\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, frozenset[str]]:
    table = tomllib.loads(files("summarylint.language").joinpath("lexicon/tools.toml").read_text("utf-8"))
    return {name: frozenset(words.split("\n" if name == "programs" else None)) for name, words in table.items()}


def source_of(span: Span) -> Source | None:
    """Return the kind of source that a span is; None for an earlier summary or a system text, which are no witnesses."""
    if span.role in ("summary", "system"):
        return None
    if span.role == "user":
        return "user"
    if span.kind == "tool_call":
        return _call(span.text[:_HEAD])
    if span.role == "tool" or span.kind == "tool_output":
        return "approved" if _APPROVED.match(span.text) else "output"
    return "thinking" if span.kind == "thinking" else "text"


def origin_of(span: Span) -> Origin | None:
    """Return the origin that a span gives to what it supports; None for an earlier summary or a system text."""
    source = source_of(span)
    if source is None:
        return None
    if source == "user":
        return "user-said"
    return "inferred" if source in ("text", "thinking") else "tool-output"


@lru_cache(maxsize=1 << 12)
def _call(head: str) -> Source:
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
