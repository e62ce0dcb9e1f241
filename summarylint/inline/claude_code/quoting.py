"""Words of a transcript as they are kept and handed on: on one line, short, without secrets, and unable to pass for anything else."""

from __future__ import annotations

import re
from hashlib import blake2b

from summarylint.language.shortening import shortened
from summarylint.output.escaping import visible
from summarylint.output.redaction import redact, redact_pieces

_TAG = re.compile(r"<(?=/?[A-Za-z][\w-]*[\s/>])")

LONGEST_QUOTE = 240
"""Code points of a quotation that is kept; longer statements are rare, and are cut."""

AROUND = 200
"""Code points on either side of a quotation in which the name or the beginning of a secret may stand."""

MOST_MASKED = 2_000
"""Code points of a text in which secrets are looked for before it is cut; what lies behind them is not shown."""


def quote_of(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` as it may be stored. What stands around it is looked at as well: it may make a secret of it."""
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    near = text[first:last].encode("utf-8", "replace").decode()
    return shortened(redact_pieces(near, (start - first,), (end - first,))[1], LONGEST_QUOTE)


def kept(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Return `text` as it may be stored: secrets masked before it is cut, so that no part of one is left."""
    return shortened(redact(text[:MOST_MASKED].encode("utf-8", "replace").decode()), longest)


def quoted(text: str) -> str:
    """Return `text` between quotation marks that it cannot close, with controls shown, and tags so that none is taken for one."""
    return f"“{_TAG.sub('‹', visible(text)).replace('”', chr(34))}”"


def digest(call: str) -> str:
    """Return what a tool call is known by again."""
    return blake2b(call.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def flat(text: str) -> str:
    """Return `text` with every run of white space as one blank, as quotations are compared."""
    return " ".join(text.split())
