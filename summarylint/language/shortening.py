"""Shortening: a text on one line and no longer than a reader wants it."""

from __future__ import annotations


def shortened(text: str, longest: int) -> str:
    """Return `text` with every run of white space as one blank, cut to `longest` code points, the last of them an ellipsis."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"
