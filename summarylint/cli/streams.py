"""How the program meets its streams and its end: encodings, colour, broken pipes, interrupts, and exit statuses."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from summarylint.errors import NothingToCheck, SummarylintError

if TYPE_CHECKING:
    from collections.abc import Callable

CLEAN, FINDINGS, TROUBLE, NOTHING = 0, 1, 2, 3
"""The exit statuses: nothing at or above `--fail-on`; findings; usage, settings, record or rule; nothing to check."""

INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 and the number of the signal, as shells have it, for SIGINT and SIGPIPE."""

VERBOSE = "summarylint.verbose"
"""The key of click's shared context under which `--verbose` is kept."""


class OutputError(SummarylintError):
    """Standard output takes no more: its disk is full, or nobody reads it, which is then known by `status`."""

    def __init__(self, fault: OSError) -> None:
        self.status = BROKEN_PIPE if fault.errno == errno.EPIPE else TROUBLE
        super().__init__(f"cannot write the output: {fault.strerror or fault}")


class GuardedRaw(io.RawIOBase):
    """The bytes of a standard stream; its first fault is raised as OutputError, or kept quiet, and what follows is dropped.

    So a fault of writing is told apart from one of reading, and Python's own flush at exit finds nothing to complain about.
    """

    def __init__(self, raw: io.RawIOBase, *, quiet: bool) -> None:
        self.raw, self.quiet, self.failed = raw, quiet, False

    def write(self, data: Any) -> int | None:
        """The number of bytes taken."""
        if self.failed:
            return len(data)
        try:
            return self.raw.write(data)
        except OSError as fault:
            self.failed = True
            if self.quiet:
                return len(data)
            raise OutputError(fault) from fault

    def writable(self) -> bool:
        """Always: for writing it is."""
        return True

    def fileno(self) -> int:
        """The number of the stream itself."""
        return self.raw.fileno()

    def isatty(self) -> bool:
        """As the stream itself."""
        return self.raw.isatty()


def guarded_stream(stream: TextIO, *, quiet: bool) -> TextIO:
    """A standard stream over a GuardedRaw; one that is none of Python's own as it is."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    raw: Any = getattr(stream.buffer, "raw", stream.buffer)  # with python -u there is no buffer above the bytes
    guarded = io.BufferedWriter(GuardedRaw(raw, quiet=quiet))
    return io.TextIOWrapper(guarded, stream.encoding, "backslashreplace", None, line_buffering=stream.line_buffering)


def guarded_main(run: Callable[[], Any]) -> NoReturn:
    """Call `run()` as the whole program: also help, version and wrong usage end with a sentence and the right status.

    What cannot be written to standard error is lost, and changes no status.
    """
    # a stream that was closed when the program started is None
    sys.stderr = guarded_stream(sys.stderr, quiet=True) if sys.stderr is not None else io.StringIO()
    try:
        if sys.stdout is None:
            raise OutputError(OSError(errno.EBADF, "standard output is closed"))
        sys.stdout = guarded_stream(sys.stdout, quiet=False)
        run()
    except OutputError as error:
        if error.status != BROKEN_PIPE:
            tell("error", str(error))
        sys.exit(error.status)
    except Exception as error:
        tell("error", internal(error))
        sys.exit(TROUBLE)
    sys.exit(CLEAN)


def guarded_run(ctx: click.Context, run: Callable[[click.Context], Any]) -> Any:
    """Call `run(ctx)`; what it raises ends the program with a sentence and the right status, never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a terminal's encoding lacks is shown as an escape
            stream.reconfigure(errors="backslashreplace")
    try:
        done = run(ctx)
        sys.stdout.flush()
        return done
    except OutputError:  # there is one place for it, as help and version meet it as well
        raise
    except SummarylintError as error:
        tell("error", str(error))
        ctx.exit(NOTHING if isinstance(error, NothingToCheck) else TROUBLE)
    except KeyboardInterrupt:
        tell("error", "interrupted")
        ctx.exit(INTERRUPTED)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as error:
        tell_internal(ctx, error)
        ctx.exit(TROUBLE)


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
