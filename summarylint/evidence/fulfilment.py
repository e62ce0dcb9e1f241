"""Fulfilment: a plan that shares no word with what carried it out: a talk that was had, an edit that was made."""

from __future__ import annotations

import re

from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import sign_of_failure
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.model import Witness

_WORDS = read_lexicon("progress")["fulfilment"]
EDITED = LatePattern(lambda: rf"\s*(?:ok[:,]? )?(?:the file \S+ has been {one_of(_WORDS['edited_file'])}|{one_of(_WORDS['edited'])}\b)")
"""How a tool that edits files tells that it did; matched against lower case."""

_CHANGES = LatePattern(lambda: rf"\b{one_of(_WORDS['changing'])}\b")
_TALK = LatePattern(lambda: rf"\b{one_of(_WORDS['talking'])}\b(?: \w+){{0,6}}? (?:with |to )?(?P<who>[A-Z][a-z]+)\b")
_ANNOUNCED = LatePattern(lambda: rf"\W*(?:\w+[,:]? ){{0,3}}?{one_of(_WORDS['announcing'])}\b(?!\W*\?)")
_SPOKE = rf"\s{one_of(_WORDS['spoke'])}\b"


def fulfilled(plan: Witness, ledger: Ledger) -> bool:
    """Does what follows a plan show it carried out: the person to be asked has spoken, or the change was made right behind it?"""
    return _spoken_since(plan, ledger) or _edited_next(plan, ledger) or _announced(plan, ledger)


def _announced(plan: Witness, ledger: Ledger) -> bool:
    """The user's own "I'll open the port, ten minutes", and in his next message "should work now"."""
    if plan.span.role != "user":
        return False
    later = next((span for span in ledger.spans[ledger.number_of(plan.order) + 1 :] if span.role == "user"), None)
    return later is not None and _ANNOUNCED.match(lowered(later.text)) is not None


def edited_since(order: int, ledger: Ledger) -> bool:
    """Did a tool edit a file in a span behind that of statement number `order`?"""
    behind = ledger.spans[ledger.number_of(order) + 1 :]
    return any(span.kind == "tool_output" and EDITED.match(lowered(span.text)) is not None for span in behind)


def _spoken_since(plan: Witness, ledger: Ledger) -> bool:
    """ "Will discuss with Ines", and later "Ines says 150 it is"."""
    talk = _TALK.search(plan.statement.text)
    if talk is None:
        return False
    spoke = re.compile(rf"\b{talk['who']}{_SPOKE}")
    behind = ledger.spans[ledger.number_of(plan.order) + 1 :]
    return any(span.role in ("user", "assistant") and spoke.search(span.text) is not None for span in behind)


def _edited_next(plan: Witness, ledger: Ledger) -> bool:
    """ "I'll raise it to 32", and among the outputs before anybody speaks again "Updated drivers/can/fdcan.c"."""
    if plan.span.role != "assistant" or _CHANGES.search(lowered(plan.statement.text)) is None:
        return False
    for span in ledger.spans[ledger.number_of(plan.order) + 1 :]:
        if span.role != "tool":
            return False
        if EDITED.match(lowered(span.text)):
            return sign_of_failure(span.text) is None
    return False
