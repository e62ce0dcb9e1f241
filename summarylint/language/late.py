"""Statements that are read field by field, when something asks.

A check looks at a handful of the span statements that alignment offers it, and most of them need one field of it: marks for
the identifier rules, the stance for the hedge rules. Of an earlier summary it asks hardly more than the terms. Reading all
of all of them would be half of the time of a check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from summarylint.language.cues import find_cues
from summarylint.language.marks import find_marks
from summarylint.language.stance import read_stance
from summarylint.language.terms import terms
from summarylint.model import Mark, Segment, Statement

_set = object.__setattr__  # the class is frozen for everybody else


class LateStatement(Statement):
    """A Statement whose segment, marks, stance and terms are read on first use; equal to one that was read at once."""

    __slots__ = ("_cues", "_end", "_place", "_start", "_whole")
    _whole: str
    _start: int
    _end: int
    _place: Callable[[], Segment]
    _cues: tuple[Mark, ...]

    @classmethod
    def of(cls, whole: str, start: int, end: int, place: Callable[[], Segment]) -> LateStatement:
        """Return the statement at `[start, end)` of `whole`; `place` finds its segment when it is asked for."""
        found = cls.__new__(cls)
        _set(found, "_whole", whole)
        _set(found, "_start", start)
        _set(found, "_end", end)
        _set(found, "_place", place)
        _set(found, "text", whole[start:end])
        return found

    @classmethod
    def at(cls, whole: str, place: Segment) -> LateStatement:
        """Return the statement at a segment of `whole` that is known."""
        found = cls.of(whole, place.start, place.end, lambda: place)
        _set(found, "segment", place)
        return found

    def __getattr__(self, name: str) -> Any:
        """Read the field `name`: Python calls this only while its slot is empty."""
        if name == "segment":
            value: Any = self._place()
        elif name == "marks":
            value = find_marks(self._whole, self._start, self._end)
        elif name == "_cues":
            value = find_cues(self._whole, self._start, self._end)
        elif name == "stance":
            value = read_stance(self._whole, self.segment, self._cues)
        elif name == "terms":
            value = terms(self.text)
        elif name == "_start":  # made by dataclasses.replace, with all fields given
            return self.segment.start
        elif name == "_end":
            return self.segment.end
        else:
            raise AttributeError(name)
        _set(self, name, value)
        return value

    @property
    def start(self) -> int:
        return self._start

    @property
    def end(self) -> int:
        return self._end

    @property
    def word_cues(self) -> tuple[Mark, ...]:
        return self._cues if hasattr(self, "_whole") else self.stance.cues

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and _fields(self) == _fields(other)

    __hash__ = Statement.__hash__


def _fields(statement: Statement) -> tuple[object, ...]:
    return statement.segment, statement.text, statement.marks, statement.stance, statement.terms
