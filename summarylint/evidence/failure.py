"""Failure: a command on the very thing that the summary tells as done, and an output that says it did not work."""

from __future__ import annotations

from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import outcome_of, sign_of_failure
from summarylint.evidence.progress_words import Deed, deed_of, plan_in
from summarylint.evidence.turns import Matter, Turn, asserts, at_order, mentions, part_of
from summarylint.language.prose import is_command
from summarylint.model import Witness


def failed(matter: Matter, deed: Deed, rest: frozenset[str], found: Witness, ledger: Ledger) -> Iterator[Turn]:
    """Yield the sign of failure behind a command that names what `matter` tells as done, where nothing later succeeds."""
    if found.span.kind != "tool_output" or not is_command(found.statement.text):
        return
    outcome = outcome_of(ledger, found.order)
    shared = set(found.statement.terms) & rest
    named = {t for t in shared if not t.isalpha()} or (shared if len(shared) > 1 and part_of(ledger, shared, rest) > 0.9 else set())
    if outcome is None or not named or part_of(ledger, shared, rest) < 0.5:
        return
    for order in mentions(ledger, named, 0.5, found.order):
        later = at_order(ledger, order)
        if not outcome.start <= later.statement.start < outcome.end and _shows_success(later, ledger):
            return
    yield Turn(
        "inflated",
        found,
        matter.start,
        matter.end,
        outcome.start,
        outcome.end,
        found.span.text[outcome.start : outcome.end],
        part_of(ledger, shared, rest),
    )


def _shows_success(later: Witness, ledger: Ledger) -> bool:
    if later.span.kind == "tool_call":
        return True
    if is_command(later.statement.text):
        return outcome_of(ledger, later.order) is None
    if sign_of_failure(later.statement.text):
        return False
    if later.span.kind == "tool_output":
        return True
    return (
        asserts(later.statement)
        and not plan_in(later.span.text, later.statement.start, later.statement.end)
        and deed_of(later.span.text, later.statement.start, later.statement.end, states=True) is not None
    )
