"""Tokens: where a name stands in a text as one of its own, and not as a part of a longer one."""

from __future__ import annotations

import re

MOST_TRIED = 200
"""Places that are looked at for one token; one that stands inside others so often is no identifier."""

_WORDLIKE = re.compile(r"\w")


def token_at(token: str, text: str, start: int = 0) -> int:
    """Return where `token` stands in `text` as a token of its own and not as a part of a longer one, or -1."""
    at = text.find(token, start)
    for _ in range(MOST_TRIED):
        if at < 0 or not _inside(token, text, at):
            return at
        at = text.find(token, at + 1)
    return -1


def _inside(token: str, text: str, at: int) -> bool:
    """Does the token go on to the left or right of its place?"""
    before, after = text[max(0, at - 1) : at], text[at + len(token) : at + len(token) + 2]
    if _WORDLIKE.match(token[0]) and _WORDLIKE.match(before) and not text.startswith("\\", max(0, at - 2)):
        return True
    if not _WORDLIKE.match(token[-1]):
        return False
    if _WORDLIKE.match(after[:1]):
        return not (token[-1].isdigit() and re.match(r"s(?!\w)", after))  # "the 404s"
    # What ends in a number goes on behind a hyphen or dot ("5.12.0-rc.2"); a name may be the stem of others.
    return bool(token[-1].isdigit() and (re.match(r"-[A-Za-z]", after) or ("." in token and re.match(r"\.\d", after))))
