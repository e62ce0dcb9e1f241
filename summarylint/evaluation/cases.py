"""Labelled cases: spans with a faulty summary, the faults planted in it, and a faithful summary of the same spans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.json_text import TextFault, parse
from summarylint.reading.opening import open_named
from summarylint.reading.records import read_record

FITTING = {
    "hedge-dropped": ("HDG",),
    "attribution-dropped": ("ATT",),
    "identifier-altered": ("IDN",),
    "identifier-lost": ("IDN", "CYC"),
    "number-changed": ("IDN",),
    "negation-flipped": ("CON",),
    "status-inflated": ("CON", "HDG"),
    "plan-turned-done": ("CON", "HDG"),
    "contradiction-evicted": ("CON",),
    "instruction-lost": ("OMI",),
    "fabricated-claim": ("PRV", "ATT", "IDN"),
    "scope-widened": ("CON", "HDG", "ATT", "PRV", "OMI"),
}
"""Kinds of fault, each with the rule families that name it rightly."""

REQUIRED = ("id", "spans", "expect", "clean_summary")
"""Fields that every case has: the faults planted in `summary` stand under `expect`, an empty list where there is none."""

_KNOWN = ("surviving_span_ids", "cycle_depth", "previous_summary", "protected")


@dataclass(frozen=True, slots=True)
class Fault:
    """One planted fault: its kind, its words in the faulty summary, and the words of a span that tell it."""

    kind: str
    summary_quote: str
    span_id: str
    span_quote: str


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled pair; `faulty` is None where only faithfulness is tried."""

    id: str
    faulty: Compaction | None
    faithful: Compaction
    faults: tuple[Fault, ...]


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a JSON Lines file. Raises RecordError naming file and line for one that is not as it should be."""
    try:
        with open_named(path) as file:
            text = file.read().decode("utf-8-sig")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start} of the file is not UTF-8; save the file as UTF-8", path=str(path)) from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                data = parse(line)
                for name in REQUIRED:
                    if name not in data:
                        raise RecordError(
                            f"not a labelled case: {name!r} is missing; a case has {', '.join(REQUIRED)},"
                            " while records without labels are checked by `summarylint check`",
                            path=str(path), line=number,
                        )  # fmt: skip
                yield _case(data, str(path), number)
            except TextFault as error:
                raise RecordError(error.reason, path=str(path), line=number) from None
            except (KeyError, TypeError) as error:
                raise RecordError(f"not a labelled case: {error}", path=str(path), line=number) from error


def _case(data: Mapping[str, Any], path: str, line: int) -> Case:
    faults = tuple(Fault(f["rule"], f.get("summary_quote", ""), f.get("span_id", ""), f.get("span_quote", "")) for f in data["expect"])
    for fault in faults:
        if fault.kind not in FITTING:
            raise KeyError(f"unknown kind of fault {fault.kind!r}; known are {', '.join(FITTING)}")

    def record(key: str) -> Compaction:
        # a neutral id, so that nothing about the case can be read from it
        known = {name: data[name] for name in ("spans", *_KNOWN) if name in data}
        return read_record({"id": f"case-{line}", **known, "summary": data[key]}, path=path, line=line)[0]

    return Case(data["id"], record("summary") if faults else None, record("clean_summary"), faults)
