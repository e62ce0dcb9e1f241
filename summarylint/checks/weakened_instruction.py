"""Weakened instruction: an order that binds, told by the summary as something to do where it suits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.lost_instruction import SPEAKERS
from summarylint.checks.view import OwedView, place
from summarylint.evidence.telling import Key, concepts, holds
from summarylint.language.order_clauses import order_phrases
from summarylint.language.phrases import lowered
from summarylint.language.segment import clauses
from summarylint.model import Hit, Share

KIND = "weakened-instruction"
SUBJECT = "owed"
FIELDS = frozenset({"speaker", "order", "told", "span_id"})

_DENIED = re.compile(r"\b(?:not|no|never|none|nothing|nobody|nor|neither|without|only|cannot|until|unless|before|once|after)\b|n't\b")
_CONDITION = re.compile(r"\b(?:until|till|unless|before|after|once|while|without|w/o)\b")
"""A bound under a condition: what is granted may be granted under it."""

KINDS = ("prohibition", "ask-first", "standing", "limit")

LEAST_GRANTED = 2
"""Words that an order is about, from which "may" or "can" beside most of them grants what it bars, and nothing else."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_share` is the part of the order's matter that a clause of the summary has to hold to be its retelling."""

    least_share: Share = 0.5


def check(view: OwedView, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: the clause of the summary that tells the order with a weaker word and without a binding one."""
    due = view.due
    ordered = lowered(due.owed.statement.text)
    if due.kind not in KINDS or not (due.strong or due.kind == "limit") or order_phrases("weak").search(ordered):
        return
    best: tuple[float, int, int, str] | None = None
    for summary in view.views:
        if summary.statement.segment.form in ("heading", "code"):
            continue
        for start, end in _sentences(view, summary.number):
            found = _weaker(view, ordered, start, end)
            share = _share(due.keys, f"{summary.statement.segment.label} {view.compaction.summary[start:end]}")
            if share >= settings.least_share and best is not None and share > best[0] and not found:
                best = None  # told elsewhere more fully, and not weakened
            if found and share >= settings.least_share and (best is None or share > best[0]):
                best = share, start, end, found
    if best is not None and not _told_firmly(view, settings):
        share, start, end, word = best
        yield Hit(
            start=start,
            end=end,
            evidence=(place(due.owed, "ordered here"),),
            fields={
                "speaker": SPEAKERS.get(due.owed.span.role, due.owed.span.role),
                "order": due.owed.statement.text,
                "told": word,
                "span_id": due.owed.span.id,
            },
            why={"order": due.kind, "weaker": word, "share": round(share, 3)},
            severity="note" if due.doubtful else None,
        )


def _sentences(view: OwedView, number: int) -> list[tuple[int, int]]:
    statement = view.views[number].statement
    return clauses(view.compaction.summary, statement.start, statement.end)


def _weaker(view: OwedView, ordered: str, start: int, end: int) -> str | None:
    """Return the weakening word of a clause, or None where it has none or a binding word stands beside it."""
    said = lowered(view.compaction.summary[start:end])
    if order_phrases("weak", "strong").search(said):
        return None
    weak = order_phrases("weak").search(said)
    if weak:
        return weak[0]
    figure = view.due.kind == "limit" and any(key.term[0].isdigit() for key in view.due.keys)
    if view.due.kind in ("prohibition", "limit") and not figure:
        granted = order_phrases("granting").search(said)
        if granted and granted[0] in ("may", "can") and sum(key.worth >= 1 for key in view.due.keys) < LEAST_GRANTED:
            return None
        return granted[0] if granted and not _DENIED.search(said) and not _CONDITION.search(ordered + " " + said) else None
    if view.due.kind == "ask-first" and not order_phrases("informing", "asking").search(said):
        informs = order_phrases("informing", "telling").search(said)
        return informs[0] if informs and not order_phrases("informing", "telling").search(ordered) else None
    return None


def _share(keys: tuple[Key, ...], text: str) -> float:
    told = concepts(text)
    heavy = [key for key in keys if key.worth >= 1] or list(keys)
    return sum(key.worth for key in heavy if holds(told, key.term)) / (sum(key.worth for key in heavy) or 1.0)


def _told_firmly(view: OwedView, settings: Settings) -> bool:
    """Is the order told with its binding force somewhere else?"""
    for summary in view.views:
        said = lowered(summary.statement.text)
        binds = order_phrases("weak", "strong").search(said)
        if binds and not order_phrases("weak").search(said) and _share(view.due.keys, summary.statement.text) >= settings.least_share:
            return True
    return False
