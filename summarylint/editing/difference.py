"""A fixed file as a unified diff."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from summarylint.output.escaping import visible
from summarylint.output.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.editing.fixing import Fixed

NO_LINE_END = "\\ No newline at end of file\n"


def difference(fixed: Fixed) -> str:
    """The diff of a file, "" where nothing changes. Secrets are masked and controls escaped, as in all output."""
    before, after = _lines(fixed.before), _lines(fixed.after)
    return "".join(_shown(unified_diff(before, after, fixed.path, fixed.path)))


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    return [line + "\n" for line in text.split("\n")[:-1]] + [line for line in text.split("\n")[-1:] if line]


def _shown(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        bare = line.removesuffix("\n").removesuffix("\r")
        yield "\t".join(visible(redact(part)) for part in bare.split("\t")) + "\n"
        if not line.endswith("\n"):
            yield NO_LINE_END
