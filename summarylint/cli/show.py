"""`summarylint show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from summarylint.cli.options import colour_option, config_options, paths_argument, reading_options
from summarylint.cli.streams import wants_colour, write
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from summarylint.model import Compaction


@click.command(short_help="Show what the linter sees.")
@paths_argument
@reading_options
@config_options
@colour_option
def command(
    paths: tuple[str, ...],
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
    colour: str,
) -> None:
    """Show each summary as the linter sees it: statements, stances, marks, and the span statements they rest on."""
    from summarylint.cli.run import Run, ruleless
    from summarylint.output.statements import show
    from summarylint.output.style import Style
    from summarylint.provenance.as_read import as_read
    from summarylint.reading.settings_files import load_settings

    settings, style = load_settings(configs, isolated=isolated), Style(wants_colour(colour))
    linter, run = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)

    def shown(given: Compaction) -> str:
        return show(as_read(given), linter.views(given), style)

    for record in run.records(paths):
        outcome = record if isinstance(record, RecordError) else run.guarded(record, shown)
        if isinstance(outcome, RecordError):
            run.error(outcome)
        else:
            write(outcome + "\n")
    click.get_current_context().exit(run.status)
