"""The errors that a caller may meet. All that the project raises on purpose derive from SummarylintError."""

from __future__ import annotations

from collections.abc import Iterable


class SummarylintError(Exception):
    """The root; its text is one sentence that says what is wrong, where, and the way out."""


class UsageError(SummarylintError):
    """Wrong arguments, options or names."""


class ArgumentTypeError(UsageError, TypeError):
    """An argument of another type than is asked for."""


class ArgumentValueError(UsageError, ValueError):
    """An argument of the right type with a value that cannot be."""


class SettingsError(SummarylintError):
    """A settings file that does not hold what it should."""


class RuleError(SummarylintError):
    """A rule file that does not load, or a rule that crashes: the run ends with 2."""


class NothingToCheck(SummarylintError):
    """A path that was given is not there, or holds nothing of what is asked for: the run ends with 3."""


class RecordError(SummarylintError):
    """A record that cannot be read; the other records are still checked.

    `path` is the file as given, `line` its line counted from 1, `pointer` the JSON path inside the record
    (`$.spans[2].text`; `$[4].spans[2].text` in a file that holds a list), `id` the record's own id, each None where unknown.
    """

    def __init__(
        self, reason: str, *, path: str | None = None, line: int | None = None, pointer: str | None = None, id: str | None = None
    ) -> None:
        self.reason, self.path, self.line, self.pointer, self.id = reason, path, line, pointer, id
        super().__init__(str(self))

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.path, self.line) if part is not None)
        at = f"at {self.pointer}" if self.pointer else ""
        place = " ".join(part for part in (where, at) if part)
        return f"{place}: {self.reason}" if place else self.reason


def toml_line(error: Exception) -> str:
    """`:3` for an error of TOML in the third line, "" where the error names none: it tells the line in its text alone."""
    import re

    found = re.search(r"\(at line (\d+),", str(error))
    return f":{found[1]}" if found else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that names the known word nearest to `name`: `"; did you mean 'x'?"`, or "" where none is near."""
    from difflib import get_close_matches

    spellings = {word.lower(): word for word in known}
    near = get_close_matches(name.lower(), spellings, n=1)
    return f"; did you mean {spellings[near[0]]!r}?" if near else ""
