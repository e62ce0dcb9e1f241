"""Tags: writing the origin of each claim behind it, taking it out again, and reading what a statement's tags say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from summarylint.errors import UsageError
from summarylint.language.reading_form import Reading
from summarylint.language.tags import ORIGINS, find_tags
from summarylint.model import Claim, Mark, Origin, Statement

if TYPE_CHECKING:
    import regex

UNTAGGED_FORMS = ("code", "heading", "log")
"""Forms of statement that carry no tag: inside them a tag would change what is quoted."""

STRENGTH: dict[str, int] = {"unverified": 0, "hedged": 1, "inferred": 2, "user-said": 3, "tool-output": 4}
"""Origins from the weakest to the strongest, as a claim with several witnesses takes the weakest."""

_CANNOT = frozenset("[],")


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag says: the origin (None for `[unverified]`) and the spans it names, with its place in the summary."""

    origin: Origin | None
    span_ids: tuple[str, ...]
    start: int
    end: int
    text: str


def tags_of(statement: Statement) -> tuple[Tag, ...]:
    """Return the tags at the end of a statement, in text order. One of another spelling whose origin is unknown is left out."""
    return tuple(_tag(mark) for mark in statement.marks if mark.kind == "tag" and mark.type in (*ORIGINS, "unverified"))


def _tag(mark: Mark) -> Tag:
    origin: Origin | None = None if mark.type == "unverified" else mark.type  # type: ignore[assignment]
    return Tag(origin, tuple(part for part in mark.value.split(",") if part), mark.start, mark.end, mark.text)


def may_carry_tag(statement: Statement) -> bool:
    """Is this a statement behind which a tag can stand?"""
    return statement.segment.form not in UNTAGGED_FORMS


def written(claim: Claim) -> str:
    """Return the tag that a claim should carry, without the space before it.

    Raises UsageError where the id of its span holds a sign that no tag can.
    """
    if claim.origin is None or claim.primary_span_id is None:
        return "[unverified]"
    if not claim.primary_span_id or any(sign.isspace() or sign in _CANNOT for sign in claim.primary_span_id):
        way_out = "give the span an id without white space, comma or bracket"
        raise UsageError(f"the span id {claim.primary_span_id!r} cannot stand in a tag; {way_out}")
    return f"[{claim.origin}:{claim.primary_span_id}]"


def with_tags(summary: str, statements: Sequence[Statement], claims: Iterable[Claim], reading: Reading | None = None) -> str:
    """Return `summary` with a tag behind each claim that can carry one and has none yet.

    `claims` are those of `statements`, which are of the summary in its form `reading`, where that is another one. A tag goes in
    with one space before it and nothing else, so that `without_tags` gives back the text byte for byte. Raises UsageError as
    `written` does.
    """
    places = [(statement.start, statement.end) for statement in statements if may_carry_tag(statement) and not tags_of(statement)]
    bare = {reading.stretch(*place) if reading else place for place in places}
    for claim in sorted(claims, key=lambda claim: claim.end, reverse=True):
        if (claim.start, claim.end) in bare:
            summary = f"{summary[: claim.end]} {written(claim)}{summary[claim.end :]}"
    return summary


def without_tags(summary: str, patterns: Sequence[regex.Pattern[str]] = ()) -> str:
    """Return `summary` without its tags and the one space before each. `patterns` are other spellings (language.tags.compiled)."""
    kept, at = [], 0
    for start, end in _stretches(summary, patterns):
        kept.append(summary[at:start])
        at = end
    return "".join((*kept, summary[at:]))


def _stretches(summary: str, patterns: Sequence[regex.Pattern[str]]) -> Iterator[tuple[int, int]]:
    last = 0
    for tag in find_tags(summary, patterns=patterns):
        if tag.start >= last:
            yield (tag.start - 1 if tag.start > last and summary[tag.start - 1] == " " else tag.start), tag.end
            last = tag.end
