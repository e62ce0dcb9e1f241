"""Lost open approval: the assistant asked for leave or a choice, nobody answered, and the summary does not say that the answer is out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.retelling import told_afresh
from summarylint.checks.view import OwedView, View, place
from summarylint.evidence.telling import concepts, holds
from summarylint.language.order_clauses import order_phrases
from summarylint.language.phrases import lowered
from summarylint.language.voices import acts
from summarylint.model import Hit, Share

KIND = "lost-open-approval"
SUBJECT = "owed"
FIELDS = frozenset({"question", "span_id"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_share` is the part of the question's matter that a sentence has to hold to be about it."""

    least_share: Share = 0.25


def check(view: OwedView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where no sentence about the matter says that it is undecided."""
    due = view.due
    if due.kind != "approval" or _open(view, settings):
        return
    start, end = view.nearest_place
    yield Hit(
        start=start,
        end=end,
        evidence=(place(due.owed, "asked here, unanswered"),),
        fields={"question": due.owed.statement.text, "span_id": due.owed.span.id},
        why={"missing": list(view.told.missing), "near": round(view.told.near, 3)},
        severity="note" if told_afresh(view) else None,
    )


def _open(view: OwedView, settings: Settings) -> bool:
    total = sum(key.worth for key in view.due.keys) or 1.0
    for summary in view.views:
        text = " ".join((*summary.statement.segment.headings[-2:], summary.statement.segment.label, *(s.text for s in summary.sentence)))
        about = sum(key.worth for key in view.due.keys if holds(concepts(text), key.term)) / total
        if about >= settings.least_share and order_phrases("approval", "open").search(lowered(text)):
            return True
        if about >= settings.least_share and _tells_consent(summary):
            return True  # whether the user gave it is another rule's question
        if summary.statement.stance.certainty == "asked" and about >= settings.least_share:
            return True
    return False


def _tells_consent(view: View) -> bool:
    """Does the statement say that the user agreed?"""
    statement = view.statement
    return any(act.kind == "consent" and act.is_users for act in acts(view.compaction.summary, statement.start, statement.end))
