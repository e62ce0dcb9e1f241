"""Unknowns: a result that the summary tells, while the last word of the spans on it is that nobody looked.

"With load it has not been tested" leaves the load open, whatever was found without. The clause says what it is about by its own
terms; the result of the summary falls where it names them, nothing in the summary leaves them open, and no later span speaks of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import plan_in
from summarylint.evidence.turns import Matter, Turn, at_order, part_of, pieces, terms_in
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered, lowered_whole, trie_pattern
from summarylint.language.segment import clauses
from summarylint.language.stance import heading_stance
from summarylint.language.terms import stem, terms
from summarylint.model import Witness

SUBJECT = 0.34
"""The part of what an unknown is about that the result of the summary has to name."""

MOST_TOLD = 8
"""A term in more statements than this names no single thing of which nothing is known."""


_KINDS = ("denied", "untried", "unknown", "unknown_before", "elliptic", "short_of")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A clause of statement `order`, at `[start, end)` of its span, that says nobody looked at what `subject` names."""

    order: int
    start: int
    end: int
    subject: frozenset[str]
    at_all: bool
    """Is nothing known of it, so that no assertion has any ground?"""
    printed: bool = False
    """Is it a printed state short of the end, and not somebody's word that nobody looked?"""


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    data = read_lexicon("unknowns")

    def joined(key: str) -> str:
        return trie_pattern(one for raw in data[key] for one in expand(raw))

    found = {key: rf"(?<![\w'-])(?:{joined(key)})(?![\w-])" for key in ("untried", "unknown", "unknown_before", "short_of", "shown", "leaving_open", "trouble")}
    found["short_of"] = rf"(?<!\d )(?<!no ){found['short_of']}"
    found["elliptic"] = rf"(?<![\w'-])(?:{joined('elliptic')})(?: yet)?(?=\s*(?:[:;,.]|$))"
    found["leaving_open"] += r"|n't\b|(?<![\w-])un(?!der|til|ion|iq|it|iv)\w{3,}(?:ed|n)(?![\w-])"
    found["denied"] = rf"(?<![\w'-])(?:{joined('denying')})(?: (?!so |too |that |because )[\w'-]+){{0,3}} (?:{joined('examining')})(?![\w-])"
    return {key: re.compile(pattern) for key, pattern in found.items()}


@lru_cache(maxsize=1)
def _stems() -> frozenset[str]:
    """The terms one of which every such clause holds, so that no other statement is read for one."""
    data = read_lexicon("unknowns")
    written = [one for key in ("examining", *_KINDS[1:]) for raw in data[key] for one in expand(raw)]
    return frozenset(term for one in written for term in terms(one))


@lru_cache(maxsize=1)
def _plain() -> frozenset[str]:
    data = read_lexicon("unknowns")
    return frozenset(filter(None, map(stem, data["plain"].split()))) | _stems()


_TAKEN_AWAY = re.compile(r"\b(?:no|without|zero|0|any|longer|free of)\s+(?:\w+\s+){0,2}\Z")
_MENDED = re.compile(r"\b(?:fixed|solved|resolved|cured|gone|no longer)\b")
"""Behind a trouble, or before it, these say that it is there no more."""


