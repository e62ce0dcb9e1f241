"""`summarylint prunable`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import write
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from summarylint.model import Compaction, Span


@click.command(short_help="List spans that may go.")
@paths_argument
@click.option("--tokens", default="characters", show_default=True, help="The token counter: characters, or tiktoken:ENCODING.")
@click.option("--output-format", type=click.Choice(("text", "jsonl")), default="text", show_default=True, help="How spans are printed.")
@reading_options
@config_options
def command(
    paths: tuple[str, ...],
    tokens: str,
    output_format: str,
    strict: bool,
    force_exclude: bool,
    format_name: str | None,
    configs: tuple[str, ...],
    isolated: bool,
) -> None:
    """List for each record the spans that may be pruned: no claim needs them, they disagree with nothing, nothing protects them."""
    from summarylint.checking import History
    from summarylint.cli.run import Run, ruleless
    from summarylint.gate.ground import prunable
    from summarylint.gate.tokens import counter
    from summarylint.output.gate import prunable_lines
    from summarylint.output.json_lines import dumped
    from summarylint.reading.settings_files import load_settings

    settings, count, history = load_settings(configs, isolated=isolated), counter(tokens), History()
    linter, run = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)

    def found(one: Compaction) -> tuple[Span, ...]:
        before = history.before(one)
        return prunable(one, earlier=before, count=count, view=linter.chain_view(one, before))

    for record in run.records(paths):
        if isinstance(record, RecordError):
            run.error(record)
            continue
        spans = run.guarded(record, found)
        if isinstance(spans, RecordError):
            run.error(spans)
        elif output_format == "text":
            write(prunable_lines(record, spans, count))
        else:
            write(dumped({"id": record.id, "prunable": [span.id for span in spans]}) + "\n")
    click.get_current_context().exit(run.status)
