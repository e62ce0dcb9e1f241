"""One function for engines that bring their own tables: Spark, Ray, Polars, Dask, a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from summarylint.batch.working import failed, linter_of
from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow

    from summarylint.model import Report
    from summarylint.settings import Settings


@overload
def lint_batch(records: list[dict[str, Any]], *, settings: Settings | None = None, path: str | None = None) -> list[dict[str, Any]]: ...


@overload
def lint_batch(records: pyarrow.Table, *, settings: Settings | None = None, path: str | None = None) -> pyarrow.Table: ...


def lint_batch(records: Any, *, settings: Settings | None = None, path: str | None = None) -> Any:
    """Check the records of one table or list, and return one row for each, in order and of the same kind.

    Given a list of dicts (records of the format in docs/check.md), it returns results as `summarylint check --output-format
    jsonl` prints them. Given a pyarrow.Table with a record a row, it returns a table with the columns id, path, line,
    findings, claims, decision and error, the same for every input, whose schema is `summarylint.batch.schemas.schema_of("results")`.

    A record that cannot be read or checked has its reason under `error`; nothing is raised for it. Records of one chain
    are judged in the light of those before them, so give all of a chain in one call. `path` names the source in the results
    and in the ids of records that have none. The rules are loaded once in a process for the same settings.
    Raises RuleError and SettingsError for rules and settings that do not load.
    """
    if isinstance(records, list):
        return [_told(outcome) for outcome in _checked(records, settings, path)]
    from summarylint.batch.schemas import table_of
    from summarylint.reading.parquet import plain_row

    rows = (plain_row(row) for batch in records.to_batches(max_chunksize=8) for row in batch.to_pylist())
    return table_of([_row(outcome) for outcome in _checked(rows, settings, path)], "results")


def _checked(records: Iterable[Any], settings: Settings | None, path: str | None) -> Iterator[Report | RecordError]:
    from summarylint.checking import in_chains, with_ignores
    from summarylint.reading.records import read_record
    from summarylint.settings import Settings

    given = settings or Settings()
    linter, every_rule = linter_of(given, repr(given))
    check = with_ignores(in_chains(linter), every_rule, given)
    for line, record in enumerate(records, 1):
        try:
            compaction = read_record(record, path=path, line=line)[0]
        except RecordError as error:
            yield error
            continue
        try:
            yield check(compaction)
        except RecordError as error:
            yield error
        except Exception as error:
            yield failed(compaction, error)


def _told(outcome: Report | RecordError) -> dict[str, Any]:
    from summarylint.output.result import error_result, result

    return error_result(outcome) if isinstance(outcome, RecordError) else result(outcome)


def _row(outcome: Report | RecordError) -> dict[str, Any]:
    from summarylint.batch.rows import claim_row, finding_row
    from summarylint.output.redaction import redact

    if isinstance(outcome, RecordError):
        return {"id": outcome.id, "path": outcome.path, "line": outcome.line, "findings": [], "claims": [], "error": redact(str(outcome))}
    compaction = outcome.compaction
    return {
        "id": compaction.id,
        "path": compaction.path,
        "line": compaction.line,
        "findings": [finding_row(finding, compaction) for finding in outcome.findings],
        "claims": [claim_row(claim) for claim in outcome.claims],
        "decision": outcome.gate.decision,
        "error": None,
    }
