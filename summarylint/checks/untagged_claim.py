"""Untagged claim: a factual statement without a provenance tag behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.model import Edit, Fix, Hit
from summarylint.provenance.tags import may_carry_tag, written

KIND = "untagged-claim"
FIELDS = frozenset({"claim", "tag"})
FIXES = frozenset({"add-tag"})


@dataclass(frozen=True, slots=True)
class Settings:
    """There is nothing to set."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the statement makes a claim and no tag stands behind it."""
    claim, statement = view.claim, view.statement
    beside = (statement, view.sentence[-1])
    if claim is None or not may_carry_tag(statement) or any(mark.kind == "tag" for part in beside for mark in part.marks):
        return
    tag = written(claim)
    yield Hit(
        start=statement.start,
        end=statement.end,
        fields={"claim": " ".join(claim.text.split()), "tag": tag},
        why={"origin": claim.origin, "confidence": claim.confidence},
        fix=Fix("unsafe", (Edit(statement.end, statement.end, f" {tag}"),)),
    )
