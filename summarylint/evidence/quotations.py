"""Quotations: does a quoted text stand in the spans word for word, and if not, what does it nearly repeat?

Words are compared, so that wrapping, indentation, quotation marks, escapes, colour codes and punctuation do not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nlargest

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import LONGEST_LIST, LONGEST_STRETCH, occurs
from summarylint.language.phrases import lowered
from summarylint.language.terms import WORD, stem
from summarylint.language.tokens import token_at

LEAST_WORDS = 4
"""Shorter quotations are names and catchwords."""

TRIED = 8
"""Statements that share most of the quotation's words and are compared with it."""

RAREST = 2
"""Words of a quotation whose statements are counted however many they are."""

LEAST_SHARED = 0.5
"""The part of what the best statement shares with the quotation from which another one is compared with it."""

MOST_COUNTED = 4000
"""Statements of one word that are counted, the latest ones."""

REACH = 3
"""How far around a statement a quotation that begins or ends outside it is looked for, in lengths of the quotation."""

LEAST_LIKENESS = 0.6
"""The share of words in the same order from which one text is a rewording of the other and not another text."""

SLIP = 0.75
"""Likeness of two words from which one is a slip of the other."""

_NOISE = re.compile(r"\x1b\[[\d;]*m|\\u001b\[[\d;]*m|\\[ntr](?![a-z])|\\(?=[\"'/\\])|\[[\d;]*m")
_ESCAPED_BREAK = re.compile(r"\\[ntr]")
_TOKEN = re.compile(r"[^\W_]+(?:[.'’/:_\\-]+[^\W_]+)*")
_ELLIPSIS = re.compile(r"\s*(?:\[\s*)?(?:\.\.\.|…)(?:\s*\])?\s*|\s*<[^<>\s]{1,30}>\s*|\s*\[[^\[\]]{1,30}\]\s*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word in its normal form with its place."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NearQuotation:
    """What a quotation nearly repeats: its place in a span, how alike they are, the words changed on both sides."""

    text: str
    span_id: str
    start: int
    end: int
    likeness: float
    told: tuple[str, ...]
    original: tuple[str, ...]
    slips: bool
    """Is every change but a slip of the keyboard or a different ending of the same word?"""


def words(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Return the words of `text[start:end]` in lower case, escapes and colour codes read as blanks."""
    stop = len(text) if end is None else end
    blank = _NOISE.sub(lambda found: " " * len(found[0]), lowered(text[start:stop]))
    return [Word(found[0].replace("’", "'"), start + found.start(), start + found.end()) for found in _TOKEN.finditer(blank)]


def pieces(content: str) -> list[str]:
    """Return the parts of a quotation between ellipses and placeholders."""
    return [piece for piece in _ELLIPSIS.split(content) if piece and WORD.search(piece)]


def nearly_quoted(content: str, ledger: Ledger) -> NearQuotation | None:
    """Return what `content` nearly repeats, or None where it stands in the spans or is like nothing there."""
    for piece in pieces(content):
        if len(words(piece)) >= LEAST_WORDS and not _stands(piece, ledger):
            return _nearest(piece, ledger)
    return None


def _stands(piece: str, ledger: Ledger) -> bool:
    if occurs(piece, ledger) is not None:
        return True
    wanted = [word.text for word in words(piece)]
    joined, flat = " ".join(wanted), _flattened(piece)
    for order in _sharing(piece, ledger):
        found = _region(order, len(wanted), ledger)
        if token_at(joined, " ".join(word.text for word in found)) >= 0:
            return True
        # Rows and wrapped text may part a quotation between statements that share little with it.
        text, (start, end), reach = ledger.span_of(order).text, ledger.bounds[order], REACH * len(piece)
        around = text[max(0, start - reach) : min(end, start + LONGEST_STRETCH) + reach]
        if flat in _flattened(around) or ("\\" in around and flat in re.sub(r"[\W_]+", "", lowered(around))):
            return True
    return False


def _flattened(text: str) -> str:
    return re.sub(r"[\W_]+", "", lowered(_ESCAPED_BREAK.sub(" ", text)))


def _sharing(piece: str, ledger: Ledger) -> list[int]:
    """The statements that share most of the piece's words, best first; common words count only among those found so far."""
    lists = (ledger.postings.get(stem(word) or word) for word in dict.fromkeys(WORD.findall(lowered(piece))))
    counts: dict[int, float] = {}
    for place, held in enumerate(sorted((held for held in lists if held), key=len)):
        value = 1 / (1 + len(held)) ** 0.25
        if place < RAREST or len(held) <= LONGEST_LIST:
            for order in held[-MOST_COUNTED:]:
                counts[order] = counts.get(order, 0.0) + value
        elif len(held) <= MOST_COUNTED:
            for order in counts.keys() & held:
                counts[order] += value
    best = nlargest(TRIED, ((value, -order) for order, value in counts.items()))
    return [-order for value, order in best if value >= LEAST_SHARED * best[0][0]]


def _region(order: int, length: int, ledger: Ledger) -> list[Word]:
    """The words of a statement and of its neighbours in the same span, as far as a quotation of this length can reach."""
    span, orders = ledger.span_of(order), ledger.orders(ledger.span_of(order).id)
    first = last = order
    size = 0
    while last + 1 in orders and last - order < 6 and size < 2 * length:
        last += 1
        size += len(ledger.terms[last])
    first = max(orders[0], order - 1)
    return words(span.text, ledger.bounds[first][0], ledger.bounds[last][1])


def _nearest(piece: str, ledger: Ledger) -> NearQuotation | None:
    wanted = words(piece)
    best: NearQuotation | None = None
    for order in _sharing(piece, ledger):
        found = _compared(wanted, _region(order, len(wanted), ledger), order, ledger)
        if found is not None and (best is None or found.likeness > best.likeness):
            best = found
    return best


def _compared(wanted: list[Word], region: list[Word], order: int, ledger: Ledger) -> NearQuotation | None:
    matcher = SequenceMatcher(None, [word.text for word in wanted], [word.text for word in region], autojunk=False)
    longest = matcher.find_longest_match()
    if longest.size == 0:
        return None
    low = max(0, longest.b - longest.a - 2)
    window = region[low : longest.b + len(wanted) - longest.a + 3]
    blocks = [
        block
        for block in SequenceMatcher(None, [w.text for w in wanted], [w.text for w in window], autojunk=False).get_matching_blocks()
        if block.size
    ]
    first, last = _reach(blocks, len(wanted), window)
    same = sum(block.size for block in blocks)
    likeness = same / max(len(wanted), last - first)
    if likeness < LEAST_LIKENESS:
        return None
    told, original = _changes(wanted, window[first:last])
    span = ledger.span_of(order)
    start, end = window[first].start, window[last - 1].end
    slips = _slips(told, original)
    return NearQuotation(
        span.text[start:end], span.id, start, end, round(likeness, 4), tuple(w.text for w in told), tuple(w.text for w in original), slips
    )


def _reach(blocks: list, length: int, window: list[Word]) -> tuple[int, int]:  # type: ignore[type-arg]
    """The stretch of the window that the quotation stands for: its matches, and so many words as it has before and behind them."""
    first = max(0, blocks[0].b - blocks[0].a)
    behind = length - (blocks[-1].a + blocks[-1].size)
    return first, min(len(window), blocks[-1].b + blocks[-1].size + behind)


def _changes(wanted: list[Word], window: list[Word]) -> tuple[list[Word], list[Word]]:
    told: list[Word] = []
    original: list[Word] = []
    for tag, a, b, c, d in SequenceMatcher(None, [w.text for w in wanted], [w.text for w in window], autojunk=False).get_opcodes():
        if tag != "equal":
            told += wanted[a:b]
            original += window[c:d]
    return told, original


def _slips(told: list[Word], original: list[Word]) -> bool:
    if len(told) != len(original):
        joined = ("".join(w.text for w in told), "".join(w.text for w in original))
        return bool(joined[0]) and re.sub(r"\W", "", joined[0]) == re.sub(r"\W", "", joined[1])
    return all(_slip(one.text, other.text) for one, other in zip(told, original, strict=True))


def _slip(one: str, other: str) -> bool:
    if any(char.isdigit() for char in one + other) or re.search(r"[._/:]", one + other):
        return False
    return stem(one) == stem(other) != "" or SequenceMatcher(None, one, other).ratio() >= SLIP
