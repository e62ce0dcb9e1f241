"""The ledger: all span statements with an inverted index over their terms, grown span by span.

Scanning a span is the whole cost that grows with the window, so it is done once and kept by content: a window that
grew by one message costs one message. Statements are read in full only when something asks for them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

from summarylint.evidence.places import Places
from summarylint.evidence.scanning import Bounds, Scan, scan_text
from summarylint.language.late import LateStatement
from summarylint.language.terms import BREAK
from summarylint.model import Span, Statement

if TYPE_CHECKING:
    from summarylint.language.reading_form import Manner, Reading

VOCABULARY_KEPT = 1 << 18
"""Terms in the sets that are kept for the spans asked for last, some ten to twenty megabytes: sets are eight times as large as what
they are made of, and made anew in microseconds."""

T = TypeVar("T")


class _DistinctTerms(dict[int, tuple[str, ...]]):
    """The distinct terms of each statement by its number, in text order; parted from those of its span when asked for."""

    def __init__(self, owners: Sequence[int], firsts: Sequence[int], scans: Sequence[Scan]) -> None:
        self._owners, self._firsts, self._scans = owners, firsts, scans
        self._breaks: dict[int, array[int]] = {}  # of each span: the places of its breaks, and of both ends

    def __missing__(self, order: int) -> tuple[str, ...]:
        number = self._owners[order]
        terms, breaks = self._scans[number].terms, self._breaks.get(number)
        if breaks is None:
            breaks = self._breaks[number] = array("i", [-1])
            breaks.extend(place for place, term in enumerate(terms) if term is BREAK)
            breaks.append(len(terms))
        at = order - self._firsts[number]
        found = self[order] = tuple(dict.fromkeys(terms[breaks[at] + 1 : breaks[at + 1]]))
        return found


class _Each(dict[int, T]):
    """What a function makes of each statement of a ledger; a dict's own look-up is far cheaper than a call."""

    def __init__(self, ledger: Ledger, compute: Callable[[Ledger, int], T]) -> None:
        super().__init__()
        # Weak, so that a ledger goes with its last user, and not when the garbage collector comes by: it may be a hundred megabytes.
        self._ledger, self._compute = ref(ledger), compute

    def __missing__(self, order: int) -> T:
        ledger = self._ledger()
        assert ledger is not None  # it is asked through its ledger
        found = self[order] = self._compute(ledger, order)
        return found


