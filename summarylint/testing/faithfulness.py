"""Is a summary faithful to its spans? One verdict, which the assertion and every metric share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from summarylint.errors import RecordError, UsageError, did_you_mean
from summarylint.model import SEVERITIES, Severity, Span, at_least

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from summarylint.engine import Linter
    from summarylint.model import Claim, Compaction, Finding, Report
    from summarylint.settings import Settings

SpanGiven = Span | tuple[str, str] | dict[str, Any]
"""A span as a test may write it: a Span, a pair of role and text, an object as in a record, or a chat message."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The report on one summary, and how severe a finding must be to fail it."""

    report: Report
    fail_on: Severity = "warning"

    @property
    def failing(self) -> tuple[Finding, ...]:
        """The findings at or above `fail_on`, in the order of the summary."""
        return tuple(finding for finding in self.report.findings if at_least(finding.severity, self.fail_on))

    @property
    def passed(self) -> bool:
        """Is there no failing finding?"""
        return not self.failing

    @property
    def score(self) -> float:
        """Between 0 and 1: the share of what the summary says, and of what it owes, that no failing finding is about.

        What it says are its claims; a failing finding about something else, such as an instruction that is missing, counts as
        one more that is wrong.
        """
        failing, claims = self.failing, self.report.claims
        wrong = sum(any(_touches(finding, claim) for finding in failing) for claim in claims)
        beside = sum(not any(_touches(finding, claim) for claim in claims) for finding in failing)
        return 1 - (wrong + beside) / (len(claims) + beside) if claims or beside else 1.0

    @property
    def reason(self) -> str:
        """What is wrong, the summary's words beside those of the spans; one sentence where nothing is."""
        from summarylint.testing.comparison import comparison

        return comparison(self.report.compaction, self.failing)


def judge(
    summary: str, spans: Iterable[SpanGiven], *, settings: Settings | None = None, fail_on: Severity | None = None, **known: Any
) -> Verdict:
    """Compare `summary` with the `spans` it replaced, in time order.

    `known` may give any other field of a record, such as `surviving_span_ids` or `cycle_depth`. `fail_on` is by default that
    of the settings. Raises UsageError for an unknown field or severity, RecordError for a value that is none, RuleError
    where a rule crashes.
    """
    linter = default_linter() if settings is None else _linter(settings)
    return verdict(linter, compaction_of({**known, "spans": spans, "summary": summary}), fail_on)


def verdict(linter: Linter, compaction: Compaction, fail_on: Severity | None = None) -> Verdict:
    """The verdict of a linter on one compaction. Raises UsageError for an unknown severity."""
    wanted = fail_on or linter.settings.fail_on
    if wanted not in SEVERITIES:
        raise UsageError(f"fail_on must be one of {', '.join(SEVERITIES)}, not {wanted!r}{did_you_mean(str(wanted), SEVERITIES)}")
    return Verdict(linter.check(compaction), wanted)


def assert_faithful(
    summary: str, spans: Iterable[SpanGiven], *, settings: Settings | None = None, fail_on: Severity | None = None, **known: Any
) -> None:
    """Fail with AssertionError where `summary` is not faithful to `spans`, its words shown beside those of the spans.

    Takes and raises what `judge` does.
    """
    __tracebackhide__ = True
    found = judge(summary, spans, settings=settings, fail_on=fail_on, **known)
    if not found.passed:
        raise AssertionError(found.reason)


@cache
def default_linter() -> Linter:
    """The linter with the built-in rules as they come; immutable, so one serves all tests of a process."""
    from summarylint.settings import Settings

    return _linter(Settings())


def compaction_of(fields: Mapping[str, Any]) -> Compaction:
    """The compaction that the fields of a record give, spans written in any of the ways that tests use.

    Raises UsageError for a field that records do not have, RecordError for a wrong type, a missing field or a span id that
    stands twice.
    """
    from summarylint.reading.fixtures.cases import shaped
    from summarylint.reading.fixtures.tree import Record, plain, valued
    from summarylint.reading.records import read_record

    given = {name: _as_json(value) for name, value in fields.items() if value is not None}
    if isinstance(given.get("spans"), list):
        given["spans"] = [_pair(span) for span in given["spans"]]
    record = Record({name: valued(value) for name, value in given.items()}, 0)
    try:
        compaction, unknown = read_record(plain(shaped(record) if "spans" in record.fields else record), default_id="summary")
    except LookupError:
        raise RecordError("a message holds a part that is no text; give each span as its role and its text", pointer="$.spans") from None
    for field in unknown:
        raise UsageError(f"{field.pointer}: {field.reason}")
    return compaction


def _as_json(value: Any) -> Any:
    """A value as JSON would have it, so that tuples, sets and spans of Python may be given."""
    if isinstance(value, Span):
        return {name: inner for name, inner in asdict(value).items() if name != "source"}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        return value
    if isinstance(value, dict):
        return {name: _as_json(inner) for name, inner in value.items()}
    return [_as_json(inner) for inner in value]


def _pair(span: Any) -> Any:
    """A pair as the object that it stands for, whatever its role: a wrong one is then told as such."""
    return {"role": span[0], "text": span[1]} if isinstance(span, list) and len(span) == 2 and isinstance(span[0], str) else span


def _linter(settings: Settings) -> Linter:
    from summarylint.engine import Linter

    return Linter(settings)


def _touches(finding: Finding, claim: Claim) -> bool:
    return finding.summary is not None and finding.summary.start < claim.end and claim.start < finding.summary.end
