"""Whose deed: what one party is told to have done, while the other one did it or only asked for it."""

from __future__ import annotations

import re

from summarylint.checks.changed_voice import speakers
from summarylint.checks.view import View
from summarylint.evidence.doers import ADVERBS, OTHER, deeds_told, doers
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.voices import is_users
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import one_of
from summarylint.language.terms import stem, terms
from summarylint.language.voices import lexicon, words
from summarylint.model import Hit, Place

_WORDS = lexicon()["crediting_parties"]


def asked_for(view: View) -> Hit | None:
    """ "The user explains X" where the user's words are "can you explain X": a request told as the user's own deed."""
    statement = view.statement
    label = statement.segment.label
    for text, start, end in ((view.compaction.summary, statement.start, statement.end), (label, 0, len(label))):
        match = _DEED.search(text, start, end)
        if match is None or match["verb"] in words("requesting") or match["verb"] in words("leaving"):
            continue
        verb, matter = stem(match["verb"]), set(terms(text[match.end() : end]))
        for order in view.ledger.postings.get(verb, ()) if verb and matter else ():
            span = view.ledger.span_of(order)
            a, b = view.ledger.bounds[order]
            if not is_users(span) or is_summariser_prompt(span) or len(matter & set(view.ledger.terms[order])) * 2 < len(matter):
                continue
            if _OWN_PLAN.search(span.text[a:b]):
                continue
            asks = next((m for m in _ASK.finditer(span.text[a:b]) if stem((m["verb"] or m["order"]).lower()) == verb), None)
            if asks:
                place = Place(span.id, a, b, span.text[a:b], "the user asks for it")
                fault = "the user asks for this and does not do it"
                fields = speakers("the user", "the assistant", fault, statement.text, span)
                return Hit(statement.start, statement.end, (place,), fields, {"verb": match["verb"]}, None, "warning")
    return None


_DEED = re.compile(rf"(?:^|[.;:] |\b[Tt]he )[Uu]ser{ADVERBS} (?P<verb>[a-z]+(?:ed|s))\b")

_OWN_PLAN = LatePattern(
    lambda: (
        rf"\b(?:i|i'll|ill|i'm|i will|i'd) (?:{one_of(_WORDS['own_plans'])}(?![\w'])|[a-z]+ (?:it|that|them)\b)"
        r"|\bmyself\b|\b(?:note|reminder) to self\b"
    ),
    re.I,
)
"""How a user says that he does it himself."""

_ASK = re.compile(
    r"\b(?:can|could|would|will) (?:you|we) (?:please |also |just |quickly )?(?P<verb>[a-z]+)\b"
    r"|^\W*(?:ok,? |now |please |then |and )?(?P<order>[a-z]+(?<!ed)(?<!ing)(?<!s))\b",
    re.I,
)


def other_doer(view: View) -> Hit | None:
    """What one party is told to have done, while a span says in as many words that the other one did it."""
    statement, ledger = view.statement, view.ledger
    for who, verb, start, end in deeds_told(statement.text):
        matter = set(terms(statement.text[start:end])) - {verb}
        for order in ledger.postings.get(verb, ()):
            shared = matter & set(ledger.terms[order])
            if len(shared) < LEAST_DEED_TERMS or ledger.span_of(order).kind not in ("text", "tool_output"):
                continue
            done_by = doers(ledger, order, verb)
            alike = (other for other in ledger.postings[verb] if shared <= set(ledger.terms[other]))
            if done_by != {OTHER[who]} or any(who in doers(ledger, other, verb) for other in alike):
                continue
            span, (a, b) = ledger.span_of(order), ledger.bounds[order]
            place = Place(span.id, a, b, span.text[a:b], f"the {OTHER[who]} did it")
            fault = f"the {OTHER[who]} did this, not the {who}"
            fields = speakers(f"the {who}", f"the {OTHER[who]}", fault, statement.text, span)
            return Hit(statement.start, statement.end, (place,), fields, {"verb": verb, "shared": " ".join(sorted(shared))})
    return None


LEAST_DEED_TERMS = 2
"""Terms beside the verb that a deed has to share with the span's for it to be the same deed."""
