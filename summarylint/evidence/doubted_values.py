"""Doubted values: a number or name that the spans give only under a hedge, wherever they give it for this thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import slot_terms
from summarylint.language.likeness import same_identifier
from summarylint.language.phrases import lowered
from summarylint.language.quantities import same_quantity
from summarylint.language.terms import WORD, stem
from summarylint.model import Mark, Statement, Witness

MOST_HOLDERS = 16
"""A value that stands in more statements is used, not guessed."""

LEAST_DIGITS = 2
"""A single digit counts too many things to be followed through the spans."""


def doubted(text: str, statement: Statement, mark: Mark, witnesses: Sequence[Witness], ledger: Ledger, categories: Collection[str]) -> tuple[Witness, Mark] | None:
    """Return a holder of the value and the cue above it where every statement that holds it for this thing doubts it.

    `text` is the text that `statement` stands in. A holder counts where it is a witness of the statement, or shares a
    term of the value's slot.
    """
    if mark.kind not in ("identifier", "quantity") or sum(char.isalnum() for char in mark.text) < LEAST_DIGITS:
        return None
    slot = set(slot_terms(text, statement, mark))
    scores = {witness.order: witness.score for witness in witnesses}
    first: tuple[Witness, Mark] | None = None
    for order, other in _holders(mark, ledger):
        held = ledger.statement(order)
        span = ledger.span_of(order)
        if order not in scores and not slot & set(slot_terms(span.text, held, other)):
            continue
        cue = next((c for c in held.stance.cues if c.type in categories and c.scope and c.scope[0] <= other.start and other.end <= c.scope[1]), None)
        if cue is None:
            return None
        first = first or (Witness(span, held, scores.get(order, 0.0), (), order), cue)
    return first


def _holders(mark: Mark, ledger: Ledger) -> Iterator[tuple[int, Mark]]:
    lists = [ledger.postings.get(stem(word) or word, ()) for word in WORD.findall(lowered(mark.text))]
    orders = sorted(set.intersection(*map(set, lists))) if lists else []
    if len(orders) > MOST_HOLDERS:
        return
    for order in orders:
        for other in ledger.statement(order).marks:
            if other.kind == mark.kind and (same_quantity(mark, other) if mark.kind == "quantity" else same_identifier(mark.text, other.text)):
                yield order, other
                break
