"""Lost approximation: "about 20 %" in the spans, "20 %" in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.figures import quantities_of
from summarylint.language.cues import holds_cue
from summarylint.language.quantity_likeness import same_quantity
from summarylint.model import Edit, Fix, Hit, Mark, Share, Statement, Witness

KIND = "lost-approximation"
FIELDS = frozenset({"cue", "quantity", "span_id"})
FIXES = frozenset({"restore-approximation"})

_STEPS = re.compile(r"\b(?:every|each|another|the|a|an|once)\b")
"""Words that may stand between an approximator and its number ("about every 40 minutes")."""

ADJACENT = 3
"""Code points that may stand between an approximator and its number ("about $20")."""

ADJACENT_AFTER = 6
"""Code points that may stand between a number and the approximator behind it ("400, give or take")."""

TOLERANCES = ("±", "plus or minus", "give or take")
"""What stands between a rough number and how far it may be off; it bears on the number before it."""

_MOMENTS = ("date", "time", "timestamp", "ordinal", "line")
"""A moment is rarely rough by a word before it ("some 30 Nov" is "some" of something else)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_score` is the score of a witness from which its number is the same thing's."""

    least_score: Share = 0.4


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each quantity that is approximate in every witness that holds it, and exact in the summary."""
    text = view.compaction.summary
    if any(cue.type in ("guarded", "probable", "possible") for statement in view.sentence for cue in statement.stance.cues):
        return
    own = [mark for mark in quantities_of(view.statement) if mark.type not in _MOMENTS]
    witnesses = [*view.more_witnesses(0.0)] if own else []
    if not any(holds_cue(w.span.text, w.statement.start, w.statement.end, ("approximate",)) for w in witnesses):
        return
    near = [(witness, other) for witness in witnesses for other in quantities_of(witness.statement)]
    if not any(cue.type == "approximate" for witness, _ in near for cue in witness.statement.stance.cues):
        return
    for mark in own:
        if _approximator(view.statement, mark, text, ("approximate", "bound")):
            continue
        holders = [(witness, other) for witness, other in near if same_quantity(mark, other)]
        cues = [_approximator(witness.statement, other, witness.span.text, ("approximate",)) for witness, other in holders]
        if not holders or None in cues or holders[0][0].score < settings.least_score:
            continue
        yield _hit(mark, holders[0][0], cues[0], holders[0][1])


def _approximator(statement: Statement, mark: Mark, text: str, categories: tuple[str, ...]) -> Mark | None:
    """Return the cue that makes the quantity at `mark` a rough one, right before it or right behind it."""
    return next((cue for cue in statement.stance.cues if cue.type in categories and _beside(cue, mark, statement, text)), None)


def _beside(cue: Mark, mark: Mark, statement: Statement, text: str) -> bool:
    start, end = min(cue.end, mark.end), max(cue.start, mark.start)
    between = text[start:end]
    if "\n" in between or any(char.isdigit() for char in between):
        return False
    if cue.end <= mark.start:
        return len(_STEPS.sub("", between.strip())) <= ADJACENT
    if cue.start < mark.end or len(between.strip()) > ADJACENT_AFTER:
        return False
    return cue.text.lower() in TOLERANCES or not any(
        other.kind == "quantity" and other.start >= cue.end and not text[cue.end : other.start].strip() for other in statement.marks
    )  # "5 GB, about 3 minutes": the cue belongs to what comes


def _hit(mark: Mark, witness: Witness, cue: Mark | None, other: Mark) -> Hit:
    word = cue.text.strip() if cue else ""
    start, end = (min(cue.start, other.start), max(cue.end, other.end)) if cue else (other.start, other.end)
    return Hit(
        start=mark.start,
        end=mark.end,
        evidence=(place(witness, "approximate here", start, end),),
        fields={"cue": word, "quantity": mark.text, "span_id": witness.span.id},
        why={"cue": word, "score": witness.score},
        fix=Fix("unsafe", (Edit(mark.start, mark.start, "about "),)),
    )
