"""`summarylint claims`."""

from __future__ import annotations

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import write
from summarylint.errors import RecordError


@click.command(short_help="Print tagged claims as JSON.")
@paths_argument
@reading_options
@config_options
def command(
    paths: tuple[str, ...], strict: bool, force_exclude: bool, format_name: str | None, configs: tuple[str, ...], isolated: bool
) -> None:
    """Print each summary's tagged claims, as the provenance validator takes them.

    One JSON object a line and record: {"id": ..., "claims": [{"text": ..., "origin": ..., "primary_span_id": ...}]}.
    Origin and primary span are null where no span supports the claim. A record that cannot be read is told on
    standard error and makes the exit status 2.
    """
    from summarylint.cli.run import Run, ruleless
    from summarylint.gate.gate import validator_claims
    from summarylint.output.json_lines import dumped
    from summarylint.output.redaction import redact_all
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    linter, run = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)
    for record in run.records(paths):
        outcome = record if isinstance(record, RecordError) else run.guarded(record, linter.check)
        if isinstance(outcome, RecordError):
            run.error(outcome)
        else:
            write(dumped({"id": outcome.compaction.id, "claims": redact_all(validator_claims(outcome.claims))}) + "\n")
    click.get_current_context().exit(run.status)
