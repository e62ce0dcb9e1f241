"""`summarylint mcp`."""

from __future__ import annotations

import click

from summarylint.cli.options import config_options
from summarylint.errors import UsageError


@click.command(short_help="Serve the linter to agents by the Model Context Protocol.")
@config_options
def command(configs: tuple[str, ...], isolated: bool) -> None:
    """Serve the tools check_summary, gate and explain_rule on standard input and output, by the Model Context Protocol.

    An agent's host starts this command itself; it ends when the host closes its input.
    """
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    try:
        from summarylint.serving.mcp import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise UsageError("the server needs the package mcp, version 2; pip install 'summarylint[mcp]'") from None
    serve(settings)
