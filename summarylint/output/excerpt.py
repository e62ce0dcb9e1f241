"""One line of a text with a marked stretch, cut to the width of a terminal; columns are cells, so wide characters count two."""

from __future__ import annotations

from dataclasses import dataclass

from summarylint.output.escaping import visible
from summarylint.output.redaction import redact_pieces

REACH = 2000
"""Code points looked at on either side of a mark: more than a terminal line shows, and enough to know a secret by."""

LEAST_CONTEXT = 24
"""Cells kept for what stands around a mark that would fill the line by itself."""

CUT = "…"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line as shown: `line` and `column` count from 1 in the text, `indent` and `length` are cells in `shown`."""

    line: int
    column: int
    shown: str
    indent: int
    length: int
    whole: bool
    more_lines: int


def place_of(text: str, start: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1; a column is a code point."""
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def excerpt(text: str, start: int, end: int, width: int) -> Excerpt:
    """The line of `text` in which the stretch [start, end) begins, in at most `width` cells.

    Of a stretch over several lines the first is marked, `more_lines` counts the others. Line breaks that the stretch
    begins with are left out. Secrets are masked, controls escaped, tabs spread.
    """
    start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
    while start < end and text[start] in "\r\n":
        start += 1
    line, column = place_of(text, start)
    line_start, line_end = start - column + 1, text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    if line_end > start and text[line_end - 1] == "\r":
        line_end -= 1
    stop = max(start, min(end, line_end, start + REACH))
    left, right = max(line_start, start - REACH), min(line_end, stop + REACH)
    before, marked, after = _pieces(text, left, start, stop, right)
    whole_line = left == line_start and right == line_end and stop == min(end, line_end)
    before, marked, after, fits = _fit(before, marked, after, width)
    return Excerpt(
        line=line,
        column=column,
        shown=before + marked + after,
        indent=cells(before),
        length=max(1, cells(before + marked) - cells(before)),
        whole=fits and whole_line,
        more_lines=text.count("\n", start, max(start, end - 1)),
    )


def _pieces(text: str, left: int, start: int, stop: int, right: int) -> tuple[str, str, str]:
    """What stands before, in and after the mark on its line, masked with the text around it in view."""
    low, high = max(0, left - REACH), min(len(text), right + REACH)
    _, before, marked, after, _ = redact_pieces(text[low:high], (left - low, start - low), (stop - low, right - low))
    return visible(before), visible(marked), visible(after)


def _fit(before: str, marked: str, after: str, width: int) -> tuple[str, str, str, bool]:
    """The three pieces in at most `width` cells, with an ellipsis where something is cut; and whether nothing was."""
    if cells(before) + cells(marked) + cells(after) <= width:
        return before, marked, after, True
    if cells(marked) > width - LEAST_CONTEXT:
        marked = _head(marked, max(1, width - LEAST_CONTEXT))
    room = max(0, width - cells(marked))
    left = min(cells(before), max(room // 3, room - cells(after)))
    return _tail(before, left), marked, _head(after, room - left), False


def _head(text: str, room: int) -> str:
    """As much of the start as fits into `room` cells."""
    if cells(text) <= room:
        return text
    used, kept = len(CUT), []
    for character in text:
        used += cells(character)
        if used > room:
            break
        kept.append(character)
    return "".join(kept) + CUT if room >= len(CUT) else ""


def _tail(text: str, room: int) -> str:
    """As much of the end as fits into `room` cells."""
    if cells(text) <= room:
        return text
    used, kept = len(CUT), []
    for character in reversed(text):
        used += cells(character)
        if used > room:
            break
        kept.append(character)
    return CUT + "".join(reversed(kept)) if room >= len(CUT) else ""


def cells(text: str) -> int:
    """The columns that `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
