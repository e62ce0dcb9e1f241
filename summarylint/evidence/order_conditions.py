"""Conditions of orders: what the user wants done only if, once or after something, planned by the summary without it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from summarylint.evidence.index import Ledger
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import part_of, rare
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import placed_terms, stem
from summarylint.model import Mark, Statement, Witness

SHARE = 0.6
"""The part of the plan that the order has to tell for it to be that order."""

LEAST_TERMS = 2

_IF = re.compile(r"\b(?:only (?:if|once|after|when)|if|once|unless|provided(?: that)?|as soon as|not before|not until|not till)\s")
_ENDS = re.compile(r"[,;:.!?)\n]| then\b| - ")
_IDLE = frozenset(
    stem(word) or word
    for word in (
        "done", "finished", "finish", "ready", "possible", "needed", "need", "necessary", "want", "wanted", "back", "time", "fine", "good",
        "like", "works", "work", "there", "easy", "you", "have", "get", "can", "there's", "anything", "something", "everything", "all",
        "through",
    )
)  # fmt: skip
"""Words of conditions that are no more than courtesy ("if possible", "once done")."""


_TELLS = LatePattern(
    lambda: (
        r"\b(?:only|if|once|when|after|before|until|till|unless|provided|pending|subject to|depend\w*|as soon as|conditional\w*"
        r"|(?:with|needs?|requires?|awaits?|on)\b[^.;]{0,40}\b(?:ok|okay|consent|approval|agreement|permission|go-ahead|blessing|yes|word|confirmation))\b"
    )
)


def dropped_condition(
    plan: Statement, around: str, summary: str, witnesses: Iterable[Witness], ledger: Ledger
) -> tuple[Witness, Mark] | None:
    """Return the order of the user that `plan` tells without its condition, which `summary` holds nowhere, and the condition.

    A sentence `around` it that tells of any condition or consent may tell it in words of its own.
    """
    told = None
    if _TELLS.search(lowered(around)):
        return None
    for found in witnesses:
        if found.span.role != "user" or found.span.kind != "text" or found.statement.text.rstrip().endswith("?"):
            continue
        low, start, end = lowered_whole(found.span.text), found.statement.start, found.statement.end
        opened = _IF.search(low, start, end)
        if opened is None:
            continue
        own = set(plan.terms)
        shared = [(term, at) for term, at, _ in placed_terms(found.span.text, start, end) if term in own]
        stop = _ENDS.search(low, opened.end(), end)
        to = min([stop.start() if stop else end, *(at for _, at in shared if at >= opened.end())])
        matter = [term for term, _, _ in placed_terms(found.span.text, opened.end(), to) if term not in _IDLE]
        named = {term for term, at in shared if not opened.start() <= at < to}
        if not matter or len(named) < LEAST_TERMS or not rare(ledger, named) or part_of(ledger, named, own) < SHARE:
            continue
        told = concepts(summary) if told is None else told
        if any(holds(told, term) for term in matter) or _met(matter, found, ledger):
            continue
        return found, Mark("cue", "conditional", opened.start(), to, found.span.text[opened.start() : to].strip(), value="certainty")
    return None


def _met(matter: Iterable[str], found: Witness, ledger: Ledger) -> bool:
    """Does a later span speak of the condition, so that it may be met?"""
    last = ledger.number(found.span.id)
    return any(number > last for term in matter for number in ledger.holders(term))
