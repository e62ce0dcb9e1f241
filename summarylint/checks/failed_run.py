"""Failed run: the summary says that a run ended well, and the last one of its kind did not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.assertion import told_as_so
from summarylint.evidence.index import Ledger
from summarylint.evidence.runs import Ending, Run, ending, kinds_said, of_all, said_to_pass, same_run, tells_amiss, told_to_pass, unended
from summarylint.model import Hit, Place, Statement

KIND = "failed-run"
FIELDS = frozenset({"claim", "sign", "span_id"})

BESIDE = 2
"""Statements before and behind the claim in which the summary may tell what is amiss."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`pending` adds rows of checks that had not ended, where all checks are told to pass."""

    pending: bool = True


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit for a statement that tells a run to have ended well."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "quotation", "log"):
        return
    told = told_to_pass(statement)
    if told is None or not _asserts(view) or tells_amiss(statement):
        return
    named = " ".join((statement.segment.label, *(beside.text for beside in view.sentence)))
    found = _failed(named, of_all(statement), view.ledger, settings)
    if found is None or _told_beside(view, named):
        return
    quote = found.span.text[found.start : found.end].strip()
    start, end = statement.start + told[0], statement.start + told[1]
    yield Hit(
        start=statement.start,
        end=statement.end,
        evidence=(Place(found.span.id, found.start, found.end, found.span.text[found.start : found.end], "it ended here"),),
        fields={"claim": view.compaction.summary[start:end], "sign": " ".join(quote.split()), "span_id": found.span.id},
        why={"claim": view.compaction.summary[start:end]},
    )


def _failed(named: str, whole: bool, ledger: Ledger, settings: Settings) -> Ending | None:
    """Return the end of the last run that is meant, where it failed and no later run or word says otherwise."""
    meant = list(same_run(named, ledger))
    most = max((len(names) for _, names in meant), default=0)
    closest = [run for run, names in meant if len(names) == most]
    last = closest[-1] if closest else None
    if last is None:
        return None
    found = ending(last, ledger)
    if found.well is not False:
        found = (unended(last, ledger) if whole and settings.pending and found.well is None else None) or Ending(None, found.span)
    if found.well is not False or any(ending(run, ledger).well for run, _ in meant if run.order > last.order):
        return None
    if not most and not whole and any(ending(run, ledger).well for run in closest if _program(run, ledger) != _program(last, ledger)):
        return None  # some other run of the kind did end well, and may be meant
    return None if said_to_pass(ledger, found.span) else found


def _program(run: Run, ledger: Ledger) -> str:
    return " ".join(ledger.text(run.order).lstrip("$ ").split()[:2])


def _asserts(view: View) -> bool:
    """Is the statement told as a result? A plan, a wish, a doubt and a denial are none."""
    denied = view.statement.stance.polarity == "negative" and "without" not in view.statement.text
    return not denied and told_as_so(view.statement, view.certainty, not_as=("planned", "untested", "failed", "blocked", "reverted"))


def _told_beside(view: View, named: str) -> bool:
    """Does the summary itself tell, beside the claim or of the same kind of run, that something is amiss?"""
    kinds = kinds_said(named)

    def is_near(number: int, other: Statement) -> bool:
        return abs(number - view.number) <= BESIDE or bool(kinds & kinds_said(other.text))

    return any(tells_amiss(other) and is_near(number, other) for number, other in enumerate(view.statements) if number != view.number)
