"""Who said it in the spans: how much of a matter a party's own words hold, what others report, and what bears it out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator

from summarylint.evidence.align import Candidate, worth, worth_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.turns import terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import one_of
from summarylint.language.prose import is_command, is_prose
from summarylint.language.terms import terms
from summarylint.language.voices import Voice, is_agreement, lexicon, opinion, reported
from summarylint.model import Place, Span, Statement


def _any(entry: str) -> str:
    return one_of(lexicon()["written_papers"][entry])


_FETCHED = LatePattern(
    lambda: rf"https?://|\bfetch|\b{_any('headers')}[\"']?: ?|\.{_any('suffixes')}\b|\b{_any('kinds')}\b",
    re.I,
)
"""How a tool output opens that shows what somebody wrote."""

CORROBORATION = 0.7
"""The part of a reported matter that another statement has to hold to bear it out."""


def share_in(ledger: Ledger, terms: Iterable[str], text: str, start: int, end: int) -> tuple[float, tuple[str, ...]]:
    """Return what part of the worth of `terms` stands in `text[start:end]`, and which of them."""
    query = {term: worth(ledger, term) for term in dict.fromkeys(terms)}
    inside = tuple([term for term in terms_in(text, start, end) if term in query])
    return (sum(query[term] for term in inside) / (sum(query.values()) or 1.0)), inside


def spans_of(ledger: Ledger, test: Callable[[Span], bool]) -> Iterator[Span]:
    """Yield the spans of a party in time order, summariser prompts left out."""
    return (span for span in ledger.spans if test(span) and not is_summariser_prompt(span))


def best_share(ledger: Ledger, terms: Iterable[str], test: Callable[[Span], bool]) -> tuple[float, Span | None]:
    """Return the greatest part of the worth of `terms` that one span of a party holds, and that span."""
    query = {term: worth(ledger, term) for term in dict.fromkeys(terms)}
    total = sum(query.values()) or 1.0
    shares: dict[int, float] = {}
    for term, value in query.items():
        for number in ledger.holders(term):
            shares[number] = shares.get(number, 0.0) + value
    best: tuple[float, Span | None] = (0.0, None)
    for number in sorted(shares):
        span, share = ledger.spans[number], shares[number] / total
        if share > best[0] and test(span) and not is_summariser_prompt(span):
            best = share, span
    return best


def places_of(ledger: Ledger, matter: tuple[str, ...], span: Span, label: str) -> tuple[Place, ...]:
    """Return the statement of a span that holds most of the worth of `matter`, as evidence under `label`; nothing where it has none."""
    orders = ledger.orders(span.id)
    if not len(orders):
        return ()
    best = max(orders, key=lambda order: share_in(ledger, matter, span.text, *ledger.bounds[order])[0])
    start, end = ledger.bounds[best]
    return (Place(span.id, start, end, span.text[start:end], label),)


def is_users(span: Span) -> bool:
    """Is the span the user's word, and not a file or a notice that the harness put into his message?"""
    return span.role == "user" and not _PUT_IN.match(span.text)


_PUT_IN = re.compile(r"\s*(?:Called the \w+ tool\b|<(?:path|file|system-reminder|local-command|command-name)\b)", re.I)


def is_assistants(span: Span) -> bool:
    """Is the span the assistant's word or act? What a tool printed for it counts, since the assistant tells it."""
    return span.role in ("assistant", "tool")


def is_earlier(span: Span) -> bool:
    """Is the span an earlier summary, which may hold words of a user that no longer stand anywhere else?"""
    return span.role in ("summary", "system")


def agreed_after(ledger: Ledger, span: Span, matter: Iterable[str] = ()) -> bool:
    """Does the next word of the user after `span` agree to it, or a later one that names something of the `matter`?"""
    wanted = set(matter)
    later = (s for s in ledger.spans[ledger.number(span.id) + 1 :] if is_users(s) and not is_summariser_prompt(s))
    return any(
        (number == 0 or wanted & set(terms(message.text))) and is_agreement(message.text[:400])
        for number, message in enumerate(itertools.islice(later, LATER_MESSAGES))
    )


LATER_MESSAGES = 4
"""Messages of the user in which an answer may still come to what was proposed."""


def corroborated(ledger: Ledger, terms: tuple[str, ...], order: int, voice: Voice, candidates: Iterable[Candidate]) -> bool:
    """Does anything but the reported voice bear out what it says: a measurement, a second source, a check by the assistant?

    The assistant's flat repetition of the voice is no second source.
    """
    matter = worth_of(ledger, terms)
    for candidate in candidates:
        if candidate.order == order or worth_of(ledger, set(candidate.shared) & set(terms)) < CORROBORATION * matter:
            continue
        span, statement = ledger.span_of(candidate.order), ledger.statement(candidate.order)
        if statement.stance.certainty != "certain" or span.role in ("summary", "system"):
            continue
        others = {found.who.lower() for found in reported(span.text, statement.start, statement.end)}
        if _another(voice, others) if others else _first_hand(span, statement):
            return True
    return False


def _another(voice: Voice, others: set[str]) -> bool:
    """Is a second, different person among those who say it? A pronoun may well stand for the first one."""
    return voice.kind == "person" and voice.who.lower() not in _PRONOUNS and bool(others - {voice.who.lower(), *_PRONOUNS})


_PRONOUNS = ("he", "she", "they")


def _first_hand(span: Span, statement: Statement) -> bool:
    if span.role == "tool":
        return _measures(span, statement)
    if span.role == "user":
        return not is_command(statement.text)
    if span.role != "assistant":
        return False
    return bool(_CONCLUDES.search(statement.text)) or any(cue.type == "resolved" for cue in statement.stance.cues)


_CONCLUDES = LatePattern(lambda: rf"\b{_any('concluding')}\b", re.I)
"""How the assistant tells what it concludes by itself."""


_CALL = re.compile(r"\s*(?:->\s*)?\w+(?:\.\w+)+\s*[\"'(\[]")
"""A call of a tool with what was asked of it (`web.search "..."`); it says what was asked, not what is so."""


def _measures(span: Span, statement: Statement) -> bool:
    """Is this what a machine found out, rather than a sentence of a document or message that a tool fetched?"""
    if is_command(statement.text) or _CALL.match(statement.text) or statement.text.lstrip()[:1] in "\"“'":
        return False
    if opinion(span.text, statement.start, statement.end):
        return False
    return not (is_prose(statement.text) and _FETCHED.search(span.text[:200]))
