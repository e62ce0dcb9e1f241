"""`summarylint check`."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from summarylint.cli.options import cache_options, colour_option, config_options, paths_argument, reading_options, split
from summarylint.cli.streams import CLEAN, FINDINGS, TROUBLE, wants_colour, width, write
from summarylint.errors import RecordError, UsageError
from summarylint.model import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from summarylint.caching.answers import Answer, Answers
    from summarylint.cli.judging import Judging
    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report, Severity
    from summarylint.output.form import Form
    from summarylint.rulebook import Rulebook
    from summarylint.settings import Settings

FORMATS = ("full", "concise", "json", "jsonl")


@click.command(short_help="Compare summaries with the spans they replaced.")
@paths_argument
@click.option("--select", multiple=True, metavar="RULE,...", help="Check these rules only: names, codes or families.")
@click.option("--ignore", multiple=True, metavar="RULE,...", help="Leave these rules out.")
@click.option("--extend-select", multiple=True, metavar="RULE,...", help="Check these rules as well.")
@click.option("--fail-on", type=click.Choice(SEVERITIES), help="The weakest severity that fails the run.  [default: warning]")
@click.option("--output-format", type=click.Choice(FORMATS), default="full", show_default=True, help="How findings are printed.")
@click.option("--prompt", "prompts", multiple=True, metavar="FILE", help="A summariser's prompt to check, in a text file of its own.")
@click.option("--fix", "with_fix", is_flag=True, help="Write safe fixes into the files: identifiers as they were. Tell what is left.")
@click.option("--unsafe", is_flag=True, help="With --fix or --diff: also fixes that change wording.")
@click.option("--diff", "with_diff", is_flag=True, help="Show the fixes as a diff, and write nothing.")
@click.option("--exit-zero", is_flag=True, help="Findings do not fail the run; broken records and rules still do.")
@click.option("--statistics", "with_statistics", is_flag=True, help="Add how often each rule spoke.")
@reading_options
@cache_options
@config_options
@colour_option
def command(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    fail_on: Severity | None,
    output_format: str,
    prompts: tuple[str, ...],
    with_fix: bool,
    unsafe: bool,
    with_diff: bool,
    exit_zero: bool,
    with_statistics: bool,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    no_cache: bool,
    cache_folder: Path | None,
    configs: tuple[str, ...],
    isolated: bool,
    colour: str,
) -> None:
    """Compare summaries with the spans they replaced, and tell what was lost or changed.

    PATH is a file of records, the transcript of an agent, a folder that is searched for both, or - for standard input; the
    default is the working directory. Findings go to standard output, everything else to standard error.
    """
    from summarylint.cli.judging import Judging
    from summarylint.cli.run import Run
    from summarylint.output.statistics import statistics
    from summarylint.output.totals import Totals
    from summarylint.reading.settings_files import load_settings

    settings = with_options(load_settings(configs, isolated=isolated), split(select), split(ignore), split(extend_select), fail_on)
    form, totals = form_of(output_format, colour), Totals()
    run = Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)
    answers = None if no_cache else answers_of(settings, (output_format, wants_colour(colour), width()), cache_folder)
    judging = Judging(settings, form, run, answers)
    if unsafe and not (with_fix or with_diff):
        raise UsageError("--unsafe says which fixes; give --fix or --diff with it")
    status = CLEAN
    if with_fix or with_diff:
        status = fix_files(paths, judging.linter, judging.rulebook, settings, unsafe, with_diff, force_exclude)
    if with_diff:
        click.get_current_context().exit(CLEAN if exit_zero and status == FINDINGS else status)
    found = run.unread(paths) if paths or not prompts else ()
    try:
        for answer in chain(of_prompts(prompts, judging), map(judging.answer, found)):
            if isinstance(answer, RecordError):
                totals.add_broken()
                run.error(answer)
                write(form.error(answer))
            else:
                totals.add_tally(answer.tally)
                write(form.placed(answer.piece))
    finally:
        if answers is not None:
            answers.close()
    write(form.end())
    failed = totals.at_least(settings.fail_on) > 0 and not exit_zero
    status = max(run.status, TROUBLE if status == TROUBLE else CLEAN) or (FINDINGS if failed else CLEAN)
    # programs read a result a line: what is for people goes beside it
    machine = output_format in ("json", "jsonl")
    click.echo((statistics(totals) if with_statistics else "") + totals.line(status), err=machine)
    click.get_current_context().exit(status)


def answers_of(settings: Settings, form: tuple[object, ...], folder: Path | None) -> Answers:
    """The answers of earlier runs with these settings and this form, in `folder` or the user's cache."""
    from platformdirs import user_cache_path

    from summarylint.caching.answers import Answers
    from summarylint.caching.keys import judge
    from summarylint.caching.store import Store

    return Answers(Store(folder if folder is not None else user_cache_path("summarylint")), judge(settings, form))


def of_prompts(prompts: tuple[str, ...], judging: Judging) -> Iterator[Answer | RecordError]:
    """What is written of each prompt that comes without a summary."""
    if not prompts:
        return
    from summarylint.checking import with_ignores
    from summarylint.cli.run import prompt_linter, read_prompt

    check = with_ignores(prompt_linter(judging.linter).check, judging.rulebook, judging.settings)
    for path in prompts:
        if not os.path.lexists(path):
            judging.run.absent(path, "; --prompt takes the text file that holds a summariser's prompt")
            continue
        record = read_prompt(path)
        yield record if isinstance(record, RecordError) else judging.fresh(record, check)


def fix_files(
    paths: tuple[str, ...], linter: Linter, rulebook: Rulebook, settings: Settings, unsafe: bool, show: bool, force_exclude: bool
) -> int:
    """Write the fixes into the files, or show them, and tell how many there were; the exit status of that alone."""
    from summarylint.checking import with_ignores
    from summarylint.cli.fixing import Fixing

    def check(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> Report:
        return linter.check(compaction, earlier=earlier) if earlier else linter.check(compaction)

    fixing = Fixing(settings, with_ignores(check, rulebook, settings), unsafe=unsafe, show=show, force_exclude=force_exclude)
    status = fixing.run(paths)
    click.echo(fixing.line(), err=True)
    return status


def with_options(
    settings: Settings, select: tuple[str, ...], ignore: tuple[str, ...], extend_select: tuple[str, ...], fail_on: Severity | None
) -> Settings:
    """The settings under the command line's own: `--select` starts the choice of rules anew, the others add to it."""
    if select:
        settings = replace(settings, select=select, ignore=(), extend_select=())
    return replace(
        settings,
        ignore=(*settings.ignore, *ignore),
        extend_select=(*settings.extend_select, *extend_select),
        fail_on=fail_on or settings.fail_on,
    )


def form_of(name: str, colour: str) -> Form:
    """The output format with this name."""
    if name in ("json", "jsonl"):
        from summarylint.output.json_lines import Json, JsonLines

        return Json() if name == "json" else JsonLines()
    from summarylint.output.style import Style

    style = Style(wants_colour(colour))
    if name == "concise":
        from summarylint.output.concise import Concise

        return Concise(style)
    from summarylint.output.full import DEFAULT_WIDTH, Full

    return Full(style, width() or DEFAULT_WIDTH)
