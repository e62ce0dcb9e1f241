"""Answers: what a run writes of a record, and how it counts, recalled where an earlier run had the same record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from summarylint.caching.keys import digest, words
from summarylint.model import SEVERITIES, Severity
from summarylint.output.totals import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from summarylint.caching.store import Store
    from summarylint.model import Compaction


_SEVERITY: dict[object, Severity] = {severity: severity for severity in SEVERITIES}


@dataclass(frozen=True, slots=True)
class Answer:
    """The text of one checked record in the output, and its counts."""

    piece: str
    tally: Tally


class Answers:
    """The answers of one run; `judge` is the digest of all that they depend on beside the record (`keys.judge`)."""

    def __init__(self, store: Store, judge: bytes) -> None:
        self._store, self._judge = store, judge
        self._histories: dict[str, bytes] = {}

    def of_value(self, value: Any, place: Sequence[object]) -> bytes | None:
        """Return the key of a record as JSON gave it, not read yet, at `place` of its file.

        None where more than the record counts: those before it in its chain.
        """
        if not isinstance(value, dict) or value.get("chain") is not None:
            return None
        return digest((self._judge, b"value", json.dumps(value).encode(), words(*place)))

    def of_compaction(self, compaction: Compaction) -> bytes:
        """Return the key of a record that was read; those of its chain that this was asked for before count as well."""
        sources = (compaction.source, compaction.prompt_source, [span.source for span in compaction.spans])
        own = digest((b"compaction", words(compaction, sources)))
        if compaction.chain is None:
            return digest((self._judge, own))
        history = self._histories[compaction.chain] = digest((self._histories.get(compaction.chain, b""), own))
        return digest((self._judge, b"chain", history))

    @property
    def knows_judge(self) -> bool:
        """Were the rules and settings of this run good in an earlier one? Then they need not be read before they are needed."""
        return self._store.get(digest((self._judge, b"good"))) is not None

    def keep_judge(self) -> None:
        """Keep that the rules and settings are good."""
        self._store.put(digest((self._judge, b"good")), b"")

    def recall(self, key: bytes) -> Answer | None:
        """Return the answer under `key`, None where there is none."""
        held = self._store.get(key)
        if held is None:
            return None
        try:
            piece, rules, safe_fixes = json.loads(held)
            counts = tuple((str(code), str(name), _SEVERITY[severity], int(times)) for code, name, severity, times in rules)
            return Answer(str(piece), Tally(counts, int(safe_fixes)))
        except (ValueError, TypeError, KeyError, RecursionError):  # no answer of ours: the record is checked, and this replaced
            return None

    def keep(self, key: bytes, answer: Answer) -> None:
        """Keep an answer under `key`."""
        self._store.put(key, json.dumps((answer.piece, answer.tally.rules, answer.tally.safe_fixes)).encode())

    def close(self) -> None:
        """Write what was kept."""
        self._store.close()
