"""Self-witness: only earlier summaries support a claim, so that the summary is the sole witness of its own fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView, earlier_place
from summarylint.checks.view import tags_behind
from summarylint.model import Hit
from summarylint.provenance.tags import may_carry_tag

KIND = "self-witness"
SUBJECT = "chain"
FIELDS = frozenset({"claim"})


@dataclass(frozen=True, slots=True)
class Settings:
    """There is nothing to set."""


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each claim that an earlier summary tells and no raw span of the run bears out.

    A tag settles it: it names the span, or says `unverified` openly. Where it is unknown which spans survive, the raw span
    may still be in the window without standing in the record, so that the hit is a note.
    """
    if not view.earlier_texts:
        return
    unwitnessed = [number for number in range(len(view.statements)) if _unwitnessed(view, number)]
    for number in unwitnessed:
        if number in view.forebears:
            statement, before = view.statements[number], view.before[view.forebears[number]]
            yield Hit(
                start=statement.start,
                end=statement.end,
                evidence=(earlier_place(view, before, "only here"),),
                fields={"claim": " ".join(statement.text.split())},
                why={"depth": view.depth},
                severity=None if view.compaction.surviving_span_ids is not None and not view.external else "note",
            )


_TO_THE_READER = re.compile(
    r"\b[Yy]ou(?:r|'re|’re)?\b|^\W*(?:Continue|Resume|Read|Pick up|Proceed|Keep|Start|Do|Use|See|Note)\b"
    r"|^\W*Please [a-z]|^\W*(?:The summary (?:below|above)|This session is being)\b"
)
"""What a harness or a summary says to its reader claims nothing of the run."""


def _unwitnessed(view: ChainView, number: int) -> bool:
    found = view.wide[number]
    if (
        _TO_THE_READER.search(found.statement.text)
        or found.claim is None
        or found.claim.origin is not None
        or found.statement.stance.status == "planned"
    ):
        return False
    return may_carry_tag(found.statement) and not tags_behind(found)
