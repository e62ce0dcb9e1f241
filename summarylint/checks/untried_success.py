"""Untried success: the summary tells as seen to work what the spans say nobody could or did try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.assertion import told_as_so
from summarylint.evidence.trials import tells_untried, told_as_proven, untried
from summarylint.evidence.turns import RARE
from summarylint.language.terms import terms
from summarylint.model import Hit

KIND = "untried-success"
FIELDS = frozenset({"claim", "quote", "speaker", "span_id"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`most_holders` is the number of statements beyond which a term is the topic of the window and shows no common matter."""

    most_holders: int = 4 * RARE


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit for a statement that tells something to be proven."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "quotation", "log"):
        return
    told = told_as_proven(statement)
    if told is None or not _asserts(view) or any(tells_untried(other.text) for other in view.statements):
        return
    own = {*statement.terms, *terms(statement.segment.label), *(term for beside in view.sentence for term in beside.terms)}
    for found in untried(view.ledger):
        witness = found.witness
        shared = {term for term in own & found.matter if len(view.ledger.postings.get(term, ())) <= settings.most_holders}
        if shared and not any(trial & shared for trial in found.trials):
            quote, claim = " ".join(witness.statement.text.split()), statement.text[told[0] : told[1]]
            yield Hit(
                start=statement.start,
                end=statement.end,
                evidence=(place(witness, "not tried, as told here"),),
                fields={"claim": claim, "quote": quote, "speaker": f"the {witness.span.role}", "span_id": witness.span.id},
                why={"claim": claim, "shared": " ".join(sorted(shared))},
            )
            return


def _asserts(view: View) -> bool:
    """Is the statement told as a result? A plan, a wish, a doubt and a denial are none."""
    if any(cue.value == "attribution" for cue in view.statement.stance.cues):
        return False
    # one that names the failure may well tell that it is gone
    not_as = ("planned", "untested", "blocked", "reverted", "ongoing")
    return told_as_so(view.statement, view.certainty, not_as=not_as, not_under=("planned", "blocked"))
