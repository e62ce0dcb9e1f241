"""Reading origin tags: `[hedged:s1]` at the end of the claim that it marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from summarylint.model import Mark

ORIGINS = ("user-said", "tool-output", "hedged", "inferred")

_TAG = re.compile(r"\[(user-said|tool-output|hedged|inferred):([^\[\]\s,]+(?:,\s*[^\[\]\s,]+)*)\]|\[(unverified)\]")


def find_tags(text: str, start: int = 0, end: int | None = None, patterns: Sequence[re.Pattern[str]] = ()) -> tuple[Mark, ...]:
    """Return the tags in `text[start:end]`: `type` is the origin or "unverified", `value` the span ids joined by commas.

    `patterns` are other spellings; each must have the groups `origin` and `ids`.
    """
    stop = len(text) if end is None else end
    found = [
        Mark("tag", m[1] or m[3], m.start(), m.end(), m[0], value=",".join(part.strip() for part in (m[2] or "").split(",") if part.strip()))
        for m in _TAG.finditer(text, start, stop)
    ]
    for pattern in patterns:
        found += [
            Mark("tag", m["origin"].lower(), m.start(), m.end(), m[0], value=",".join(re.split(r"[,\s]+", (m["ids"] or "").strip())))
            for m in pattern.finditer(text, start, stop)
        ]
    return tuple(sorted(found, key=lambda mark: mark.start))


def without_tags(text: str, start: int, end: int, tags: Sequence[Mark]) -> tuple[int, int]:
    """Return the stretch `[start, end)` with tags and white space cut off at its end."""
    for tag in reversed(tags):
        if start <= tag.start and tag.end <= end and not text[tag.end : end].strip(" \t.,;|"):
            end = tag.start
            while end > start and text[end - 1].isspace():
                end -= 1
    return start, end
