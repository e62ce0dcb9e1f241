"""The command line. A command is imported when it runs, so that `--help` costs no more than click."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NoReturn

import click

from summarylint import __version__
from summarylint.cli.streams import guarded_main, guarded_run

COMMANDS = {
    "check": "Compare summaries with the spans they replaced, and tell what was lost or changed.",
    "claims": "Print each summary's tagged claims as JSON, as the provenance validator takes them.",
    "tag": "Write provenance tags into summaries, or take them out.",
    "trace": "Trace facts through a chain of summaries.",
    "gate": "Decide what may be done after a compaction: allow, repair, reground or halt.",
    "ground": "Plan which spans to keep or read again, so that every claim has a primary witness.",
    "prunable": "List the spans that may go.",
    "validate": "Run the provenance validator on each record.",
    "batch": "Check a corpus on every core, or on a cluster; nothing is lost when it is stopped.",
    "stats": "Ask the results of a batch: by rule, source, depth or time; retention; the worst records.",
    "explain": "Explain a rule, with its examples.",
    "rules": "List the rules.",
    "formats": "List the formats of transcripts, with what each can and cannot know.",
    "test": "Run the examples inside rule files.",
    "evaluate": "Score the rules on labelled cases.",
    "mcp": "Serve the linter to agents by the Model Context Protocol.",
    "show": "Show statements, marks and witnesses as the linter sees them.",
    "hook": "Stand as a hook in a coding agent.",
}
"""Each command with its one line of help; its module in this folder has the same name and holds `command`."""


class Commands(click.Group):
    """A group that imports a command on use and turns the project's errors into sentences and exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"summarylint.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from summarylint.errors import did_you_mean

            ctx.fail(f"no such command {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        return guarded_run(ctx, super().invoke)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, "-V", "--version", prog_name="summarylint")
def cli() -> None:
    """Check an agent's summaries of its own context against the spans they replaced.

    Exit status: 0 nothing found, 1 findings, 2 wrong usage, settings, record or rule, 3 a path held nothing to check.
    """


def main() -> NoReturn:
    """The entry point of the `summarylint` program."""
    guarded_main(lambda: cli.main(prog_name="summarylint"))
