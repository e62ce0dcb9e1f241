"""Telling prose from what machines print: only prose asserts, doubts or asks by its words."""

from __future__ import annotations

import re

LEAST_WORDS = 4
"""A line with fewer words is a label or a value, whatever its letters."""

LEAST_LETTERS = 0.72
"""The share of letters, spaces and sentence marks that prose has; listings and code have more of everything else."""

_PROMPT = re.compile(r"\s*(?:\$|>>>|#|%|>|PS [^>]*>|In \[\d+\]:|[\w.-]+@[\w.-]+[:~][^$#]*[$#])\s+\S")
_CODE = re.compile(
    r"[{};]\s*$|=>|::|\(\)|==|!=|&&|\|\|"
    r"|^\s*(?:[\w./-]+:\d+|\d+[:→|-]|[+-]{1,3}\s*\w|//|/\*|\*\s|<[a-z]|def |class |func |import |return |const |let |var )"
)
"""What prose does not end with, hold or begin with: brackets and operators; line numbers, diff signs, comments, tags, keywords."""

_PLAIN = re.compile(r"[^\W\d_]|[\s.,;:'’\"?!()-]")
_WORD = re.compile(r"[^\W\d_]{2,}")


def is_command(text: str) -> bool:
    """Is this a command line, such as `$ make test` or `In [3]: x`? It says what was called, not what is so."""
    return bool(_PROMPT.match(text))


def is_prose(text: str) -> bool:
    """Does this read as a sentence that somebody wrote, rather than code, a listing or a log line?"""
    if is_command(text) or _CODE.search(text):
        return False
    if len(_WORD.findall(text)) < LEAST_WORDS:
        return False
    return len(_PLAIN.findall(text)) >= LEAST_LETTERS * len(text)
