"""Sources: what kind of word a span is, finer than its role, for choosing the span that a claim is best traced to."""

from __future__ import annotations

import re
from typing import Literal

from summarylint.evidence.calls import kind_of_call
from summarylint.model import Origin, Span

Source = Literal["user", "output", "deed", "look", "document", "plan", "approved", "text", "thinking"]
"""`approved` is the harness's word that the user approved a plan, with the plan in it: a word of the user's, and no deed."""

_APPROVED = re.compile(r"\W*(?:the )?user (?:has )?approved (?:your|the) plan\b", re.IGNORECASE)


def source_of(span: Span) -> Source | None:
    """Return the kind of source that a span is; None for an earlier summary or a system text, which are no witnesses."""
    if span.role in ("summary", "system"):
        return None
    if span.role == "user":
        return "user"
    if span.kind == "tool_call":
        return kind_of_call(span.text)
    if span.role == "tool" or span.kind == "tool_output":
        return "approved" if _APPROVED.match(span.text) else "output"
    return "thinking" if span.kind == "thinking" else "text"


def origin_of(span: Span) -> Origin | None:
    """Return the origin that a span gives to what it supports; None for an earlier summary or a system text."""
    source = source_of(span)
    if source is None:
        return None
    if source == "user":
        return "user-said"
    return "inferred" if source in ("text", "thinking") else "tool-output"
