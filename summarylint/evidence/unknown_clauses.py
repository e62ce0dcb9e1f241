"""The clauses of the spans that say nobody looked, that nothing is known, or that a thing is short of success.

Each says what it is about by its own terms: a sentence by what else its clause holds, a printed row by the name before its
state. Phrases and sources are in `lexicon/unknowns.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.turns import at_order, pieces, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered, lowered_whole, one_of
from summarylint.language.segment import clauses
from summarylint.language.terms import stem, terms
from summarylint.model import Witness

_KINDS = ("denied", "untried", "unknown", "unknown_before", "elliptic", "short_of")
_LISTS = ("untried", "unknown", "unknown_before", "short_of", "shown", "leaving_open", "trouble")
_BETWEEN = r"(?: (?!so |too |that |because )[\w'-]+){0,3}"
"""Words between a denial and what is denied ("has not been fully tested")."""
_UNDONE = r"|n't\b|(?<![\w-])un(?!der|til|ion|iq|it|iv)\w{3,}(?:ed|n)(?![\w-])"
_HEAD = re.compile(r"\s*[a-z]+(?:\s+[a-z]+){2,}\s*")
"""Nothing but words in small letters, of which a state may be one: the head of a table, or prose that names no thing."""
_COUNTED = re.compile(r"(?<![\w-])\d+ \Z")
"""Before a state this says how many are in it ("3 failed"), and names none of them."""
_FIELDS = "\n,;|"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A clause of statement `order`, at `[start, end)` of its span, that leaves open what `subject` names."""

    order: int
    start: int
    end: int
    subject: frozenset[str]
    at_all: bool = False
    """Is nothing known of it, so that no assertion has any ground?"""
    printed: bool = False
    """Is it a printed state short of success, and not somebody's word that nobody looked?"""


@lru_cache(maxsize=1)
def patterns() -> dict[str, LatePattern]:
    """Return the lists of the lexicon as patterns over lower-cased text; "denied" joins two of them, "any" all that make an unknown."""
    data = read_lexicon("unknowns")
    found = {key: rf"(?<![\w'-]){one_of(data[key])}(?![\w-])" for key in _LISTS}
    found["short_of"] = rf"(?<!no ){found['short_of']}"
    found["elliptic"] = rf"(?<![\w'-]){one_of(data['elliptic'])}(?: yet)?(?=\s*(?:[:;,.]|$))"
    found["leaving_open"] += _UNDONE
    found["denied"] = rf"(?<![\w'-]){one_of(data['denying'])}{_BETWEEN} {one_of(data['examining'])}(?![\w-])"
    found["any"] = "|".join(found[key] for key in _KINDS)
    return {key: LatePattern(partial(found.__getitem__, key)) for key in found}


def unknowns(ledger: Ledger) -> Mapping[int, tuple[Unknown, ...]]:
    """Return the unknowns of each statement by its number, in text order, read when they are asked for."""
    return ledger.each(_unknowns_at)


@lru_cache(maxsize=1)
def _stems() -> frozenset[str]:
    data = read_lexicon("unknowns")
    written = [one for key in ("examining", *_KINDS[1:]) for raw in data[key] for one in expand(raw)]
    return frozenset(term for one in written for term in terms(one))


@lru_cache(maxsize=1)
def _plain() -> frozenset[str]:
    return frozenset(filter(None, map(stem, read_lexicon("unknowns")["plain"].split()))) | _stems()


@lru_cache(maxsize=1)
def parting() -> frozenset[str]:
    """Return the stems of modifiers that part a thing from its fellow."""
    return frozenset(filter(None, map(stem, read_lexicon("unknowns")["parting"].split())))


def _unknowns_at(ledger: Ledger, order: int) -> tuple[Unknown, ...]:
    if _stems().isdisjoint(ledger.terms[order]) or not patterns()["any"].search(low := lowered(ledger.text(order))):
        return ()  # a denial alone ("they do not") is too little to tell that anything was looked for
    found = at_order(ledger, order)
    if found.span.kind in ("tool_call", "thinking") or found.span.role in ("system", "summary") or is_summariser_prompt(found.span):
        return ()
    stance = found.statement.stance
    if low.rstrip().endswith("?") or stance.force != "fact" or stance.certainty in ("asked", "conditional"):
        return ()
    bounds = clauses(found.span.text, found.statement.start, found.statement.end)
    return tuple(one for start, end in bounds if (one := _of_clause(found, start, end)) is not None)


def _of_clause(found: Witness, start: int, end: int) -> Unknown | None:
    low, printed = lowered_whole(found.span.text), found.span.kind == "tool_output"
    for key in _KINDS:
        match = patterns()[key].search(low, start, end)
        if match is None:
            continue
        if printed:
            return _of_row(found, start, match, key == "short_of")
        return None if key == "short_of" else _told(found, start, end, match, key)
    return None


def _of_row(found: Witness, start: int, match: re.Match[str], state: bool) -> Unknown | None:
    """Read the name of a printed row before its state: in the same field, or for a word of denial in the fields before."""
    text = found.span.text
    line = text[text.rfind("\n", 0, match.start()) + 1 : (text + "\n").index("\n", match.end())]
    if _HEAD.fullmatch(line) or (state and _COUNTED.search(text[start : match.start()])):
        return None
    for cuts in (_FIELDS,) if state else (_FIELDS, "\n"):
        at = max(start, *(text.rfind(cut, start, match.start()) + 1 for cut in cuts), 0)
        subject = _content(text, at, match.start())
        if subject:
            return Unknown(found.order, at, match.end(), subject, printed=state)
    return None


def _told(found: Witness, start: int, end: int, match: re.Match[str], key: str) -> Unknown | None:
    """Read what a clause of somebody's words is about: its part between commas, or where that says nothing the whole."""
    text = found.span.text
    if key == "unknown_before":  # "the handbook is silent on them": what stands before is who says so
        bounds = [(match.start(), end)]
        subject = _content(text, match.end(), end)
        return Unknown(found.order, *bounds[0], subject, at_all=True) if subject else None
    if key == "elliptic":  # "the unit tests pass, the typecheck does not"
        cut = max((b for _, b in pieces(text, start, match.start())[:-1]), default=start)
        bounds = [(cut, match.end())]
    else:
        bounds = [*((a, b) for a, b in pieces(text, start, end) if a <= match.start() < b), (start, end)]
        bounds += [(found.statement.start, found.statement.end)]
    for low, high in bounds:
        subject = _content(text, low, min(high, match.start()) if key == "elliptic" else high)
        if subject:
            return Unknown(found.order, low, high, subject, at_all=key == "unknown")
    return None


def _content(text: str, start: int, end: int) -> frozenset[str]:
    return frozenset(term for term in terms_in(text, start, end) if "'" not in term) - _plain()
