"""`summarylint batch`."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from summarylint.batch.job import RECORD_TIMEOUT
from summarylint.batch.layout import REJECTED
from summarylint.cli.check import with_options
from summarylint.cli.options import config_options, split
from summarylint.cli.streams import CLEAN, FINDINGS, INTERRUPTED, NOTHING, TROUBLE, tell, write
from summarylint.errors import UsageError
from summarylint.model import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.batch.running import Summary
    from summarylint.model import Severity
    from summarylint.output.totals import Totals

OUTPUT_FORMATS = ("parquet", "jsonl")


class Terminated(KeyboardInterrupt):
    """SIGTERM came: the run ends as it does for Ctrl-C, with the status that shells have for it."""


@click.command(short_help="Check a corpus on every core, or on a cluster; nothing is lost when it is stopped.")
@click.argument("paths", nargs=-1, required=True, metavar="IN...")
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="The folder for the results, empty or not there yet.")
@click.option("--output-format", type=click.Choice(OUTPUT_FORMATS), default="parquet", show_default=True, help="How results are kept.")
@click.option("--resume", is_flag=True, help="Go on with the run in OUT, or begin it.")
@click.option("--overwrite", is_flag=True, help="Start the run in OUT anew; its results are removed.")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="Worker processes.  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS|local", help="Run on the Dask cluster with this scheduler, or on a local one.")
@click.option(
    "--record-timeout", type=click.FloatRange(0, min_open=True), metavar="SECONDS", default=RECORD_TIMEOUT, show_default=True,
    help="Processor time for a record; one that takes longer is rejected.",
)  # fmt: skip
@click.option("--select", multiple=True, metavar="RULE,...", help="Check these rules only: names, codes or families.")
@click.option("--ignore", multiple=True, metavar="RULE,...", help="Leave these rules out.")
@click.option("--extend-select", multiple=True, metavar="RULE,...", help="Check these rules as well.")
@click.option("--fail-on", type=click.Choice(SEVERITIES), help="The weakest severity that fails the run.  [default: warning]")
@click.option("--exit-zero", is_flag=True, help="Findings do not fail the run; rejected records still do.")
@click.option("--strict", is_flag=True, help="An unknown field makes a record a reject.")
@click.option("--format", "format_name", metavar="NAME", help="Read files as this format, see `summarylint formats`.")
@config_options
def command(
    paths: tuple[str, ...],
    out: str,
    output_format: Any,
    resume: bool,
    overwrite: bool,
    workers: int | None,
    scheduler: str | None,
    record_timeout: float,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    fail_on: Severity | None,
    exit_zero: bool,
    strict: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """Check all records of a corpus and keep the results in the folder OUT.

    IN is a file, a folder, a glob in quotes, or an address such as s3://bucket/runs. Findings, claims and records are
    written as Parquet, what could not be checked to rejects.jsonl, the totals to summary.json. A run that was stopped goes on
    with --resume, to the same results.
    """
    from summarylint.batch.running import Options, run_batch
    from summarylint.cli.progress import shown_progress
    from summarylint.reading.files import known_format
    from summarylint.reading.settings_files import load_settings

    if resume and overwrite:
        raise UsageError("--resume goes on with a run and --overwrite removes it; give one")
    if format_name in OUTPUT_FORMATS:
        raise UsageError(f"--format says how the input is read; the output is --output-format {format_name}")
    settings = with_options(load_settings(configs, isolated=isolated), split(select), split(ignore), split(extend_select), fail_on)
    options = Options(
        paths, Path(out), settings, output_format, workers or 0, scheduler, resume, overwrite, record_timeout, strict,
        known_format(format_name),
    )  # fmt: skip
    with ended_by_signals(out), shown_progress() as on_progress:
        summary = run_batch(options, on_progress)
    totals = totals_of(summary)
    tell_what_is_left_out(summary, out)
    failed = totals.at_least(settings.fail_on) > 0 and not exit_zero
    status = TROUBLE if totals.broken else NOTHING if not totals.records else FINDINGS if failed else CLEAN
    if status == NOTHING:
        tell("error", "the input holds nothing to check")
    write_table(totals, out, status)
    click.get_current_context().exit(status)


@contextmanager
def ended_by_signals(out: str) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the run with a sentence and the status that shells have for them."""
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    except KeyboardInterrupt as error:
        word, number = ("terminated", signal.SIGTERM) if isinstance(error, Terminated) else ("interrupted", signal.SIGINT)
        tell("error", f"{word}; what is done is kept in {out}, the same command with --resume goes on")
        click.get_current_context().exit(INTERRUPTED - signal.SIGINT + number)
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(*_: object) -> None:
    raise Terminated


def totals_of(summary: Summary) -> Totals:
    """The totals of a run as the other commands count them."""
    from collections import Counter

    from summarylint.output.totals import Totals

    told = summary.as_json()
    totals = Totals(told["records"], told["records_with_findings"], sum(told["rejects"].values()), safe_fixes=told["safe_fixes"])
    totals.rules = Counter({(rule["code"], rule["name"], rule["severity"]): rule["findings"] for rule in told["rules"]})
    for rule in told["rules"]:
        totals.severities[rule["severity"]] += rule["findings"]
    return totals


def tell_what_is_left_out(summary: Summary, out: str) -> None:
    """What the user should know beside the results."""
    told = summary.as_json()
    for place in told["unknown_fields"].values():
        tell("warning", place)
    notes = {kind: number for kind, number in told["not_checkable"].items() if kind != "none"}
    if notes:
        words = ", ".join(f"{number} {kind}" for kind, number in notes.items())
        tell("note", f"compactions that cannot be checked: {words}; {Path(out) / REJECTED} has them")
    if told["rejects"]:
        words = ", ".join(f"{number} {kind}" for kind, number in told["rejects"].items())
        tell("error", f"records that were not checked: {words}; {Path(out) / REJECTED} has the reasons")


def write_table(totals: Totals, out: str, status: int) -> None:
    """The table by rule and the last line."""
    from summarylint.output.statistics import statistics

    write(f"{statistics(totals)}{totals.line(status)}\nresults in {out}\n")
