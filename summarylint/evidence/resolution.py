"""Resolution: did something settle a guess, so that the summary may state it as fact?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from summarylint.evidence.align import Candidate, witness, worth_of
from summarylint.evidence.bearing import Bearing, bearings, values_of
from summarylint.evidence.index import Ledger
from summarylint.language.phrases import lowered
from summarylint.language.prose import is_command
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

SETTLING_SHARE = 0.7
"""What part of the guessed matter another statement has to hold to be about the same thing."""

UNSURE_SHARE = 0.5
"""What part of what a statement shares has to stand in doubt for the statement itself to be a guess."""

SETTLING_RARITY = 12
"""A term in more statements is the topic, and a word of confirmation beside it may be about anything."""

SETTLING_WORDS = ("so it", "it was", "that was", "confirm", "turn", "verif", "indeed", "definit", "proved", "right", "settled", "found")
"""What a statement that settles something holds, tried before it is read."""

_OF_SOME = re.compile(r"\W*(?:many|most|some|several|a few|few|certain|not all|a number of)\s(?!of (?:the|these|those)\b)", re.IGNORECASE)
"""How a statement opens that holds of some of its kind ("many instances need it"): it settles nothing of the one in question."""

UNSURE = ("possible", "probable", "asked", "conditional")
"""The cues under which a statement asserts nothing."""


def settled_by(statement: Statement, guess: Witness, bearing: Bearing, candidates: Iterable[Candidate], ledger: Ledger) -> Witness | None:
    """Return the witness that asserts with certainty what `guess` only supposed, or None.

    Tool and user statements settle a guess wherever they stand, since they are evidence of their own; the assistant
    settles it only after something new came in between (a tool output or user message later than the guess).
    """
    matter = worth_of(ledger, bearing.terms)
    values = values_of(statement) & values_of(guess.statement)
    names = {term for mark in statement.marks if mark.kind == "identifier" for term in terms(mark.text)}
    said = _hedged_verb(guess, bearing)
    printed: set[str] = set()
    candidates = tuple(candidates)
    inquired = _inquired(candidates, set(bearing.terms), ledger)
    for candidate in candidates:
        if candidate.order in (guess.order, bearing.order) or (bearing.cue.type == "asked" and candidate.order < guess.order):
            continue  # what was asked after it was printed is open again
        shared = set(candidate.shared) & set(bearing.terms)
        found = witness(ledger, candidate)
        if len(values) > 1 and found.span.kind == "tool_output" and not is_command(found.statement.text):
            printed |= values & values_of(found.statement)
            if printed == values:  # each of the figures was measured, if not in one line
                return found
        if found.order > guess.order and shared - names and found.span.kind == "tool_output":
            shared |= inquired.get(found.span.id, set())  # a row answers to the command above it
        same_matter = worth_of(ledger, shared) >= SETTLING_SHARE * matter and (bool(shared - names) or not set(bearing.terms) - names)
        same_matter = same_matter and (said is None or said in shared)
        same_value = bool(values) and values <= values_of(found.statement) and candidate.order > guess.order and not _is_subject(statement)
        if found.statement.stance.status == "planned" or _numbers_line(found.statement, values):
            same_value = False  # what is to be done with a thing says nothing of it
        if not (same_matter or same_value) or not _asserts(found, statement, ledger):
            continue
        if found.span.role in ("tool", "user") and found.span.kind != "tool_call":
            return found
        if found.span.role == "assistant" and found.span.kind == "text" and _news_between(guess, found, ledger):
            return found
    return _said_so_later(guess, bearing, ledger) or _confirmed_next(statement, guess, ledger) or _taken_up(guess, bearing, ledger)


def _inquired(candidates: Iterable[Candidate], matter: set[str], ledger: Ledger) -> dict[str, set[str]]:
    """Return, by the span that holds its output, what of the matter a command asks for ("list_queues" above the names of queues)."""
    found: dict[str, set[str]] = {}
    for candidate in candidates:
        shared, number = matter & set(candidate.shared), ledger.number_of(candidate.order)
        if shared and ledger.spans[number].kind == "tool_call" and number + 1 < len(ledger.spans):
            found.setdefault(ledger.spans[number + 1].id, set()).update(shared)
        elif shared and is_command(ledger.text(candidate.order)):
            found.setdefault(ledger.spans[number].id, set()).update(shared)
    return found


_LINE_NUMBER = re.compile(r"\s*(\d+)[:-](?=\s|\t)")


def _numbers_line(statement: Statement, values: frozenset[str]) -> bool:
    """Is the only value that a printed line shares its own number ("13:  engine = ...")?"""
    number = _LINE_NUMBER.match(statement.text)
    return number is not None and values == {number[1]} and statement.text.count(number[1]) == 1


def _hedged_verb(guess: Witness, bearing: Bearing) -> str | None:
    """Return the term right behind an adverb of doubt ("normally **requires** a ref") where the claim has it: it is what was in doubt."""
    if bearing.cue.type != "probable" or not lowered(bearing.cue.text).endswith("ly"):
        return None
    behind = terms(guess.span.text[bearing.cue.end : guess.statement.end])[:1]
    return behind[0] if behind and behind[0] in bearing.terms else None


def _is_subject(statement: Statement) -> bool:
    """Does the statement open with its value ("web-2 rotates the log")? Then another word on that value says nothing of the rest."""
    first = next((mark for mark in statement.marks if mark.kind in ("identifier", "quantity")), None)
    return first is not None and len(terms(statement.text[: first.start - statement.start])) == 0


def _said_so_later(guess: Witness, bearing: Bearing, ledger: Ledger) -> Witness | None:
    """Return a later word that settles the guess by naming its matter: "so it was the mapping", "confirmed: the mapping"."""
    for term in bearing.terms:
        held = ledger.postings.get(term, ())
        for order in held if len(held) <= SETTLING_RARITY else ():
            if order <= max(guess.order, bearing.order) or not any(word in ledger.text(order).lower() for word in SETTLING_WORDS):
                continue
            found = ledger.statement(order)
            cues = {cue.type for cue in found.stance.cues}
            if "resolved" in cues and "refuted" not in cues and found.stance.certainty == "certain" and found.stance.polarity == "positive":
                return Witness(ledger.span_of(order), found, 0.0, (term,), order)
    return None


def _confirmed_next(statement: Statement, guess: Witness, ledger: Ledger) -> Witness | None:
    """Return how the assistant's next message confirms the guess of his last one in other words, after something was printed in between.

    "Perhaps the halls are unevenly heated", and below the readings "Confirmed: hall A has 24, hall B 11"; it has to name anything
    that the summary's statement names.
    """
    number = ledger.number(guess.span.id)
    if guess.span.role != "assistant":
        return None
    spoken = (at for at in range(number + 1, len(ledger.spans)) if ledger.spans[at].role != "tool" and ledger.spans[at].kind == "text")
    following = next(spoken, None)
    if following is None or ledger.spans[following].role != "assistant" or following == number + 1:
        return None
    order = next(iter(ledger.orders(ledger.spans[following].id)), None)
    if order is None or not _CONFIRMS.match(lowered(ledger.text(order))):
        return None
    span, shared = ledger.span_of(order), tuple(sorted(set(statement.terms) & set(ledger.terms[order])))
    return Witness(span, ledger.statement(order), 0.0, shared, order) if shared else None


def _taken_up(guess: Witness, bearing: Bearing, ledger: Ledger) -> Witness | None:
    """Return the user's next message where it orders, by its verb, what the assistant said could be done ("replace it")."""
    if guess.span.role != "assistant" or lowered(bearing.cue.text) not in PROPOSING:
        return None
    behind = terms(guess.span.text[bearing.cue.end : guess.statement.end])[:1]
    later = ledger.spans[ledger.number(guess.span.id) + 1 :]
    answer = next((span for span in later if span.role == "user"), None)
    if answer is None or not behind or behind[0] not in bearing.terms or len(answer.text.split()) > LONGEST_ORDER:
        return None
    order = next(iter(ledger.orders(answer.id)), None)
    if order is None or terms(_ASSENT.sub("", lowered(answer.text)))[:1] != behind:
        return None
    return Witness(answer, ledger.statement(order), 0.0, behind, order)


