"""`summarylint explain`."""

from __future__ import annotations

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import write


@click.command(short_help="Explain a rule.")
@click.argument("rule", metavar="RULE")
@config_options
def command(rule: str, configs: tuple[str, ...], isolated: bool) -> None:
    """Explain a rule by its name or code: what it finds, why that matters, and its examples."""
    from summarylint.output.explanation import explain
    from summarylint.reading.settings_files import load_settings
    from summarylint.rulebook import load_rulebook

    write(explain(load_rulebook(load_settings(configs, isolated=isolated)).find(rule)))
