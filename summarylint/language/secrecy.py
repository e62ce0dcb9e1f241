"""Tokens, keys and passwords: they need not survive, are never printed in full and never put into a fix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
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

AROUND = 200
"""Code points on either side of a stretch in which the name or the beginning of a secret may stand."""


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


def secrets_at(text: str, start: int, end: int) -> Iterator[str]:
    """Yield what `text[start:end]` shows of secrets. What stands around it is read as well: `API_KEY=` makes a secret of any word."""
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    for at, to in _secrets(text[first:last]):
        shown = text[max(start, first + at) : min(end, first + to)]
        if shown:
            yield shown


def without(text: str, secrets: Collection[str]) -> str:
    """`text` with an ellipsis in the place of these secrets and of every other."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "…", text)
    return redact(text)


def redact(text: str) -> str:
    """`text` with the secret part of every token, key and password replaced by an ellipsis."""
    parts, position = [], 0
    for start, end in sorted(_secrets(text)):
        if end > position:
            parts += [text[position : max(start, position)], "…"]
            position = end
    return "".join(parts) + text[position:]
