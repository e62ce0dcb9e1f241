"""One pass over the text of a span: where its statements stand, and the terms of each.

Statements are many and short, so what is kept of them is packed: two numbers of four bytes for a place, and for the terms a
pointer to a string that all spans share. Terms are read block by block, so that what is made on the way stays small however
long the text is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from summarylint.language.boundaries import add_pieces, scan
from summarylint.language.terms import BREAK, terms_of_stretches

PACKED_FROM = 1 << 20
"""Code points from which on places are packed as they are found; below it a list of pairs, packed at the end, is faster."""

BLOCK_SIZE = 1 << 16
"""Code points whose terms are read at once: their words as strings of their own take about nine bytes for one of the text."""


class Bounds(Sequence[tuple[int, int]]):
    """Statement boundaries as pairs (start, end) in code points, eight bytes each."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, pairs: Sequence[tuple[int, int]] = ()) -> None:
        self._starts = array("I", [start for start, _ in pairs])
        self._ends = array("I", [end for _, end in pairs])

    def append(self, pair: tuple[int, int]) -> None:
        """Add one pair at the end."""
        self._starts.append(pair[0])
        self._ends.append(pair[1])

    def extend(self, others: Bounds) -> None:
        """Add all pairs of `others` at the end."""
        self._starts.extend(others._starts)
        self._ends.extend(others._ends)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, int]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, int] | list[tuple[int, int]]:
        if isinstance(at, slice):
            return list(zip(self._starts[at], self._ends[at], strict=True))
        return self._starts[at], self._ends[at]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, self._ends, strict=True)


@dataclass(frozen=True, slots=True)
class Scan:
    """What one pass over a text yields: statement boundaries, and the terms of the statements, BREAK between two.

    `breadth` is the number of distinct terms.
    """

    bounds: Bounds
    terms: Sequence[str]
    breadth: int


def scan_text(text: str) -> Scan:
    """Scan a span's text: boundaries and terms, nothing else."""
    if len(text) < PACKED_FROM:
        pairs = scan(text)
        bounds = Bounds(pairs)
        found = terms_of_stretches(text, pairs) if len(text) <= BLOCK_SIZE else _terms(text, bounds)
    else:
        bounds = Bounds()
        add_pieces(text, 0, len(text), bounds)
        found = _terms(text, bounds)
    return Scan(bounds, found, len({*found, BREAK}) - 1)


def _terms(text: str, bounds: Bounds) -> list[str]:
    found: list[str] = []
    first = 0
    while first < len(bounds):
        last = max(first + 1, bisect_left(bounds, (bounds[first][0] + BLOCK_SIZE, 0), first))
        start, block = bounds[first][0], bounds[first:last]
        found += [BREAK] if first else []
        found += terms_of_stretches(text[start : block[-1][1]], [(a - start, b - start) for a, b in block])
        first = last
    return found
