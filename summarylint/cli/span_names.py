"""The ids by which spans are named to the gate, held against the spans that there are: a misspelt one would count for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.cli.streams import tell
from summarylint.errors import did_you_mean
from summarylint.gate.validator import DISCONFIRMER_PREFIX
from summarylint.language.shortening import shortened
from summarylint.output.form import where
from summarylint.output.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from summarylint.model import Compaction

MOST_TOLD, LONGEST_ID = 3, 60
"""Ids that one note names, and the code points of each that it repeats."""


class SpanNames:
    """The ids of the spans of a run; those of a chain are known from its first record on."""

    def __init__(self) -> None:
        self._chains: dict[str, set[str]] = {}
        self._all: set[str] = set()

    def add(self, record: Compaction) -> None:
        """Take the spans of a record, and tell which survivors of it are none of them and none of those before it in its chain."""
        own = {span.id for span in record.spans}
        self._all |= own
        if record.chain is not None:
            own = self._chains.setdefault(record.chain, set())
            own.update(span.id for span in record.spans)
        strange = {name.removeprefix(DISCONFIRMER_PREFIX) for name in record.surviving_span_ids or ()} - own
        if strange:
            tell("note", redact(f"{where(record)}: surviving_span_ids names no span of the record or before it: {_listed(strange, own)}"))

    def reread(self, given: Iterable[str]) -> None:
        """Tell which of the spans that were read again, as the user says, no record holds."""
        strange = set(given) - self._all
        if strange:
            tell("note", redact(f"--reread names no span of any record: {_listed(strange, self._all)}"))


def _listed(names: Collection[str], known: Collection[str]) -> str:
    """The names, or the first few; a single one with the nearest that is known."""
    told = [repr(shortened(name, LONGEST_ID)) for name in sorted(names)]
    more = f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return ", ".join(told[:MOST_TOLD]) + more + (did_you_mean(min(names), known) if len(told) == 1 else "")
