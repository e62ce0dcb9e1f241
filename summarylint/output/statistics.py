"""How often each rule spoke, the most frequent first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from summarylint.output.totals import Totals


def statistics(totals: Totals) -> str:
    """A table of count, severity, code and name, one rule and severity a line; empty where nothing was found."""
    rows = sorted(totals.rules.items(), key=lambda entry: (-entry[1], entry[0]))
    width = max((len(str(number)) for _, number in rows), default=0)
    return "".join(f"{number:>{width}}  {severity:<7}  {code}  {name}\n" for (code, name, severity), number in rows)
