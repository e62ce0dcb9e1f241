"""Bonds: the clauses of a summary that bind somebody, and whether anything in the spans but a given order can be their source.

An order may be told without a single word of its own ("don't rename the originals": "file names have to survive as they are").
A clause that binds and that nothing else in the spans explains may be such a retelling, and then the order's absence is not certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from summarylint.evidence.index import Ledger
from summarylint.evidence.telling import concepts, holds, keys_of, kindred
from summarylint.language.order_clauses import order_phrases
from summarylint.language.phrases import lowered
from summarylint.language.segment import clauses
from summarylint.model import Statement, Witness

NEW_SHARE = 0.6
"""The part of a clause's matter that has to be new for the clause to tell something in words of its own."""

LONGEST_POSTING = 200
"""Statements up to which a term of a clause is looked up; one that stands in more of them tells nothing."""

LEAST_DENIED = 2
"""Words of its own that a clause needs which merely denies: it is far more often about what is not there."""

PLAIN_SHARE = 0.75
"""A clause that neither binds nor denies has to be new nearly throughout: an order is told as what is the case as well..."""

LEAST_PLAIN = 2
"""...and to have so many new words."""

NOTED_WITHIN = 40
"""Code points in which an answer takes note of an order."""

_NOTED = re.compile(r"\W*(?:understood|noted|will do|got it|ok|okay|sure|right|fine|agreed|of course|yes|sorry|apologies|i'll|i will)\b")
_DONE = re.compile(r"\b(?:was|were|had|did|(?:has|have) (?:\w+ )?\w+(?:ed|en|wn|ne))\b")
_PAST = re.compile(
    r"\b(?:was|were|did|had|has been|have been|has|have)(?: \w+)? (?:not|no|never|none)\b|\b(?:was|were|did|had)n't\b|\byet\b"
)
_DENIES = re.compile(r"\b(?:not|no|never|none|nothing|nobody|nor|neither|without|cannot|only)\b|n't\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the summary in lower case, whether it binds or only denies, and its words with the span statements that hold them."""

    text: str
    binds: bool
    denies: bool
    holders: tuple[tuple[str, frozenset[int]], ...]

    def least_new(self, binding: bool) -> float:
        """How many of its words have to be new for it to tell an order; the less it sounds like one, the more."""
        count = len(self.holders)
        if self.binds or (not binding and not _DONE.search(self.text)):
            return max(1.0, NEW_SHARE * count)
        if self.denies:
            return max(LEAST_DENIED, NEW_SHARE * count)
        return inf if _DONE.search(self.text) else max(LEAST_PLAIN, PLAIN_SHARE * count)


class Bonds:
    """The clauses of one summary beside the spans, worked out when first asked for."""

    def __init__(self, ledger: Ledger, summary: str, statements: Sequence[Statement]) -> None:
        self._ledger = ledger
        self._summary = summary
        self._statements = statements

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses that are about something, in text order."""
        return tuple(self._clauses())

    def _clauses(self) -> Iterator[Clause]:
        for statement in self._statements:
            if statement.segment.form in ("heading", "code"):
                continue
            for start, end in clauses(self._summary, statement.start, statement.end):
                words = [key.term for key in keys_of(self._summary, start, end) if key.worth >= 1 and not any(map(str.isdigit, key.term))]
                if words:
                    text = lowered(self._summary[start:end])
                    yield Clause(text, binds(text), denies(text), tuple((word, self._holders(word)) for word in words))

    def _holders(self, term: str) -> frozenset[int]:
        return frozenset(order for word in kindred(term) for order in self._ledger.postings.get(word, ())[:LONGEST_POSTING])

    def unexplained(self, owed: Witness, end: int, binding: bool) -> Clause | None:
        """Return the first clause whose matter stands for the most part nowhere in the spans but in the order `owed`.

        The order with its reason ends at `end` of its span. With `binding` true a clause that neither binds nor waits for
        somebody has to have more words of its own.
        """
        own, beside = self._own(owed, end)
        for clause in self.clauses:
            plain = binding and not clause.binds and not clause.denies
            source = frozenset[int]() if plain else own  # the topic of the order by itself tells no order
            new = sum(holders <= source and not holds(beside, word) for word, holders in clause.holders)
            if new >= clause.least_new(binding):
                return clause
        return None

    def _own(self, owed: Witness, end: int) -> tuple[frozenset[int], frozenset[str | int]]:
        """The span statements that the order is part of, and the concepts of what else stands in them."""
        ledger, begin = self._ledger, owed.statement.start
        own = [order for order in ledger.orders(owed.span.id) if ledger.bounds[order][0] < end and begin < ledger.bounds[order][1]]
        acknowledged = self._acknowledgement(owed)
        first = min((ledger.bounds[order][0] for order in own), default=begin)
        last = max((ledger.bounds[order][1] for order in own), default=end)
        text = owed.span.text
        return frozenset((*own, *acknowledged)), concepts(f"{text[first:begin]} \n {text[max(end, begin) : max(last, end)]}")

    def _acknowledgement(self, owed: Witness) -> range:
        """The statements of the answer to the order, where it opens by taking note of it: a summary may have the order from there."""
        following = self._ledger.number(owed.span.id) + 1
        if following < len(self._ledger.spans):
            span = self._ledger.spans[following]
            if span.role == "assistant" and _NOTED.match(lowered(span.text[:NOTED_WITHIN])):
                return self._ledger.orders(span.id)
        return range(0)


def binds(text: str) -> bool:
    """Does a clause in lower case say that something must be, may not be, or waits for somebody?"""
    return bool(order_phrases("restriction", "normative").search(text))


def denies(text: str) -> bool:
    """Does a clause in lower case deny something that is not past?"""
    return bool(_DENIES.search(text)) and not _PAST.search(text)
