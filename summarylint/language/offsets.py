"""Offsets in a rewritten text told as offsets in the text that it was made from."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

MOST_PARTS = 1 << 16
"""Parts of a text that are held at a time: each takes some 80 bytes, however short it is."""


Pieces = Iterable[tuple[int, int, str]]
"""Stretches of a text, in order and apart, each with what is put in its place."""


@dataclass(frozen=True, slots=True)
class Offsets:
    """Where a text got longer or shorter: piece number n of the old text stands at `starts[n]` up to `ends[n]` there.

    In the new text one code point is left of it, at `places[n]`, or none, if `gone[n]`. All else is as long as it was. The
    arrays take 13 bytes a piece, however long the texts are.
    """

    places: array[int]
    starts: array[int]
    ends: array[int]
    gone: bytearray

    def start(self, at: int) -> int:
        """Return where the code point at `at` begins in the old text; what is gone before it stays before it."""
        number = bisect_left(self.places, at)
        while number < len(self.places) and self.places[number] == at and self.gone[number]:
            number += 1
        if number < len(self.places) and self.places[number] == at:
            return self.starts[number]
        return at if not number else at - self.places[number - 1] + self.ends[number - 1] - (not self.gone[number - 1])

    def end(self, at: int) -> int:
        """Return where the code point before `at` ends in the old text; what is gone behind it stays behind it."""
        if at <= 0:
            return self.start(at)
        number = bisect_left(self.places, at) - 1
        if number >= 0 and self.places[number] == at - 1 and not self.gone[number]:
            return self.ends[number]
        return self.start(at - 1) + 1


def rewritten(text: str, pieces: Pieces) -> tuple[str, Offsets | None]:
    """Return `text` with each piece `[start, end)` replaced, and the offsets, None where every one of them stays.

    The pieces are in order and apart. What is put in for one is as long as it, one code point, or nothing.
    """
    chunks, parts, done, size = list[str](), list[str](), 0, 0
    places, starts, ends, gone = array("I"), array("I"), array("I"), bytearray()
    for start, end, new in pieces:
        parts += (text[done:start], new)
        size += start - done
        if len(new) != end - start:
            places.append(size)
            starts.append(start)
            ends.append(end)
            gone.append(not new)
        size += len(new)
        done = end
        if len(parts) > MOST_PARTS:
            chunks.append("".join(parts))
            parts.clear()
    if not parts and not chunks:
        return text, None
    return "".join((*chunks, *parts, text[done:])), Offsets(places, starts, ends, gone) if places else None
