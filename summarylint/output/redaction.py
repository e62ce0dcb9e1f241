"""Keep secrets out of what is printed: quotes pass through the language's own idea of what a secret is."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from summarylint.language.shortening import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_QUOTE = 240
"""Code points of a quotation that is kept; longer statements are rare, and are cut."""

MOST_MASKED = 2_000
"""Code points of a text in which secrets are looked for before it is cut; what lies behind them is not shown."""

WORDS = re.compile(r"\s+|\S+")


def redact(text: str) -> str:
    """`text` with every secret in it masked."""
    from summarylint.language import secrecy  # on first use: its patterns are data files

    return secrecy.redact(text)


def redact_all(value: Any) -> Any:
    """A JSON-like value with the secrets in all of its strings masked."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: redact_all(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [redact_all(inner) for inner in value]
    return value


def masked_part(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` without secrets. What stands around it is looked at as well: it may make a secret of it."""
    from summarylint.language.secrecy import AROUND

    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    return redact_pieces(text[first:last], (start - first,), (end - first,))[1]


def quote_of(text: str, start: int, end: int, longest: int = LONGEST_QUOTE) -> str:
    """Return `masked_part` on one line, cut to `longest` code points after its secrets were masked."""
    return shortened(_storable(masked_part(text, start, end)), longest)


def kept(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Return `text` on one line: secrets masked before it is cut to `longest` code points, so that no part of one is left."""
    return shortened(redact(_storable(text[:MOST_MASKED])), longest)


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()  # lone surrogates cannot be written


def redact_pieces(text: str, opening: Sequence[int], closing: Sequence[int]) -> list[str]:
    """Mask the secrets in `text` as a whole, then cut it at the ascending offsets; one more piece than there are cuts.

    A cut inside a masked word moves to the word's edge, an opening one to the left and a closing one to the right, so
    that no piece shows a part of a secret.
    """
    masked = redact(text)
    cuts = [*opening, *closing]
    if masked != text:
        blocks = _blocks(text, masked)
        cuts = [_moved(cut, blocks, to_end=number >= len(opening)) for number, cut in enumerate(cuts)]
        cuts = [max(cuts[: number + 1]) for number in range(len(cuts))]
    return [masked[start:end] for start, end in zip((0, *cuts), (*cuts, len(masked)), strict=True)]


def _blocks(text: str, masked: str) -> list[tuple[bool, int, int, int, int]]:
    """What is the same and what is masked, word by word: (same, start, end, start in masked, end in masked)."""
    before, after = WORDS.findall(text), WORDS.findall(masked)
    old, new = _starts(before), _starts(after)
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(kind == "equal", old[first], old[last], new[low], new[high]) for kind, first, last, low, high in codes]


def _moved(cut: int, blocks: list[tuple[bool, int, int, int, int]], *, to_end: bool) -> int:
    """Where an offset of the text lies in the masked text."""
    for same, start, end, new_start, new_end in blocks:
        if start <= cut < end or (to_end and start < cut == end):
            if same:
                return new_start + cut - start
            return new_end if to_end else new_start
    return blocks[-1][4] if blocks else 0


def _starts(words: list[str]) -> list[int]:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return starts
