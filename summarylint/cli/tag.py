"""`summarylint tag`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import write
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable

    from summarylint.engine import Linter
    from summarylint.model import Compaction


@click.command(short_help="Write provenance tags into summaries.")
@paths_argument
@click.option("--strip", is_flag=True, help="Take tags out instead.")
@reading_options
@config_options
def command(
    paths: tuple[str, ...],
    strip: bool,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """Print each record with its summary tagged: behind every claim where it comes from, such as [hedged:s1].

    What has a tag keeps it; code and headings get none. --strip takes all tags out, and gives back a text that was tagged
    byte for byte. The records go to standard output, one a line, without their `meta`; the files stay as they are.
    """
    from summarylint.cli.run import Run, ruleless
    from summarylint.output.json_lines import dumped
    from summarylint.output.record import record_of
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    run = Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)
    work: Callable[[Compaction], str] = stripping(settings.tag_patterns) if strip else tagging(ruleless(settings))
    for record in run.records(paths):
        outcome = record if isinstance(record, RecordError) else run.guarded(record, work)
        if isinstance(record, RecordError) or isinstance(outcome, RecordError):
            run.error(outcome)  # type: ignore[arg-type]
        else:
            write(dumped(record_of(replace(record, summary=outcome))) + "\n")
    click.get_current_context().exit(run.status)


def tagging(linter: Linter) -> Callable[[Compaction], str]:
    """The function from a record to its summary with tags."""
    from summarylint.provenance.as_read import as_read
    from summarylint.provenance.tags import with_tags

    def tagged(compaction: Compaction) -> str:
        read, views = as_read(compaction), linter.views(compaction)
        claims = [read.claim(view.claim) for view in views if view.claim is not None]
        return with_tags(compaction.summary, [view.statement for view in views], claims, read.summary)

    return tagged


def stripping(tag_patterns: tuple[str, ...]) -> Callable[[Compaction], str]:
    """The function from a record to its summary without tags."""
    from summarylint.language.tags import compiled
    from summarylint.provenance.tags import without_tags

    patterns = compiled(tag_patterns)
    return lambda compaction: without_tags(compaction.summary, patterns)
