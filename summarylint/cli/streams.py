"""How the program meets its streams and its end: encodings, colour, broken pipes, interrupts, and exit statuses."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from summarylint.errors import SummarylintError

if TYPE_CHECKING:
    from collections.abc import Callable

CLEAN, FINDINGS, TROUBLE, NOTHING = 0, 1, 2, 3
"""The exit statuses: nothing at or above `--fail-on`; findings; usage, settings, record or rule; nothing to check."""

INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 and the number of the signal, as shells have it, for SIGINT and SIGPIPE."""

VERBOSE = "summarylint.verbose"
"""The key of click's shared context under which `--verbose` is kept."""


def guarded_run(ctx: click.Context, run: Callable[[click.Context], Any]) -> Any:
    """Call `run(ctx)`; what it raises ends the program with a sentence and the right status, never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a terminal's encoding lacks is shown as an escape
            stream.reconfigure(errors="backslashreplace")
    try:
        done = run(ctx)
        sys.stdout.flush()
        return done
    except SummarylintError as error:
        tell("error", str(error))
        ctx.exit(TROUBLE)
    except BrokenPipeError:
        _silence_stdout()
        ctx.exit(BROKEN_PIPE)
    except KeyboardInterrupt:
        tell("error", "interrupted")
        ctx.exit(INTERRUPTED)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as error:
        tell_internal(ctx, error)
        ctx.exit(TROUBLE)


def _silence_stdout() -> None:
    """Nobody reads standard output any more: keep Python's own flush at exit from complaining."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def tell(kind: str, sentence: str) -> None:
    """A sentence on standard error, safe for a terminal and without secrets: an error may quote what it met."""
    from summarylint.output.escaping import visible
    from summarylint.output.redaction import redact

    click.echo(f"{kind}: {visible(redact(sentence))}", err=True)


def internal(error: BaseException) -> str:
    """What an exception that nobody expected has to say, in one sentence."""
    return f"internal error, {type(error).__name__}: {error}; please report it, with what --verbose shows"


def tell_internal(ctx: click.Context, error: BaseException) -> None:
    """An exception that nobody expected: one sentence, and the traceback under `--verbose`."""
    tell("error", internal(error))
    if ctx.meta.get(VERBOSE):
        import traceback

        from summarylint.output.redaction import redact

        click.echo(redact("".join(traceback.format_exception(error))), err=True)


def wants_colour(when: str) -> bool:
    """Is standard output to be coloured? `when` is auto, always or never; auto heeds NO_COLOR, FORCE_COLOR and the terminal."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write(text: str) -> None:
    """Text to standard output, at once, colours as they are."""
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()


def width() -> int | None:
    """The cells of a terminal line, None where standard output is no terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