def left_unknown(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word of the spans that what `matter` tells as a result was not looked at, or is not known."""
    known = ledger.once(_unknowns)
    if not known or matter.terms.isdisjoint(ledger.once(_subjects)) or not _asserts(matter):
        return
    low = lowered(matter.words)
    shown = _patterns()["shown"].search(low) is not None or told_as_done(matter) is not None
    for one in reversed(known):
        shared = one.subject & matter.terms
        if not shared or not (shown or one.at_all) or any(not term.isalpha() for term in one.subject - shared):
            continue  # "finding 2" is not the findings
        if part_of(ledger, shared, one.subject) < SUBJECT or all(len(ledger.postings.get(term, ())) > MOST_TOLD for term in shared):
            continue
        if one.printed and _troubled(matter):
            continue
        if _left_open(matter, one, shared) or _spoken_of_later(one, shared, ledger):
            continue
        found = at_order(ledger, one.order)
        share = part_of(ledger, shared, matter.terms)
        yield Turn("inflated", found, matter.start, matter.end, one.start, one.end, found.span.text[one.start : one.end], share)
        return


def _asserts(matter: Matter) -> bool:
    """Does a stretch tell something as a fact and leave nothing open?"""
    statement = matter.statement
    if statement.segment.form in ("heading", "code", "quotation") or statement.segment.checked is False:
        return False
    stance = statement.stance
    if stance.certainty != "certain" or stance.status in ("planned", "untested", "blocked"):
        return False
    if stance.force != "fact" and stance.status != "done":
        return False
    above = (*statement.segment.headings, statement.segment.label)
    if any(heading_stance(one).get("status") in ("planned", "blocked") or heading_stance(one).get("force") for one in above):
        return False
    low = lowered(statement.text)
    return _patterns()["leaving_open"].search(low) is None


def _troubled(matter: Matter) -> bool:
    """Does a stretch tell trouble, or a state short of the end, itself?"""
    words = lowered(matter.words)
    if _patterns()["short_of"].search(lowered(matter.statement.text)):
        return True
    told = [match for match in _patterns()["trouble"].finditer(words) if not _TAKEN_AWAY.search(words[: match.start()])]
    return bool(told) and not _MENDED.search(words)


def _left_open(matter: Matter, one: Unknown, shared: frozenset[str]) -> bool:
    """Does any other statement of the summary leave open what nobody looked at?"""
    return any(
        not shared.isdisjoint(other.terms) and _patterns()["leaving_open"].search(lowered(other.text)) is not None
        for other in matter.others
        if other is not matter.statement
    )


def _spoken_of_later(one: Unknown, shared: frozenset[str], ledger: Ledger) -> bool:
    """Does any statement behind the unknown show what came of it: an output, or words of a result that are no plan and no question?"""
    known = {other.order for other in ledger.once(_unknowns)}
    telling = [term for term in shared if len(ledger.postings.get(term, ())) <= MOST_TOLD]
    later = {order for term in telling for order in ledger.postings.get(term, ()) if order > one.order} - known
    return any(ledger.span_of(order).kind in ("tool_output", "tool_call") or _shows(ledger.text(order)) for order in later)


def _shows(text: str) -> bool:
    low = lowered(text)
    return not low.rstrip().endswith("?") and _patterns()["shown"].search(low) is not None and plan_in(low, 0, len(low)) is None


def _subjects(ledger: Ledger) -> frozenset[str]:
    return frozenset(term for one in ledger.once(_unknowns) for term in one.subject)


def _unknowns(ledger: Ledger) -> tuple[Unknown, ...]:
    orders = sorted({order for term in _stems() for order in ledger.postings.get(term, ())})
    return tuple(one for order in orders for one in ledger.each(_unknowns_at)[order])


def _unknowns_at(ledger: Ledger, order: int) -> tuple[Unknown, ...]:
    low = lowered(ledger.text(order))
    if not any(_patterns()[key].search(low) for key in _KINDS):
        return ()
    found = at_order(ledger, order)
    if found.span.kind in ("tool_call", "thinking") or found.span.role == "system" or is_summariser_prompt(found.span):
        return ()
    if found.statement.text.rstrip().endswith("?") or found.statement.stance.force != "fact" or found.statement.stance.certainty in ("asked", "conditional"):
        return ()
    return tuple(_read(found))


def _of_row(found: Witness, start: int, match: re.Match[str], state: bool) -> Iterator[Unknown]:
    """Read the name of a printed row before its state: in the same field, or where nothing stands there in the fields before."""
    text = found.span.text
    for cuts in ("\n,;|",) if state else ("\n,;|", "\n"):
        at = max(start, *(text.rfind(cut, start, match.start()) + 1 for cut in cuts), 0)
        subject = frozenset(terms_in(text, at, match.start())) - _plain()
        if subject:
            yield Unknown(found.order, at, match.end(), subject, False, state)
            return


def _read(found: Witness) -> Iterator[Unknown]:
    text, statement = found.span.text, found.statement
    low = lowered_whole(text)
    for start, end in clauses(text, statement.start, statement.end):
        for key in _KINDS:
            match = _patterns()[key].search(low, start, end)
            if match is None:
                continue
            if key == "unknown_before":  # "the handbook is silent on them": what stands before is who says so
                subject = frozenset(terms_in(text, match.end(), end)) - _plain()
                if subject:
                    yield Unknown(found.order, match.start(), end, subject, True)
                break
            if key == "short_of" and found.span.kind != "tool_output":
                break
            if found.span.kind == "tool_output":  # a row opens with its name
                yield from _of_row(found, start, match, key == "short_of")
                break
            if key == "elliptic":  # "the unit tests pass, the typecheck does not"
                cut = max((b for a, b in pieces(text, start, match.start())[:-1]), default=start)
                subject = frozenset(terms_in(text, cut, match.start())) - _plain()
                if subject:
                    yield Unknown(found.order, cut, match.end(), subject, False)
                break
            bounds = next(((a, b) for a, b in pieces(text, start, end) if a <= match.start() < b), (start, end))
            subject = frozenset(terms_in(text, *bounds)) - _plain()
            if not subject:
                bounds = start, end
                subject = frozenset(terms_in(text, *bounds)) - _plain()
            if subject:
                yield Unknown(found.order, *bounds, subject, key == "unknown")
            break
