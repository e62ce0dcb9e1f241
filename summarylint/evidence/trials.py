"""Trials: who says that something was not tried, and whether somebody tried it after all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.dues import OLD_SPANS
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.outcomes import sign_of_failure
from summarylint.evidence.runs import run_phrases
from summarylint.evidence.turns import at_order
from summarylint.language.phrases import lowered
from summarylint.model import Statement, Witness

AROUND = 2
"""Statements before the one that says so in which its matter may stand ("... I couldn't try it here")."""

SHORT = 3
"""A word of success with so few terms names nothing but what was spoken of before."""

_DENIED = re.compile(
    r"(?:\b(?:not|no|never|nobody|without|until|once|when|if|before|after|will|should|could|can|to|whether)|n't)\s+(?:\w+\s+){0,3}\Z"
)


def told_as_proven(statement: Statement) -> tuple[int, int] | None:
    """Return where a statement says that something was seen to work (offsets into its text), or None."""
    low = lowered(statement.text)
    found = run_phrases("proven").search(low)
    return found.span() if found and not _DENIED.search(low[: found.start()]) else None


def tells_untried(text: str) -> bool:
    """Does a text say that something was not tried or is not certain to work, in whatever words?"""
    low = lowered(text)
    return run_phrases("untried").search(low) is not None or run_phrases("unproven").search(low) is not None


@dataclass(frozen=True, slots=True)
class Untried:
    """A word that something was not tried, the terms of its matter, and those of each later word or output that shows a trial."""

    witness: Witness
    matter: frozenset[str]
    trials: tuple[frozenset[str], ...]


def untried(ledger: Ledger) -> tuple[Untried, ...]:
    """Return what the parties say, late in the window, to be untried, latest first."""
    return ledger.once(_untried)


def _untried(ledger: Ledger) -> tuple[Untried, ...]:
    found: list[Untried] = []
    trials: list[frozenset[str]] = []
    for number in range(len(ledger.spans) - 1, max(-1, len(ledger.spans) - 1 - OLD_SPANS), -1):
        span = ledger.spans[number]
        if span.kind == "tool_call" or span.role not in ("user", "assistant", "tool") or is_summariser_prompt(span):
            continue
        orders = ledger.orders_of(number)
        for order in reversed(orders) if span.role != "tool" and span.kind == "text" else ():
            low = lowered(ledger.text(order))
            if run_phrases("untried").search(low) and not low.rstrip().endswith("?"):
                near = range(max(orders.start, order - AROUND), order + 1)
                matter = frozenset(term for other in near for term in ledger.terms[other])
                found.append(Untried(at_order(ledger, order), matter, tuple(trials)))
        trials += _trials(number, ledger)
        if any(not trial for trial in trials):
            break  # "works!": whatever it was
    return tuple(found)


def _trials(number: int, ledger: Ledger) -> Iterator[frozenset[str]]:
    """Yield the terms of what shows in a span that something was tried and worked; none for a word that may be about anything."""
    span = ledger.spans[number]
    if span.role == "tool":
        if run_phrases("tried").search(lowered(span.text)) and not sign_of_failure(span.text):
            yield ledger.vocabulary(number)
        return
    for order in ledger.orders_of(number):
        low = lowered(ledger.text(order))
        tried = (m for m in run_phrases("tried").finditer(low) if not _DENIED.search(low[: m.start()]))
        if not run_phrases("untried").search(low) and next(tried, None):
            held = frozenset(ledger.terms[order])
            yield held if span.role == "assistant" and len(held) > SHORT else frozenset()  # the user tries what he was given
