"""Rows as a table of text: names above, numbers to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def columns(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows with their columns under one another; "" where there are none. The first row names the columns."""
    if not rows:
        return ""
    names = list(rows[0])
    lines = [names, *([_cell(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    right = [all(isinstance(row[name], int | float | None) for row in rows) for name in names]
    told = (
        "  ".join(cell.rjust(width) if numbers else cell.ljust(width) for cell, width, numbers in zip(line, widths, right, strict=True))
        for line in lines
    )
    return "".join(line.rstrip() + "\n" for line in told)


def _cell(value: Any) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else visible(str(value))
