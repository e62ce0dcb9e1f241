"""Colours, in one place; without colour every function gives its text back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from summarylint.model import Severity

SEVERITY_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}


@dataclass(frozen=True, slots=True)
class Style:
    """How text is painted; `colour` says whether at all."""

    colour: bool = False

    def severity(self, text: str, severity: Severity) -> str:
        """In the colour of a severity."""
        return self.paint(text, SEVERITY_COLOURS[severity], bold=True)

    def evidence(self, text: str) -> str:
        """Marks in the spans."""
        return self.paint(text, "blue")

    def faint(self, text: str) -> str:
        """Frames and other furniture."""
        return self.paint(text, "bright_black")

    def strong(self, text: str) -> str:
        """The sentence that counts."""
        return self.paint(text, None, bold=True)

    def paint(self, text: str, colour: str | None, *, bold: bool = False) -> str:
        """In a named terminal colour."""
        if not self.colour or not text:
            return text
        from click import style

        return style(text, fg=colour, bold=bold or None)
