"""Reading origin tags: `[hedged:s1]` at the end of the claim that it marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from summarylint.errors import SettingsError
from summarylint.model import Mark

if TYPE_CHECKING:
    import regex

PATTERN_SECONDS = 0.5
"""How long a user's own pattern may take on one summary; a pattern that backtracks for ever is an error, not a wait."""

ORIGINS = ("user-said", "tool-output", "hedged", "inferred")
"""The origins that a tag can name; "unverified" names none."""

_TAG = re.compile(r"\[(user-said|tool-output|hedged|inferred):([^\[\]\s,]+(?:,\s*[^\[\]\s,]+)*)\]|\[(unverified)\]")


def compiled(patterns: Sequence[str]) -> tuple[regex.Pattern[str], ...]:
    """Compile a user's spellings of a tag. Raises SettingsError for one that does not compile or lacks a group."""
    if not patterns:
        return ()
    import regex

    found = []
    for pattern in patterns:
        try:
            made = regex.compile(pattern)
        except regex.error as error:
            raise SettingsError(f"tag-patterns: {pattern!r} is no regular expression: {error}") from error
        if not {"origin", "ids"} <= set(made.groupindex):
            raise SettingsError(f"tag-patterns: {pattern!r} lacks the groups (?P<origin>...) and (?P<ids>...)")
        found.append(made)
    return tuple(found)


def find_tags(text: str, start: int = 0, end: int | None = None, patterns: Sequence[regex.Pattern[str]] = ()) -> tuple[Mark, ...]:
    """Return the tags in `text[start:end]`: `type` is the origin or "unverified", `value` the span ids joined by commas.

    `patterns` are other spellings, from `compiled`. Raises SettingsError where one takes too long.
    """
    stop = len(text) if end is None else end
    found = [Mark("tag", m[1] or m[3], m.start(), m.end(), m[0], value=_ids(m[2])) for m in _TAG.finditer(text, start, stop)]
    for pattern in patterns:
        try:
            matches = list(pattern.finditer(text, start, stop, timeout=PATTERN_SECONDS))
        except TimeoutError as error:
            slow = f"{pattern.pattern!r} took more than {PATTERN_SECONDS} s on one summary"
            raise SettingsError(f"tag-patterns: {slow}; make it simpler") from error
        found += [Mark("tag", (m["origin"] or "").lower(), m.start(), m.end(), m[0], value=_ids(m["ids"])) for m in matches]
    return tuple(sorted(found, key=lambda mark: mark.start))


def _ids(written: str | None) -> str:
    return ",".join(part for part in re.split(r"[,\s]+", written or "") if part)


def leading_tags(text: str, start: int, end: int, tags: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return those of `tags` with which the stretch `[start, end)` opens, white space aside."""
    found: list[Mark] = []
    for tag in tags:
        if tag.start < start or tag.end > end or text[start : tag.start].strip():
            break
        found.append(tag)
        start = tag.end
    return tuple(found)


def without_tags(text: str, start: int, end: int, tags: Sequence[Mark]) -> tuple[int, int]:
    """Return the stretch `[start, end)` with tags and white space cut off at both ends; it is empty where nothing else is left."""
    for tag in reversed(tags):
        if start <= tag.start and tag.end <= end and not text[tag.end : end].strip(" \t.,;|"):
            end = tag.start
            while end > start and text[end - 1].isspace():
                end -= 1
    for tag in leading_tags(text, start, end, tags):
        start = tag.end
    while start < end and text[start].isspace():
        start += 1
    return start, end
