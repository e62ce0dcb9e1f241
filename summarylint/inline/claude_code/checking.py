"""A new summary compared with the window that it replaces, and what has to be remembered of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from summarylint.evidence.index import Ledger
from summarylint.gate.gate import gate
from summarylint.inline.claude_code.quoting import digest
from summarylint.inline.claude_code.record import KeptClaim, KeptFinding, Record, Source
from summarylint.language.terms import terms
from summarylint.model import worst_first
from summarylint.output.redaction import kept, quote_of
from summarylint.provenance.as_read import as_read
from summarylint.provenance.chain import known_spans
from summarylint.provenance.standing import primary_witnesses

if TYPE_CHECKING:
    from summarylint import model
    from summarylint.checks.chain_view import ChainView
    from summarylint.engine import Linter
    from summarylint.inline.claude_code.window import Replaced

MOST_CLAIMS = 400
"""Claims that are kept: a summary of 20 kB has about 200."""

MOST_SOURCES = 3
"""Sources that are kept of one claim or finding."""

MOST_FINDINGS = 40
"""Findings that are kept, the worst first; far more than are ever handed on."""

AGAINST = ", against it"
"""How a source is told that disagrees with the statement."""

LONGEST_CALL = 120
"""Code points of a tool call that are shown."""


def checked(replaced: Replaced, linter: Linter) -> Record:
    """Compare the summary with what it replaced, and return what to remember. Raises RuleError where a rule crashes.

    Where it is not known yet which messages survive, the gate decides as if none did; those that are told later are counted
    in then.
    """
    read = as_read(replaced.compaction, replaced.earlier)
    compaction, earlier = read.compaction, read.earlier  # places and quotes are kept of what is read, and handed on as it reads
    report = linter.check(compaction, Ledger(), earlier)
    surviving = compaction.surviving_span_ids if compaction.surviving_span_ids is not None else frozenset[str]()
    acting = replace(compaction, surviving_span_ids=surviving, pending_action=None, pending_action_irreversible=True)
    view = linter.chain_view(acting, earlier)
    decided = gate(acting, earlier, findings=report.findings, view=view)
    sources = _Sources(view, replaced)
    worst = worst_first(report.findings, linter.settings.fail_on)
    findings = tuple(_finding(finding, view, sources) for finding in worst[:MOST_FINDINGS])
    return Record(view.depth, decided.decision, findings, tuple(islice(_claims(view, surviving, sources), MOST_CLAIMS)))


class _Sources:
    """The spans that are known of the run, as places to read again."""

    def __init__(self, view: ChainView, replaced: Replaced) -> None:
        self.messages = replaced.messages
        self.given = {span.id: span for span in known_spans((*replaced.earlier, replaced.compaction))}
        self.spans = {span.id: span for span in known_spans((*view.earlier, view.compaction))}

    def of(self, span_id: str, at: tuple[int, int] | None, how: str = "") -> Source | None:
        """The source that a span is, quoted `at` a place of it, `how` telling its part in the matter; None for one that is not known."""
        span = self.spans.get(span_id)
        if span is None:
            return None
        call = self.given.get(f"{span_id}:call" if span.role == "tool" else span_id if span.kind == "tool_call" else "")
        return Source(
            speaker=("earlier summary" if span.role == "summary" else span.role) + how,
            quote=kept(span.text) if at is None else quote_of(span.text, *at),
            message=self.messages.get(span_id, span_id.partition(".")[0].partition("~")[0]),
            call="" if call is None else digest(call.text),
            told="" if call is None else kept(call.text, LONGEST_CALL),
        )


def _finding(finding: model.Finding, view: ChainView, sources: _Sources) -> KeptFinding:
    """A finding with its evidence, and with what disagrees with the statement that it is about."""
    at = finding.summary
    found = [sources.of(place.span_id, (place.start, place.end)) for place in finding.evidence[:MOST_SOURCES]]
    named = {place.span_id for place in finding.evidence}
    for one in view.wide if at is not None else ():
        if at is not None and one.statement.start < at.end and at.start < one.statement.end:
            against = [witness for witness in one.disconfirmers if witness.span.id not in named]
            found += [sources.of(witness.span.id, _place(witness), AGAINST) for witness in against[:MOST_SOURCES]]
    known = tuple(source for source in found if source is not None)
    quote = "" if at is None else quote_of(view.compaction.summary, at.start, at.end)
    return KeptFinding(finding.severity, finding.name, kept(finding.message), quote, known)


def _place(witness: model.Witness) -> tuple[int, int]:
    return witness.statement.start, witness.statement.end


def _claims(view: ChainView, surviving: frozenset[str], sources: _Sources) -> Iterator[KeptClaim]:
    """The claims that no surviving span bears out, and for each span that disagrees and is gone what it disagrees with."""
    for found in view.wide:
        claim = found.claim
        if claim is None:
            continue
        places = {witness.span.id: _place(witness) for witness in reversed((*found.witnesses, *found.disconfirmers))}
        options = primary_witnesses(claim, sources.spans)
        if surviving.isdisjoint(options):
            yield _claim(claim, view, [sources.of(span_id, places.get(span_id)) for span_id in options[:MOST_SOURCES]])
        for span_id in claim.disconfirmer_span_ids:
            if span_id not in surviving:
                yield _claim(claim, view, [sources.of(span_id, places.get(span_id), AGAINST)])


def _claim(claim: model.Claim, view: ChainView, found: Iterable[Source | None]) -> KeptClaim:
    known = tuple(source for source in found if source is not None)
    text = quote_of(view.compaction.summary, claim.start, claim.end)
    return KeptClaim(text, tuple(dict.fromkeys(terms(text))), known)
