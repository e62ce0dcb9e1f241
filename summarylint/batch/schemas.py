"""The columns of the Parquet tables. Offsets are code points; `why` and the edits of a fix are JSON."""

from __future__ import annotations

from functools import cache
from typing import Any

COUNTS = ("spans", "findings", "errors", "warnings", "notes", "claims", "unsupported_claims", "verified_claims")


@cache
def schema_of(table: str) -> Any:
    """The pyarrow schema of `records`, `findings`, `claims` or of the rows of `lint_batch` (`results`)."""
    import pyarrow as pa

    text, whole, number = pa.string(), pa.int64(), pa.float64()
    place = [("id", text), ("path", text), ("line", whole)]
    of_record = [*place, ("chain", text), ("cycle_depth", whole)]
    evidence = pa.struct([("span_id", text), ("start", whole), ("end", whole), ("quote", text), ("label", text)])
    finding = [
        ("code", text),
        ("name", text),
        ("severity", text),
        ("message", text),
        ("start", whole),
        ("end", whole),
        ("quote", text),
        ("evidence", pa.list_(evidence)),
        ("help", text),
        ("fix_safety", text),
        ("fix_edits", text),
        ("why", text),
        ("fingerprint", text),
    ]
    claim = [
        ("text", text),
        ("start", whole),
        ("end", whole),
        ("origin", text),
        ("primary_span_id", text),
        ("witness_span_ids", pa.list_(text)),
        ("disconfirmer_span_ids", pa.list_(text)),
        ("speaker", text),
        ("confidence", number),
        ("verified", pa.bool_()),
    ]
    record = [
        *of_record,
        ("time", pa.timestamp("us", tz="UTC")),
        ("span_characters", whole),
        ("summary_characters", whole),
        *((name, pa.int32()) for name in COUNTS),
        ("retention", number),
        ("decision", text),
        ("reasons", pa.list_(text)),
    ]
    tables = {
        "records": record,
        "findings": [*of_record, *finding],
        "claims": [*of_record, *claim],
        "results": [
            *place,
            ("findings", pa.list_(pa.struct(finding))),
            ("claims", pa.list_(pa.struct(claim))),
            ("decision", text),
            ("error", text),
        ],
    }
    return pa.schema(tables[table])


def table_of(rows: list[dict[str, Any]], table: str) -> Any:
    """The rows as a pyarrow.Table. Half of a surrogate pair, which JSON and names of files may hold and UTF-8 does not, is escaped."""
    import pyarrow

    try:
        return pyarrow.Table.from_pylist(rows, schema_of(table))
    except UnicodeEncodeError:
        return pyarrow.Table.from_pylist(_encodable(rows), schema_of(table))


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {key: _encodable(inner) for key, inner in value.items()}
    return [_encodable(inner) for inner in value] if isinstance(value, list | tuple) else value
