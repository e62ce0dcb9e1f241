"""Questions to the results of a batch, answered by DuckDB over its Parquet files; only finished chunks count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.batch.job import BatchError
from summarylint.batch.layout import JOURNAL
from summarylint.batch.manifest import RunFolder, finished_chunks
from summarylint.batch.parts import part_files
from summarylint.errors import NothingToCheck
from summarylint.reading.run_folder import OVERWRITTEN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Row = dict[str, Any]

_COUNTED = """count(*) AS records, count(*) FILTER (findings > 0) AS with_findings, sum(errors)::BIGINT AS errors,
    sum(warnings)::BIGINT AS warnings, sum(notes)::BIGINT AS notes, round(100 * avg((findings > 0)::INT), 1) AS percent_with_findings,
    round(median(retention), 3) AS median_retention"""

QUERIES: Mapping[str, str] = {
    "rule": """SELECT code, name, severity, count(*) AS findings, count(DISTINCT (path, line, id)) AS records
        FROM findings GROUP BY ALL ORDER BY findings DESC, code, severity""",
    "source": f"SELECT path, {_COUNTED} FROM records GROUP BY path ORDER BY errors DESC, warnings DESC, path",
    "depth": f"SELECT cycle_depth, {_COUNTED} FROM records GROUP BY cycle_depth ORDER BY cycle_depth",
    "time": f"""SELECT strftime(date_trunc($period, time), '%Y-%m-%d') AS since, {_COUNTED}
        FROM records GROUP BY since ORDER BY since NULLS LAST""",
    "retention": """SELECT count(retention) AS records, round(avg(retention), 3) AS mean, round(min(retention), 3) AS least,
        round(quantile_cont(retention, 0.05), 3) AS p5, round(quantile_cont(retention, 0.25), 3) AS p25,
        round(quantile_cont(retention, 0.5), 3) AS p50, round(quantile_cont(retention, 0.75), 3) AS p75,
        round(quantile_cont(retention, 0.95), 3) AS p95 FROM records""",
    "worst": """SELECT id, path, line, cycle_depth, errors, warnings, notes, unsupported_claims, round(retention, 3) AS retention, decision
        FROM records WHERE findings > 0 ORDER BY errors DESC, warnings DESC, notes DESC, path, line, id LIMIT $worst""",
}
"""What may be asked, by name. `retention` is the share of the identifiers of a chain's last summary that the next one kept."""

PERIODS = ("day", "week", "month", "year")
"""What time may be cut into."""


def batch_statistics(out: Path, names: Sequence[str] = tuple(QUERIES), *, worst: int = 10, period: str = "day") -> dict[str, list[Row]]:
    """The answers to the questions named, as rows by question.

    `worst` is how many records the question of that name gives, `period` (day, week, month, year) what time is cut into.
    Raises NothingToCheck where the folder holds no run, BatchError for one without Parquet, or where DuckDB is not installed.
    """
    try:
        import duckdb
    except ImportError:
        raise BatchError("pip install 'summarylint[parquet]' to ask for statistics") from None
    manifest = RunFolder(out).manifest()
    if manifest is None:
        told = "holds no run of summarylint batch" if out.exists() else "no such folder; give the one that summarylint batch -o wrote"
        raise NothingToCheck(f"{out}: {told}")
    if OVERWRITTEN in manifest:
        raise BatchError(f"{out}: the run is being taken away; begin it anew with summarylint batch --overwrite")
    if manifest.get("output_format") != "parquet":
        raise BatchError(f"{out}: the results are JSON Lines; statistics need a run with --output-format parquet")
    base = duckdb.connect(config={"autoinstall_known_extensions": "false"})  # nothing is fetched from anywhere
    chunks = sorted(outcome.number for outcome in finished_chunks(out / JOURNAL))
    with base:
        for table in ("records", "findings"):
            _view(base, table, [str(path) for path in part_files(out, table, chunks, "parquet")])
        return {name: _rows(base, QUERIES[name], {"worst": worst, "period": period}) for name in names}


def _view(base: Any, table: str, files: list[str]) -> None:
    """A table over its files; one without rows where there are none."""
    if files:
        base.read_parquet(files).create_view(table)
    else:
        from summarylint.batch.schemas import schema_of

        base.from_arrow(schema_of(table).empty_table()).create_view(table)


def _rows(base: Any, query: str, given: Mapping[str, Any]) -> list[Row]:
    used = {name: value for name, value in given.items() if f"${name}" in query}
    found = base.execute(query, used)
    columns = [column[0] for column in found.description]
    return [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
