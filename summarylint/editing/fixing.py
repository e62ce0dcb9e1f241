"""The fixes of one file: what its summaries need, written into their literals and read again before it counts."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from summarylint.editing.edits import Edited
from summarylint.editing.mending import mended
from summarylint.editing.spelling import Change, UnwritableError, anew, in_place
from summarylint.errors import RecordError, SummarylintError
from summarylint.model import Compaction
from summarylint.reading.fixtures.fixture import Fixture
from summarylint.reading.literals import literals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from summarylint.model import Report, Safety
    from summarylint.reading.fixtures.fixture import FixtureResult
    from summarylint.reading.fixtures.tree import Text

    Check = Callable[[Compaction, Sequence[Compaction]], Report]

SAFE: frozenset[Safety] = frozenset({"safe"})
ALL: frozenset[Safety] = frozenset({"safe", "unsafe"})


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file before and after its fixes (bytes; the same where there are none), and how many findings they mend.

    `refused` are sentences about fixes that could not be written, `broken` the records that could not be read.
    """

    path: str
    before: bytes
    after: bytes
    count: int = 0
    refused: tuple[str, ...] = ()
    broken: tuple[RecordError, ...] = ()


@dataclass(slots=True)
class Group:
    """The records that share one literal as their summary, with what is to become of it."""

    literal: Text
    members: list[int] = field(default_factory=list)
    edited: Edited = field(default_factory=lambda: Edited.of(""))
    count: int = 0


def fix(path: str, data: bytes, check: Check, safeties: frozenset[Safety] = SAFE) -> Fixed:
    """What becomes of the file `path` with the bytes `data`; nothing is written.

    `check` compares a compaction, in the light of those before it in its chain. Raises RecordError for a file that cannot be
    read at all, and what `check` raises.
    """
    outcomes = literals(path, data)
    groups = [] if outcomes is None else [group for group in _mended(outcomes, check, safeties) if group.edited.edits()]
    broken = tuple(outcome for outcome in outcomes or () if isinstance(outcome, RecordError))
    if outcomes is None or not groups:
        return Fixed(path, data, data, broken=broken)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    page = data[len(mark) :].decode()
    return replace(_Writer(path, mark, page, outcomes).written(groups, data), broken=broken)


def _mended(outcomes: Sequence[FixtureResult], check: Check, safeties: frozenset[Safety]) -> list[Group]:
    """The groups of records in order, each mended in the light of those before it in its chain."""
    groups: dict[tuple[int, str], Group] = {}
    for number, outcome in enumerate(outcomes):
        if isinstance(outcome, Fixture) and outcome.summary is not None:
            key = (outcome.summary.place, outcome.summary.value)
            groups.setdefault(key, Group(outcome.summary)).members.append(number)
    places = [place for place, _ in groups]
    done: dict[int, Compaction] = {}
    for (place, _), group in groups.items():
        # a literal that two records read differently has no text of its own to mend
        if places.count(place) == 1:
            group.edited, group.count = _mended_group(group, outcomes, done, check, safeties)
    return [group for group in groups.values() if group.count]


def _mended_group(
    group: Group, outcomes: Sequence[FixtureResult], done: dict[int, Compaction], check: Check, safeties: frozenset[Safety]
) -> tuple[Edited, int]:
    members = [(number, outcome.compaction) for number in group.members if isinstance(outcome := outcomes[number], Fixture)]

    def earlier(number: int, chain: str | None) -> list[Compaction]:
        before = (done.get(place) or outcome.compaction for place, outcome in enumerate(outcomes[:number]) if isinstance(outcome, Fixture))
        return [compaction for compaction in before if chain is not None and compaction.chain == chain]

    before = [earlier(number, compaction.chain) for number, compaction in members]

    def found(summary: str) -> list[Report]:
        return [check(replace(member, summary=summary), chain) for (_, member), chain in zip(members, before, strict=True)]

    edited, count = mended(group.literal.value, found, safeties)
    done |= {number: replace(compaction, summary=edited.text) for number, compaction in members}
    return edited, count


class _Writer:
    """Writes groups into a page and reads it again: only what comes out as wanted, with all else the same, is kept."""

    def __init__(self, path: str, mark: bytes, page: str, outcomes: Sequence[FixtureResult]) -> None:
        self.path, self.mark, self.page, self.outcomes = path, mark, page, outcomes

    def written(self, groups: list[Group], data: bytes) -> Fixed:
        changes = [self.changes(group) for group in groups]
        if all(found is not None for found in changes):
            after = self.kept([change for found in changes for change in found or ()], groups)
            if after is not None:
                return Fixed(self.path, data, after, sum(group.count for group in groups))
        return self.one_by_one(groups, data)

    def changes(self, group: Group) -> list[Change] | None:
        try:
            return in_place(self.page, group.literal, group.edited.edits())
        except UnwritableError:
            return None

    def one_by_one(self, groups: list[Group], data: bytes) -> Fixed:
        """Each group by itself, in another style where its own cannot hold it; what cannot be written is told."""
        taken: list[Change] = []
        kept: list[Group] = []
        after, refused = data, list[str]()
        for group in groups:
            for attempt in (self.changes(group), self.anew(group)):
                found = None if attempt is None else self.kept([*taken, *attempt], [*kept, group])
                if attempt is not None and found is not None:
                    after = found
                    taken += attempt
                    kept.append(group)
                    break
            else:
                line = self.page.count("\n", 0, group.literal.place) + 1
                refused.append(f"{self.path}:{line}: the fixes of this summary cannot be written as it is quoted; change it by hand")
        return Fixed(self.path, data, after, sum(group.count for group in kept), tuple(refused))

    def anew(self, group: Group) -> list[Change] | None:
        try:
            return anew(self.page, group.literal, group.edited.text)
        except UnwritableError:
            return None

    def kept(self, changes: Iterable[Change], groups: Iterable[Group]) -> bytes | None:
        """The file after the changes, None where it does not read as wanted."""
        wanted = {number: group.edited.text for group in groups for number in group.members}
        page = self.page
        for change in sorted(changes, key=lambda change: (change.start, change.end), reverse=True):
            page = page[: change.start] + change.text + page[change.end :]
        try:
            after = self.mark + page.encode()
            again = literals(self.path, after)
        except (UnicodeEncodeError, SummarylintError):
            return None
        if again is None or len(again) != len(self.outcomes):
            return None
        same = all(_same(old, new, wanted.get(number)) for number, (old, new) in enumerate(zip(self.outcomes, again, strict=True)))
        return after if same else None


def _same(old: FixtureResult, new: FixtureResult, summary: str | None) -> bool:
    """Is it the same record but for the summary, and for what its lines tell?"""
    if isinstance(old, Fixture) and isinstance(new, Fixture):
        wanted = old.compaction if summary is None else replace(old.compaction, summary=summary)
        return _placeless(wanted) == _placeless(new.compaction)
    return type(old) is type(new) and (not isinstance(old, RecordError) or not isinstance(new, RecordError) or old.reason == new.reason)


def _placeless(compaction: Compaction) -> Compaction:
    own = compaction.id.startswith(f"{compaction.path}:")
    return replace(compaction, line=None, id="" if own else compaction.id)
