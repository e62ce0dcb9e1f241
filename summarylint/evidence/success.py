"""Success: where a summary says that something works, what in the spans speaks against it, and whether anything was run at all."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from summarylint.evidence.calls import bare_name, kind_of_call, run_by
from summarylint.evidence.dues import OLD_SPANS
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.turns import at_order
from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, whole_words
from summarylint.language.terms import stem
from summarylint.model import Statement, Witness

_DENIED = re.compile(r"(?:\b(?:no|not|never|without|if|any)|n't)\s+(?:\w+\s+){0,3}\Z")
_GONE = re.compile(r"(?:\b(?:no|not|without)|n't)\s+(?:(?:a|an|any|the|more|longer|further|such)\s+){0,2}\Z")
"""What stands right before a trouble that is told to be there no more, or not to be there."""

_SERVES = re.compile(r"\s+(?:to|for)\b")
"""Behind "is up" or "is live": it is no service that is meant ("up to date", "up for review")."""

_WORK = stem("works")


@lru_cache(maxsize=8)
def _phrases(entry: str) -> PhrasePattern:
    return whole_words(read_lexicon("success")[entry])


@lru_cache(maxsize=4)
def _words(entry: str) -> frozenset[str]:
    return frozenset(read_lexicon("success")[entry].split())


def told_to_work(statement: Statement) -> tuple[int, int] | None:
    """Return where a statement says, as a result, that something works (offsets into the statement's text), or None."""
    found = _phrases("works").search(lowered(statement.text))
    if found is None or _phrases("aim").search(lowered(statement.text[: found.start()])):
        return None
    return found.span()


def of_the_whole(statement: Statement, at: int) -> bool:
    """Does what stands before place `at` of a statement name nothing but the work as a whole ("the implementation is complete and ...")?"""
    before = [word for word in re.findall(r"[a-z']+", lowered(statement.text[:at])) if stem(word)]
    return all(word in _words("whole") or word in ("complete", "completed", "now", "fully", "done") for word in before)


def open_troubles(ledger: Ledger) -> tuple[Witness, ...]:
    """Return the last word of the user and of the assistant, late in the window, that something is amiss, latest first.

    Empty where a later word says that it was put right, and for what stands before the last call that did something.
    """
    found: dict[str, Witness] = {}
    for number in range(len(ledger.spans) - 1, max(-1, len(ledger.spans) - 1 - OLD_SPANS), -1):
        span = ledger.spans[number]
        if span.kind == "tool_call" and kind_of_call(span.text) == "deed":
            break
        if span.role not in ("user", "assistant") or span.kind != "text" or is_summariser_prompt(span):
            continue
        for order in reversed(ledger.orders_of(number)):
            low = lowered(ledger.text(order))
            trouble = _phrases("trouble").search(low)
            if _phrases("settled").search(low) or (trouble and _GONE.search(low[: trouble.start()])):
                return tuple(found.values())
            if trouble and span.role not in found and not _DENIED.search(low[: trouble.start()]):
                found[span.role] = at_order(ledger, order)
    return tuple(found.values())


def told_to_run(statement: Statement) -> tuple[int, int] | None:
    """Return where a statement says that a service is there now (offsets into the statement's text), or None."""
    low = lowered(statement.text)
    found = _phrases("runs").search(low)
    if found is None or _SERVES.match(low, found.end()) or _phrases("aim").search(low[: found.start()]):
        return None
    return found.span()


def last_stopped(ledger: Ledger, subject: str) -> Witness | None:
    """Return the last word on the thing of this term where it says that the thing is not there.

    None where a later one says that it is, or where any call did something since: it may have started the thing.
    """
    done = max((number for number in ledger.calls if kind_of_call(ledger.spans[number].text) == "deed"), default=-1)
    for order in reversed(ledger.postings.get(subject, ())):
        low, span = lowered(ledger.text(order)), ledger.span_of(order)
        if ledger.number_of(order) < done:
            return None
        if span.kind not in ("text", "tool_output") or is_summariser_prompt(span):
            continue
        if _phrases("stopped").search(low):
            return at_order(ledger, order)
        if _phrases("runs").search(low):
            return None
    return None


def was_run(ledger: Ledger, names: Collection[str]) -> bool:
    """Does any command in the spans run something of one of these names (a file with or without its folder and ending)?"""
    bare = {bare_name(name.lower()) for name in names}
    return any(not bare.isdisjoint(run_by(ledger.spans[number].text)) for number in ledger.calls)


def told_as_aim(ledger: Ledger, statement: Statement) -> Witness | None:
    """Return the last word of the user or the assistant that wants to have it work, on the matter of `statement`.

    None where one of them tells as a fact that it works: then the summary has it from there.
    """
    own = set(statement.terms) - {_WORK}
    aim: Witness | None = None
    for order in ledger.postings.get(_WORK, ()):
        span = ledger.span_of(order)
        if span.role not in ("user", "assistant", "tool") or span.kind not in ("text", "tool_output") or not own & set(ledger.terms[order]):
            continue
        found = at_order(ledger, order)
        if _phrases("aim").search(lowered(found.statement.text)):
            aim = found
        elif _phrases("works").search(lowered(found.statement.text)):
            return None
    return aim
