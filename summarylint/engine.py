"""The engine joins the stages: `check(compaction) -> Report`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from summarylint.checks.chain_view import ChainView
from summarylint.checks.comparison import compare
from summarylint.checks.opaque import is_unjudged
from summarylint.checks.view import View, WholeView, owed_views
from summarylint.errors import ArgumentTypeError, ArgumentValueError, RuleError, did_you_mean
from summarylint.evidence.index import Ledger
from summarylint.gate.gate import gate
from summarylint.language.secrecy import secrets_at, without
from summarylint.language.tags import compiled
from summarylint.model import (
    ROLES,
    SEVERITIES,
    SPAN_KINDS,
    Chain,
    Compaction,
    Finding,
    Fix,
    Gate,
    Hit,
    IdleIgnore,
    Report,
    Span,
    SummaryPlace,
)
from summarylint.provenance.as_read import as_read
from summarylint.provenance.chain import with_previous
from summarylint.provenance.life import Reading
from summarylint.provenance.retention import retention
from summarylint.provenance.trace import Trace, trace
from summarylint.rulebook import Rule, Rulebook, load_rulebook
from summarylint.settings import Settings

REQUIRE_TAGS = "require-tags"
"""The tag of the rules that the setting of this name turns on."""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """All that one check of a chain yields: a report for each compaction, in order, and the trace over all of them."""

    chain: Chain
    reports: tuple[Report, ...]
    trace: Trace


class Linter:
    """A rulebook with settings, ready to check. Immutable after construction, so threads may share one."""

    def __init__(self, settings: Settings | None = None, rulebook: Rulebook | None = None) -> None:
        self.settings = settings or Settings()
        book = rulebook if rulebook is not None else load_rulebook(self.settings)
        extended = self.settings.extend_select
        if self.settings.require_tags and any(REQUIRE_TAGS in rule.tags for rule in book.rules):
            extended = (*extended, REQUIRE_TAGS)
        self.rulebook = book.select(self.settings.select, self.settings.ignore, extended)
        self._tags = compiled(self.settings.tag_patterns)

    def check(self, compaction: Compaction, ledger: Ledger | None = None, earlier: Sequence[Compaction] = ()) -> Report:
        """Compare the summary of `compaction` with its spans, and with its earlier summary as with a span of role `summary`.

        Where `previous_summary` is not among the spans as well, findings name it by the span id `previous_summary`.

        `ledger` may hold the spans of an earlier check of the same window; it is brought up to date and only what is
        new in it is read. `earlier` are the compactions before this one in its run, for the rules about cycles and for the
        gate. Raises TypeError or ValueError for a span that is none or has a role or kind that there is not, and RuleError where
        a rule crashes.
        """
        return self._checked(compaction, ledger if ledger is not None else Ledger(), earlier)[0]

    def check_chain(self, chain: Chain) -> ChainReport:
        """Check each compaction of `chain` in the light of those before it, and trace what the cycles did to its facts.

        Raises RuleError where a rule crashes.
        """
        ledger, reports, readings = Ledger(), [], list[Reading]()
        for number, compaction in enumerate(chain.compactions):
            report, view = self._checked(compaction, ledger, chain.compactions[:number])
            reports.append(report)
            readings.append(view.reading)
        return ChainReport(chain, tuple(reports), trace(chain, readings))

    def _checked(self, compaction: Compaction, ledger: Ledger, earlier: Sequence[Compaction]) -> tuple[Report, ChainView]:
        _require_texts(compaction.summary, compaction.spans)
        if compaction.previous_summary is not None:
            _require_text("previous_summary", compaction.previous_summary)
        read = as_read(compaction, earlier, ledger.readings)
        whole = with_previous(read.compaction)
        views = compare(whole, ledger, self._tags)
        view = ChainView(whole, views, read.earlier, self._tags)
        heeded: set[int] = set()
        findings = tuple(self._findings(view.with_earlier_turns, view, ledger, heeded))
        claims = tuple(found.claim for found in views if found.claim is not None)
        decided = gate(whole, read.earlier, findings=findings, view=view)
        idle = tuple(self._idle(read.compaction, heeded))
        return read.report(Report(read.compaction, findings, claims, decided, retention(view.fates), idle)), view

    def chain_view(self, compaction: Compaction, earlier: Sequence[Compaction] = ()) -> ChainView:
        """Return what the checks on chains see of `compaction`, `earlier` being those before it in its run.

        All that the view tells is of the texts as they are read (see `provenance.as_read`).
        """
        read = as_read(compaction, earlier)
        whole = with_previous(read.compaction)
        return ChainView(whole, compare(whole, None, self._tags), read.earlier, self._tags)

    def gate(self, compaction: Compaction, earlier: Sequence[Compaction] = (), *, reread: Iterable[str] = ()) -> Gate:
        """Decide what may be done after `compaction`, in the light of those before it in its run.

        `reread` are spans that were read again since the summary was written. Raises RuleError where a rule crashes.
        """
        known = compaction.surviving_span_ids
        again = frozenset(reread)
        if known is not None and again:
            compaction = replace(compaction, surviving_span_ids=known | again)
        report, view = self._checked(compaction, Ledger(), earlier)
        return gate(view.compaction, view.earlier, reread=again, findings=report.findings, view=view)

    def views(self, compaction: Compaction, ledger: Ledger | None = None) -> tuple[View, ...]:
        """Return what the checks see: one view for each statement of the summary as it is read (see `provenance.as_read`), in order."""
        return compare(with_previous(as_read(compaction).compaction), ledger, self._tags)

    def _findings(self, views: tuple[View, ...], chain: ChainView, ledger: Ledger, heeded: set[int]) -> Iterator[Finding]:
        """Yield what no ignore silences; the numbers of the ignores that silence something go into `heeded`."""
        compaction = chain.compaction
        found: list[tuple[int, Finding]] = []
        subjects: dict[str, Sequence[Any]] = {"statement": views, "chain": (chain,)}
        for rule in self.rulebook.rules:
            if rule.subject not in subjects:
                subjects[rule.subject] = _subjects(rule.subject, views, compaction, ledger)
            for view in subjects[rule.subject]:
                found += [(hit.start or 0, self._finding(rule, hit, compaction)) for hit in _run(rule, view, compaction)]
        seen: dict[str, int] = {}
        for _, finding in sorted(found, key=lambda pair: (pair[0], pair[1].code)):
            silencing = set(self._silencing(finding, compaction))
            heeded |= silencing
            if not silencing and not is_unjudged(finding, compaction.summary):
                count = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
                yield finding if count == 1 else _numbered(finding, count)

    def _silencing(self, finding: Finding, compaction: Compaction) -> Iterator[int]:
        """Yield the numbers of the ignores that silence `finding`."""
        names = self.rulebook.find(finding.code).names if compaction.ignore else ()
        for number, entry in enumerate(compaction.ignore):
            if entry.rule in names and (not entry.quote or _touches(finding, entry.quote, compaction.summary)):
                yield number

    def _idle(self, compaction: Compaction, heeded: set[int]) -> Iterator[IdleIgnore]:
        for number, entry in enumerate(compaction.ignore):
            if number in heeded:
                continue
            checked = any(entry.rule in rule.names for rule in self.rulebook.rules)
            if entry.quote not in compaction.summary and (checked or not any(entry.quote in span.text for span in compaction.spans)):
                yield IdleIgnore(entry, "its quote stands nowhere in the summary")
            elif checked:
                yield IdleIgnore(entry, "the rule finds nothing there" if entry.quote else "the rule finds nothing")

    def _finding(self, rule: Rule, hit: Hit, compaction: Compaction) -> Finding:
        severity = self.settings.severity.get(rule.name) or self.settings.severity.get(rule.code) or rule.severity
        if hit.severity and SEVERITIES.index(hit.severity) < SEVERITIES.index(severity):
            severity = hit.severity
        place = None if hit.start is None or hit.end is None else SummaryPlace(hit.start, hit.end, compaction.summary[hit.start : hit.end])
        key = "\x1f".join((rule.code, compaction.id, place.quote if place else "", *(told.quote for told in hit.evidence)))
        secrets = _secrets_at(hit, compaction)
        return Finding(
            code=rule.code,
            name=rule.name,
            severity=severity,
            message=without(_worded(rule, rule.message, hit, compaction), secrets),
            summary=place,
            evidence=hit.evidence,
            help=without(_worded(rule, rule.help, hit, compaction), secrets),
            fix=hit.fix if rule.fix_kind and hit.fix and not _holds_secret(hit.fix, secrets) else None,
            why={"check": rule.kind, **{key: without(told, secrets) if isinstance(told, str) else told for key, told in hit.why.items()}},
            fingerprint=blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest(),
        )


def check(summary: str, spans: Iterable[Span], *, settings: Settings | None = None, **known: Any) -> Report:
    """Compare `summary` with the `spans` it replaced, by the built-in rules.

    `known` may give any other field of a Compaction, such as `surviving_span_ids` or `cycle_depth`. Raises TypeError for
    an unknown one and for spans that are none, ValueError for a span with a role or kind that there is not, RuleError where
    a rule crashes. No I/O beyond reading the rules; safe to call from threads.
    """
    _require_list(spans)
    given = {"id": "summary", **known}
    return Linter(settings).check(Compaction(spans=tuple(spans), summary=summary, **given))


SPAN_WANTED = 'Span objects, such as Span("s1", "user", "...")'


def _require_list(spans: Any) -> None:
    if isinstance(spans, str | Mapping | Span) or not isinstance(spans, Iterable):
        raise ArgumentTypeError(f"spans must be a list of {SPAN_WANTED}, not {_named(spans)}")


def _require_texts(summary: Any, spans: Iterable[Any]) -> None:
    """Raise ArgumentTypeError or ArgumentValueError where `summary` is no text, and for the first of `spans` that is none.

    What is read from files was held against the format before; who calls from Python may hand over anything.
    """
    _require_text("summary", summary)
    for number, span in enumerate(spans):
        if not isinstance(span, Span):
            wanted = f"{SPAN_WANTED}; summarylint.testing.judge also takes pairs of role and text, and objects"
            raise ArgumentTypeError(f"spans[{number}] is {_named(span)}; spans must be {wanted}")
        for field, given in (("id", span.id), ("text", span.text)):
            _require_text(f"spans[{number}].{field}", given)
        if span.role not in ROLES:
            raise _no_such(f"spans[{number}].role", span.role, ROLES)
        if span.kind not in SPAN_KINDS:
            raise _no_such(f"spans[{number}].kind", span.kind, SPAN_KINDS)


def _require_text(place: str, given: object) -> None:
    if not isinstance(given, str):
        raise ArgumentTypeError(f"{place} must be a string, not {_named(given)}")


def _no_such(place: str, given: object, known: Sequence[str]) -> ArgumentValueError:
    return ArgumentValueError(f"{place} is {given!r}, not one of {', '.join(map(repr, known))}{did_you_mean(str(given), known)}")


def _named(value: object) -> str:
    return "None" if value is None else f"of the type {type(value).__name__}"


def _subjects(subject: str, views: tuple[View, ...], compaction: Compaction, ledger: Ledger) -> Sequence[Any]:
    if subject == "summary":
        return [WholeView(compaction, ledger, views)]
    if subject == "owed":
        return list(owed_views(compaction, ledger, views))
    raise RuleError(f"a check kind asks for an unknown subject {subject!r}; known are statement, owed, summary, chain")


def _run(rule: Rule, view: Any, compaction: Compaction) -> Iterable[Hit]:
    try:
        return list(rule.check(view, rule.settings))
    except Exception as error:
        raise _crash(rule, compaction, error) from error


def _worded(rule: Rule, words: str, hit: Hit, compaction: Compaction) -> str:
    try:
        return words.format_map(hit.fields)
    except Exception as error:  # a kind that names a field and leaves it out of a hit
        raise _crash(rule, compaction, error) from error


def _secrets_at(hit: Hit, compaction: Compaction) -> frozenset[str]:
    """What the places of a hit show of secrets, which are known by what stands around them; alone they look like any value."""
    texts = {span.id: span.text for span in compaction.spans} if hit.evidence else {}
    places = [(texts.get(told.span_id, told.quote), told.start, told.end) for told in hit.evidence]
    if hit.start is not None and hit.end is not None:
        places.append((compaction.summary, hit.start, hit.end))
    return frozenset(secret for place in places for secret in secrets_at(*place))


def _holds_secret(fix: Fix, secrets: frozenset[str]) -> bool:
    return any(without(edit.text, secrets) != edit.text for edit in fix.edits)


def _crash(rule: Rule, compaction: Compaction, error: Exception) -> RuleError:
    at = f"{compaction.path}:{compaction.line}: " if compaction.path else ""
    return RuleError(f"{at}rule {rule.name} ({rule.path}) crashed on record {compaction.id}: {type(error).__name__}: {error}")


def _touches(finding: Finding, quote: str, summary: str) -> bool:
    if finding.summary is None:
        return any(quote in place.quote or (place.quote and place.quote in quote) for place in finding.evidence)
    at = summary.find(quote)
    while at >= 0:
        if at < finding.summary.end and finding.summary.start < at + len(quote):
            return True
        at = summary.find(quote, at + 1)
    return False


def _numbered(finding: Finding, count: int) -> Finding:
    return replace(finding, fingerprint=blake2b(f"{finding.fingerprint}#{count}".encode(), digest_size=8).hexdigest())
