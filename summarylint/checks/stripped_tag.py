"""Stripped tag: a claim that carried a tag in the last summary is told on without one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView, earlier_place
from summarylint.language.tags import find_tags
from summarylint.model import Edit, Fix, Hit
from summarylint.provenance.tags import may_carry_tag, tags_of

KIND = "stripped-tag"
SUBJECT = "chain"
FIELDS = frozenset({"claim", "tag"})
FIXES = frozenset({"add-tag"})


@dataclass(frozen=True, slots=True)
class Settings:
    """There is nothing to set."""


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each statement whose forebear in the last summary had a tag, and that has none."""
    if not view.earlier_texts or not find_tags(view.earlier_texts[-1], patterns=view.tag_patterns):
        return
    old, forebears = view.before, view.forebears
    for number, statement in enumerate(view.statements):
        before = old[forebears[number]] if number in forebears else None
        beside = (statement, view.views[number].sentence[-1])
        if before is None or not may_carry_tag(statement) or any(mark.kind == "tag" for part in beside for mark in part.marks):
            continue
        tags = tags_of(before)
        if tags:
            text = " ".join(tag.text for tag in tags)
            yield Hit(
                start=statement.start,
                end=statement.end,
                evidence=(earlier_place(view, before, "tagged here", tags[-1].end),),
                fields={"claim": " ".join(statement.text.split()), "tag": text},
                why={"before": before.text},
                fix=Fix("unsafe", (Edit(statement.end, statement.end, f" {text}"),)),
            )
