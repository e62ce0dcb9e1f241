"""Withheld deeds: the summary tells a deed as done of which the last word is the user's bar on it, or that it must wait.

Nothing that the deed is done to need be named ("It has been deployed." after "don't deploy"). So all that the spans say of the verb is
read, and the finding stands only where nothing was called, printed or told as done behind the user's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from summarylint.evidence.contrast import SET_OFF
from summarylint.evidence.deed_matter import is_work
from summarylint.evidence.denial_force import BARS
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import denials
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import Deed, deeds_in, lexicon
from summarylint.evidence.shown_deeds import WAITS
from summarylint.evidence.telling import kindred
from summarylint.evidence.turns import Matter, Turn, at_order, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.segment import clauses
from summarylint.language.terms import terms
from summarylint.model import Span, Statement, Witness

MOST_MENTIONS = 8
"""Statements that hold the verb; what is spoken of more often was done by somebody at some time."""

_OPENS = LatePattern(lambda: rf"\W*(?:{one_of(lexicon()['unperformed']['before_orders'])}\W+)*")
"""What may stand before an order or a bar in its clause."""
_CUT = re.compile(r"[,;.:](?=\s)")
"""Where what is barred ends, and a reason or something else follows."""


def withheld(summary: str, statements: Sequence[Statement], number: int, ledger: Ledger) -> Iterator[Turn]:
    """Yield the user's last word on each deed that statement `number` tells as done, where it bars the deed or lets it wait."""
    statement = statements[number]
    for start, end in clauses(summary, statement.start, statement.end):
        own = frozenset(terms(summary[start:end]))
        matter = Matter(statement, summary, start, end, own, frozenset(), tuple(statements))
        if own and told_as_done(matter) is not None:
            for deed in deeds_in(summary, start, end):
                if is_work(matter, deed) and not SET_OFF.search(lowered(summary[start : deed.start])):  # "mended rather than replaced"
                    yield from _withheld(matter, deed, ledger)


def _withheld(matter: Matter, deed: Deed, ledger: Ledger) -> Iterator[Turn]:
    verbs = frozenset(kin for stem in deed.stems for kin in kindred(stem))
    orders = sorted({order for verb in verbs for order in ledger.postings.get(verb, ())})
    if not orders or len(orders) > MOST_MENTIONS:
        return
    last = at_order(ledger, orders[-1])
    if last.span.role != "user" or last.span.kind != "text" or any(_is_done(ledger, order, verbs) for order in orders):
        return
    place = _place(last, verbs)
    if place is None or not _is_meant(matter, deed, last, place, verbs) or any(map(_acts, ledger.spans[ledger.number(last.span.id) + 1 :])):
        return
    start, end = place
    yield Turn("planned", last, matter.start, matter.end, start, end, last.span.text[start:end], 1.0)


def _is_done(ledger: Ledger, order: int, verbs: frozenset[str]) -> bool:
    """Is the deed called or told as done by this statement?"""
    span, (start, end) = ledger.span_of(order), ledger.bounds[order]
    return span.kind == "tool_call" or any(told.stems & verbs for told in deeds_in(span.text, start, end, states=True))


def _acts(span: Span) -> bool:
    """May what was withheld have been done, or allowed, by this span?"""
    return span.role in ("tool", "user") or span.kind == "tool_call" or bool(deeds_in(span.text, 0, len(span.text)))


def _place(last: Witness, verbs: frozenset[str]) -> tuple[int, int] | None:
    """Return the words that bar the deed or let it wait: from the bar or the order to the end of the clause."""
    text, statement = last.span.text, last.statement
    low = lowered_whole(text)
    for denial in denials(text, statement):
        if lowered(denial.cue.text).replace("’", "'") in BARS and denial.terms[:1] and denial.terms[0] in verbs:
            cut = _CUT.search(text, denial.cue.end, denial.end)
            return denial.cue.start, cut.start() if cut else denial.end
    for clause, end in clauses(text, statement.start, statement.end):
        for start in (clause, *(comma.end() for comma in _CUT.finditer(text, clause, end))):
            opening = _OPENS.match(low, start, end)
            begins = opening.end() if opening else start
            waits = WAITS.search(low, begins, end)
            if waits and verbs & set(terms_in(text, begins, waits.start())[:1]):
                return begins, end
    return None


def _is_meant(matter: Matter, deed: Deed, last: Witness, place: tuple[int, int], verbs: frozenset[str]) -> bool:
    """Does the user withhold the deed from everything, or from something that the summary names beside it?"""
    waits = WAITS.search(lowered_whole(last.span.text), *place)
    withheld_from = set(terms_in(last.span.text, place[0], waits.start() if waits else place[1])) - verbs
    done_to = set(matter.terms) - verbs - set(terms_in(matter.text, deed.start, deed.end))
    return not withheld_from or not done_to or bool(withheld_from & set(matter.statement.terms))
