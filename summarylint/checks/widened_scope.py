"""Widened scope: what held of one thing, group or occasion is told of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.scopes import widenings
from summarylint.model import Hit, Place

KIND = "widened-scope"
FIELDS = frozenset({"claim", "quote", "speaker", "span_id"})

_SPEAKERS = {"user": "the user", "assistant": "the assistant", "tool": "the tool output"}


@dataclass(frozen=True, slots=True)
class Settings:
    """Nothing to set."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: the first restriction of a witness that the statement drops."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "quotation") or statement.stance.certainty == "asked" or statement.text[:1] in "\"“'":
        return
    summary = view.compaction.summary
    end = summary.find("\n", statement.end)
    line = summary[summary.rfind("\n", 0, statement.start) + 1 : end if end >= 0 else len(summary)]
    name = line[: statement.start - summary.rfind("\n", 0, statement.start) - 1].rpartition(". ")[2]  # "Store 31: ..."
    around = " ".join((*statement.segment.headings, statement.segment.label, name, *(s.text for s in view.sentence)))
    for found in widenings(statement.text, around, statement, view.witnesses, view.ledger, summary):
        quote = found.witness.span.text[found.at : found.to]
        yield Hit(
            start=statement.start,
            end=statement.end,
            evidence=(Place(found.witness.span.id, found.at, found.to, quote, "the restriction"),),
            fields={
                "claim": statement.text,
                "quote": " ".join(quote.split()),
                "speaker": _SPEAKERS.get(found.witness.span.role, "the span"),
                "span_id": found.witness.span.id,
            },
            why={"sign": found.sign, "score": found.witness.score},
        )
        return
