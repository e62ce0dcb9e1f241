"""Same author: who pruned also summarised, or the summariser could not or did not say what its claims rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.checks.chain_view import ChainView, first_place
from summarylint.model import Hit
from summarylint.provenance.authorship import WORDS

KIND = "same-author"
SUBJECT = "chain"
FIELDS = frozenset({"author", "how"})


@dataclass(frozen=True, slots=True)
class Settings:
    """`ways` are the authorships that leave every claim unverified: "same", "blind" (was not shown the raw spans), "untagged"."""

    ways: tuple[Literal["same", "blind", "untagged"], ...] = ("same", "blind", "untagged")


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield one hit where the authorship clears no claim; nothing where the record does not say who wrote it."""
    if view.authorship not in settings.ways or view.authorship not in WORDS:
        return
    start, end = first_place(view)
    if start is not None:
        fields = {"author": view.compaction.author.summary or "", "how": WORDS[view.authorship]}
        yield Hit(start=start, end=end, fields=fields, why={"authorship": view.authorship})
