"""Look-ups over a whole window: does an identifier or a value occur, and what occurs that is nearly it?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.language.identifiers import candidate_tokens, near_identifier, same_identifier
from summarylint.language.phrases import lowered
from summarylint.language.terms import WORD

LONGEST_SEARCH = 400
"""Statements tried by text for one identifier; a term in more of them is no help to find it."""

SHORTEST_NUMBER = 3
"""Digits from which the number of a ticket is taken for that ticket wherever it stands ("gh pr view 812")."""

_RANGE = re.compile(r"\.{2,3}(?=\w)")
_ONE_FOLDER = re.compile(r"/[\w-]+/?")
_WORDLIKE = re.compile(r"\w")


def occurs(identifier: str, ledger: Ledger) -> int | None:
    """Return the first statement that holds `identifier` (letter case aside) as a token of its own, or None.

    A path may stand inside a longer one and a host inside a URL; a version is not found in its release candidate,
    nor a name in one that goes on. "#1234" is found as a number by itself, "v1..v2" where both ends are.
    """
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
    lower = lowered(identifier)
    lists = [held for word in WORD.findall(lower) if (held := ledger.postings.get(_key(word))) is not None]
    rarest = min(lists, key=len, default=None)
    if rarest is not None and len(rarest) <= LONGEST_SEARCH:
        for order in rarest:
            if token_at(lower, lowered(ledger.text(order))) >= 0:
                return order
    for number, span in enumerate(ledger.spans):
        at = token_at(identifier, span.text)
        if at < 0 and identifier != lower:
            at = token_at(lower, lowered(span.text))
        if at >= 0:
            return _order_at(ledger, number, at)
    return None


def token_at(token: str, text: str, start: int = 0) -> int:
    """Return where `token` stands in `text` as a token of its own and not as a part of a longer one, or -1."""
    at = text.find(token, start)
    while at >= 0:
        if not _inside(token, text, at):
            return at
        at = text.find(token, at + 1)
    return -1


def _inside(token: str, text: str, at: int) -> bool:
    """Does the token go on to the left or right of its place?"""
    before, after = text[max(0, at - 1) : at], text[at + len(token) : at + len(token) + 2]
    if _WORDLIKE.match(token[0]) and _WORDLIKE.match(before) and not text.startswith("\\", max(0, at - 2)):
        return True
    if not _WORDLIKE.match(token[-1]):
        return False
    if _WORDLIKE.match(after[:1]):
        return not (token[-1].isdigit() and re.match(r"s(?!\w)", after))  # "the 404s"
    # What ends in a number goes on behind a hyphen or dot ("5.12.0-rc.2"); a name may be the stem of others.
    return bool(token[-1].isdigit() and (re.match(r"-[A-Za-z]", after) or ("." in token and re.match(r"\.\d", after))))


def _key(word: str) -> str:
    from summarylint.language.terms import stem

    return stem(word) or word


def _order_at(ledger: Ledger, number: int, offset: int) -> int:
    orders = ledger.orders(ledger.spans[number].id)
    return next((order for order in orders if ledger.bounds[order][1] > offset), orders[-1] if len(orders) else 0)


def spellings(ledger: Ledger) -> dict[str, tuple[int, int]]:
    """Return every token of the window that can be an identifier, with the span number and offset of its last occurrence.

    Collected once for each text, since only a summary with an unknown identifier asks for it.
    """
    found: dict[str, tuple[int, int]] = {}
    for number, span in enumerate(ledger.spans):
        for token, offset in ledger.tokens(span.text, _tokens).items():
            found[token] = number, offset
    return found


def _tokens(text: str) -> dict[str, int]:
    return {text[start:end]: start for start, end in candidate_tokens(text)}


def same_elsewhere(identifier: str, tokens: dict[str, tuple[int, int]]) -> str | None:
    """Return a token that is `identifier` in another accepted spelling (relative path, short hash, unescaped), or None."""
    return next((token for token in _akin(identifier, tokens) if same_identifier(identifier, token)), None)


def nearest(identifier: str, tokens: dict[str, tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """Yield tokens that `identifier` looks like a damaged copy of, each with how ("altered", "shortened", "sibling")."""
    for token in _akin(identifier, tokens):
        how = near_identifier(identifier, token)
        if how is not None:
            yield token, how


def _akin(identifier: str, tokens: dict[str, tuple[int, int]]) -> Iterator[str]:
    """Cheap tests that leave few tokens to compare: a shared part, or nearly the same letters."""
    lower = identifier.lower()
    parts = {part for part in WORD.findall(lower.replace("_", " ")) if len(part) > 2}
    letters, size = sorted(lower), len(lower)
    for token in tokens:
        other = token.lower()
        if any(part in other for part in parts) or (abs(len(other) - size) <= 2 and _overlap(letters, sorted(other)) >= size - 2):
            yield token


def _overlap(one: list[str], other: list[str]) -> int:
    place = shared = 0
    for char in one:
        while place < len(other) and other[place] < char:
            place += 1
        if place < len(other) and other[place] == char:
            shared += 1
            place += 1
    return shared
