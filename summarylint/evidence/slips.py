"""Slips in what only a copy names and no type of identifier knows: "TIC 233071962", "c.3898-9G>A", "section 41T", "2204 21 39".

Any token with a digit can name something. It is looked up as it stands; one that stands nowhere, or only where other
things are told, is held against the tokens of the statements that the summary's one rests on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookalikes import Lookalike, lookalike, placed
from summarylint.evidence.lookup import LONGEST_STRETCH, occurs
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import WORD
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement, Witness

TOPIC_SCORE = 0.3
"""The score of a witness from which a token in it, told with one slip, is the one that was meant."""

FRAME_SCORE = 0.2
"""The same for a token of which LEAST_FRAME other signs are equal: they say by themselves what is meant."""

LEAST_FRAME = 8

MOST_HELD = 12
"""Statements with a word in which two signs changed places that are read."""

COPIED, LEAST_COPIED = 9, 5
"""Code points beside a token that were copied with it, and the letters and digits that have to be among them."""

LEAST_FIGURES = 5
"""Digits from which a plain number that stands nowhere is copied and not counted: others are for the comparison of values."""

LEAST_SWAPPED = 4
"""Signs from which a number or word that stands somewhere may be the wrong one of two."""

LEAST_NAMED = 3
"""Signs of a token with letters and digits."""

LEAST_EDITED = 8
"""Signs of a token from which one changed, lost or added sign is no other token of its kind."""

_TOKEN = re.compile(r"(?:[^\s\d\"'`,;()|<>{}“”„«»]+|(?=\d))(?P<figures>\d[^\s\"'`,;()|{}“”„«»]*)?")
"""A token; one without `figures` matches as well, so that it is read once and not from each of its signs on."""
_GROUPS = re.compile(r"(?<![\w.,-])\d{2,8}(?:[ ]\d{1,8}){2,5}(?![\w%]|[.,]\d)")
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
_EDGES = ".:,!?*_[]…=#@"
_MEASURED = frozenset(("duration", "size", "money", "percentage", "date", "time", "measure", "rate", "range", "ordinal", "temperature"))


def slipped(
    text: str, statement: Statement, witnesses: Sequence[Witness], nearby: Sequence[int], ledger: Ledger
) -> Iterator[tuple[Mark, Lookalike, str]]:
    """Yield tokens of `statement` (of the summary `text`) that are one slip from a token of the spans: token, original, way."""
    near: dict[str, tuple[Witness, int, int]] | None = None
    first = min([statement.start, *(mark.start for mark in statement.marks)])  # a label has its marks at the statement
    for start, end in _named(text, first, statement.end, statement.marks):
        token = text[start:end]
        mark = Mark("identifier", "name", start, end, token, token)
        if occurs(token, ledger, nearby) is not None:
            others = [other for other in _others(token, ledger) if token_at(other, lowered_whole(text)) < 0]
            meant = lookalike(token, statement, text, nearby, ledger, others) if others else None
            meant = meant or next((one for other in others if (one := _in_place(token, other, text, start, end, ledger))), None)
            if meant is not None:
                yield mark, meant, "swapped"
        elif not token.isdigit() or len(token) >= LEAST_FIGURES:
            near = _tokens(witnesses) if near is None else near
            meant = _slipped(token, near, lowered_whole(text))
            if meant is not None:
                yield mark, meant, "altered"


def _slipped(token: str, near: dict[str, tuple[Witness, int, int]], told: str) -> Lookalike | None:
    least = FRAME_SCORE if sum(map(str.isalnum, token)) > LEAST_FRAME else TOPIC_SCORE
    for other, (witness, low, high) in near.items():
        if witness.score >= least and slip(token, other) and token_at(lowered(other), told) < 0:
            return Lookalike(other, witness.span.id, low, high, witness.score)
    return None


def _in_place(token: str, other: str, text: str, start: int, end: int, ledger: Ledger) -> Lookalike | None:
    """The other token, where the spans have the very signs around `token` around it and never around `token`."""
    for before, behind in (("", _whole(text[end : end + 2 * COPIED])), (_whole(text[max(0, start - 2 * COPIED) : start][::-1])[::-1], "")):
        if sum(map(str.isalnum, before + behind)) >= LEAST_COPIED and occurs(before + token + behind, ledger) is None:
            order = occurs(before + other + behind, ledger)
            if order is not None:
                return placed(other, order, 1.0, ledger)
    return None


def slip(one: str, other: str) -> str:
    """What one slip makes `other` of `one`: "swap" of two signs, "edit" of one, "index" for another number inside it, or "".

    >>> slip("41T", "14T"), slip("k4l7q2b9", "k4l7p2b9"), slip("lb.public[0]", "lb.public[1]"), slip("1068", "1069")
    ('swap', 'edit', 'index', '')
    """
    first, second = one.lower(), other.lower()
    if first == second or abs(len(first) - len(second)) > 1 or re.sub(r"\W", "", first) == re.sub(r"\W", "", second):
        return ""
    if len(first) != len(second):
        return "edit" if min(len(first), len(second)) >= LEAST_EDITED and _opaque(first) and _inserted(first, second) else ""
    wrong = [place for place in range(len(first)) if first[place] != second[place]]
    signs = [first[place] + second[place] for place in wrong]
    if len(wrong) == 2 and signs[0] == signs[1][::-1] and signs[0].isalnum() and any(sign.isdigit() for sign in signs[0]):
        return "swap"
    if sum(map(str.isalnum, first)) <= LEAST_FRAME and len(first) < LEAST_EDITED:
        return ""
    stretch = first[wrong[0] : wrong[-1] + 1] + second[wrong[0] : wrong[-1] + 1]
    if stretch.isdigit() and not first.isdigit():
        return "index"
    return "edit" if len(wrong) == 1 and signs[0].isalnum() and _opaque(first) else ""


def _whole(text: str) -> str:
    """The first COPIED code points, up to the end of their last word."""
    found = re.match(rf".{{0,{COPIED}}}\w*", text)
    return found[0] if found else ""


def _opaque(token: str) -> bool:
    """Is a token a string of signs without words, so that no other word explains a changed sign?"""
    return not re.search(r"[a-z]{4}", token) and sum(sign.isdigit() for sign in token) >= 4


def _inserted(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return any(long[:place] + long[place + 1 :] == short and long[place].isalnum() for place in range(len(long)))


def _named(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """The stretches that can name something: tokens with letters and digits, long numbers, numbers in groups."""
    for found in _GROUPS.finditer(text, start, end):
        if not _THOUSANDS.fullmatch(found[0]):
            yield found.span()
    for found in _TOKEN.finditer(text, start, end):
        if found["figures"] is None:
            continue
        low = found.start() + len(found[0]) - len(found[0].lstrip(_EDGES))
        high = low + len(text[low : found.end()].rstrip(_EDGES.replace("]", "")))
        if _is_named(text[low:high]) and not any(
            mark.kind == "quantity" and mark.type in _MEASURED and mark.start < high and low < mark.end for mark in marks
        ):
            yield low, high


def _is_named(token: str) -> bool:
    letters, digits = sum(sign.isalpha() for sign in token), sum(sign.isdigit() for sign in token)
    if not letters:
        return token.isdigit() and digits >= LEAST_SWAPPED
    return letters + digits >= LEAST_NAMED and "://" not in token


def _tokens(witnesses: Sequence[Witness]) -> dict[str, tuple[Witness, int, int]]:
    """The tokens of the witnesses that can name something, each at its best witness."""
    found: dict[str, tuple[Witness, int, int]] = {}
    for witness in witnesses:
        text, start = witness.span.text, witness.statement.start
        for low, high in _named(text, start, min(witness.statement.end, start + LONGEST_STRETCH), ()):
            found.setdefault(text[low:high], (witness, low, high))
    return found


def _others(token: str, ledger: Ledger) -> Iterator[str]:
    """The tokens of the spans in which two neighbouring signs of `token` changed places."""
    for found in WORD.finditer(token):
        word = found[0]
        for place in range(len(word) - 1 if len(word) >= LEAST_SWAPPED else 0):
            pair = word[place : place + 2]
            if pair[0] != pair[1] and any(map(str.isdigit, pair)):
                other = word[:place] + pair[::-1] + word[place + 2 :]
                whole = token[: found.start()] + other + token[found.end() :]
                held = ledger.postings.get(lowered(other), ())
                if any(token_at(lowered(whole), lowered(ledger.text(order))) >= 0 for order in held[:MOST_HELD]):
                    yield whole
