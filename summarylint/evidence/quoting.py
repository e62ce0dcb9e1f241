"""Quoting: do the words of a quotation stand in what a party wrote?

A quotation may mend typos, trim with an ellipsis, change inner quotes and join lines; so words are compared, not letters.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from summarylint.language.phrases import lowered

TRUE_SHARE = 0.6
"""The part of a quotation's words that has to stand in a text, in order, for it to be a quotation of it."""

_WORD = re.compile(r"[^\W_]+(?:['.][^\W_]+)*")
ALIKE = 0.8
"""Likeness of two words from which one is a mended spelling of the other."""


def quoted_share(quotation: str, text: str) -> float:
    """Return the part of the words of `quotation` that stand in `text` in the same order, mended spellings included."""
    words, other = _WORD.findall(lowered(quotation)), _WORD.findall(lowered(text))
    if not words:
        return 1.0
    if " ".join(words) in " ".join(other):
        return 1.0
    held = set(other)
    known = {word: _spelling(word, held) for word in set(words)}
    mended = [known[word] for word in words]
    share = sum(word in held for word in mended) / len(words)
    if share < TRUE_SHARE:
        return share  # the order can only lower it
    blocks = SequenceMatcher(None, mended, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(words)


def _spelling(word: str, others: set[str]) -> str:
    if word in others or len(word) < 4:
        return word
    near = sorted(other for other in others if other[:1] == word[:1] and abs(len(other) - len(word)) <= 2)
    return next((other for other in near if SequenceMatcher(None, word, other).ratio() >= ALIKE), word)
