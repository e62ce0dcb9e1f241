"""Where a statement of a span stands: in a list, a table, code or a log, and under which headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice, takewhile
from operator import attrgetter

from summarylint.language.logs import is_log_line
from summarylint.language.prose import is_prose
from summarylint.language.segment import segment
from summarylint.model import Segment, Span

STRUCTURE_LIMIT = 60_000
"""Code points up to which a message's Markdown structure is read; pasted dumps beyond that are taken line by line."""

_STRUCTURED = re.compile(
    r"^[ \t]*(?:[-*+#>|`~<=]|\d+[.)]|\[|[A-Za-z]\))|^\t|^ {4}|:(?:\s|\Z)|\||\*\*|</|^[^\w\n]*\w+(?:Error|Exception)", re.MULTILINE
)
"""What a text with structure has somewhere; reading it for nothing is the dearest thing that a check does with a message."""

_start = attrgetter("start")


class Places:
    """Where a statement stands in the structure of its message, which is read once for each text."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[Segment, ...]] = {}

    def of(self, span: Span, start: int, end: int) -> Segment:
        """Return the segment at `[start, end)` of the text of `span`."""
        if span.kind == "tool_call":
            return Segment(start, end, "code")
        if span.kind == "tool_output" or len(span.text) > STRUCTURE_LIMIT:
            printed = span.kind == "tool_output" and not is_prose(span.text[start:end])
            return Segment(start, end, "log" if printed else "sentence")
        structure = self.kept.get(span.text)
        if structure is None:
            structure = self.kept[span.text] = segment(span.text) if _STRUCTURED.search(span.text) else ()
        if not structure:
            return Segment(start, end, "log" if is_log_line(_line(span.text, start).strip(), strict=True) else "sentence")
        first = max(bisect_right(structure, start, key=_start) - 1, 0)
        around = takewhile(lambda found: found.start < end, islice(structure, first, None))
        best = max(around, key=lambda found: min(end, found.end) - max(start, found.start), default=None)
        if best is None or min(end, best.end) <= max(start, best.start):
            return Segment(start, end, "sentence")
        return Segment(start, end, best.form, best.headings, best.checked, best.label)


def _line(text: str, at: int) -> str:
    """Return the line of `text` that holds `at`."""
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]
