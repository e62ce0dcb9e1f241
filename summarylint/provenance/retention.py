"""Retention: what became of the identifiers of the last summary in the next one, and how concrete a summary is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from summarylint.language.likeness import near_identifier, same_identifier
from summarylint.language.phrases import lowered
from summarylint.language.secrecy import is_secret
from summarylint.language.terms import terms
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement
from summarylint.provenance.continuity import Continuity

Way = Literal["kept", "altered", "lost"]

DRIFT_SHARE = 0.8
"""Under this share of the identifiers whose topic is still told a summary drifts: cycles that were seen to go wrong dropped a
fifth to two fifths of them."""

LEAST_IDENTIFIERS = 3
"""Fewer identifiers whose topic is told make no share to speak of."""

DESCRIPTION_SHARE = 0.5
"""Under half of its former specificity a summary that has not grown shorter tells what the task is about, no longer what
is true."""

LENGTH_SHARE = 0.7
"""A summary that lost more of its words than this may have let its details go with their topics."""

LEAST_SPECIFICITY = 3.0
"""Concrete tokens per 100 words that a summary must have had for their loss to be one."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one identifier of the last summary.

    `mark` and `number` say where it stood (the number of its statement); `heir` is the new statement that still tells its
    topic, None where the topic is gone as well; `now` is what stands there instead of an altered one.
    """

    mark: Mark
    number: int
    way: Way
    heir: int | None = None
    now: str = ""


def fates(old: Sequence[Statement], new: Sequence[Statement], new_text: str) -> tuple[Fate, ...]:
    """Return what became of each identifier of `old`, each spelling once, in text order. Secrets are passed over."""
    continuity, lower = Continuity(old, new), lowered(new_text)
    marks = [mark for statement in new for mark in statement.marks if mark.kind == "identifier"]
    known = {mark.text for statement in old for mark in statement.marks}
    found: dict[str, Fate] = {}
    for number, statement in enumerate(old):
        for mark in statement.marks:
            if mark.kind != "identifier" or is_secret(mark.text):
                continue
            fate = _fate(mark, number, continuity, marks, known, lower)
            held = found.get(mark.text)
            if held is None or (held.heir is None and fate.heir is not None):
                found[mark.text] = fate
    return tuple(found.values())


def _fate(mark: Mark, number: int, continuity: Continuity, marks: Sequence[Mark], known: set[str], lower: str) -> Fate:
    heir = continuity.topic_told(number, terms(mark.text))
    if token_at(lowered(mark.text), lower) >= 0 or any(same_identifier(mark.text, other.text) for other in marks):
        return Fate(mark, number, "kept", heir)
    for other in continuity.new[heir].marks if heir is not None else ():
        if other.kind == "identifier" and other.text not in known and near_identifier(mark.text, other.text) is not None:
            return Fate(mark, number, "altered", heir, other.text)
    return Fate(mark, number, "lost", heir)


def retention(found: Sequence[Fate]) -> float | None:
    """Return the share of identifiers kept among those whose topic is still told, or None where there are too few of them."""
    told = [fate for fate in found if fate.way == "kept" or fate.heir is not None]
    if len(told) < LEAST_IDENTIFIERS:
        return None
    return sum(fate.way == "kept" for fate in told) / len(told)


def drifts(found: Sequence[Fate], share: float = DRIFT_SHARE) -> bool:
    """Did more identifiers go than a faithful summary lets go while it tells their topics?"""
    kept = retention(found)
    return kept is not None and kept < share


def words(text: str) -> int:
    """Return the number of words of a text."""
    return len(_WORD.findall(text))


def specificity(statements: Sequence[Statement], text: str) -> float:
    """Return the concrete tokens (identifiers and quantities) per 100 words of a summary."""
    concrete = {(m.start, m.end) for s in statements for m in s.marks if m.kind in ("identifier", "quantity")}
    return 100 * len(concrete) / max(words(text), 1)


def is_concrete(statement: Statement) -> bool:
    """Does a statement hold an identifier or a quantity?"""
    return any(mark.kind in ("identifier", "quantity") for mark in statement.marks)


def became_description(before: tuple[float, int], now: tuple[float, int]) -> bool:
    """Did a summary of (specificity, words) `before` become the description `now`?"""
    concrete = before[0] >= LEAST_SPECIFICITY and now[0] < DESCRIPTION_SHARE * before[0]
    return concrete and now[1] >= LENGTH_SHARE * before[1]
