"""Unsupported claim: the summary tells that something happened of whose kind no span holds a single word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from summarylint.checks.view import View, place
from summarylint.evidence.index import Ledger
from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.stance import heading_stance
from summarylint.language.terms import stem, terms
from summarylint.language.voices import words
from summarylint.model import Hit, Place, Statement

KIND = "unsupported-claim"
FIELDS = frozenset({"claim", "matter"})

SMALL_WINDOW = 300
"""Statements up to which all spans are searched for a ground; in longer windows only those that touch the matter, and their neighbours."""

RARE = 12
"""A term in so few statements says which spans touch the matter."""

LEAST_CAUSE_TERMS = 2
"""Words that a cause has to have, all of them new, for it to be made up and not put in another word."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Which claims are looked for."""

    deeds: bool = True
    """Whether what happened is looked for, by the fields of lexicon/grounds.toml."""
    causes: bool = True
    """Whether reasons are looked for of which no word stands in any span."""
    strangers: bool = True
    """Whether deeds of persons, and titles, are looked for of which no word stands in any span."""


@dataclass(frozen=True, slots=True)
class Field:
    """A kind of thing that happens, and the stems one of which a text holds that gives ground for it."""

    name: str
    claim: re.Pattern[str]
    grounds: frozenset[str]
    short: re.Pattern[str] | None
    """Those of them that alignment leaves out, to be searched in the text ("up", "got")."""
    comparison: bool
    """Whether figures may give the ground: then none of the claim's may be known, and something else in it has to be new too."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: the clause that nothing supports."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log", "quotation") or _is_open(statement):
        return
    found = (_cause(view) if settings.causes else None) or (_deed(view) if settings.deeds else None)
    found = found or (_stranger(view) or _title(view) if settings.strangers else None)
    if found:
        yield found


def _is_open(statement: Statement) -> bool:
    """Plans, wishes, doubts, questions and denials assert nothing that happened."""
    stance = statement.stance
    around = (*statement.segment.headings[-1:], statement.segment.label)
    if statement.segment.checked is False or any(heading_stance(label).get("status") == "planned" for label in around):
        return True
    if stance.certainty != "certain" or stance.force in ("request", "prohibition"):
        return True
    return statement.text.rstrip(" \"'*").endswith("?")


# ---------------------------------------------------------------- what happened


def _deed(view: View) -> Hit | None:
    statement = view.statement
    text = lowered(statement.text)
    if not _any_deed().search(text):
        return None
    for field in _fields():
        match = field.claim.search(text)
        if match is None:
            continue
        start, end = _clause(statement, match)
        own = set(terms(match[0]))
        known = [term for term in statement.terms if term not in own and _is_known(view, term)]
        if not known or _is_denied(statement, start, statement.start + match.end()) or _is_grounded(view, field):
            continue
        if not field.comparison or _is_new(view, set(terms(view.compaction.summary[start:end])) - own):
            return _hit(view, field.name, start, end)
    return None


def _clause(statement: Statement, match: re.Match[str]) -> tuple[int, int]:
    """The clause that `match` stands in, as offsets of the summary."""
    before = [found.end() for found in _CLAUSE_END.finditer(statement.text, 0, match.start() + 1)]
    after = _CLAUSE_END.search(statement.text, match.end())
    start = before[-1] if before else 0
    while start < len(statement.text) and statement.text[start] in " ,":
        start += 1
    return statement.start + start, statement.start + (after.start() if after else len(statement.text))


def _is_new(view: View, found: set[str]) -> bool:
    """May no figure of the spans give ground for this comparison, and is something in it new?"""
    figures = [term for term in found if any(char.isdigit() for char in term)]
    return any(not _is_known(view, term) for term in found) and not any(_is_known(view, term) for term in figures)


def _is_denied(statement: Statement, start: int, end: int) -> bool:
    cues = [cue for cue in statement.stance.cues if start <= cue.start < end]
    return any(cue.type in ("negative", "prohibition", "planned", "conditional", "possible", "asked") for cue in cues)


def _is_grounded(view: View, field: Field) -> bool:
    ledger = view.ledger
    if field.grounds.intersection(terms(view.compaction.previous_summary or "")):
        return True
    held = {number for term in field.grounds for number in ledger.holders(term)}
    near = range(len(ledger.spans)) if len(ledger) <= SMALL_WINDOW else _near(ledger, view.statement)
    if not held.isdisjoint(near):
        return True
    searched = [pattern for pattern in (field.short, _COMPARED if field.comparison else None) if pattern]
    return any(pattern.search(lowered(ledger.spans[number].text)) for pattern in searched for number in near)


_COMPARED = re.compile(r"\b(?:was|were|before|previously|formerly|used to be|from|instead of)\b[^.\n]{0,20}\d")
"""How a text sets an earlier figure beside a later one."""


def _near(ledger: Ledger, statement: Statement) -> set[int]:
    """The spans that touch the matter, with those before and after."""
    numbers = {n for term in statement.terms if 0 < len(ledger.postings.get(term, ())) <= RARE for n in ledger.holders(term)}
    return {at for number in numbers for at in range(number - 2, number + 3) if 0 <= at < len(ledger.spans)}


@lru_cache(maxsize=1)
def _fields() -> tuple[Field, ...]:
    table = read_lexicon("grounds")
    return tuple(_field(name, entry) for name, entry in table.items())


@lru_cache(maxsize=1)
def _any_deed() -> PhrasePattern:
    """Every word and phrase that a claim of some field holds: one search spares most statements the search for each field."""
    table = read_lexicon("grounds")
    claims = [word for entry in table.values() for word in (*entry["claims"].split(), *entry.get("phrases", []))]
    return PhrasePattern(claims, lambda group: rf"\b{group}\b")


def _field(name: str, entry: dict[str, Any]) -> Field:
    claims, told = entry["claims"].split(), entry.get("phrases", [])
    choices = [*(re.escape(phrase) for phrase in told), *(word for word in claims if not word.endswith("ed"))]
    patterns = [rf"\b(?:{'|'.join(choices)})\b"] if choices else []
    if claims:
        participle = rf"(?:{'|'.join(claims)})\b"
        patterns.append(rf"\b(?:has|have|had|was|were|is|are|got|been|being){_BETWEEN}\s+{participle}")
        patterns.append(rf"(?:^|,\s|\band\s){participle}\s+(?:to|by|with|from)\b")
    grounds = (*claims, *entry["grounds"].split())
    short = [word for word in grounds if not stem(word)]
    pattern = re.compile(rf"\b(?:{'|'.join(short)})\b") if short else None
    stems = frozenset(stem(word) for word in grounds) - {""}
    return Field(name, re.compile("|".join(patterns)), stems, pattern, bool(entry.get("comparison")))


_BETWEEN = r"(?:\s+(?:also|already|now|since|been|both|all|just|then|found(?: \w+)?|very|\w+ly))*"
"""Words between an auxiliary and the participle."""

# ---------------------------------------------------------------- why it happened

_CAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|owing to|on account of|caused by|triggered by|stems from|as a result of"
    r"|the reason (?:is|was|being)(?: that)?)\s+"
)
_CLAUSE_END = re.compile(r"[,;()]|:(?=\s)|\s(?:and|but|so)\s")


@lru_cache(maxsize=1)
def _by_persons() -> re.Pattern[str]:
    """What opens a reason that lies with persons; what a machine does is told in terms of its own, and put in others."""
    noun = rf"(?:the|an?|his|her|their|its|our) (?:[\w-]+ )?(?:{'|'.join(words('persons'))})s?"
    return re.compile(rf"(?:he|she|they|nobody|someone|{noun}|[A-Z][a-z]+)\b")


def _cause(view: View) -> Hit | None:
    statement, summary = view.statement, view.compaction.summary
    match = _CAUSE.search(lowered(statement.text))
    if match is None or _is_denied(statement, statement.start, statement.start + match.end()):
        return None
    start, stop = statement.start + match.start(), _CLAUSE_END.search(statement.text, match.end())
    end = statement.start + stop.start() if stop else statement.end
    if not _by_persons().match(statement.text, match.end()):
        return None
    own = set(terms(summary[statement.start + match.end() : end]))
    before = terms(summary[view.sentence[0].start : start])
    if len(own) < LEAST_CAUSE_TERMS or any(_is_known(view, term) for term in own) or not any(_is_known(view, term) for term in before):
        return None
    return _hit(view, "such cause", start, end)


# ---------------------------------------------------------------- who, and by what name


@lru_cache(maxsize=1)
def _persons_deed() -> re.Pattern[str]:
    trades = rf"[a-z]{{2,}}(?:{'|'.join(words('person_endings'))}|master|mistress)"
    noun = rf"(?:{'|'.join(sorted(words('persons'), key=len, reverse=True))}|{trades})s?"
    lead = r"(?:[Tt]he|[Aa]n?|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Tt]wo|[Tt]hree|[Aa]nother|[Bb]oth)\s+(?:[\w'’-]+\s+){0,2}?"
    deed = r"(?:also |already |since |then |even |later )?(?:has|have|had|was|were|[a-z]+ed|found|gave|took|told)"
    return re.compile(rf"\b{lead}(?P<noun>{noun})\s+{deed}\b")


def _stranger(view: View) -> Hit | None:
    """A deed or fate of a person whom no span names, told in words of which none stands in any span.

    Summaries name persons, and tell deeds, in quite other words than spans; both at once, down to the last word, they do not.
    """
    statement, summary = view.statement, view.compaction.summary
    match = _persons_deed().search(statement.text)
    if match is None or _is_denied(statement, statement.start, statement.end):
        return None
    stop = _CLAUSE_END.search(statement.text, match.end())
    end = statement.start + stop.start() if stop else statement.end
    person, deed = terms(match["noun"].lower()), terms(summary[statement.start + match.end("noun") : end])
    if not deed or not person or any(_is_known(view, term) for term in (*person, *deed)):
        return None
    return _hit(view, "such person", statement.start + match.start(), end)


def _title(view: View) -> Hit | None:
    """A title between quotation marks of which no word stands in any span."""
    for match in _QUOTED_TITLE.finditer(view.statement.text):
        own = set(terms(match[1]))
        if len(own) >= LEAST_CAUSE_TERMS and not any(_is_known(view, term) for term in own):
            return _hit(view, "such name", view.statement.start + match.start(), view.statement.start + match.end())
    return None


_QUOTED_TITLE = re.compile(r"[\"“]([A-Z][^\"“”\n]{3,60})[\"”]")


def _is_known(view: View, term: str) -> bool:
    """Does the term stand in a span or the previous summary?"""
    return term in view.ledger.postings or term in terms(view.compaction.previous_summary or "")


# ---------------------------------------------------------------- the hit


def _hit(view: View, matter: str, start: int, end: int) -> Hit:
    return Hit(
        start=start,
        end=end,
        evidence=_nearest(view),
        fields={"claim": view.compaction.summary[start:end].strip(), "matter": matter},
        why={"field": matter},
    )


def _nearest(view: View) -> tuple[Place, ...]:
    """The span statement that comes closest: the best witness, or the last word on the rarest thing the sentence names."""
    if view.witnesses:
        return (place(view.witnesses[0], "the nearest there is"),)
    ledger = view.ledger
    known = [term for part in view.sentence for term in part.terms if term in ledger.postings]
    if not known:
        return ()
    order = ledger.postings[min(known, key=lambda term: len(ledger.postings[term]))][-1]
    return (Place(ledger.span_of(order).id, *ledger.bounds[order], ledger.text(order), "the nearest there is"),)
