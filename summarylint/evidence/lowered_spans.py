"""All spans of a window in lower case, to be searched as one text.

Python keeps a text as wide as its widest sign, so one emoji would make a long window four times as large. The spans are therefore
joined in blocks: an ordinary window is one, a large one has blocks of ASCII and others, none of them long.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from summarylint.language.phrases import lowered
from summarylint.language.tokens import token_at
from summarylint.model import Span

BLOCK_SIZE = 1 << 20
"""Code points from which on a block is full; a window up to this size is one block."""

BETWEEN = "\0"
"""What stands between two spans, so that nothing is found across them."""


@dataclass(frozen=True, slots=True)
class LoweredSpans:
    """The blocks, and where each of them and each span begins; all offsets count code points of all spans and of what parts them."""

    blocks: tuple[str, ...]
    firsts: tuple[int, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, spans: Sequence[Span]) -> LoweredSpans:
        """Return the spans in lower case."""
        blocks = tuple(_blocks(spans))
        return cls(blocks, tuple(_starts(blocks)), tuple(_starts([span.text for span in spans])))

    def find(self, piece: str, start: int = 0) -> int:
        """Return the first offset from `start` on at which `piece` stands, or -1."""
        return self._first(lambda block, at: block.find(piece, at), start)

    def find_token(self, token: str, start: int = 0) -> int:
        """Return the first offset from `start` on at which `token` stands as one of its own (see token_at), or -1."""
        return self._first(lambda block, at: token_at(token, block, at), start)

    def _first(self, search: Callable[[str, int], int], start: int) -> int:
        first = max(bisect_right(self.firsts, start) - 1, 0)
        for number in range(first, len(self.blocks)):
            at = search(self.blocks[number], max(0, start - self.firsts[number]))
            if at >= 0:
                return self.firsts[number] + at
        return -1

    def span_at(self, at: int) -> tuple[int, int]:
        """Return the place in time order of the span at an offset, and the offset inside of it."""
        number = bisect_right(self.starts, at) - 1
        return number, at - self.starts[number]


def _blocks(spans: Sequence[Span]) -> Iterator[str]:
    large = sum(len(span.text) for span in spans) > BLOCK_SIZE
    held, size, narrow = list[str](), 0, True
    for span in spans:
        ascii_only = not large or span.text.isascii()
        if held and (size >= BLOCK_SIZE or ascii_only != narrow):
            yield lowered(BETWEEN.join(held))
            held, size = [], 0
        held.append(span.text)
        size += len(span.text)
        narrow = ascii_only
    yield lowered(BETWEEN.join(held))


def _starts(texts: Sequence[str]) -> Iterator[int]:
    at = 0
    for text in texts:
        yield at
        at += len(text) + len(BETWEEN)
