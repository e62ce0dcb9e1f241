"""Lost instruction: an order of the user that is still in force and that the summary does not tell, or tells the opposite of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.retelling import bound_otherwise, may_be_told
from summarylint.checks.view import OwedView, place
from summarylint.evidence.telling import Key, opposed
from summarylint.language.orders import OrderKind
from summarylint.model import Hit, Severity, Share

KIND = "lost-instruction"
SUBJECT = "owed"
FIELDS = frozenset({"speaker", "order", "gap", "span_id"})

SPEAKERS = {"user": "the user", "summary": "the earlier summary", "system": "the system message"}

LEAST_OBJECTS = 2
"""Words that an order is about, below which its absence is a note: one word is too easily told by another."""


LEAST_WORDS = 3
"""...unless it is told by common words alone, and so many of them are all missing."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`kinds` are the orders that count; the shares say from where on an order is told, as a part of what it is about."""

    kinds: tuple[OrderKind, ...] = ("prohibition", "ask-first", "standing", "request")
    bound_share: Share = 0.33
    """Told by a sentence that binds somebody: a third of the matter beside a "not" or "only" is the order in other words."""
    value_share: Share = 0.5
    """...or, where an identifier, number or acronym of the order stands nowhere in the summary, half: such a thing has no other words."""
    near_share: Share = 0.75
    """Told by one sentence of any kind: nearly all of the matter stands together."""
    whole_share: Share = 0.9
    """Told by the summary as a whole, where a rule was folded into several of its sentences."""
    request_share: Share = 0.25
    """A request is told where some of its matter is: a summary tells of work, not of the asking for it."""


def check(view: OwedView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the order is not told."""
    due, told = view.due, view.told
    if due.kind not in settings.kinds:
        return
    undone = opposed(due.keys, view.nearest.statement) if view.nearest and due.kind in ("request", "standing") else None
    if undone is None and _is_told(view, settings):
        return
    start, end = view.nearest_place
    gap = f"tells the opposite ({undone!r})" if undone else "does not tell it"
    yield Hit(
        start=start,
        end=end,
        evidence=(place(due.owed, "ordered here"),),
        fields={
            "speaker": SPEAKERS.get(due.owed.span.role, due.owed.span.role),
            "order": due.owed.statement.text,
            "gap": gap,
            "span_id": due.owed.span.id,
        },
        why={
            "order": due.kind,
            "missing": list(told.missing),
            "bound": round(told.bound, 3),
            "near": round(told.near, 3),
            "whole": round(told.whole, 3),
        },
        severity=_severity(view),
    )


def _is_told(view: OwedView, settings: Settings) -> bool:
    told = view.told
    if view.due.kind == "request":
        return told.near >= settings.request_share or told.whole >= settings.near_share
    values = any(key.worth > 1 and key.term in told.missing for key in view.due.keys)
    folded = told.whole >= settings.whole_share and told.bound > 0 and sum(key.worth >= 1 for key in view.due.keys) >= LEAST_OBJECTS
    if told.bound >= (settings.value_share if values else settings.bound_share) or folded:
        return True
    return view.due.kind == "standing" and (told.object or told.near >= settings.near_share)


def _severity(view: OwedView) -> Severity | None:
    if view.due.doubtful:
        return "note"
    if _sparse(view) or may_be_told(view):
        return "note"
    handed_on = view.owed.span.role == "summary"  # what the user really said is not here to read
    return None if view.due.kind in ("prohibition", "ask-first") and not handed_on else "warning"


def _sparse(view: OwedView) -> bool:
    """Is there too little in the order for its absence to be certain?"""
    keys, missing = view.due.keys, view.told.missing
    heavy = [key.term for key in keys if key.worth >= 1]
    if len(heavy) >= LEAST_OBJECTS or any(_is_name(key) and key.term in missing for key in keys):
        return False
    if len(missing) >= max(LEAST_WORDS, len(keys)):
        return False
    if heavy and view.owed.span.role == "summary":
        return False  # it would be handed on in these very words
    return not heavy or heavy[0] not in missing or bound_otherwise(view)


def _is_name(key: Key) -> bool:
    return key.worth > 1 and any(map(str.isalpha, key.term))
