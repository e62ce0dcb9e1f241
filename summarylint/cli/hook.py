"""`summarylint hook`: the linter as a hook of a coding agent, which calls it with one event on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from summarylint.cli.streams import OutputError, tell, write

if TYPE_CHECKING:
    from summarylint.inline.claude_code.options import Options

STOPS_NOTHING = 1
"""The exit status of wrong usage: 2 would make Claude Code refuse every tool call, 1 is shown to the user and stops nothing."""


class HookUsageError(click.ClickException):
    """Wrong usage of a hook, which must not stop the agent that calls it."""

    exit_code = STOPS_NOTHING


class HookCommand(click.Command):
    """A command that tells wrong usage with a status that stops nothing."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        try:
            return super().make_context(*arguments, **extra)
        except click.UsageError as error:
            raise HookUsageError(error.format_message()) from error


class HookGroup(HookCommand, click.Group):
    """A group of such commands."""

    def resolve_command(self, *arguments: Any) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(*arguments)
        except click.UsageError as error:
            raise HookUsageError(error.format_message()) from error


@click.group(cls=HookGroup, short_help="Stand as a hook in a coding agent.")
def command() -> None:
    """Stand as a hook in a coding agent: check its summaries as they are made."""


@command.command("claude-code", cls=HookCommand, short_help="The hook for Claude Code.")
@click.option("--print-settings", is_flag=True, help="Print the JSON to paste into settings.json, with the other options given here.")
@click.option(
    "--permission",
    type=click.Choice(("ask", "deny", "off")),
    help="What an irreversible call meets while the summary is unverified.  [default: ask]",
)
@click.option("--asks", type=click.IntRange(min=0), help="How often at most, after each compaction.  [default: 3]")
@click.option("--guard", metavar="KIND,...", help="Hold these kinds alone: delete, write, deploy, push, pay, send.  [default: all]")
@click.option("--wording", type=click.Path(path_type=Path), help="A file with what the summariser is told, in place of the built-in text.")
@click.option("--block-manual", is_flag=True, help="Refuse /compact once while the last summary is unverified.")
@click.option("--tokens", type=click.IntRange(min=200), help="What the model is handed at most, in tokens.  [default: 1000]")
@click.option("--state", type=click.Path(path_type=Path), help="The folder for what is kept of sessions.  [default: the platform's]")
def claude_code(print_settings: bool, **given: Any) -> None:
    """Answer the event on standard input. Whatever goes wrong is one line on standard error: the session goes on.

    PreCompact tells the summariser to keep origins, doubts and identifiers. PostCompact checks the summary. UserPromptSubmit hands
    what was found to the model, once. PreToolUse asks before an irreversible call while the summary is unverified.
    """
    if print_settings:
        from summarylint.inline.claude_code.settings_text import settings_text

        _kinds(given["guard"] or "")
        write(settings_text(_as_written(given)))
        return
    if sys.stdin is not None and sys.stdin.isatty():
        raise HookUsageError("an event is read from standard input; --print-settings prints what makes Claude Code call this")
    try:
        _answer(given)
    except HookUsageError:
        raise
    except BaseException as error:  # nothing of ours may stop the user's session, not even an interrupt
        _note(error)


def _answer(given: dict[str, Any]) -> None:
    from summarylint.inline.claude_code.answering import answer
    from summarylint.inline.claude_code.event import HookError, read_event

    try:
        if sys.stdin is None:  # the program was started with it closed
            raise HookError("standard input is closed, so there is no event to answer")
        write(answer(read_event(sys.stdin.buffer), _options(given)))
    except HookError as error:
        write(error.answer)
        raise


def _options(given: dict[str, Any]) -> Options:
    from summarylint.inline.claude_code.options import Options

    told = {name: value for name, value in given.items() if value is not None and name != "guard"}
    if given["guard"] is not None:
        told["kinds"] = frozenset(_kinds(given["guard"]))
    return Options(**told)


def _kinds(given: str) -> list[str]:
    """The kinds of deeds in what was given. A word that is none would hold nothing, for ever."""
    from summarylint.errors import did_you_mean
    from summarylint.language.lexicon import read_lexicon

    known = [entry["name"] for entry in read_lexicon("actions")["action"]]
    words = [word.strip() for word in given.split(",") if word.strip()]
    for word in words:
        if word not in known:
            raise HookUsageError(f"unknown kind {word!r} in --guard{did_you_mean(word, known) or '; known are ' + ', '.join(known)}")
    return words


def _as_written(given: dict[str, Any]) -> list[str]:
    """The options as they were given, so that the hook is called with them."""
    words: list[str] = []
    for option in click.get_current_context().command.params:
        value = given.get(option.name or "")
        if value is not None and value is not False:
            told = value.absolute() if isinstance(value, Path) else value  # the agent may call from any folder
            words += [option.opts[0]] if value is True else [option.opts[0], str(told)]
    return words


def _note(error: BaseException) -> None:
    """One line on standard error; where even that fails there is nobody to tell."""
    try:
        from summarylint.errors import SummarylintError

        known = isinstance(error, SummarylintError) and not isinstance(error, OutputError)
        tell("note", f"hook: {error}" if known else f"hook: {type(error).__name__}: {error}; nothing was done")
    except BaseException:
        return
