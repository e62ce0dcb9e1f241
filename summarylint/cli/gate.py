"""`summarylint gate`."""

from __future__ import annotations

from dataclasses import replace

import click

from summarylint.cli.options import config_options, paths_argument, reading_options, split
from summarylint.cli.streams import CLEAN, FINDINGS, write
from summarylint.errors import RecordError


@click.command(short_help="Decide what may be done after a compaction.")
@paths_argument
@click.option("--action", metavar="TEXT", help="The action that is about to be taken, in place of what the record says.")
@click.option("--reread", multiple=True, metavar="SPAN,...", help="Spans that were read again since the summary was written.")
@click.option("--output-format", type=click.Choice(("text", "jsonl")), default="text", show_default=True, help="How decisions are printed.")
@reading_options
@config_options
def command(
    paths: tuple[str, ...],
    action: str | None,
    reread: tuple[str, ...],
    output_format: str,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """Decide for each record: allow, repair the summary, reground (read primary spans again), or halt.

    Exits with 0 where every record may go on, with 1 where one may not or where it is unknown which spans survive.
    Records that name the same `chain` are read in the light of those before them.
    """
    from summarylint.checking import History
    from summarylint.cli.run import Run
    from summarylint.cli.span_names import SpanNames
    from summarylint.engine import Linter
    from summarylint.output.gate import gate_lines, gate_object
    from summarylint.output.json_lines import dumped
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    linter, run, history = Linter(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name), History()
    refused, again, names = False, frozenset(split(reread)), SpanNames()
    for record in run.records(paths):
        if isinstance(record, RecordError):
            run.error(record)
            continue
        names.add(record)
        given = record if action is None else replace(record, pending_action=action, pending_action_irreversible=None)
        outcome = run.guarded(given, lambda one: linter.gate(one, history.before(one), reread=again))
        if isinstance(outcome, RecordError):
            run.error(outcome)
            continue
        refused = refused or outcome.decision != "allow"
        write(gate_lines(record, outcome) if output_format == "text" else dumped(gate_object(record, outcome)) + "\n")
    names.reread(again)
    click.get_current_context().exit(run.status or (FINDINGS if refused else CLEAN))