class Ledger:
    """The spans of a window, scanned and indexed. Grows by `add`; not to be shared by threads while it grows."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._scans: dict[str, Scan] = {}
        self._read: dict[tuple[str, int, int], LateStatement] = {}
        self._places = Places()
        self.readings: dict[tuple[str, Manner], Reading] = {}  # of the texts as given, kept for whoever reads them before they come here
        self._clear()
        for span in spans:
            self.add(span)

    def _clear(self) -> None:
        self.spans: list[Span] = []
        self.by_users: list[int] = []  # places of the user's spans
        self.calls: set[int] = set()  # places of the tool calls
        self.firsts: list[int] = []
        self._owners = array("I")  # the place of the span of each statement
        self.bounds = Bounds()
        self._held: list[Scan] = []  # of each span
        self.terms = _DistinctTerms(self._owners, self.firsts, self._held)
        self.postings: defaultdict[str, list[int]] = defaultdict(list)
        self._numbers: dict[str, int] = {}
        self.worths: dict[str, float] = {}  # of terms, while the window stays as it is
        self._holders: dict[str, list[int]] = {}
        self._vocabularies: dict[int, frozenset[str]] = {}
        self._vocabulary_size = 0  # of those that are kept
        self._once: dict[Callable[[Ledger], Any], Any] = {}
        self._each: dict[Callable[[Ledger, int], Any], _Each[Any]] = {}
        self._statements: dict[int, LateStatement] = {}

    def beside(self) -> Ledger:
        """Return an empty ledger for a window that shares texts with this one: they are scanned, and their structure read, once."""
        made = Ledger()
        made._scans, made._places = self._scans, self._places
        return made

    def __len__(self) -> int:
        """Return the number of statements in all spans."""
        return len(self.bounds)

    def add(self, span: Span) -> None:
        """Scan and index `span` as the latest one; a span already held under this id with this text is not read again."""
        if span.id in self._numbers:
            if self.spans[self._numbers[span.id]] == span:
                return
            self.update([*(old if old.id != span.id else span for old in self.spans)])
            return
        scanned = self._scans.get(span.text)
        if scanned is None:
            scanned = self._scans[span.text] = scan_text(span.text)
        order, postings = len(self.bounds), self.postings
        self.worths.clear()
        self._holders.clear()
        self._once.clear()
        self._numbers[span.id] = len(self.spans)
        if span.role == "user":
            self.by_users.append(len(self.spans))
        if span.kind == "tool_call":
            self.calls.add(len(self.spans))
        self.spans.append(span)
        self.firsts.append(order)
        self._held.append(scanned)
        self.bounds.extend(scanned.bounds)
        self._owners.extend([len(self.firsts) - 1] * len(scanned.bounds))
        get = postings.get
        for term in scanned.terms:
            if term is BREAK:
                order += 1
                continue
            holding = get(term)
            if holding is None:
                postings[term] = [order]
            elif holding[-1] != order:
                holding.append(order)

    def update(self, spans: Sequence[Span]) -> None:
        """Make the ledger hold exactly `spans`, in this order; where they only continue what is held, only the new ones are read."""
        held = len(self.spans)
        if held > len(spans) or any(a != b for a, b in zip(self.spans, spans, strict=False)):
            self._clear()
            held = 0
        for span in spans[held:]:
            self.add(span)
        kept = {span.text for span in spans}
        if len(self._scans) > 2 * len(kept):  # texts pruned from the window long ago
            self._scans = {text: scanned for text, scanned in self._scans.items() if text in kept}
            self._read = {key: value for key, value in self._read.items() if key[0] in kept}
            self._places.kept = {text: value for text, value in self._places.kept.items() if text in kept}

    def number(self, span_id: str) -> int:
        """Return the place of a span in time order, from 0. KeyError where there is none of that id."""
        return self._numbers[span_id]

    def span_of(self, order: int) -> Span:
        """Return the span that holds statement number `order`."""
        return self.spans[self._owners[order]]

    def orders(self, span_id: str) -> range:
        """Return the statement numbers of a span."""
        return self.orders_of(self._numbers[span_id])

    def number_of(self, order: int) -> int:
        """Return the place in time order of the span that holds statement number `order`."""
        return self._owners[order]

    def orders_of(self, number: int) -> range:
        """Return the statement numbers of the span at place `number`."""
        end = self.firsts[number + 1] if number + 1 < len(self.firsts) else len(self.bounds)
        return range(self.firsts[number], end)

    def vocabulary(self, number: int) -> frozenset[str]:
        """Return the distinct terms of the span at place `number`."""
        found = self._vocabularies.get(number)
        if found is None:
            if self._vocabulary_size > VOCABULARY_KEPT:
                self._vocabularies.clear()
                self._vocabulary_size = 0
            found = self._vocabularies[number] = frozenset(self._held[number].terms) - {BREAK}
            self._vocabulary_size += len(found)
        return found

    def breadth(self, number: int) -> int:
        """Return how many distinct terms the span at place `number` has."""
        return self._held[number].breadth

    def holders(self, term: str) -> list[int]:
        """Return the places of the spans that hold `term`, in time order."""
        found = self._holders.get(term)
        if found is None:
            found = self._holders[term] = list(dict.fromkeys(map(self._owners.__getitem__, self.postings.get(term, ()))))
        return found

    def text(self, order: int) -> str:
        """Return the text of statement number `order`."""
        start, end = self.bounds[order]
        return self.spans[self._owners[order]].text[start:end]

    def statement(self, order: int) -> Statement:
        """Return statement number `order`; its fields are read when they are asked for, once."""
        found = self._statements.get(order)
        if found is None:
            span = self.span_of(order)
            start, end = self.bounds[order]
            key = (span.text, start, end)
            found = self._read.get(key)
            if found is None:
                found = self._read[key] = LateStatement.of(span.text, start, end, partial(self._places.of, span, start, end))
            self._statements[order] = found
        return found

    def once(self, compute: Callable[[Ledger], T]) -> T:
        """Return what `compute` makes of this ledger, made once and kept while the window stays as it is."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        found: T = self._once[compute]
        return found

    def each(self, compute: Callable[[Ledger, int], T]) -> Mapping[int, T]:
        """Return what `compute` makes of each statement (or of each span) by its number, made when it is asked for and kept.

        It may depend on nothing but the span that holds the statement, so that it holds while the window grows. What is returned
        is of use only as long as the ledger is there.
        """
        found: _Each[T] | None = self._each.get(compute)
        if found is None:
            found = self._each[compute] = _Each(self, compute)
        return found