PROPOSING = ("could", "might", "may")
"""Modal verbs by which the assistant proposes."""

LONGEST_ORDER = 8
"""Words of an answer that only takes up what was proposed."""

_ASSENT = re.compile(r"\W*(?:(?:ok|okay|yes|yep|sure|good|right|fine|then|please|pls|so|do)\b\W*)*")
"""What stands before the verb of an order that takes something up."""

_CONFIRMS = re.compile(
    r"\W*(?:confirmed|confirms it|indeed|verified|as (?:i )?(?:suspected|thought|guessed|expected)|so it is|that's it|that was it)\b"
)
"""How a message opens that confirms what its writer supposed before."""


def _asserts(found: Witness, statement: Statement, ledger: Ledger) -> bool:
    stance = found.statement.stance
    if is_command(found.statement.text) or _OF_SOME.match(found.statement.text):
        return False
    if stance.certainty != "certain" and any(b.share >= UNSURE_SHARE * found.score for b in bearings(found, statement, ledger, UNSURE)):
        return False
    if any(cue.type == "refuted" for cue in stance.cues):
        return False
    if stance.status in ("failed", "reverted") and statement.stance.status not in ("failed", "reverted"):
        return False
    return stance.polarity == statement.stance.polarity


def _news_between(guess: Witness, found: Witness, ledger: Ledger) -> bool:
    first, last = ledger.number(guess.span.id), ledger.number(found.span.id)
    return any(span.role == "user" or span.kind == "tool_output" for span in ledger.spans[first + 1 : last])
