"""Files of another kind of data: what holds no record is told once a file, and not once a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from summarylint.reading.files import Unread

OWN_FIELDS = ("spans", "summary")
"""Fields by one of which a value is known to be meant as a record, though it may be a broken one."""


def told_once(outcomes: Iterable[Unread | RecordError]) -> Iterator[Unread | RecordError]:
    """Yield what a file holds; as long as nothing in it is meant as a record, all that it holds is one error with its count.

    Behind a value that is meant as a record each is yielded by itself.
    """
    found = iter(outcomes)
    foreign = _Foreign()
    for outcome in found:
        if not _is_foreign(outcome):
            yield from foreign.told()
            yield outcome
            break
        foreign.add(outcome)
    else:
        yield from foreign.told()
    yield from found


@dataclass(slots=True)
class _Foreign:
    """Values that are no records: the first one, how many there are, and the line of the last."""

    first: Unread | RecordError | None = None
    count: int = 0
    last: int | None = None

    def add(self, outcome: Unread | RecordError) -> None:
        self.first = self.first or outcome
        self.count += 1
        self.last = outcome.line if isinstance(outcome, RecordError) else outcome.item.line

    def told(self) -> Iterator[Unread | RecordError]:
        """The first one by itself, or its error with the count of all."""
        if self.first is None:
            return
        error = self.first if isinstance(self.first, RecordError) else self.first.read()
        if self.count == 1 or not isinstance(error, RecordError):
            yield self.first
            return
        more = f"{self.count - 1} more to line {self.last} {'is' if self.count == 2 else 'are'} no record either"
        reason = f"{error.reason}; {more}, keep data of another kind out with the setting 'exclude'"
        yield RecordError(reason, path=error.path, line=error.line, pointer=error.pointer, id=error.id)


def _is_foreign(outcome: Unread | RecordError) -> bool:
    """Is this broken, or JSON that has nothing of a record?"""
    if isinstance(outcome, RecordError):
        return True
    value = outcome.item.value
    return not isinstance(value, dict) or not any(name in value for name in OWN_FIELDS)
