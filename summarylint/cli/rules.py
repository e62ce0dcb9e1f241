"""`summarylint rules`."""

from __future__ import annotations

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import write


@click.command(short_help="List the rules.")
@click.option("--json", "as_json", is_flag=True, help="As a JSON list.")
@config_options
def command(as_json: bool, configs: tuple[str, ...], isolated: bool) -> None:
    """List the rules with the severities that they have under the settings."""
    from summarylint.reading.settings_files import load_settings
    from summarylint.rulebook.outline import outlines

    rules = outlines(load_settings(configs, isolated=isolated))
    if as_json:
        import json

        from summarylint.output.explanation import rule_as_data

        write(json.dumps([rule_as_data(rule) for rule in rules], indent=1) + "\n")
        return
    from summarylint.output.explanation import rule_table
    from summarylint.output.totals import count

    write(f"{rule_table(rules)}{count(len(rules), 'rule')}\n")
