"""Continuity: which statement of the next summary goes on telling a statement of the last one.

Two statements are the same fact where they share enough of their terms, weighted by how rare those are in the two summaries
(the inverse document frequency of alignment).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import log

from summarylint.model import Statement

SHORTER_SHARE = 0.55
"""The part of the shorter statement that both must tell; what was folded into a longer one is told whole."""

OLD_SHARE = 0.35
"""The part of the old statement that must live on; less is a mention of its topic."""

TOPIC_SHARE = 0.6
"""The part of what stands around an identifier from which its topic is still told."""

LEAST_SHARED = 2
"""Terms that two statements must share at least; one word alone is a coincidence."""

NO_TOPIC = ("code", "log", "quotation")
"""Forms of statement that tell no topic in words: which of their names are needed is not for words to say."""


@dataclass(frozen=True)
class Continuity:
    """Two summaries of one run, `old` before `new`, statement by statement."""

    old: Sequence[Statement]
    new: Sequence[Statement]

    @cached_property
    def _terms(self) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
        return [frozenset(s.terms) for s in self.old], [frozenset(s.terms) for s in self.new]

    @cached_property
    def _worths(self) -> dict[str, float]:
        counts = Counter(chain.from_iterable(chain.from_iterable(self._terms)))
        total = len(self.old) + len(self.new)
        return {term: log(1 + (total + 1) / count) for term, count in counts.items()}

    def worth(self, terms: Iterable[str]) -> float:
        """Return the summed worth of distinct terms of the two summaries."""
        worths = self._worths
        return sum([worths[term] for term in terms])

    @cached_property
    def _whole(self) -> tuple[list[float], list[float]]:
        """What all the terms of each statement are worth."""
        old, new = self._terms
        return [self.worth(terms) for terms in old], [self.worth(terms) for terms in new]

    @cached_property
    def heirs(self) -> dict[int, int]:
        """The number of the new statement that goes on telling each old one; an old one that nothing tells is left out."""
        old, new = self._terms
        holders: dict[str, list[int]] = {}
        for at, terms in enumerate(new):
            for term in terms:
                holders.setdefault(term, []).append(at)
        found: dict[int, int] = {}
        for number, terms in enumerate(old):
            shared = Counter(chain.from_iterable([holders[term] for term in terms if term in holders]))
            least = min(LEAST_SHARED, len(terms))
            best = max([(self._likeness(number, at), -at) for at, count in shared.items() if count >= least], default=(0.0, 0))
            if best[0] > 0:
                found[number] = -best[1]
        return found

    def _likeness(self, number: int, at: int) -> float:
        """How alike an old and a new statement are, 0 where they are not the same fact."""
        old, new = self._terms[0][number], self._terms[1][at]
        shared = old & new
        if len(shared) < LEAST_SHARED and shared != old:
            return 0.0
        worth, own, other = self.worth(shared), self._whole[0][number], self._whole[1][at]
        if not worth or worth < SHORTER_SHARE * min(own, other) or worth < OLD_SHARE * own:
            return 0.0
        return worth / max(own, other)

    @cached_property
    def forebears(self) -> dict[int, int]:
        """The number of the old statement that each new one goes on telling, the closest where several were folded into one."""
        found: dict[int, int] = {}
        for number, heir in self.heirs.items():
            held = found.get(heir)
            if held is None or self._likeness(number, heir) > self._likeness(held, heir):
                found[heir] = number
        return found

    def topic_told(self, number: int, without: Collection[str]) -> int | None:
        """Return the new statement that still tells what old statement `number` is about, `without` the terms of an identifier."""
        old, new = self._terms
        topic = old[number] - frozenset(without)
        if len(topic) < LEAST_SHARED or self.old[number].segment.form in NO_TOPIC:
            return None
        total = self.worth(topic)
        told = [at for at, other in enumerate(new) if len(topic & other) >= LEAST_SHARED and self.new[at].segment.form not in NO_TOPIC]
        best = max(((self.worth(topic & new[at]), -at) for at in told), default=None)
        return -best[1] if best and total and best[0] >= TOPIC_SHARE * total else None
