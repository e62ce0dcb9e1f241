"""Lost instruction: an order of the user that is still in force and that the summary does not tell, or tells the opposite of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import OwedView, View, place
from summarylint.evidence.telling import Key, binding_force, held_as, keys_of, opposed
from summarylint.language.orders import find_orders
from summarylint.language.phrases import lowered
from summarylint.model import Hit, Severity, Witness

KIND = "lost-instruction"
SUBJECT = "owed"
FIELDS = frozenset({"speaker", "order", "gap", "span_id"})

_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")
SPEAKERS = {"user": "the user", "summary": "the earlier summary", "system": "the system message"}

LEAST_OBJECTS = 2
"""Words that an order is about, below which its absence is a note: one word is too easily told by another."""


LEAST_WORDS = 3
"""...unless it is told by common words alone, and so many of them are all missing."""


ECHOED_SHARE = 0.25
"""The part of an order's words that has to be found in the summary: of a long one, more than its topic."""

CLAIMED = 0.6
"""The score of a witness from which a sentence of the summary is known to tell something else than the order."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`kinds` are the orders that count; the shares say from where on an order is told, as a part of what it is about."""

    kinds: tuple[str, ...] = ("prohibition", "ask-first", "standing", "request")
    bound_share: float = 0.33
    """Told by a sentence that binds somebody: a third of the matter beside a "not" or "only" is the order in other words."""
    value_share: float = 0.5
    """...or, where an identifier, number or acronym of the order stands nowhere in the summary, half: such a thing has no other words."""
    near_share: float = 0.75
    """Told by one sentence of any kind: nearly all of the matter stands together."""
    whole_share: float = 0.9
    """Told by the summary as a whole, where a rule was folded into several of its sentences."""
    request_share: float = 0.25
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
    if told.bound >= (settings.value_share if values else settings.bound_share) or (told.whole >= settings.whole_share and told.bound > 0):
        return True
    return view.due.kind == "standing" and (told.object or told.near >= settings.near_share)


def _severity(view: OwedView) -> Severity | None:
    if view.due.doubtful:
        return "note"
    if _sparse(view) or _echoed(view) or _rests_on(view):
        return "note"
    return None if view.due.kind in ("prohibition", "ask-first") else "warning"


def _sparse(view: OwedView) -> bool:
    """Is there too little in the order for its absence to be certain?"""
    keys, missing = view.due.keys, view.told.missing
    heavy = [key.term for key in keys if key.worth >= 1]
    if len(heavy) >= LEAST_OBJECTS or any(_is_name(key) and key.term in missing for key in keys):
        return False
    if len(missing) >= max(LEAST_WORDS, len(keys)):
        return False
    return not heavy or heavy[0] not in missing or _bound_otherwise(view)


def _bound_otherwise(view: OwedView) -> bool:
    """Has the summary a sentence that binds somebody and comes from nowhere else in the spans? It may tell the order in other words."""
    return any(binding_force(lowered(_with_headings(summary))) == 1 and not _is_claimed(view, summary) for summary in view.views)


def _is_claimed(view: OwedView, summary: View) -> bool:
    return any(found.score >= CLAIMED and not _is_order(view, found) for found in summary.witnesses)


def _is_order(view: OwedView, found: Witness) -> bool:
    owed = view.owed
    apart = found.statement.end <= owed.statement.start or owed.statement.end <= found.statement.start
    return found.span is owed.span and not apart


def _echoed(view: OwedView) -> bool:
    """Does the summary hold a word that it can have from this order alone? Then it tells the order in words that were not understood."""
    bounds = _sentence(view)
    terms = [key.term for key in keys_of(view.owed.span.text, *bounds) if key.worth >= 1]
    needed = ECHOED_SHARE * sum(key.worth >= 1 for key in view.due.keys)
    told = [_with_headings(summary) for summary in view.views]
    echoed = 0
    for term in terms:
        echoed += any(all(_only_ordered(view, word, bounds) for word in words) for text in told if (words := held_as(text, term)))
        if echoed and echoed >= needed:
            return True
    return False


def _rests_on(view: OwedView) -> bool:
    """Does a sentence of the summary rest on the order more than on anything else, and share a word with it?"""
    heavy = [key.term for key in view.due.keys if key.worth >= 1]
    return any(
        summary.witnesses
        and _is_order(view, summary.witnesses[0])
        and not _is_claimed(view, summary)
        and sum(bool(held_as(summary.statement.text, term)) for term in heavy) >= max(1, ECHOED_SHARE * len(heavy))
        for summary in view.views
    )


def _sentence(view: OwedView) -> tuple[int, int]:
    """The order with what follows it in its sentence, up to the next order."""
    text, statement = view.owed.span.text, view.owed.statement
    sentence = _SENTENCE_END.search(text, statement.end)
    ends = [order.start for order in find_orders(text) if order.start >= statement.end]
    return statement.start, min([*ends, sentence.start() if sentence else len(text)])


def _with_headings(summary: View) -> str:
    segment = summary.statement.segment
    return ". ".join((*segment.headings[-2:], segment.label, summary.statement.text))


def _only_ordered(view: OwedView, word: str, bounds: tuple[int, int]) -> bool:
    """Stands `word` nowhere in the spans but in the sentence of the order, at `bounds` of its span?"""
    ledger = view.ledger
    return all(
        ledger.span_of(order) is view.owed.span and ledger.bounds[order][0] < bounds[1] and bounds[0] < ledger.bounds[order][1]
        for order in ledger.postings.get(word, ())
    )


def _is_name(key: Key) -> bool:
    return key.worth > 1 and any(map(str.isalpha, key.term))
