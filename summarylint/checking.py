"""What a run does around the check of one record: the records before it in its chain, and the rules that its file silences."""

from __future__ import annotations

import gc
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from summarylint.errors import RecordError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report
    from summarylint.rulebook import Rulebook
    from summarylint.settings import Settings

Further = ParamSpec("Further")
"""What a check takes beside the record."""

LONGEST_HISTORY = 4_000_000
"""Code points of span text, about a million tokens, of a compaction and those before it in its chain: with all of them each compaction
of a session that lasts for weeks would be compared with the whole of it."""


YOUNG_OBJECTS = 50_000
"""New objects after which Python looks for cycles among them; at its own 700 up to a tenth of a check is spent on that, for nothing:
a check makes many small values and no cycle."""


def look_for_cycles_seldom() -> None:
    """Let the garbage collector of this process come by less often, for one that does nothing but checks."""
    gc.set_threshold(YOUNG_OBJECTS)


class History:
    """The compactions before each one in its chain, as far as they were read.

    Of those whose spans do not fit in, the oldest first, the summaries remain.
    """

    def __init__(self, longest: int = LONGEST_HISTORY) -> None:
        self.longest = longest
        self._chains: dict[str, list[Compaction]] = {}
        self._shortened: set[str] = set()

    def before(self, compaction: Compaction) -> tuple[Compaction, ...]:
        """What came before `compaction` in its chain, which it now joins; nothing for a record without a chain."""
        if compaction.chain is None:
            return ()
        known = self._chains.setdefault(compaction.chain, [])
        excess = sum(map(_size, (*known, compaction))) - self.longest
        for number, one in enumerate(known):
            if excess <= 0:
                break
            known[number], excess = replace(one, spans=()), excess - _size(one)
            self._shortened.add(compaction.chain)
        found = tuple(known)
        known.append(compaction)
        return found

    def placed(self, compaction: Compaction) -> tuple[Compaction, tuple[Compaction, ...]]:
        """`compaction` as it can be judged, and those before it in its chain, which it now joins.

        Where spans of the chain were let go, what a claim rests on may have gone with them: nothing is known of survival.
        """
        earlier = self.before(compaction)
        shortened = compaction.chain in self._shortened
        return (replace(compaction, surviving_span_ids=None) if shortened else compaction), earlier


def _size(compaction: Compaction) -> int:
    return sum(len(span.text) for span in compaction.spans)


def in_chains(linter: Linter, history: History | None = None) -> Callable[[Compaction], Report]:
    """The check of one record after the other, each in the light of those before it in its chain.

    `history` may hold records that stand before the first one and need no check.
    """
    history = history if history is not None else History()

    def check(given: Compaction) -> Report:
        compaction, earlier = history.placed(given)
        return linter.check(compaction, earlier=earlier) if earlier else linter.check(compaction)

    return check


def with_ignores(
    check: Callable[Concatenate[Compaction, Further], Report], rulebook: Rulebook, settings: Settings
) -> Callable[Concatenate[Compaction, Further], Report]:
    """`check`, with the rule names in a record's ignores verified before and the ignores of its file heeded after.

    What it returns takes what `check` takes, and raises RecordError besides for an ignore that names no rule.
    """
    ignored = ignored_codes(rulebook, settings)

    def checked(compaction: Compaction, /, *further: Further.args, **named: Further.kwargs) -> Report:
        for number, ignore in enumerate(compaction.ignore):
            try:
                rulebook.find(ignore.rule)
            except UsageError as error:
                pointer = f"$.ignore[{number}].rule"
                raise RecordError(str(error), path=compaction.path, line=compaction.line, pointer=pointer, id=compaction.id) from None
        report = check(compaction, *further, **named)
        codes = ignored(compaction.path)
        if not codes:
            return report
        return replace(report, findings=tuple(finding for finding in report.findings if finding.code not in codes))

    return checked


def ignored_codes(rulebook: Rulebook, settings: Settings) -> Callable[[str | None], frozenset[str]]:
    """The function from a file to the codes that `per-file-ignores` silences there."""
    from summarylint.reading.search import matches

    silenced = [
        (pattern, [rule.code for rule in rulebook.rules if any(rulebook.matches(selector, rule) for selector in selectors)])
        for pattern, selectors in settings.per_file_ignores.items()
    ]

    @lru_cache(maxsize=16)
    def ignored(path: str | None) -> frozenset[str]:
        if path is None:
            return frozenset()
        return frozenset(code for pattern, codes in silenced if matches(path, pattern, settings.root) for code in codes)

    return ignored
