"""`summarylint ground`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import CLEAN, FINDINGS, write
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from summarylint.gate.ground import Plan
    from summarylint.model import Compaction


@click.command(short_help="Plan what to read again.")
@paths_argument
@click.option("--budget", type=click.FloatRange(0, 1), default=0.15, show_default=True, help="The share of the window for primary spans.")
@click.option("--window-tokens", type=click.IntRange(1), metavar="N", help="The tokens of the window, where a record does not tell them.")
@click.option("--tokens", default="characters", show_default=True, help="The token counter: characters, or tiktoken:ENCODING.")
@click.option("--output-format", type=click.Choice(("text", "jsonl")), default="text", show_default=True, help="How plans are printed.")
@reading_options
@config_options
def command(
    paths: tuple[str, ...],
    budget: float,
    window_tokens: int | None,
    tokens: str,
    output_format: str,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """Plan for each record the fewest tokens of spans to keep or read again, so that every claim has a primary witness.

    The budget is a share of the window, and of the spans' own tokens where no record and no option tells how large that is.
    Spans that disagree with the summary always stay. Exits with 1 where a claim stays unverified.
    """
    from summarylint.checking import History
    from summarylint.cli.run import Run, ruleless
    from summarylint.gate.ground import ground
    from summarylint.gate.tokens import counter
    from summarylint.output.gate import plan_lines, plan_object
    from summarylint.output.json_lines import dumped
    from summarylint.reading.settings_files import load_settings

    settings, count, history = load_settings(configs, isolated=isolated), counter(tokens), History()
    linter, run, short = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name), False

    def planned(one: Compaction) -> Plan:
        before = history.before(one)
        return ground(one, budget, earlier=before, count=count, view=linter.chain_view(one, before))

    for record in run.records(paths):
        if isinstance(record, RecordError):
            run.error(record)
            continue
        if record.window_tokens is None:
            record = replace(record, window_tokens=window_tokens)
        plan = run.guarded(record, planned)
        if isinstance(plan, RecordError):
            run.error(plan)
            continue
        short = short or bool(plan.unverified)
        write(plan_lines(record, plan, count) if output_format == "text" else dumped(plan_object(record, plan)) + "\n")
    click.get_current_context().exit(run.status or (FINDINGS if short else CLEAN))
