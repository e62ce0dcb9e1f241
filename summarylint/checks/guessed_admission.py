"""Guessed admission: the summary lets the user acknowledge what the user only asked or guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.align import worth_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.turns import at_order
from summarylint.evidence.voices import is_users
from summarylint.language.phrases import lowered
from summarylint.language.terms import terms
from summarylint.language.voices import opens_with_agreement
from summarylint.model import Hit, Share, Statement, Witness

KIND = "guessed-admission"
FIELDS = frozenset({"act", "quote", "span_id"})

_ADMITS = re.compile(
    r"\b(?:the )?(?:user|client|customer|owner)(?: (?:has|have|also|then|later|now|already))* "
    r"(?P<act>acknowledg(?:ed|es)|admit(?:ted|s)|conced(?:ed|es)|recogni[sz](?:ed|es)|reali[sz](?:ed|es)|confirm(?:ed|s)|agree[ds]"
    r"|accept(?:ed|s)|conclud(?:ed|es)|determin(?:ed|es)|diagnos(?:ed|es)|establish(?:ed|es))\b(?: that)?(?P<matter>[^.;\n]+)"
)
_OPEN = ("asked", "possible", "probable")

LEAST_SHARED = 3
"""Terms of what was admitted that the user's statement has to share, to be the one that the summary tells of."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_share` is the part of what was admitted, by worth, that the user's statement has to hold."""

    least_share: Share = 0.3


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the user's word that comes closest to the admission is a question or a guess."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log", "quotation") or "user" not in (low := lowered(statement.text)):
        return
    told = _ADMITS.search(low)
    if told is None:
        return
    guess = _guess(told["matter"], view.ledger, settings) or _told_again(view, told["act"], settings)
    if guess is not None:
        start = statement.start + told.start()
        yield Hit(
            start=start,
            end=statement.start + len(low[: told.end()].rstrip()),
            evidence=(place(guess, "asked or guessed here"),),
            fields={"act": told["act"], "quote": guess.statement.text, "span_id": guess.span.id},
            why={"certainty": guess.statement.stance.certainty, "share": round(guess.score, 3)},
        )


def _guess(matter: str, ledger: Ledger, settings: Settings) -> Witness | None:
    """Return the user's statement that holds most of the matter where it is unsure, None where it is certain or holds too little."""
    own = set(terms(matter))
    total = worth_of(ledger, own) or 1.0
    best: tuple[float, int] | None = None
    for number in ledger.by_users:
        if is_users(ledger.spans[number]) and not is_summariser_prompt(ledger.spans[number]):
            for order in ledger.orders_of(number):
                shared = own & set(ledger.terms[order])
                share = worth_of(ledger, shared) / total
                if len(shared) >= LEAST_SHARED and share >= settings.least_share and (best is None or share >= best[0]):
                    best = share, order
    if best is None:
        return None
    found = at_order(ledger, best[1])
    return found if _is_open(found.statement) and not _agreed_later(ledger, ledger.number(found.span.id)) else None


def _agreed_later(ledger: Ledger, asked: int) -> bool:
    """Did the user say yes to anything behind the question? Then it may have been to what came of it."""
    return any(number > asked and opens_with_agreement(ledger.spans[number].text) for number in ledger.by_users)


def _is_open(statement: Statement) -> bool:
    return statement.stance.certainty in _OPEN or statement.text.rstrip(" \"'*)").endswith("?")


def _told_again(view: View, act: str, settings: Settings) -> Witness | None:
    """Return the guess behind another sentence of the summary that tells of the same act: this one tells it again, more freely."""
    for other in view.statements:
        if other is not view.statement and act in (low := lowered(other.text)):
            told = _ADMITS.search(low)
            if told is not None and told["act"] == act and (guess := _guess(told["matter"], view.ledger, settings)) is not None:
                return guess
    return None
