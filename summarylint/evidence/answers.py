"""Answers: a question for yes or no that somebody answered with "no", while the summary tells as so what was asked.

The answer holds none of the words that it denies ("is the annex wired as well?", "No, that was left out"), so no negation there
can be held against the summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from summarylint.evidence.contrast import DENIES
from summarylint.evidence.index import Ledger
from summarylint.evidence.polarity import latest_word
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import Matter, Turn, at_order, part_of, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.segment import clauses
from summarylint.language.terms import terms
from summarylint.model import Statement

LEAST_TERMS = 2
"""Terms that a question has to have; with fewer it asks of what was said before."""

COVERED = 0.9
"""The part of the question, by worth, that the summary has to tell."""

LONGEST_QUESTION = 160
"""Code points of a question that is answered by one word."""

LONGEST_NO = 20
"""Code points in which an answer that is a "no" says so."""

_WORDS = read_lexicon("answers")
_ASKED = LatePattern(
    lambda: (
        rf"\W*(?:{one_of(_WORDS['opening'])}\W+)*{one_of(_WORDS['operators'])}\b(?!n['’]?t)"
        rf"(?![^?]*\b{one_of(_WORDS['turning'])}\b)[^?\n]*\?\W*\Z"
    )
)
_NO = LatePattern(lambda: rf"\W*{one_of(_WORDS['refusing'])}(?:\s*[.,:;!–—]|\s+-\s|\s*\Z)")
"""A "no" that stands by itself; "no idea" and "no problem" deny nothing."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """What was asked, as terms, and the number of the statement that answers it with "no"."""

    asked: frozenset[str]
    answer: int


def answered_otherwise(summary: str, statements: Sequence[Statement], number: int, ledger: Ledger) -> Iterator[Turn]:
    """Yield the answer "no" to the question that statement `number` tells as so, where nobody affirmed it later."""
    statement = statements[number]
    refusals, stance = ledger.once(_refusals), statement.stance
    if not refusals or statement.segment.form in ("heading", "code", "quotation"):
        return
    if stance.certainty != "certain" or stance.polarity == "negative":
        return
    for start, end in clauses(summary, statement.start, statement.end):
        if DENIES.search(lowered(summary[start:end])):
            continue
        own, said = frozenset(terms(summary[start:end])), concepts(summary[start:end])
        for refusal in refusals:
            told = {term for term in refusal.asked if term in own or holds(said, term)}
            if len(told) < LEAST_TERMS or part_of(ledger, told, refusal.asked) < COVERED:
                continue
            found = at_order(ledger, refusal.answer)
            matter = Matter(statement, summary, start, end, own, frozenset(), tuple(statements))
            if latest_word(matter, told, found, ledger) != "affirmed":
                to = found.statement.end
                yield Turn("negated", found, start, end, 0, to, found.span.text[:to], 1.0)


def _refusals(ledger: Ledger) -> tuple[_Refusal, ...]:
    return tuple(_found(ledger))


def _found(ledger: Ledger) -> Iterator[_Refusal]:
    talk = [number for number, span in enumerate(ledger.spans) if span.kind == "text" and span.role in ("user", "assistant")]
    for asking, answering in pairwise(talk):
        question, answer, orders = ledger.spans[asking], ledger.spans[answering], ledger.orders_of(answering)
        if question.role == answer.role or not orders or not _NO.match(lowered(answer.text[:LONGEST_NO])):
            continue
        questions = [order for order in ledger.orders_of(asking) if "?" in ledger.text(order)]
        if len(questions) != 1 or len(ledger.text(questions[0])) > LONGEST_QUESTION or not _ASKED.match(lowered(ledger.text(questions[0]))):
            continue
        asked = frozenset(terms_in(question.text, *ledger.bounds[questions[0]]))
        if len(asked) >= LEAST_TERMS:
            yield _Refusal(asked, orders[0])
