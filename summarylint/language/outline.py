"""The headings, labels and wrappers that stand above a place, as they open and close down a text."""

from __future__ import annotations

from dataclasses import dataclass

SCOPE = 0
"""List items, quotations and wrappers: they end where they close, and no heading inside ends them. Headings are 1 to 6."""
NUMBERED = 7
"""A numbered or upper-case label on a line of its own: holds until its like or a heading."""
BOLD = 8
LABEL = 9
"""`Open questions:` holds for the block after it, or for paragraphs until the next label."""
LEAD_IN = 10
"""A sentence that ends in a colon holds for the block right after it."""


@dataclass(slots=True)
class Frame:
    level: int
    name: str
    used: bool = False
    number: int | None = None


class Outline:
    """A stack of frames, outermost first."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []

    def headings(self) -> tuple[str, ...]:
        return tuple(frame.name for frame in self._frames if frame.name)

    def enter(self, level: int, name: str, number: int | None = None) -> None:
        """Begin a heading or label; those of the same or a lower rank end."""
        while self._frames and self._frames[-1].level >= max(level, SCOPE + 1):
            self._frames.pop()
        self._frames.append(Frame(level, name, number=number))

    def open_scope(self, name: str = "") -> Frame:
        frame = Frame(SCOPE, name)
        self._frames.append(frame)
        return frame

    def close_scope(self, frame: Frame) -> None:
        for at, other in enumerate(self._frames):
            if other is frame:
                del self._frames[at:]
                return

    def close_named(self, name: str) -> None:
        """End the innermost scope of that name with all inside it."""
        for at in range(len(self._frames) - 1, -1, -1):
            if self._frames[at].level == SCOPE and self._frames[at].name == name:
                del self._frames[at:]
                return

    def meet_number(self, number: int) -> None:
        """An ordered list begins with `number`: it ends the numbered label before it ("3. Files:" ends at "4. Errors:")."""
        for at in range(len(self._frames) - 1, -1, -1):
            frame = self._frames[at]
            if frame.level < NUMBERED:
                return
            if frame.number is not None and frame.number < number:
                del self._frames[at:]
                return

    def meet_container(self) -> None:
        """A list, table, code block or quotation begins: a lead-in that has had its block ends, others take this one."""
        while self._frames and self._frames[-1].level == LEAD_IN and self._frames[-1].used:
            self._frames.pop()
        for frame in reversed(self._frames):
            if frame.level < LABEL:
                break
            frame.used = True

    def meet_paragraph(self) -> None:
        """A paragraph begins: lead-ins end, and labels that have had their block."""
        while self._frames and (self._frames[-1].level == LEAD_IN or (self._frames[-1].level == LABEL and self._frames[-1].used)):
            self._frames.pop()
