"""Runs: the commands of a window with what they printed, and how the last run of a kind ended.

A summary that says "the suite passes" names a kind of run, and often the command. The last run of that kind speaks: where
its output ends in failure and nothing later says otherwise, the claim has nothing to stand on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from summarylint.evidence.calls import command_of, kind_of_call
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import sign_of_failure
from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of, whole_words
from summarylint.language.prose import is_command
from summarylint.model import Span, Statement

LAST_LINES = 60
"""Lines from the end of an output in which the sign of its outcome is looked for: programs sum up at the end."""

MOST_RUNS = 40
"""The last runs that are read for their outcome."""

LONGEST_COMMAND = 300
"""Code points of a call in which the words of its command line are looked for; what follows is a script."""

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between the words of a name in inner capitals ("connectedAndroidTest")."""

_WORD = re.compile(r"[a-z][a-z0-9]+|\d{2,}")
_WORDS = read_lexicon("runs")["words"]
_SUMMED = re.compile(r"\b[1-9]\d* (?:failed|failures?|failing|errors?)\b|\b(?:fail|failed|failures|errors)[:=] ?[1-9]\d*\b")
_WELL = re.compile(
    r"\b\d+ (?:tests? )?(?:passed|passing)\b|\b0 (?:failed|failures|errors|problems|vulnerabilities)\b|\bsuccess(?:ful|fully)?\b"
    r"|\bno (?:issues|errors|problems)\b|^\W*(?:ok|done|passed)\b|\bapply complete\b|\bfinished\b"
)
_AMISS = LatePattern(lambda: rf"\b{one_of(_WORDS['amiss'])}\b")
_PART = re.compile(r"\b(\d{1,6}) ?(?:of|/|out of)(?: the)? ?(\d{1,6})\b")
_WARNS = re.compile(r"\W*warn(?:ing)?\b")
"""A warning speaks of errors without one."""

_UNENDED = LatePattern(lambda: rf"\b{one_of(_WORDS['unended'])}\W*$")


@dataclass(frozen=True, slots=True)
class Run:
    """A command at statement `order`, the statements of its output, and the words of its command line."""

    order: int
    output: range
    words: frozenset[str]
    kinds: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How an output ended: `well`, or with the sign at `[start, end)` of its span that it did not; None where it does not say."""

    well: bool | None
    span: Span
    start: int = 0
    end: int = 0


@lru_cache(maxsize=1)
def _kinds() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple((frozenset(kind["said"].split()), frozenset(kind["run"].split())) for kind in read_lexicon("runs")["kind"])


@lru_cache(maxsize=16)
def run_phrases(entry: str) -> PhrasePattern:
    """Return the phrases of an entry of lexicon/runs.toml as one pattern over lower-cased text."""
    return whole_words(_WORDS[entry])


def told_to_pass(statement: Statement) -> tuple[int, int] | None:
    """Return where a statement says that a run ended well (offsets into its text), or None."""
    found = run_phrases("passed").search(lowered(statement.text))
    return found.span() if found else None


def of_all(statement: Statement) -> bool:
    """Does a statement speak of all there is to run?"""
    return run_phrases("whole").search(lowered(statement.text)) is not None


def tells_amiss(statement: Statement) -> bool:
    """Does a statement of the summary itself tell that something is left or went wrong?"""
    low = lowered(statement.text)
    return _AMISS.search(low) is not None or any(int(part[1]) < int(part[2]) for part in _PART.finditer(low))


def kinds_said(text: str) -> frozenset[int]:
    """Return the kinds of run that a text names, by the word for it or by the program."""
    words = _split(text)
    return frozenset(number for number, (said, run) in enumerate(_kinds()) if not words.isdisjoint(said | run))


def same_run(told: str, ledger: Ledger) -> Iterator[tuple[Run, frozenset[str]]]:
    """Yield the last runs that `told` may speak of, in time order, each with the names that both hold."""
    kinds, words = kinds_said(told), _split(told)
    common = frozenset(word for said, run in _kinds() for word in said | run)
    for run in ledger.once(_runs):
        names = (words & run.words) - common
        if kinds & run.kinds or any(any(char.isdigit() for char in name) for name in names) or len(names) > 1:
            yield run, names


def ending(run: Run, ledger: Ledger) -> Ending:
    """Return how a run ended: by a count of failures wherever it stands, else by the last line that tells one way or the other."""
    span = ledger.spans[ledger.number_of(run.output.start)] if run.output else ledger.span_of(run.order)
    found, counted = Ending(None, span), None
    for order in run.output[-LAST_LINES:]:
        text = ledger.text(order)
        low = lowered(text)
        start, end = ledger.bounds[order]
        if _WARNS.match(low):
            continue
        if _SUMMED.search(low) and sign_of_failure(text) is not None:
            counted = Ending(False, span, start, end)
        elif _WELL.search(low):
            found = Ending(True, span, start, end)
        elif sign_of_failure(text) is not None and not (found.well and found.end):
            found = Ending(False, span, start, end)
    return counted or found


def unended(run: Run, ledger: Ledger) -> Ending | None:
    """Return the last row of an output that is not at its end ("e2e  pending")."""
    for order in reversed(run.output[-LAST_LINES:]):
        if _UNENDED.search(lowered(ledger.text(order))):
            return Ending(False, ledger.span_of(order), *ledger.bounds[order])
    return None


def _split(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(lowered(_HUMP.sub(" ", text))))


def _runs(ledger: Ledger) -> tuple[Run, ...]:
    """The last commands that print, in time order. What only looks, or plans, runs nothing."""
    found: list[Run] = []
    for number in range(len(ledger.spans) - 1, -1, -1):
        span = ledger.spans[number]
        if span.kind == "tool_output":
            found += reversed(list(_in_output(number, ledger)))
        if len(found) >= MOST_RUNS:
            break
    return tuple(reversed(found[:MOST_RUNS]))


def _in_output(number: int, ledger: Ledger) -> Iterator[Run]:
    orders = ledger.orders_of(number)
    heads = [order for order in orders if is_command(ledger.text(order))]
    before = ledger.spans[number - 1] if number else None
    if before is not None and before.kind == "tool_call" and kind_of_call(before.text) == "deed" and (command := command_of(before.text)):
        stop = heads[0] if heads else orders.stop
        yield _run(ledger.orders_of(number - 1).start, range(orders.start, stop), command)
    for head, stop in pairwise((*heads, orders.stop)):
        yield _run(head, range(head + 1, stop), ledger.text(head))


def _run(order: int, output: range, command: str) -> Run:
    words = _split(command[:LONGEST_COMMAND])
    return Run(order, output, words, frozenset(n for n, (_, run) in enumerate(_kinds()) if not words.isdisjoint(run)))


def said_to_pass(ledger: Ledger, since: Span) -> bool:
    """Does anybody say behind a span that something passes or was put right? It may be this."""
    behind = ledger.spans[ledger.number(since.id) + 1 :]
    return any(span.kind == "text" and span.role in ("user", "assistant") and _said_well(lowered(span.text)) for span in behind)


def _said_well(low: str) -> bool:
    found = run_phrases("passed").search(low) or run_phrases("tried").search(low)
    return found is not None and _NOT.search(low[: found.start()]) is None


_NOT = re.compile(r"(?:\b(?:not|no|never|until|once|when|if|before|after|will|should|that)|n't)\s+(?:\w+\s+){0,3}\Z")
