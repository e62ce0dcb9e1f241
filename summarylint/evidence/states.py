"""States: the last state that the spans give a named thing, against a summary that tells the thing as done.

A job, a ticket, a row, a reference has a name of its own; what is printed or said last of it is its state. The deed of the
summary falls with it where that state is short of the end: a number of a number, "running", "pending", "not checked out".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import Deed, deeds_in, lexicon, phrases
from summarylint.evidence.restrictions import tells_part
from summarylint.evidence.turns import RARE, Matter, Turn, at_order, part_of, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.numerals import SMALL
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.prose import is_command
from summarylint.language.terms import stem
from summarylint.model import Witness

MOST_TRIED = 24
"""Statements on the named things of one clause that are read, the latest first."""

MOST_RESULTS = 40
"""The last statements that speak of something passed, among which the last result of the tests is looked for."""

SUBJECT = 0.5
"""The part of what stands before a state that the summary has to name, where it shares no value with it."""

_COUNT = "|".join(sorted((word for word, value in SMALL.items() if value), key=len, reverse=True))
_PARTWAY = re.compile(rf"(?:\b[a-z]{{3,}} (\d[\d:,]*)/(\d[\d:,]*)|\b(\d[\d:,]*|{_COUNT}) (?:out )?of (\d[\d:,]*|{_COUNT}))\b(?![./-])")
_OF_ALL = re.compile(rf"\bof (?:the |these |those )?(\d+|{_COUNT}) (?:\w+ ){{0,3}}?(\d+|{_COUNT}) (?:is|are|was|were|has|have)\b")


def _any(entry: str) -> str:
    return one_of(lexicon()["states"][entry])


_SHORT = LatePattern(
    lambda: rf"\b(?:not (?:yet )?(?:been )?(?:\w+ed|{_any('ends')})|{_any('short')}|being \w+ed)\b",
)
_DENIED = re.compile(r"\b(?:not|no|never|none|neither|nor|without|yet|so far|un(?!der|til|ion|iq|its?\b|iv)\w{3,})\b|n't\b")
_COPULA = LatePattern(lambda: rf"\b{_any('copulas')}\s+(?:\w+\s+)?\Z")
_STATUS = re.compile(r"\W*(?:status|state|result)\W*[:=]")
_NAME = re.compile(r"[\w./#-]*\w")
_RESULT = re.compile(r"\b(\d+) (?:tests? )?(?:passed|passing)\b|\bpassed:? (\d+)\b")
_UNRUN = LatePattern(lambda: rf"\b[1-9]\d* {_any('unrun')}\b")
_ALL_PASS = re.compile(
    r"\ball (?:\S+ ){0,4}(?:tests?|specs|checks|suites?)(?: \S+){0,3} (?:pass\w*|green|succeed\w*)\b"
    r"|\b(?:tests?|suite) (?:is |are )?(?:all )?green\b"
)


def stuck(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last state of a thing that `matter` tells as done, where that state is short of the end."""
    if _ALL_PASS.search(lowered(matter.words)) and not tells_part(matter.statement.text):
        yield from _not_all(matter, ledger)
    deed = told_as_done(matter)
    told = lowered(matter.statement.text)
    if deed is None or not _ends(matter, deed) or tells_part(told) or _short_of_end(told, 0, len(told)) or _DENIED.search(told):
        return
    known = matter.above | set(terms_in(matter.text, matter.start, matter.end))  # a name may stand in brackets: "the job (55182)"
    names = {term for term in known if len(ledger.postings.get(term, ())) <= RARE + (not term.isalpha()) * RARE}
    orders = sorted({order for term in names for order in ledger.postings.get(term, ())}, reverse=True)
    for order in orders[:MOST_TRIED]:
        found = at_order(ledger, order)
        if found.span.kind == "tool_call" or found.span.role == "system" or is_command(found.statement.text):
            continue
        place = _state(matter, found, ledger)
        if place is not None:
            words = found.span.text[place[0] : place[1]]
            share = part_of(ledger, set(found.statement.terms), matter.terms)
            start = min(found.statement.start, place[0])
            yield Turn("inflated", found, matter.start, matter.end, start, place[1], words, share)
            return
        if _tells_end(found, names):
            return


def _ends(matter: Matter, deed: Deed) -> bool:
    """Does a deed bring something to its end, and not only begin, prepare or find it?"""
    word = lowered(matter.text[deed.start : deed.end])
    return word not in lexicon()["words"]["no_end"] and word not in lexicon()["words"]["no_work"]


