"""Command lines: the commands of one, and the variables that are set before each."""

from __future__ import annotations

import re

_COMMAND = re.compile(r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?<=[<>])&|&(?=>)|[^\\&;|\n])+""", re.DOTALL)
_ASSIGNED = re.compile(r"(?:\w+=\S*\s+)*")


def commands_of(line: str) -> list[str]:
    """Return the commands of a line, each up to the `;`, `&`, `&&`, `|` or line end that no quotes hold; the `&` of `2>&1` ends none."""
    return _COMMAND.findall(line)


def behind_assignments(command: str) -> str:
    """Return a command without the variables that are set before it (`LANG=C grep ...`)."""
    return _ASSIGNED.sub("", command, count=1)
