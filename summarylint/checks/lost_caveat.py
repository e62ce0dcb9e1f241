"""Lost caveat: what the assistant warned of, or suspected when it was cut off, and the summary goes on as if it had not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.checks.view import NEAREST_LENGTH, OwedView, place
from summarylint.evidence.caveats import falls_short
from summarylint.evidence.index import Ledger
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import at_order
from summarylint.language.prose import is_prose
from summarylint.model import Hit, Place, Share, Statement, Witness

KIND = "lost-caveat"
SUBJECT = "owed"
FIELDS = frozenset({"caveat", "span_id"})

_LABELS = {"caveat": "warned here", "lead": "suspected here"}
_QUOTES = tuple("\"'“‘«„>")
"""What a sentence begins with that repeats somebody's message: it tells what was said then, and no caveat of a later answer."""

LEAST_FOLLOWED = 2
"""Terms of a lead that a later thought has to share to be following it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`owed` is what is looked at: a "caveat" or a "lead". The shares are parts of its matter in one sentence of the summary."""

    owed: Literal["caveat", "lead"] = "caveat"
    near_share: Share = 0.5
    """From here on the sentence tells it, in whatever words..."""
    point_share: Share = 0.2
    """...and from here on where it also names what does not hold, as such."""
    topic_share: Share = 0.25
    """The summary as a whole has to tell so much of its topic: a caveat on what the summary leaves out goes with it."""


def check(view: OwedView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the caveat is not told and what it is about is."""
    due = view.due
    if due.kind != settings.owed or view.told.whole < settings.topic_share:
        return
    nearest: tuple[float, Statement] | None = None
    for statement, share, points in _sentences(view):
        if share >= (settings.point_share if points else settings.near_share):
            return
        if nearest is None or share > nearest[0]:
            nearest = share, statement
    start, end = (nearest[1].start, min(nearest[1].end, nearest[1].start + NEAREST_LENGTH)) if nearest else (None, None)
    yield Hit(
        start=start,
        end=end,
        evidence=(place(due.owed, _LABELS[due.kind]), *(_followed(due.owed, view.ledger) if due.kind == "lead" else ())),
        fields={"caveat": due.owed.statement.text, "span_id": due.owed.span.id},
        why={"missing": list(view.told.missing), "near": round(nearest[0] if nearest else 0.0, 3), "whole": round(view.told.whole, 3)},
    )


def _sentences(view: OwedView) -> Iterator[tuple[Statement, float, bool]]:
    """Yield the sentences of the summary: the first statement, the part of the caveat told there, and whether its point is, as such."""
    total = sum(key.worth for key in view.due.keys) or 1.0
    for summary in view.views:
        statements = summary.sentence
        if summary.statement is not statements[0] or statements[0].text.startswith(_QUOTES) or statements[0].segment.form == "heading":
            continue
        segment = statements[0].segment
        text = " ".join((*segment.headings[-1:], segment.label, *(statement.text for statement in statements)))
        told = concepts(text)
        share = sum(key.worth for key in view.due.keys if holds(told, key.term)) / total
        yield statements[0], share, any(holds(told, term) for term in view.due.head) and falls_short(text)


def _followed(lead: Witness, ledger: Ledger) -> Iterator[Place]:
    """Yield where the assistant's next thought on the lead stands."""
    own = set(lead.statement.terms)
    for order in range(lead.order + 1, len(ledger)):
        span = ledger.span_of(order)
        thought = span is not lead.span and span.role == "assistant" and span.kind in ("text", "thinking")
        if thought and len(own & set(ledger.terms[order])) >= LEAST_FOLLOWED and is_prose(ledger.text(order)):
            yield place(at_order(ledger, order), "followed here")
            return
