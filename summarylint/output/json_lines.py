"""The two formats for programs: JSON Lines, a result a line, and JSON, all results in one document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from summarylint.output.result import FORMAT, error_result, result

if TYPE_CHECKING:
    from summarylint.errors import RecordError
    from summarylint.model import Report


def dumped(value: Any) -> str:
    """One value on one line in ASCII, so that no terminal, pipe or lone surrogate can break it."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    """What a check put into its reasons, as JSON: collections as lists (sets sorted, to be the same each time), else text."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return str(value)


class JsonLines:
    """The format `jsonl`: a result a line, in input order."""

    def piece(self, report: Report) -> str:
        """The line of a checked record."""
        return dumped(result(report)) + "\n"

    def placed(self, piece: str) -> str:
        """The line as it is."""
        return piece

    def error(self, error: RecordError) -> str:
        """The line of a record that could not be read or checked."""
        return dumped(error_result(error)) + "\n"

    def end(self) -> str:
        """Nothing: every line stands by itself."""
        return ""


class Json:
    """The format `json`: one document, written as the results come."""

    def __init__(self) -> None:
        self.started = False

    def piece(self, report: Report) -> str:
        """A member of the list."""
        return dumped(result(report))

    def placed(self, piece: str) -> str:
        """The next member of the list."""
        before = ",\n" if self.started else self._opening() + "\n"
        self.started = True
        return before + piece

    def error(self, error: RecordError) -> str:
        """The next member of the list."""
        return self.placed(dumped(error_result(error)))

    def end(self) -> str:
        """The end of the document."""
        return ("\n" if self.started else self._opening()) + "]}\n"

    def _opening(self) -> str:
        return f'{{"format": {FORMAT}, "results": ['
