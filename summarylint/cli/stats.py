"""`summarylint stats`."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from summarylint.batch.layout import SUMMARY
from summarylint.batch.stats import PERIODS, QUERIES, batch_statistics
from summarylint.cli.streams import write
from summarylint.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLES = {
    "rule": "findings by rule",
    "source": "records by source",
    "depth": "records by cycle depth",
    "time": "records by time",
    "retention": "identifiers kept from one summary of a chain to the next (share)",
    "worst": "worst records",
}


@click.command(short_help="Ask the results of a batch: by rule, source, depth or time; retention; the worst records.")
@click.argument("out", metavar="OUT")
@click.option("--by", "names", multiple=True, type=click.Choice(tuple(QUERIES)), help="What to tell; may be repeated.  [default: all]")
@click.option("--worst", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="How many of the worst records.")
@click.option("--period", type=click.Choice(PERIODS), default="day", show_default=True, help="With time.")
@click.option("--output-format", type=click.Choice(("full", "csv", "json")), default="full", show_default=True)
def command(out: str, names: tuple[str, ...], worst: int, period: str, output_format: str) -> None:
    """Ask the results that `summarylint batch` wrote to the folder OUT.

    A run that is not complete is counted as far as it is done.
    """
    if output_format == "csv" and len(names) != 1:
        raise UsageError("--output-format csv prints one table; name it with --by")
    told = batch_statistics(Path(out), names or tuple(QUERIES), worst=worst, period=period)
    if not (Path(out) / SUMMARY).exists():
        click.echo(f"{out}: the run is not complete; this counts what is done, summarylint batch --resume does the rest", err=True)
    if output_format == "json":
        from summarylint.output.json_lines import dumped

        write(dumped(told) + "\n")
    elif output_format == "csv":
        write(as_csv(told[names[0]]))
    else:
        from summarylint.output.columns import columns

        write("\n".join(f"{TITLES[name]}\n{columns(rows) or 'none' + chr(10)}" for name, rows in told.items()))


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as CSV (RFC 4180) with a line of names."""
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
