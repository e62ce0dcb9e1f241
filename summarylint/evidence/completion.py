"""Completion: work that the summary lists as still to be done, and that a span shows done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import outcome_of
from summarylint.evidence.progress_words import deed_of, deeds_in, plan_in
from summarylint.evidence.turns import RARE, Matter, Turn, asserts, at_order, mentions, part_of, rare, speaks, terms_in
from summarylint.language.phrases import lowered
from summarylint.language.prose import is_command
from summarylint.language.stance import heading_stance
from summarylint.model import Witness

_MUST = re.compile(r"\b(?:must|has to|have to|needs to|is to|are to|to) be\b")


def completed(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield what shows that something `matter` lists as still to be done was done already."""
    if not _listed_as_open(matter) or deed_of(matter.text, matter.start, matter.end):
        return
    told = terms_in(matter.text, matter.start, matter.end)
    if len(told) < 2:
        return
    verb, rest = told[0], set(told[1:])
    if verb not in terms_in(matter.words.split()[0], 0, None):
        return  # what is still to be done begins with its verb; "the rebase went through" does not
    for found in near:
        statement = found.statement
        shared = set(statement.terms) & rest
        if part_of(ledger, shared, rest) < 0.5 or not rare(ledger, shared):
            continue
        if not _shows_done(verb, found, ledger) or not asserts(statement) or statement.stance.polarity == "negative":
            continue
        if not _asked_again(verb, shared, found, ledger):
            yield Turn(
                "completed", found, matter.start, matter.end, statement.start, statement.end, statement.text, part_of(ledger, shared, rest)
            )
            return


def _shows_done(verb: str, found: Witness, ledger: Ledger) -> bool:
    """Does the witness tell the deed as done, or is it a command of that name with nothing amiss behind it?"""
    text, statement = found.span.text, found.statement
    if plan_in(text, statement.start, statement.end) or _MUST.search(lowered(statement.text)):
        return False
    if is_command(statement.text):
        return verb in statement.terms and outcome_of(ledger, found.order) is None and len(ledger.postings.get(verb, ())) <= 2 * RARE
    return speaks(found) and any(verb in deed.stems for deed in deeds_in(text, statement.start, statement.end))


def _listed_as_open(matter: Matter) -> bool:
    segment = matter.statement.segment
    if segment.checked is not None:  # a line that only follows a box without an indent is none of its item
        line = matter.text.rfind("\n", 0, matter.statement.start) + 1
        return not segment.checked and line != matter.statement.start
    above = [heading_stance(h).get("status") for h in (segment.label, *reversed(segment.headings)) if h]
    return next((status for status in above if status), None) in ("planned", "ongoing") and matter.statement.stance.certainty == "certain"


def _asked_again(verb: str, shared: set[str], found: Witness, ledger: Ledger) -> bool:
    for order in mentions(ledger, {verb, *shared}, 0.5, found.order):
        later = at_order(ledger, order)
        if verb in later.statement.terms and later.span.id != found.span.id and later.span.role in ("user", "assistant"):
            return True
    return False
