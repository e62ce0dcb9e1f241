"""Lost approximation: "about 20 %" in the spans, "20 %" in the summary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.language.quantities import same_quantity
from summarylint.model import Edit, Fix, Hit, Mark, Statement, Witness

KIND = "lost-approximation"
FIELDS = frozenset({"cue", "quantity", "span_id"})
FIXES = frozenset({"restore-approximation"})

ADJACENT = 3
"""Code points that may stand between an approximator and its number ("about $20")."""


_MOMENTS = ("date", "time", "timestamp", "ordinal", "line")
"""A moment is rarely rough by a word before it ("some 30 Nov" is "some" of something else)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_score` is the score of a witness from which its number is the same thing's."""

    least_score: float = 0.4


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each quantity that is approximate in every witness that holds it, and exact in the summary."""
    text = view.compaction.summary
    for mark in view.statement.marks:
        if mark.kind != "quantity" or mark.type in _MOMENTS or _approximator(view.statement, mark, text, ("approximate", "bound")):
            continue
        holders = [(w, other) for w in view.more_witnesses(0.0) for other in w.statement.marks if other.kind == "quantity" and same_quantity(mark, other)]
        cues = [_approximator(w.statement, other, w.span.text, ("approximate",)) for w, other in holders]
        if not holders or None in cues or holders[0][0].score < settings.least_score:
            continue
        yield _hit(mark, holders[0][0], cues[0], holders[0][1])


def _approximator(statement: Statement, mark: Mark, text: str, categories: tuple[str, ...]) -> Mark | None:
    for cue in statement.stance.cues:
        if cue.type in categories:
            before, after = text[cue.end : mark.start], text[mark.end : cue.start]
            if (cue.end <= mark.start and len(before.strip()) <= ADJACENT and "\n" not in before) or (cue.start >= mark.end and len(after.strip()) <= 2 * ADJACENT):
                return cue
    return None


def _hit(mark: Mark, witness: Witness, cue: Mark | None, other: Mark) -> Hit:
    word = cue.text.strip() if cue else ""
    return Hit(
        start=mark.start,
        end=mark.end,
        evidence=(place(witness, "approximate here", min(cue.start, other.start) if cue else other.start, max(cue.end, other.end) if cue else other.end),),
        fields={"cue": word, "quantity": mark.text, "span_id": witness.span.id},
        why={"cue": word, "score": witness.score},
        fix=Fix("unsafe", (Edit(mark.start, mark.start, "about "),)),
    )