def _short_of_end(low: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of a state that is not the end of it."""
    match = _SHORT.search(low[start:end].replace("_", " "))
    if match:
        return start + match.start(), start + match.end()
    partway = next((m for m in _PARTWAY.finditer(low, start, end) if _value(m[1] or m[3]) < _value(m[2] or m[4])), None)
    match = partway or next((m for m in _OF_ALL.finditer(low, start, end) if _value(m[2]) < _value(m[1])), None)
    return match.span() if match else None


def _value(written: str) -> float:
    if written in SMALL:
        return float(SMALL[written])
    figures = written.replace(",", "").strip(":").split(":")
    value = 0.0
    for figure in figures:
        value = value * 60 + float(figure or 0)
    return value


def _state(matter: Matter, found: Witness, ledger: Ledger) -> tuple[int, int] | None:
    """Return the state in a statement that is said of what the summary names, or None."""
    text, statement = found.span.text, found.statement
    printed = found.span.kind == "tool_output"
    place = _short_of_end(lowered_whole(text), statement.start, statement.end) or (_status_line(found, ledger) if printed else None)
    if place is None or statement.text.rstrip().endswith("?") or statement.stance.certainty in ("asked", "conditional"):
        return None
    end = min(place[0], statement.end)
    if not printed and _ended_before(text, statement.start, end):
        return None
    cuts = (text.rfind(mark, statement.start, end) for mark in "{;")  # of several records in a line
    start = max(statement.start, *(cut + 1 for cut in cuts))
    before = set(terms_in(text, start, end))
    known = matter.terms | matter.above
    shared = before & known
    if _told_beside(matter, shared):
        return None
    named = _named(matter, text, start, end)
    if named is not None:
        return place if named else None
    if not shared or not any(len(ledger.postings.get(term, ())) <= RARE for term in shared):
        return None
    subject = {term for term in before if not term.isdigit()}
    return place if printed and part_of(ledger, shared, subject) >= SUBJECT else None


def _ended_before(text: str, start: int, end: int) -> bool:
    """Does a clause of its own before the state tell an end ("5.2.0 is deployed, both pods are running")? The state is of another thing."""
    cut = max(text.rfind(", ", start, end), text.rfind(" and ", start, end))
    if cut < 0 or not terms_in(text, cut + 1, end):
        return False
    no_end = lexicon()["words"]["no_end"]
    low = lowered(text[start:cut])
    return not _DENIED.search(low) and any(
        deed.stems and lowered(text[deed.start : deed.end]) not in no_end and _COPULA.search(text, start, deed.start)
        for deed in deeds_in(text, start, cut, states=True)
    )


def _status_line(found: Witness, ledger: Ledger) -> tuple[int, int] | None:
    """Return the state in a line "status: ..." right behind a printed one, which speaks of it."""
    behind = found.order + 1
    if behind >= len(ledger) or ledger.span_of(behind) is not found.span or not _STATUS.match(lowered(ledger.text(behind))):
        return None
    return _short_of_end(lowered_whole(found.span.text), *ledger.bounds[behind])


def _named(matter: Matter, text: str, start: int, end: int) -> bool | None:
    """Does the summary have in full a name with a figure that stands before a state? None where no such name stands there."""
    found: bool | None = None
    told = lowered(f"{matter.statement.segment.label} {matter.words}")
    for match in _NAME.finditer(text, start, end):
        name = lowered(match[0])
        figured = any(char.isdigit() for char in name) and len(name) > (3 if name.isdigit() else 1)
        if figured and re.search(rf"(?<![\w./#-]){re.escape(name)}(?![\w/-])", told):
            return True
        found = False if figured else found
    return found


def _told_beside(matter: Matter, shared: set[str]) -> bool:
    """Does another statement of the summary, on the same thing or right beside this one, tell such a state itself?"""
    own = matter.others.index(matter.statement)
    for number, other in enumerate(matter.others):
        low = lowered(other.text)
        if (
            other is not matter.statement
            and (abs(number - own) == 1 or shared & set(other.terms))
            and (_short_of_end(low, 0, len(low)) or phrases("future").search(low) or _DENIED.search(low))
        ):
            return True
    return False


def _tells_end(found: Witness, names: set[str]) -> bool:
    """Does a statement on one of the named things tell any deed or end of it?"""
    text, statement = found.span.text, found.statement
    low = lowered(statement.text)
    if not names & set(statement.terms) or _DENIED.search(low) or phrases("future").search(low):
        return False
    if _short_of_end(low, 0, len(low)):
        return False
    no_end = lexicon()["words"]["no_end"]
    deeds = deeds_in(text, statement.start, statement.end, states=True)
    return phrases("finished").search(low) is not None or any(lowered(text[deed.start : deed.end]) not in no_end for deed in deeds)


def _not_all(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """ "All tests pass" against a last result with tests skipped or failed."""
    for order in reversed(ledger.postings.get(stem("passed"), ())[-MOST_RESULTS:]):
        if ledger.span_of(order).kind != "tool_output" or not _RESULT.search(lowered(ledger.text(order))):
            continue
        found = at_order(ledger, order)
        short = _UNRUN.search(lowered_whole(found.span.text), found.statement.start, found.statement.end)
        if short is not None:
            start, end = found.statement.start, found.statement.end
            yield Turn("inflated", found, matter.start, matter.end, start, end, short[0], 0.0)
        return
