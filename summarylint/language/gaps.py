"""Gaps: two blanks or a tab between two words of prose, which are one blank to a reader, and those between columns, which are not."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import merge
from re import Match

from summarylint.language.code_places import code_places, within
from summarylint.language.late_pattern import LatePattern
from summarylint.language.offsets import Pieces

_TWO_BLANKS = LatePattern(lambda: r"  (?<=[\w,;]  )(?=\w)")
_TAB = LatePattern(lambda: r"\t(?<=[\w,;]\t)(?=\w)")
WIDE_GAP = 2
"""Blanks beyond which a gap parts columns, whoever wrote it."""
_COLUMN = LatePattern(lambda: r"(?<=\S)(?: {2,}| ?\t[ \t]*)(?=\S)")


def may_hold_gaps(text: str) -> bool:
    """Do two blanks or a tab stand between two words?"""
    return bool(("  " in text and _TWO_BLANKS.search(text)) or ("\t" in text and _TAB.search(text)))


def gaps(text: str) -> Pieces:
    """Two blanks or a tab between two words, outside of code and columns."""
    if not may_hold_gaps(text):
        return
    code: list[tuple[int, int]] | None = None
    stop, kept = 0, False
    for match in merge(_TWO_BLANKS.finditer(text), _TAB.finditer(text), key=Match.start):
        start, end = match.span()
        if start >= stop:  # of another line than the one before
            kept = _in_columns(text, text.rfind("\n", stop, start) + 1 or stop)
            stop = text.find("\n", start) + 1 or len(text) + 1
        code = code_places(text) if code is None else code
        if not kept and not within(start, code):
            yield start, end, " "


def _in_columns(text: str, start: int) -> bool:
    """Does the line that begins here hold columns: a wide gap, or gaps of which most end where those of a line beside it end?"""
    end = text.find("\n", start)
    end = end if end >= 0 else len(text)
    found = list(_COLUMN.finditer(text, start, end))
    if any(len(match[0]) > WIDE_GAP for match in found):
        return True
    own = _ends(found, start)
    first, after = text.rfind("\n", 0, max(0, start - 1)) + 1, text.find("\n", end + 1)
    for line, stop in ((first, max(0, start - 1)), (end + 1, after if after >= 0 else len(text))):
        beside = _ends(_COLUMN.finditer(text, line, stop), line)
        if beside and 2 * len(own & beside) >= max(len(own), len(beside)):
            return True
    return False


def _ends(found: Iterable[Match[str]], line: int) -> set[int]:
    """Where gaps end, counted from the beginning of their line; those with a tab, which may reach to any place, by their number."""
    return {-number if "\t" in match[0] else match.end() - line for number, match in enumerate(found, 1)}
