"""Unknowns: a result that the summary tells, while the last word of the spans on it is that nobody looked, or that it failed.

"With load it has not been tested" leaves the load open, whatever was found without. The result of the summary falls where it names
what such a clause is about, nothing in the summary leaves that open, and no later span shows what came of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.assertion import told_as_so
from summarylint.evidence.index import Ledger
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import plan_in
from summarylint.evidence.turns import Matter, Turn, at_order, part_of
from summarylint.evidence.unknown_clauses import Unknown, parting, patterns, unknowns
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of

SUBJECT = 0.34
"""The part of what an unknown is about that the result of the summary has to name."""

SUBJECT_UNKNOWN = 0.3
"""The same where nothing at all is known of it."""

MOST_TOLD = 8
"""A term in more statements than this names no single thing of which nothing is known."""


def _any(entry: str) -> str:
    return one_of(read_lexicon("unknowns")[entry])


_TAKEN_AWAY = LatePattern(lambda: rf"\b{_any('taking_away')}\s+(?:\w+\s+){{0,2}}\Z")
_PRONOUN = re.compile(r"\W*(?:it|this|that|they|these|those|both)\b")
_EXCEPTION = re.compile(r"[a-z](?:Error|Exception|Fault|Warning)\b")
_MENDED = LatePattern(lambda: rf"\b{_any('mended')}\b")
"""Beside a trouble these say that it is there no more."""


def left_unknown(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word of the spans that what `matter` tells as a result was not looked at, is not known, or fell short."""
    named, read = matter.terms | matter.above, unknowns(ledger)
    telling = (held for term in named if len(held := ledger.postings.get(term, ())) <= MOST_TOLD)
    orders = sorted({order for held in telling for order in held if read[order]}, reverse=True)
    if not orders or not _asserts(matter):
        return
    low = lowered(matter.words)
    shown = any(test.search(low) for test in (patterns()["shown"], _OF_ALL, _BOOKED)) or told_as_done(matter) is not None
    for one in (one for order in orders for one in reversed(read[order])):
        shared = one.subject & (named if one.at_all else matter.terms)
        if not shared or not (shown or one.at_all) or (one.subject - shared) & parting():
            continue
        if any(not term.isalpha() for term in one.subject - shared) and not _sister(matter, one, shared, ledger):
            continue  # "finding 2" is not the findings
        least = SUBJECT_UNKNOWN if one.at_all else SUBJECT
        if part_of(ledger, shared, one.subject) < least or all(len(ledger.postings.get(term, ())) > MOST_TOLD for term in shared):
            continue
        if (one.printed and _troubled(matter)) or _left_open(matter, shared) or _shown_later(one, shared, ledger):
            continue
        found = at_order(ledger, one.order)
        share = part_of(ledger, shared, matter.terms)
        yield Turn("inflated", found, matter.start, matter.end, one.start, one.end, found.span.text[one.start : one.end], share)
        return


def _sister(matter: Matter, one: Unknown, shared: frozenset[str], ledger: Ledger) -> bool:
    """Does the summary tell of all, and is the row of the unknown one of several that differ by nothing but a figure ("db-2", "db-3")?"""
    if not _OF_ALL.search(lowered(matter.words)) or not all(term.isdigit() for term in one.subject - shared):
        return False
    words = {term for term in one.subject if term.isalpha()}
    around = ledger.orders_of(ledger.number_of(one.order))
    return words <= shared and any(other != one.order and words <= set(ledger.terms[other]) for other in around)


_BOOKED = LatePattern(lambda: rf"\b(?:is|are) {_any('booked')}\b")
_OF_ALL = LatePattern(lambda: rf"\b{_any('of_all')}\b")


def _asserts(matter: Matter) -> bool:
    """Does a stretch tell something as a fact and leave nothing open?"""
    statement = matter.statement
    if statement.segment.form in ("heading", "code", "quotation") or statement.segment.checked is False:
        return False
    stance, headings = statement.stance, (*statement.segment.headings, statement.segment.label)
    if stance.force != "fact" and stance.status != "done":
        return False
    not_as, not_under = ("planned", "untested", "blocked"), ("planned", "blocked")
    if not told_as_so(statement, stance.certainty, not_as=not_as, under=headings, not_under=not_under):
        return False
    return patterns()["leaving_open"].search(lowered(statement.text)) is None


def _troubled(matter: Matter) -> bool:
    """Does a stretch tell trouble, or its statement a state short of success, itself?"""
    words = lowered(matter.words)
    if patterns()["short_of"].search(lowered(matter.statement.text)) or _EXCEPTION.search(matter.words):
        return True
    told = (match for match in patterns()["trouble"].finditer(words) if not _TAKEN_AWAY.search(words[: match.start()]))
    return any(told) and not _MENDED.search(words)


def _left_open(matter: Matter, shared: frozenset[str]) -> bool:
    """Does another statement of the summary leave open what nobody looked at, by its name or with a pronoun right behind?"""
    own = matter.others.index(matter.statement)
    return any(
        (not shared.isdisjoint(other.terms) or (number == own + 1 and _PRONOUN.match(lowered(other.text)) is not None))
        and patterns()["leaving_open"].search(lowered(other.text)) is not None
        for number, other in enumerate(matter.others)
        if number != own
    )


def _shown_later(one: Unknown, shared: frozenset[str], ledger: Ledger) -> bool:
    """Does any statement behind the unknown show what came of it: an output, or words of a result that are no plan and no question?"""
    read = unknowns(ledger)
    telling = [term for term in shared if len(ledger.postings.get(term, ())) <= MOST_TOLD]
    later = {order for term in telling for order in ledger.postings.get(term, ()) if order > one.order and not read[order]}
    return any(ledger.span_of(order).kind in ("tool_output", "tool_call") or _shows(ledger.text(order)) for order in later)


def _shows(text: str) -> bool:
    low = lowered(text)
    return not low.rstrip().endswith("?") and patterns()["shown"].search(low) is not None and plan_in(low, 0, len(low)) is None
