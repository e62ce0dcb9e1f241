"""The examples in a rule file: tests, documentation and the page of `explain` at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from summarylint.errors import did_you_mean

ExampleOutcome = Literal["bad", "good", "gap"]
KINDS_OF_EXAMPLE: tuple[ExampleOutcome, ...] = get_args(ExampleOutcome)

RECORD_FIELDS = (
    "author", "chain", "cycle_depth", "id", "ignore", "meta", "pending_action", "pending_action_irreversible", "previous_summary",
    "prompt", "protected", "recoverable_span_ids", "shown_span_ids", "spans", "summary", "surviving_span_ids", "window_tokens",
)  # fmt: skip
"""What a record may hold, and so an example: the fields of `reading.records.RecordFields`, which takes long to import."""

EXPECTED = ("underlined", "because", "fixed")
"""What a bad example may say of its finding."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a rule.

    `bad`: the rule has to find something. `good`: it has to be silent. `gap`: a known miss, which would be a bad
    example if the rule were better. `records` are one or more raw records as they stand in a file of records.
    `underlined` stands in the summary where the finding is, `because` in a span; `fixed` is the summary once mended.
    `number` counts the examples of the same outcome in the file, from 1.
    """

    outcome: ExampleOutcome
    number: int
    records: tuple[Mapping[str, Any], ...]
    underlined: str | None = None
    because: str | None = None
    fixed: str | None = None
    note: str | None = None


class WrongExample(ValueError):
    """An example that cannot be one; `number` is 0 where there is none at all."""

    def __init__(self, outcome: ExampleOutcome, number: int, reason: str) -> None:
        self.outcome, self.number = outcome, number
        super().__init__(f"[[{outcome}]] {number}: {reason}" if number else reason)


def examples_from(data: Mapping[str, Any]) -> tuple[Example, ...]:
    """Return the examples of a rule file, bad ones first. Raises WrongExample."""
    found: list[Example] = []
    for outcome in KINDS_OF_EXAMPLE:
        tables = data.get(outcome, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise WrongExample(outcome, 0, f"{outcome!r} has to be written as [[{outcome}]] tables")
        if not tables and outcome != "gap":
            raise WrongExample(outcome, 0, f"a rule needs at least one [[{outcome}]] example")
        found.extend(_example(outcome, number, table) for number, table in enumerate(tables, 1))
    return tuple(found)


def _example(outcome: ExampleOutcome, number: int, table: Mapping[str, Any]) -> Example:
    expected = () if outcome == "good" else EXPECTED
    own = ("records", "note", *expected)
    for key in table:
        if key not in (*own, *RECORD_FIELDS):
            raise WrongExample(outcome, number, f"unknown key {key!r}{did_you_mean(key, (*own, *RECORD_FIELDS))}")
    words = {key: table[key] for key in ("note", *expected) if key in table}
    for key, value in words.items():
        if not isinstance(value, str) or not value:
            raise WrongExample(outcome, number, f"{key!r} is not a text")
    try:
        example = Example(outcome, number, tuple(_records(table)), **words)
        _stands(example)
    except ValueError as error:
        raise WrongExample(outcome, number, str(error)) from error
    return example


def _records(table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    single = {key: value for key, value in table.items() if key in RECORD_FIELDS}
    records = table.get("records", [single])
    if "records" in table and single:
        raise ValueError(f"{next(iter(single))!r} stands beside 'records'; write it into each record")
    if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
        raise ValueError("'records' is not a list of records")
    for record in records:
        for key in record:
            if key not in RECORD_FIELDS:
                raise ValueError(f"unknown key {key!r} in a record{did_you_mean(key, RECORD_FIELDS)}")
        yield _record(record)


def _record(record: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(record.get("summary"), str):
        raise ValueError("'summary' is missing or not a text")
    spans = record.get("spans")
    if not isinstance(spans, list) or not all(isinstance(span, dict) and isinstance(span.get("text"), str) for span in spans):
        raise ValueError("'spans' is missing or not a list of tables with a 'text'")
    return record


def _stands(example: Example) -> None:
    summaries = [record["summary"] for record in example.records]
    texts = [span["text"] for record in example.records for span in record["spans"]]
    if example.underlined is not None and not any(example.underlined in summary for summary in summaries):
        raise ValueError(f"'underlined' stands in no summary: {example.underlined!r}")
    if example.because is not None and not any(example.because in text for text in texts):
        raise ValueError(f"'because' stands in no span: {example.because!r}")
