"""Uncopied identifiers: altered, shortened, swapped with a look-alike, or found in no span."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from summarylint.checks.view import View
from summarylint.evidence.copying import Copy, Way
from summarylint.evidence.values import discrepancies
from summarylint.language.stance import heading_stance
from summarylint.model import Edit, Fix, Hit, Place

KIND = "uncopied-identifier"
FIELDS = frozenset({"identifier", "original", "span_id"})
FIXES = frozenset({"copy-identifier"})

FEW_SPANS = 8
"""A longer talk with an agent and no tool output in it is a partial record."""

UNTYPED = "name"
"""The type of what only looks like an identifier."""

PROPOSABLE = (
    "path", "file-name", "name", "ref", "host", "url", "flag", "config-key", "environment-variable", "code", "tag", "version", "image",
)  # fmt: skip
"""Types of identifier that a plan may invent: a file still to be made needs no witness."""

ASSIGNED = (
    "hash", "uuid", "ticket", "ipv4", "ipv6", "mac", "email", "host-port", "url", "image", "number-id", "environment-variable",
)  # fmt: skip
"""Types that somebody or something assigns: one that stands nowhere was made up. Names and paths may stand in a file that
nobody printed, so an unknown one is worth a note."""


IdentifierType = Literal[
    "code", "config-key", "email", "environment-variable", "errno", "exception", "exit-code", "file-name", "flag", "hash", "host",
    "host-port", "http-status", "image", "ipv4", "ipv6", "mac", "model-name", "name", "number-id", "path", "port", "ref", "ticket",
    "url", "uuid", "version",
]  # fmt: skip
"""The types that `language.identifiers` and its lexicon give."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`way` is what became of the identifier: "altered", "shortened", "swapped" or "unknown"."""

    way: Way = "altered"
    types: tuple[IdentifierType, ...] = ()
    """Where not empty, only identifiers of these types."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each identifier that went this way."""
    if settings.way == "unknown" and view.statement.segment.form in ("code", "heading"):
        return
    for copy in view.copies:
        if copy.way != settings.way or (settings.types and copy.mark.type not in settings.types):
            continue
        if copy.way == "unknown" and copy.mark.type in PROPOSABLE and _planned(view):
            continue
        if copy.way == "unknown" and copy.mark.type == "environment-variable" and copy.mark.text == view.statement.segment.label:
            continue  # "CODE_STATE: ...": a section of a template
        if copy.mark.text.isdigit() and copy.mark.type == UNTYPED and _is_quantity(view, copy):
            continue
        hit = _hit(copy)
        yield replace(hit, severity="note") if settings.way == "unknown" and not _telling(view, copy) else hit


def _is_quantity(view: View, copy: Copy) -> bool:
    """Is a plain number, which no word makes an identifier, found as a quantity that the spans give otherwise? One fault is told once."""
    given = discrepancies(view.compaction.summary, view.statement, view.statements, view.witnesses, view.candidates, view.ledger)
    return any(found.mark.start < copy.mark.end and copy.mark.start < found.mark.end for found in given)


def _telling(view: View, copy: Copy) -> bool:
    """Does absence from the spans prove something? Only for what is assigned, and where tool outputs were recorded at all."""
    recorded = any(span.kind in ("tool_output", "tool_call") for span in view.compaction.spans) or len(view.compaction.spans) < FEW_SPANS
    return recorded and copy.mark.type in ASSIGNED


def _planned(view: View) -> bool:
    segment = view.statement.segment
    above = (*segment.headings, segment.label)
    return view.statement.stance.status == "planned" or any(heading_stance(heading).get("status") == "planned" for heading in above)


def _hit(copy: Copy) -> Hit:
    mark = copy.mark
    evidence = (Place(copy.span_id, copy.start, copy.end, copy.original, "as it stands in the span"),) if copy.span_id else ()
    mends = copy.way in ("altered", "shortened", "swapped")
    return Hit(
        start=mark.start,
        end=mark.end,
        evidence=evidence,
        fields={"identifier": mark.text, "original": copy.original, "span_id": copy.span_id},
        why={"way": copy.way, "type": mark.type, "likeness": round(copy.score, 3)},
        fix=Fix("safe" if copy.way != "swapped" else "unsafe", (Edit(mark.start, mark.end, copy.original),)) if mends else None,
    )
