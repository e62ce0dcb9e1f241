"""Does a statement of the spans show a deed as done, or does it lie ahead there?"""

from __future__ import annotations

import re

from summarylint.evidence.deed_matter import ToldDeed
from summarylint.evidence.outcomes import outcome_of, sign_of_failure
from summarylint.evidence.progress_words import deeds_in, lexicon, plan_in, prepares, unfinished_in
from summarylint.evidence.turns import speaks, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.prose import is_command
from summarylint.language.segment import clauses
from summarylint.model import Witness

_WORDS = lexicon()["unperformed"]
SHARE = 0.6
"""The part of the worth of what a deed is done to by which a statement without its verb is about it."""

WHOLE = 0.9
"""The part by which even a word of preparing shows the deed: "wrote to the office" is what "will write to the office" announced."""

SHOWS = 0.34
"""The part by which a past tense or an output shows the deed: less than a plan needs, since a wrong finding costs more."""

WEEKDAY = LatePattern(lambda: rf"\b(?:on|for|by|until) {one_of(_WORDS['weekdays'])}\b")
WAITS = LatePattern(lambda: rf"\b{one_of(_WORDS['waiting'])}\b")
_REHEARSED = re.compile(r"\bdry[- ]run\b")
_WOULD = re.compile(r"\bdry[- ]?(?:run)?\b|--dry|\bwould\b")

_RIGHT = re.compile(r"\bshould\b|\bpropose[sd]\b")
"""What is right, or stands in a draft, is no plan of anybody's."""

_NORM = re.compile(r"\bshould(?! (?:be|get)\b)|\bpropose[sd]\b")
"""The same, but for a verb that "should be" done to something."""

_PUTS_OFF = LatePattern(lambda: rf"^\W*(?:{one_of(_WORDS['before_orders'])}\W+)*{one_of(_WORDS['putting_off'])}\b")
_SELF = re.compile(r"\b(?:i|we)\b")
_READY = re.compile(r"\bready (?:for \w+ to|to)\b|\b(?:is|are|am) to \w|\bnot (?:yet )?(?:started|begun|done)\b")


_EDITOR = re.compile(r"\W*(?:write|edit|create|update|read)\w*\b")
"""The name of a tool that opens a call says nothing of what is written or edited by it."""


def is_call_of(deed: ToldDeed, order: int) -> bool:
    """Is a statement a call of the deed? Such a one is told by its terms alone, before any is read in full."""
    if deed.ledger.span_of(order).kind != "tool_call":
        return False
    held = frozenset(deed.ledger.terms[order])
    share = deed.share(held)
    return share >= SHOWS or (bool(deed.verbs & held) and (share > 0 or _EDITOR.match(lowered(deed.ledger.text(order))) is None))


def shows(deed: ToldDeed, found: Witness) -> bool:
    """Does a statement tell the deed as done, or call it?"""
    text, statement = found.span.text, found.statement
    held = frozenset(deed.ledger.terms[found.order])
    share, verb = deed.share(held), bool(deed.verbs & held)
    if not verb and share < SHOWS:
        return False
    if statement.text.startswith("[x]") or _in_the_past(deed, lowered(statement.text)) or statement.segment.checked:
        return True
    if is_command(statement.text):
        called = (verb and share > 0) or share >= SHARE
        return called and outcome_of(deed.ledger, found.order) is None and rehearsed(statement.text) is None
    if rehearsed(statement.text, prose=speaks(found)):
        return False
    if found.span.role == "tool" and not speaks(found) and verb and share >= SHOWS and not sign_of_failure(statement.text):
        return unfinished_in(text, statement.start, statement.end) is None
    for start, end in clauses(text, statement.start, statement.end):
        told = deeds_in(text, start, end, states=True)
        if any(other.stems & deed.verbs for other in told):
            return True  # whatever else the clause plans
        if lies_ahead(found, start, end) is not None or unfinished_in(text, start, end):
            continue
        here = deed.share(frozenset(terms_in(text, start, end)))
        if here >= SHARE and any(here >= WHOLE or not prepares(text, other) for other in told):
            return True
    return False


def _in_the_past(deed: ToldDeed, low: str) -> bool:
    """Does the statement have the very form of the verb that the summary has ("etsy flagged it"), and no auxiliary before it?"""
    for form, match in ((form, re.search(rf"(?P<before>(?:\w+\W+)?){form}\b", low)) for word, form in deed.forms if word in low):
        if match and form.endswith("ed") and re.match(r"(?:be|been|is|are|get|not|to|was|were|have|has|n't)\W", match["before"]) is None:
            return True
    return False


def rehearsed(text: str, *, prose: bool = False) -> re.Match[str] | None:
    """Does an output only say what would be done? In prose "would" is a wish as well."""
    return (_REHEARSED if prose else _WOULD).search(lowered(text))


def lies_ahead(found: Witness, start: int, end: int, *, verb: bool = False) -> tuple[int, int] | None:
    """Return the words that put a clause into the future or make it wait; None where it says no such thing."""
    text = found.span.text
    low = lowered_whole(text)
    if (_NORM if verb else _RIGHT).search(low, start, end):
        return None
    place = plan_in(text, start, end)
    if place is not None:
        return place
    match = _READY.search(low, start, end) or WEEKDAY.search(low, start, end)
    if match is None and WAITS.search(low, start, end) and found.span.role != "tool" and not deeds_in(text, start, end):
        by_user = found.span.role == "user"  # an order that waits for something; the assistant's own "after your ok I run it"
        match = _PUTS_OFF.search(low[start:end]) if by_user else _SELF.search(low, start, end)
        return (start, end) if match else None
    return match.span() if match else None


def is_output_of(deed: ToldDeed, found: Witness) -> bool:
    """Does an output behind the plan show the thing, without a sign that it failed or is under way?"""
    text, statement = found.span.text, found.statement
    if is_command(statement.text):
        return False  # called, which was asked before
    if sign_of_failure(statement.text) or rehearsed(statement.text) or unfinished_in(text, statement.start, statement.end):
        return False
    held = frozenset(deed.ledger.terms[found.order])
    return bool(deed.verbs & held) or deed.share(held) >= SHOWS
