"""Where in a text of Markdown code stands, found before its blocks are read."""

from __future__ import annotations

import sys
from bisect import bisect_right

from summarylint.language.late_pattern import LatePattern
from summarylint.language.wrappers import FENCED

_INLINE_CODE = LatePattern(lambda: r"(?<![\\`])(?:``(?!`)[^\n]+?``(?!`)|`[^`\n]+`(?!`))")


def code_places(text: str) -> list[tuple[int, int]]:
    """The fenced and inline code of a text, in order."""
    if "`" not in text and "~~~" not in text:
        return []
    fenced = [match.span() for match in FENCED.finditer(text)]
    inline = [match.span() for match in _INLINE_CODE.finditer(text)]
    return sorted([*fenced, *(place for place in inline if not within(place[0], fenced))])


def within(at: int, places: list[tuple[int, int]]) -> bool:
    """Does a place stand in one of these stretches, which are in order and apart?"""
    number = bisect_right(places, (at, sys.maxsize)) - 1
    return number >= 0 and at < places[number][1]
