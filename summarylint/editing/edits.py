"""Edits of one text, one after the other, told at the end as edits of the text that they began with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from summarylint.model import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Stretch:
    """Of an edited text: a kept stretch [start, end) of the first text, or what was put in at `start`, which is `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    """A text under edits."""

    first: str
    stretches: tuple[Stretch, ...]

    @classmethod
    def of(cls, text: str) -> Edited:
        return cls(text, (Stretch(0, len(text), text),) if text else ())

    @property
    def text(self) -> str:
        return "".join(stretch.text for stretch in self.stretches)

    def after(self, edits: Iterable[Edit]) -> Edited:
        """The text after `edits`, whose offsets are those of the present text and which do not overlap."""
        made = self
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
            made = made._one(edit)
        return made

    def _one(self, edit: Edit) -> Edited:
        before, rest = _split(self.stretches, edit.start)
        _, after = _split(rest, edit.end - edit.start)
        place = before[-1].end if before else 0
        put = (Stretch(place, place, edit.text),) if edit.text else ()
        return Edited(self.first, (*before, *put, *after))

    def edits(self) -> tuple[Edit, ...]:
        """The edits that lead from the first text to this one, in order, none beside another."""
        found: list[Edit] = []
        at, put = 0, ""
        for stretch in (*self.stretches, Stretch(len(self.first), len(self.first) + 1, "")):
            if stretch.start == stretch.end:
                put += stretch.text
                continue
            if put or stretch.start > at:
                found.append(_narrowed(self.first, Edit(at, stretch.start, put)))
            at, put = stretch.end, ""
        return tuple(edit for edit in found if edit.text or edit.start < edit.end)


def _split(stretches: Sequence[Stretch], at: int) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """What stands before and behind an offset of the present text."""
    for number, stretch in enumerate(stretches):
        if at <= 0:
            return tuple(stretches[:number]), tuple(stretches[number:])
        if at < len(stretch.text):
            kept = stretch.end > stretch.start
            middle = stretch.start + at if kept else stretch.start
            left = Stretch(stretch.start, middle, stretch.text[:at])
            right = Stretch(middle, stretch.end, stretch.text[at:])
            return (*stretches[:number], left), (right, *stretches[number + 1 :])
        at -= len(stretch.text)
    return tuple(stretches), ()


def _narrowed(text: str, edit: Edit) -> Edit:
    """The edit without what it would only write anew at either end."""
    start, end, new = edit.start, edit.end, edit.text
    while start < end and new and text[start] == new[0]:
        start, new = start + 1, new[1:]
    while start < end and new and text[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    return Edit(start, end, new)
