"""Moved values: a time, date or figure that a later span gives anew ("OS304 has been moved to 20:55").

The name, one with a figure in it, tells that it is the same thing, so that no words around the values have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from summarylint.evidence.figures import comparable, quantities_of, same_value
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import holds
from summarylint.evidence.supersession import HISTORY
from summarylint.evidence.turns import Matter, Turn, asserts, at_order
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered, one_of
from summarylint.language.terms import terms
from summarylint.model import Mark

MOST_NAMING = 24
"""Statements with a name that are gone through; one in more of them names no single thing."""


@lru_cache(maxsize=1)
def _moving() -> re.Pattern[str]:
    words = one_of(read_lexicon("changes")["changed"])
    return re.compile(rf"(?<![\w'-]){words}(?: [\w'-]+){{0,3}}? (?:to|at|for)\s+(?:about |the )?(?=[\w$€£]*\d)")


@lru_cache(maxsize=1)
def _stems() -> tuple[str, ...]:
    data = read_lexicon("changes")
    return tuple(dict.fromkeys(term for raw in data["changed"] for one in expand(raw) for term in terms(one)[:1]))


def moved(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the later word on a value that `matter` gives as it was before."""
    told = [mark for mark in quantities_of(matter.statement) if matter.start <= mark.start and mark.end <= matter.end]
    if not told or HISTORY.search(lowered(matter.statement.text)) or matter.statement.stance.certainty != "certain":
        return
    for order in ledger.once(_moves):
        yield from _told_anew(matter, told, order, ledger)


def _moves(ledger: Ledger) -> tuple[int, ...]:
    orders = sorted({order for term in _stems() for order in ledger.postings.get(term, ())})
    return tuple(order for order in orders if _moving().search(lowered(ledger.text(order))) and ledger.span_of(order).kind != "tool_call")


def _told_anew(matter: Matter, told: list[Mark], order: int, ledger: Ledger) -> Iterator[Turn]:
    named = [term for term in matter.terms & set(ledger.terms[order]) if _is_name(term)]
    if not named:
        return
    found = at_order(ledger, order)
    if not asserts(found.statement) or found.span.role in ("system", "summary"):
        return
    match = _moving().search(lowered(found.statement.text))
    at = found.statement.start + match.end() if match else -1
    new = next((mark for mark in quantities_of(found.statement) if mark.start == at), None)
    if new is None or _stands(new, matter):
        return
    for mark in told:
        if mark.type == new.type and mark.type in ("time", "date", "money", "duration", "measure", "percentage") and comparable(mark, new):
            held = [o for term in named for o in ledger.postings.get(term, ())[-MOST_NAMING:] if holds(at_order(ledger, o), mark)]
            if held and max(held) < order:
                yield Turn("superseded", found, mark.start, mark.end, new.start, new.end, new.text, 1.0)


def _is_name(term: str) -> bool:
    return len(term) > 2 and term[0].isalpha() and any(char.isdigit() for char in term)


def _stands(value: Mark, matter: Matter) -> bool:
    return any(same_value(mark, value) for other in matter.others for mark in quantities_of(other))
