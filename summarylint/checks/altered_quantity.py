"""Altered quantities: a number, unit or date that the spans give otherwise for the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.checks.view import View, place
from summarylint.evidence.values import discrepancies
from summarylint.model import Edit, Fix, Hit

KIND = "altered-quantity"
FIELDS = frozenset({"quantity", "original", "span_id"})
FIXES = frozenset({"copy-quantity"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`ways`: "altered" for a value that stands nowhere, "swapped" for one that stands at another thing."""

    ways: tuple[Literal["altered", "swapped"], ...] = ("altered", "swapped")


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each quantity with a counterpart of another value."""
    for found in discrepancies(view.compaction.summary, view.statement, view.statements, view.witnesses, view.candidates, view.ledger):
        if found.way not in settings.ways:
            continue
        mark, other = found.mark, found.other
        yield Hit(
            start=mark.start,
            end=mark.end,
            evidence=(place(found.witness, "the value there", other.start, other.end),),
            fields={"quantity": mark.text, "original": other.text, "span_id": found.witness.span.id},
            why={"way": found.way, "sign": found.sign, "slot": round(found.slot, 3), "score": found.witness.score},
            fix=Fix("unsafe", (Edit(mark.start, mark.end, other.text),)),
        )
