"""Tokens, keys and passwords: they need not survive, are never printed in full and never put into a fix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import log2

from summarylint.language.lexicon import read_lexicon

_SECRET = re.compile(
    "|".join(
        re.sub(r"\?P<prefix>", f"?P<prefix{number}>", entry["match"]) for number, entry in enumerate(read_lexicon("identifiers")["secret"])
    )
)
_LONG = re.compile(r"(?<![\w/.+=-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![\w/.+-])")

MIN_ENTROPY = 4.2
"""Bits per character above which a long token is taken for random: English words joined have about 3.5, hex at most 4."""


def _entropy(token: str) -> float:
    counts = Counter(token)
    return -sum(count / len(token) * log2(count / len(token)) for count in counts.values())


@lru_cache(maxsize=4096)
def _is_random(token: str) -> bool:
    """Whether a long token mixes cases and digits at random, as base64 keys do and paths, names and hashes do not."""
    if not (re.search(r"[a-z]", token) and re.search(r"[A-Z]", token) and len(re.findall(r"\d", token)) >= 3):
        return False
    if token.count("/") > 2 or token.count("-") > 3 or token.count("_") > 3:
        return False
    return _entropy(token) >= MIN_ENTROPY


def _secrets(text: str) -> Iterator[tuple[int, int]]:
    """The hidden part of every secret, without the readable prefix."""
    for found in _SECRET.finditer(text):
        visible = next((value for name, value in found.groupdict().items() if value), "")
        yield found.start() + (len(visible) if found[0].startswith(visible) else 0), found.end()
    for found in _LONG.finditer(text):
        if _is_random(found[0]):
            yield found.start() + 4, found.end()


def is_secret(text: str) -> bool:
    """Whether `text` is or holds an access token, key or password."""
    return next(_secrets(text), None) is not None


def redact(text: str) -> str:
    """`text` with the secret part of every token, key and password replaced by an ellipsis."""
    parts, position = [], 0
    for start, end in sorted(_secrets(text)):
        if end > position:
            parts += [text[position : max(start, position)], "…"]
            position = end
    return "".join(parts) + text[position:]
