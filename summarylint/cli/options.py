"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from summarylint.cli.streams import VERBOSE

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")


def _note_verbose(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    ctx.meta[VERBOSE] = value


def config_options(command: Command) -> Command:
    """`--config`, `--isolated` and `--verbose`."""
    command = click.option(
        "--verbose", is_flag=True, expose_value=False, callback=_note_verbose, help="Show the traceback of an internal error."
    )(command)
    command = click.option("--isolated", is_flag=True, help="Do not look for a settings file.")(command)
    return click.option(
        "--config", "configs", multiple=True, metavar="FILE|KEY=VALUE", help="A settings file, or one setting; may be repeated."
    )(command)


def paths_argument(command: Command) -> Command:
    """The files and folders to read."""
    return click.argument("paths", nargs=-1, metavar="[PATH|-]...")(command)


def reading_options(command: Command) -> Command:
    """How records are found and read."""
    command = click.option(
        "--format", "format_name", metavar="NAME", help="Read files as this format, see `summarylint formats`.  [default: found out]"
    )(command)
    command = click.option("--force-exclude", is_flag=True, help="Heed 'exclude' for paths named here, too.")(command)
    return click.option("--strict", is_flag=True, help="An unknown field makes a record an error.")(command)


colour_option = click.option(
    "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True, help="When to use colour."
)


def cache_options(command: Command) -> Command:
    """Whether and where answers of earlier runs are kept."""
    command = click.option(
        "--cache-dir",
        "cache_folder",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        envvar="SUMMARYLINT_CACHE_DIR",
        help="Keep the answers of earlier runs here.  [default: the user's cache folder]",
    )(command)
    return click.option(
        "--no-cache", is_flag=True, envvar="SUMMARYLINT_NO_CACHE", help="Check every record anew, and keep nothing for the next run."
    )(command)


def split(values: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a repeatable option whose values may be lists with commas."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())
