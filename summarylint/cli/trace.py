"""`summarylint trace`."""

from __future__ import annotations

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import write
from summarylint.errors import RecordError


@click.command(short_help="Trace facts through a chain of summaries.")
@paths_argument
@click.option("--all", "every", is_flag=True, help="Show the life line of every fact, not only of those that went wrong.")
@click.option("--output-format", type=click.Choice(("text", "jsonl")), default="text", show_default=True, help="How traces are printed.")
@reading_options
@config_options
def command(
    paths: tuple[str, ...],
    every: bool,
    output_format: str,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """Trace each chain of summaries: what every cycle kept, altered and lost, and where a fact lost its hedge, tag or witness.

    Records that name the same `chain` are one; a record without it is a chain of one cycle. One object a chain in the
    format jsonl.
    """
    from summarylint.cli.run import Run, ruleless
    from summarylint.output.json_lines import dumped
    from summarylint.output.trace import trace_object, trace_text
    from summarylint.provenance.chain import chains_of
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    linter, run = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)
    records = []
    for record in run.records(paths):
        if isinstance(record, RecordError):
            run.error(record)
        else:
            records.append(record)
    for number, chain in enumerate(chains_of(records)):
        outcome = run.guarded(chain.compactions[0], lambda _, chain=chain: linter.check_chain(chain).trace)  # type: ignore[misc]
        if isinstance(outcome, RecordError):
            run.error(outcome)
        elif output_format == "jsonl":
            write(dumped(trace_object(outcome)) + "\n")
        else:
            write(("\n" if number else "") + trace_text(outcome, every=every))
    click.get_current_context().exit(run.status)
