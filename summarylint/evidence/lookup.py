"""Look-ups over a whole window: does an identifier or a value occur, and what occurs that is nearly it?

Nothing here goes through the vocabulary of a window. What is asked for leads to its own look-up keys: its parts, the
parts with one slip mended (Norvig 2007), pieces of it of which a damaged copy keeps one whole. So the work grows with
the identifier and not with the window.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nlargest
from sys import maxsize

from summarylint.evidence.index import Ledger
from summarylint.evidence.lowered_spans import LoweredSpans
from summarylint.language.identifier_tokens import candidate_tokens
from summarylint.language.likeness import near_identifier, same_identifier
from summarylint.language.phrases import lowered
from summarylint.language.terms import WORD, stem
from summarylint.language.tokens import token_at

SHORTEST_NUMBER = 3
"""Digits from which the number of a ticket is taken for that ticket wherever it stands ("gh pr view 812")."""

FIRST_TRIED = 4
"""Span statements closest to the summary's one that are asked first whether a name stands there."""

MOST_STATEMENTS = 200
"""Statements kept for one name; one in more of them is the subject of the whole window."""

NEAREST_STATEMENTS = 16
"""Statements that share most parts with an identifier and are searched for one that it is a copy of."""

LONGEST_LIST = 400
"""Statements of one part that are counted: a part in more of them tells nothing."""

LONGEST_STRETCH = 2000
"""Code points of one statement that are searched; beyond that it is data."""

SLIPS_LENGTH = (4, 20)
"""Code points of a part whose slips are tried one by one; shorter ones meet by chance, longer ones keep a whole piece."""

