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

_SENTENCE_SIGNS = frozenset(".,;:'’\"?!()-")


class _WithoutPlain(dict[int, int | None]):
    """Translates letters, blanks and sentence signs to nothing, code point by code point."""

    def __missing__(self, code: int) -> int | None:
        char = chr(code)
        plain = (char.isalnum() and not char.isdecimal()) or char.isspace() or char in _SENTENCE_SIGNS
        found = self[code] = None if plain else code
        return found


_WITHOUT_PLAIN = _WithoutPlain()
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
    return len(text) - len(text.translate(_WITHOUT_PLAIN)) >= LEAST_LETTERS * len(text)
