"""Reading: text to statements with marks, stance and terms. Both sides of the comparison come through here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from summarylint.language.marks import find_marks
from summarylint.language.segment import segment
from summarylint.language.stance import read_stance
from summarylint.language.tags import find_tags, leading_tags, without_tags
from summarylint.language.terms import terms
from summarylint.model import Segment, Statement

if TYPE_CHECKING:
    import regex


def read_statement(text: str, place: Segment) -> Statement:
    """Read the statement at `place` of `text`; marks have offsets into `text`."""
    return Statement(
        segment=place,
        text=text[place.start : place.end],
        marks=find_marks(text, place.start, place.end),
        stance=read_stance(text, place),
        terms=terms(text[place.start : place.end]),
    )


def read_statements(text: str, *, markdown: bool = True, tag_patterns: Sequence[regex.Pattern[str]] = ()) -> tuple[Statement, ...]:
    """Read all statements of `text` in order.

    A tag at the end of a claim is a mark of it, not part of its stretch, before its full stop or behind it. With
    `markdown` false no markup is read. `tag_patterns` are other spellings of a tag, from `tags.compiled`. Raises
    SettingsError where one of them takes too long.
    """
    tags = find_tags(text, patterns=tag_patterns)
    found: list[Statement] = []
    for place in segment(text, markdown=markdown):
        own = [tag for tag in tags if place.start <= tag.start and tag.end <= place.end]
        if own:
            start, end = without_tags(text, place.start, place.end, own)
            if found and (start == end or "\n" not in text[found[-1].end : place.start]):
                # What a full stop split off from its claim: "It fails. [inferred:s4] The other one passes."
                split_off = leading_tags(text, place.start, place.end, own)
                found[-1] = replace(found[-1], marks=(*found[-1].marks, *split_off))
                own = [tag for tag in own if tag not in split_off]
            if start == end:
                continue
            place = replace(place, start=start, end=end)
        statement = read_statement(text, place)
        found.append(replace(statement, marks=(*statement.marks, *own)) if own else statement)
    return tuple(found)
