"""`summarylint validate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options, paths_argument, reading_options
from summarylint.cli.streams import CLEAN, FINDINGS, tell, write
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from summarylint.model import Report


@click.command(short_help="Run the provenance validator.")
@paths_argument
@reading_options
@config_options
def command(
    paths: tuple[str, ...], strict: bool, force_exclude: bool, format_name: str | None, configs: tuple[str, ...], isolated: bool
) -> None:
    """Run the provenance validator on each record.

    Says of each record whether it passes, or which claim fails and why, and exits with 1 where one fails. Without
    surviving_span_ids all spans of a record are taken as surviving; a pending action counts as irreversible only where
    the record says so.
    """
    from summarylint.cli.run import Run, ruleless
    from summarylint.output.escaping import visible
    from summarylint.output.form import named, where
    from summarylint.output.redaction import redact
    from summarylint.output.totals import count
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    linter, run = ruleless(settings), Run(settings, strict=strict, force_exclude=force_exclude, format_name=format_name)
    records = failed = 0
    for record in run.records(paths):
        outcome = record if isinstance(record, RecordError) else run.guarded(record, lambda compaction: fault(linter.check(compaction)))
        if isinstance(record, RecordError) or isinstance(outcome, RecordError):
            run.error(outcome)  # type: ignore[arg-type]
            continue
        records += 1
        failed += outcome is not None
        if record.surviving_span_ids is None:
            tell("note", f"{where(record)}: surviving_span_ids is not given; every span is taken as surviving")
        write(visible(redact(f"{named(record)}: {outcome or 'passes'}")) + "\n")
    status = run.status or (FINDINGS if failed else CLEAN)
    write(f"{failed} of {count(records, 'record')} failed; exit {status}\n")
    click.get_current_context().exit(status)


def fault(report: Report) -> str | None:
    """Why the validator refuses a record, with its stable reason in brackets; None where it passes."""
    from summarylint.gate.gate import validator_claims
    from summarylint.gate.validator import ContextProvenanceError, validate_compaction

    compaction = report.compaction
    surviving = compaction.surviving_span_ids
    if surviving is None:
        surviving = frozenset(span.id for span in compaction.spans)
    try:
        validate_compaction(
            validator_claims(report.claims), surviving, compaction.cycle_depth, bool(compaction.pending_action_irreversible)
        )
    except ContextProvenanceError as error:
        return f"{error} [{error.reason}]"
    return None
