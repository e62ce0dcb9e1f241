"""Words of a transcript as they are handed on and compared: unable to pass for anything else (masked and cut in output/redaction.py)."""

from __future__ import annotations

import re
from hashlib import blake2b

from summarylint.output.escaping import visible

_TAG = re.compile(r"<(?=/?[A-Za-z][\w-]*[\s/>])")


def quoted(text: str) -> str:
    """Return `text` between quotation marks that it cannot close, with controls shown, and tags so that none is taken for one."""
    return f"“{_TAG.sub('‹', visible(text)).replace('”', chr(34))}”"


def digest(call: str) -> str:
    """Return what a tool call is known by again."""
    return blake2b(call.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def flat(text: str) -> str:
    """Return `text` with every run of white space as one blank, as quotations are compared."""
    return " ".join(text.split())
