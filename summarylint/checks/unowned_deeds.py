"""Unowned deeds: what a party did himself, told as nobody's deed or as if it had been seen."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from summarylint.checks.view import View, place
from summarylint.evidence.align import LEAST_SCORE, candidates, witness
from summarylint.evidence.voices import corroborated, share_in
from summarylint.language.phrases import lowered
from summarylint.language.terms import terms
from summarylint.language.voices import Voice, phrases, words
from summarylint.model import Edit, Fix, Hit, Statement, Witness

LEAST_TERMS = 2
"""A deed told in a single term says too little to be found again."""

DEED_SCORE = 0.3
"""How well a statement of who did it has to fit the one that says nobody did: the deed and its object are enough."""

CHANCE = ("automatically", "by itself", "by themselves", "on its own", "on their own")
"""Phrases that deny a doer, and may well be meant of a machine; the others ask for one."""

OWN_DEED_SHARE = 0.5
"""How much of a result has to stand in the user's own report of what he did, where no tool shows it."""


def nobody(view: View) -> Hit | None:
    """A deed told as nobody's, while a span tells in the first person who did it."""
    statement = view.statement
    match = phrases("nobody").search(lowered(statement.text))
    if match is None:
        return None
    whole = terms(" ".join(part.text for part in view.sentence))
    own = set(terms(match[0]))
    query = replace(statement, terms=tuple(term for term in whole if term not in own))
    found = candidates(query, view.ledger)
    if match[0] in CHANCE and (_names_a_party(view) or any(match[0] in lowered(view.ledger.text(c.order)) for c in found)):
        return None
    for candidate in found:
        span = view.ledger.span_of(candidate.order)
        least = DEED_SCORE if match[0] in CHANCE else LEAST_SCORE
        few = len(candidate.shared) < LEAST_TERMS and match[0] not in CHANCE
        if few or candidate.score < least or span.role not in ("user", "assistant") or span.kind != "text":
            continue
        start, end = view.ledger.bounds[candidate.order]
        if _first_person_deed(span.text[start:end], span.role):
            return _deed_hit(statement, witness(view.ledger, candidate), match[0])
    return None


def _names_a_party(view: View) -> bool:
    text = lowered(view.compaction.summary[view.sentence[0].start : view.sentence[-1].end])
    return bool(re.search(r"\b(?:user|assistant|agent)\b", text))


def own_deed(view: View) -> Hit | None:
    """The result of what the user ran himself, told as if it had been seen."""
    if view.statement.stance.certainty != "certain":
        return None
    for part in view.parts:
        if not any(cue.type in ("done", "failed") and part.start <= cue.start < part.end for cue in view.statement.stance.cues):
            continue
        for candidate in view.candidates:
            span = view.ledger.span_of(candidate.order)
            start, end = view.ledger.bounds[candidate.order]
            deed = span.role == "user" and _user_did(span.text[start:end])
            share, inside = share_in(view.ledger, part.terms, span.text, start, end) if deed else (0.0, ())
            voice = Voice("the user", "person", start, end, (start, end))
            if share < OWN_DEED_SHARE or len(inside) <= LEAST_TERMS:
                continue
            if not corroborated(view.ledger, inside, candidate.order, voice, view.candidates):
                return _deed_hit(part, witness(view.ledger, candidate), "")
    return None


def _user_did(text: str) -> bool:
    return bool(_own_deeds().search(text))


@lru_cache(maxsize=1)
def _own_deeds() -> re.Pattern[str]:
    verbs = "|".join(sorted(words("deeds"), key=len, reverse=True))
    return re.compile(rf"\b[iI](?:'ve|’ve| have| already| also| just| then)* (?:{verbs})\b|\b[iI] .{{0,20}}\bmyself\b")


_FIRST_PERSON = re.compile(
    r"\b[iI](?:'ve|’ve|'m|’m| have| am| already| just| also| then)* [a-z]+(?:ed|ing|t|d|n|de)\b|\bmyself\b|\bas I \w+"
)
_ELLIPTIC = re.compile(r"\W*(?:[A-Z][a-z]+(?:ed|ing)|Went|Done|Ran|Wrote|Built|Made)\b")
"""How an assistant opens a report of its own work ("Patched both.")."""


def _first_person_deed(text: str, role: str) -> bool:
    if _FIRST_PERSON.search(text) or _user_did(text):
        return True
    return role == "assistant" and bool(_ELLIPTIC.match(text))


def _deed_hit(part: Statement, found: Witness, phrase: str) -> Hit:
    who = "the user" if found.span.role == "user" else "the assistant"
    return Hit(
        start=part.start,
        end=part.end,
        evidence=(place(found, f"{who} did it"),),
        fields={"who": who, "says": "did it", "claim": part.text, "span_id": found.span.id},
        why={"voice": "deed", "score": found.score, "phrase": phrase},
        fix=Fix("display", (Edit(part.start, part.start, f"By {who}: "),)),
    )
