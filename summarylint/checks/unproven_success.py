"""Unproven success: the summary says that something works, and the spans end in trouble with it or never ran it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.assertion import told_as_so
from summarylint.evidence.success import last_stopped, of_the_whole, open_troubles, told_as_aim, told_to_run, told_to_work, was_run
from summarylint.language.terms import terms
from summarylint.model import Hit, Place

KIND = "unproven-success"
FIELDS = frozenset({"claim", "gap", "span_id"})

_FILES = ("path", "file", "file-line", "file-name", "function", "command")


@dataclass(frozen=True, slots=True)
class Settings:
    """Which gaps are told: an open trouble; that nothing was run, or was last seen down."""

    troubles: bool = True
    runs: bool = True


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit for a statement that tells something to work."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "quotation", "log"):
        return
    running = told_to_run(statement) if settings.runs else None
    told = told_to_work(statement) or running
    if told is None or not _asserts(view):
        return
    if told == running:
        yield from _stopped(view, running)
        return
    start, end = statement.start + told[0], statement.start + told[1]
    troubles = open_troubles(view.ledger) if settings.troubles and of_the_whole(statement, told[0]) else ()
    if troubles:
        quote = " ".join(troubles[0].statement.text.split())
        yield _hit(view, start, end, tuple(place(trouble, "amiss here") for trouble in troubles), f"in the end it is not: {quote!r}")
        return
    names = [mark.text.strip("`") for mark in statement.marks if mark.kind == "identifier" and mark.type in _FILES]
    if settings.runs and names and view.ledger.calls and not was_run(view.ledger, names):
        aim = told_as_aim(view.ledger, statement)
        if aim is not None:
            yield _hit(view, start, end, (place(aim, "wanted here"),), f"nothing runs {names[0]}; it is only what was wanted")


def _stopped(view: View, told: tuple[int, int]) -> Iterator[Hit]:
    """Yield a hit where the last word on what is told to run is that it does not."""
    statement = view.statement
    subject = terms(statement.text[: told[0]])
    found = last_stopped(view.ledger, subject[-1]) if subject else None
    if found is not None:
        last = f"the last word is {' '.join(found.statement.text.split())!r}"
        yield _hit(view, statement.start + told[0], statement.start + told[1], (place(found, "not there here"),), last)


def _asserts(view: View) -> bool:
    """Is the statement told as a result? A plan, a wish, a doubt and a denial are none."""
    denied = view.statement.stance.polarity == "negative"
    return not denied and told_as_so(view.statement, view.certainty, not_as=("planned", "untested", "failed"))


def _hit(view: View, start: int, end: int, evidence: tuple[Place, ...], gap: str) -> Hit:
    statement = view.statement
    return Hit(
        start=statement.start,
        end=statement.end,
        evidence=evidence,
        fields={"claim": view.compaction.summary[start:end], "gap": gap, "span_id": evidence[0].span_id},
        why={"claim": view.compaction.summary[start:end]},
    )