_RANGE = re.compile(r"\.{2,3}(?=\w)")
_ONE_FOLDER = re.compile(r"/[\w-]+/?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_AROUND = re.compile(r"[^\s\"'`,;()<>|]+")
_FIGURES, _SIGNS = "0123456789", "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class _Window:
    """The spans in lower case, and what was looked up in them."""

    text: LoweredSpans
    orders: dict[str, int | None] = field(default_factory=dict)
    holding: dict[str, list[int]] = field(default_factory=dict)
    akin: dict[tuple[str, str], tuple[Token, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the spans with its place."""

    text: str
    span_id: str
    start: int
    end: int


def _window(ledger: Ledger) -> _Window:
    return _Window(LoweredSpans.of(ledger.spans))


def occurs(identifier: str, ledger: Ledger, nearby: Sequence[int] = ()) -> int | None:
    """Return a statement that holds `identifier` (letter case aside) as a token of its own, or None.

    A path may stand inside a longer one and a host inside a URL; a version is not found in its release candidate,
    nor a name in one that goes on. "#1234" is found as a number by itself, "v1..v2" where both ends are.
    `nearby` are statements that are asked first: those close by topic mostly hold it, and the window is not searched.
    """
    window = ledger.once(_window)
    if identifier not in window.orders:
        near = close_by(identifier, nearby, ledger)
        window.orders[identifier] = near[0] if near else _occurs(identifier, ledger)
    return window.orders[identifier]


def close_by(name: str, nearby: Sequence[int], ledger: Ledger) -> list[int]:
    """Return the first FIRST_TRIED of these statements that hold `name` as a token of its own."""
    lower = lowered(name)
    return [order for order in nearby[:FIRST_TRIED] if token_at(lower, lowered(ledger.text(order))) >= 0]


def _occurs(identifier: str, ledger: Ledger) -> int | None:
    ends = _RANGE.split(identifier)
    if len(ends) == 2 and all(ends):
        orders = [occurs(end, ledger) for end in ends]
        return orders[0] if None not in orders else None
    found = _found(identifier, ledger)
    bare = identifier.lstrip("#!")
    if found is None and bare != identifier and bare.isdigit() and len(bare) >= SHORTEST_NUMBER:
        found = _found(bare, ledger)
    if found is None and _ONE_FOLDER.fullmatch(identifier):
        found = _found(identifier.strip("/") + "/", ledger)
    return found


def _found(identifier: str, ledger: Ledger) -> int | None:
    window = ledger.once(_window)
    at = window.text.find_token(lowered(identifier))
    return _order_at(ledger, window, at) if at >= 0 else None


def _order_at(ledger: Ledger, window: _Window, at: int) -> int:
    number, offset = window.text.span_at(at)
    orders = ledger.orders_of(number)
    if not len(orders):
        return 0
    place = bisect_right(ledger.bounds, (offset, maxsize), orders.start, orders.stop)
    return max(place - 1, orders.start)


def holding(name: str, ledger: Ledger) -> list[int]:
    """Return the statements that hold `name` as a token of its own, in order, at most MOST_STATEMENTS and one more."""
    window, lower = ledger.once(_window), lowered(name)
    found = window.holding.get(lower)
    if found is None:
        orders: dict[int, None] = {}
        at = window.text.find_token(lower)
        while at >= 0 and len(orders) <= MOST_STATEMENTS:
            order = _order_at(ledger, window, at)
            orders[order] = None
            number = ledger.number_of(order)
            at = window.text.find_token(lower, max(at + 1, window.text.starts[number] + ledger.bounds[order][1]))
        found = window.holding[lower] = list(orders)
    return found


def same_elsewhere(identifier: str, ledger: Ledger) -> str | None:
    """Return a token that is `identifier` in another accepted spelling (relative path, short hash, unescaped), or None."""
    return next((token.text for token in akin(identifier, ledger) if same_identifier(identifier, token.text)), None)


def nearest(identifier: str, ledger: Ledger) -> Iterator[tuple[Token, str]]:
    """Yield tokens that `identifier` looks like a damaged copy of, each with how ("altered", "shortened", "sibling")."""
    for token in akin(identifier, ledger):
        how = near_identifier(identifier, token.text)
        if how is not None:
            yield token, how


def akin(identifier: str, ledger: Ledger) -> Iterator[Token]:
    """Yield the tokens of the spans that share a part or nearly all letters with `identifier`, each spelling once."""
    kept, seen = ledger.once(_window).akin, set[str]()
    for search in (_enclosing, _sharing):  # the second one costs more, and is made only where the first was not enough
        key = search.__name__, identifier
        if key not in kept:
            kept[key] = tuple(search(identifier, ledger))
        for token in kept[key]:
            if token.text not in seen:
                seen.add(token.text)
                yield token


def _enclosing(identifier: str, ledger: Ledger) -> Iterator[Token]:
    """The tokens of which `identifier`, or a piece that one or two slips in a long one leave whole, is a part."""
    window, lower = ledger.once(_window), lowered(identifier)
    third = max(6, len(lower) // 3)
    pieces = [lower] if len(lower) <= SLIPS_LENGTH[1] else [lower, lower[:third], lower[third : 2 * third], lower[-third:]]
    for piece in pieces if len(lower) >= SLIPS_LENGTH[0] else ():
        at = window.text.find(piece)
        for _ in range(NEAREST_STATEMENTS):
            if at < 0:
                break
            yield from _around(ledger, *window.text.span_at(at))
            at = window.text.find(piece, at + len(piece))


def _around(ledger: Ledger, number: int, offset: int) -> Iterator[Token]:
    span = ledger.spans[number]
    low = max(0, offset - 200)
    for found in _AROUND.finditer(span.text, low, offset + 200):
        if found.end() > offset:
            if found.start() <= offset:
                for start, end in candidate_tokens(span.text, found.start(), found.end()):
                    yield Token(span.text[start:end], span.id, start, end)
            return


def _sharing(identifier: str, ledger: Ledger) -> Iterator[Token]:
    """The tokens in the statements that hold most of the parts of `identifier`, the rare ones counting more."""
    counts: dict[int, float] = {}
    for key in _keys(identifier, ledger):
        held = ledger.postings.get(key, ())
        for order in held[:LONGEST_LIST]:
            counts[order] = counts.get(order, 0.0) + 1 / len(held) ** 0.5
    for _, order in nlargest(NEAREST_STATEMENTS, zip(counts.values(), counts, strict=True)):
        span, (start, end) = ledger.span_of(order), ledger.bounds[order]
        for low, high in candidate_tokens(span.text, start, min(end, start + LONGEST_STRETCH)):
            yield Token(span.text[low:high], span.id, low, high)


def _keys(identifier: str, ledger: Ledger) -> list[str]:
    """The terms of the window by which `identifier` may be found, itself or damaged."""
    words = WORD.findall(_HUMP.sub(" ", identifier).lower().replace("_", " "))
    words += [piece for word in words if "." in word for piece in word.split(".")]
    joined = re.sub(r"[\W_]+", "", lowered(identifier))
    keys: dict[str, None] = {}
    for word in dict.fromkeys((*words, *WORD.findall(lowered(identifier).replace("_", " ")), joined)):
        term = stem(word) or word
        if term in ledger.postings:
            keys[term] = None
        elif SLIPS_LENGTH[0] <= len(term) <= SLIPS_LENGTH[1]:
            keys.update(dict.fromkeys(filter(ledger.postings.__contains__, _slips_of(term))))
        elif len(term) > SLIPS_LENGTH[1]:
            keys.update(dict.fromkeys(term[:size] for size in range(7, 13) if term[:size] in ledger.postings))
    return list(keys)


@lru_cache(maxsize=64)
def _slips_of(word: str) -> tuple[str, ...]:
    """The slips of a word, kept for the names that each summary of a run is asked for."""
    return tuple(slips(word))


def slips(word: str) -> Iterator[str]:
    """Yield every string that one slip makes of `word`: a sign left out, doubled, changed, added, or two neighbours swapped."""
    signs = _FIGURES if word.isdigit() else _SIGNS
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        for sign in signs:
            yield head + sign + tail
            if tail:
                yield head + sign + tail[1:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
