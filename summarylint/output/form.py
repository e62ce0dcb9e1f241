"""What every output format is: three functions from values to text. Who calls them writes the text out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from summarylint.output.redaction import redact

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Compaction, Report


class Form(Protocol):
    """One output format; its methods are called once a record, in input order, and once at the end."""

    def piece(self, report: Report) -> str:
        """The text for a checked record by itself, the same whatever stands before it."""

    def placed(self, piece: str) -> str:
        """A piece as it stands behind those before it."""

    def error(self, error: RecordError) -> str:
        """The text for a record that could not be read or checked."""

    def end(self) -> str:
        """The text that closes the output."""


def where(compaction: Compaction) -> str:
    """`path:line` of a record, or its id where it was read from nowhere."""
    if compaction.path is None:
        return redact(compaction.id)
    return compaction.path if compaction.line is None else f"{compaction.path}:{compaction.line}"


def named(compaction: Compaction) -> str:
    """`path:line` of a record, with its id where it gave one.

    Ids come from elsewhere as texts do, so what is for people shows them without secrets; in JSON they stand verbatim, as
    other programs join on them.
    """
    place = where(compaction)
    return place if compaction.id == place or compaction.path is None else f"{place} {redact(compaction.id)}"
