"""Reading: text to statements with marks, stance and terms. Both sides of the comparison come through here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from summarylint.language.late import LateStatement
from summarylint.language.segment import segment
from summarylint.language.tags import find_tags, without_tags
from summarylint.language.terms import terms
from summarylint.model import Mark, Segment, Statement

if TYPE_CHECKING:
    import regex


KEPT = 32
"""Texts whose statements are kept: the summaries of a run are asked for again by every record after them."""


def read_statement(text: str, place: Segment) -> Statement:
    """Read the statement at `place` of `text`; marks have offsets into `text`."""
    return LateStatement.at(text, place)


def read_statements(text: str, *, markdown: bool = True, tag_patterns: Sequence[regex.Pattern[str]] = ()) -> tuple[Statement, ...]:
    """Read all statements of `text` in order.

    A tag at the end of a claim is a mark of it, not part of its stretch, before its full stop or behind it. With
    `markdown` false no markup is read. `tag_patterns` are other spellings of a tag, from `tags.compiled`. Raises
    SettingsError where one of them takes too long.
    """
    return _read(text, markdown, tuple(tag_patterns))


@lru_cache(maxsize=KEPT)
def _read(text: str, markdown: bool, tag_patterns: tuple[regex.Pattern[str], ...]) -> tuple[Statement, ...]:
    tags = find_tags(text, patterns=tag_patterns)
    places = _places(text, tags, markdown)
    found: list[Statement] = []
    for number, place in enumerate(places):
        own = [tag for tag in tags if place.start <= tag.start and tag.end <= place.end]
        start, end = without_tags(text, place.start, place.end, own) if own else (place.start, place.end)
        if start == end:
            continue
        statement = read_statement(text, replace(place, start=start, end=end))
        if own:  # the origin and the ids inside a tag are no identifiers of the claim
            kept = tuple(m for m in statement.marks if not any(m.start < tag.end and tag.start < m.end for tag in own))
            words = "".join(text[a:b] for a, b in _between(own, start, end))
            statement = replace(statement, marks=kept, terms=terms(words))
        stop = places[number + 1].start if number + 1 < len(places) else len(text)
        begin = places[number - 1].end if number else 0
        behind = [tag for tag in tags if place.end <= tag.start < stop and not _leads(text, place.end, tag, stop)]
        before = [tag for tag in tags if begin <= tag.start < place.start and (not found or _leads(text, begin, tag, place.start))]
        held = tuple(dict.fromkeys((*before, *own, *behind)))
        found.append(replace(statement, marks=(*statement.marks, *held)) if held else statement)
    return tuple(found)


def _leads(text: str, end: int, tag: Mark, start: int) -> bool:
    """Does a tag between statements that end and start here stand on a new line before the second one?"""
    return "\n" in text[end : tag.start] and "\n" not in text[tag.end : start] and start < len(text)


def _between(tags: Sequence[Mark], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of `[start, end)` outside the tags."""
    for tag in tags:
        if tag.start >= end:
            break
        if start < tag.start:
            yield start, tag.start
        start = max(start, tag.end)
    if start < end:
        yield start, end


def _places(text: str, tags: Sequence[Mark], markdown: bool) -> list[Segment]:
    """Segment `text` as if it had no tags, each with the space before it; places are of `text` itself."""
    if not tags:
        return list(segment(text, markdown=markdown))
    kept, starts, bare, at = [], [0], 0, 0
    offsets: list[int] = [0]
    for tag in tags:
        cut = tag.start - 1 if tag.start > at and text[tag.start - 1] == " " else tag.start
        if cut < at:
            continue
        kept.append(text[at:cut])
        bare += cut - at
        starts.append(bare)
        at = tag.end
        offsets.append(at - bare)
    kept.append(text[at:])

    def back(offset: int) -> int:
        return offset + offsets[bisect_right(starts, offset) - 1]

    found = segment("".join(kept), markdown=markdown)
    return [replace(place, start=back(place.start), end=back(place.end - 1) + 1) for place in found if place.end > place.start]
