"""Whose word: what a named person is told to say, while a line of another speaker says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from summarylint.checks.view import View
from summarylint.evidence.index import Ledger
from summarylint.evidence.voices import share_in
from summarylint.language.terms import placed_terms, terms
from summarylint.language.voices import reported, speaker_label
from summarylint.model import Hit, Place, Span

OTHER_NAME_SHARE = 0.6
"""The part of what a named person is said to say that one line of another speaker has to hold."""

NAMED_SHARE = 0.25
"""The part of it that any line by or about that person may hold at most."""

LEAST_TERMS = 3
"""With fewer terms a match is chance, unless all of them stand together."""


def other_name(view: View) -> Hit | None:
    """What a named person is said to say, while a line of another named speaker says it and nothing about that person does."""
    statement, text, ledger = view.statement, view.compaction.summary, view.ledger
    for voice in reported(text, statement.start, statement.end):
        names = set(terms(voice.who))
        matter = {term for term, _, _ in placed_terms(text, *voice.scope)} - names
        if voice.kind == "document" or not names or len(matter) < LEAST_TERMS or not any(name in ledger.postings for name in names):
            continue
        best = best_statement(view, tuple(matter), lambda span: True)
        if best is None or best[0] < OTHER_NAME_SHARE:
            continue
        span, (start, end) = ledger.span_of(best[1]), ledger.bounds[best[1]]
        label = speaker_label(span.text, start, end)
        told = {order + step for name in names for order in ledger.postings.get(name, ()) for step in (0, 1) if order + step < len(ledger)}
        if label is None or not _has_lines(span.text, names) or names & set(terms(label.who)):
            continue
        if any(_share(ledger, matter, order) > NAMED_SHARE for order in told):
            continue
        found = Place(span.id, start, end, span.text[start:end], f"{label.who} says it")
        fields = speakers(voice.who, label.who, f"{label.who} says this, not {voice.who}", statement.text, span)
        return Hit(voice.start, statement.end, (found,), fields, {"share": round(best[0], 3)})
    return None


def _has_lines(text: str, names: set[str]) -> bool:
    """Do lines of this talk open with one of the names? Only then is it known who is who."""
    return any(names & set(terms(match[1])) for match in _LINE_OF.finditer(text))


_LINE_OF = re.compile(r"^[^\n]{0,30}?\b([^\W\d_][\w.'-]*(?: [\w.'-]+){0,2}): ", re.M)


def best_statement(view: View, matter: tuple[str, ...], test: Callable[[Span], bool], thoughts: bool = False) -> tuple[float, int] | None:
    """Return the part of the matter that the statement with most of it holds, and its number, among the spans that pass the test."""
    ledger = view.ledger
    orders = {order for term in set(matter) for order in ledger.postings.get(term, ())}
    shares = ((_share(ledger, matter, order), order) for order in sorted(orders) if _counts(ledger.span_of(order), test, thoughts))
    return max(shares, default=None, key=lambda pair: (pair[0], -pair[1]))


def _share(ledger: Ledger, matter: Iterable[str], order: int) -> float:
    return share_in(ledger, matter, ledger.span_of(order).text, *ledger.bounds[order])[0]


def speakers(who: str, other: str, fault: str, claim: str, span: Span) -> dict[str, str]:
    """Return the fields of a message about who said it and who is credited with it."""
    return {"who": who, "other": other, "fault": fault, "claim": claim.strip(), "span_id": span.id}


def _counts(span: Span, test: Callable[[Span], bool], thoughts: bool) -> bool:
    return test(span) and span.kind != "tool_call" and (thoughts or span.kind != "thinking")
