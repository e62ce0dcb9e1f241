"""Lost specificity: a summary no shorter than an earlier one of its chain tells far fewer concrete things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView, first_place
from summarylint.language.statements import read_statements
from summarylint.model import Hit
from summarylint.provenance.continuity import Continuity
from summarylint.provenance.retention import became_description, is_concrete, specificity, words

KIND = "lost-specificity"
SUBJECT = "chain"
FIELDS = frozenset({"now", "before", "cycle"})


@dataclass(frozen=True, slots=True)
class Settings:
    """There is nothing to set."""


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield one hit where the summary became a description of its task."""
    if view.external or not view.earlier:
        return
    now = (specificity(view.statements, view.compaction.summary), words(view.compaction.summary))
    summaries = [read_statements(one.summary, tag_patterns=view.tag_patterns) for one in view.earlier]
    figures = [
        (specificity(found, one.summary), words(one.summary), number)
        for number, (found, one) in enumerate(zip(summaries, view.earlier, strict=True), 1)
    ]
    best = max(figures, key=lambda figure: figure[0])
    if not became_description(best[:2], now):
        return
    old = summaries[best[2] - 1]
    bare = Continuity(old, view.statements).forebears
    place = next((s for at, s in enumerate(view.statements) if at in bare and is_concrete(old[bare[at]]) and not is_concrete(s)), None)
    start, end = (place.start, place.end) if place else first_place(view)
    yield Hit(
        start=start,
        end=end,
        fields={"now": f"{now[0]:.1f}", "before": f"{best[0]:.1f}", "cycle": best[2]},
        why={"specificity": round(now[0], 2), "before": round(best[0], 2), "words": now[1], "words_before": best[1]},
    )
