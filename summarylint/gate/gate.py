"""The gate: what may be done after a compaction, decided by the provenance validator through real arguments.

`halt` is for one thing alone: more than two self-authored cycles and an irreversible or externally visible action.
`reground` asks to read primary spans again, `repair` to mend the summary, `allow` lets the run go on. Where it is unknown
which spans survive there is no decision. An irreversible action that the user forbade is never allowed: it asks for `reground`, and
reading again does not end that, only the user's word does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from summarylint.checks.chain_view import ChainView
from summarylint.checks.comparison import compare
from summarylint.gate.validator import DISCONFIRMER_PREFIX, MAX_SELF_SUMMARY_CYCLES, ContextProvenanceError, validate_compaction
from summarylint.language.shortening import shortened
from summarylint.model import Claim, Compaction, Decision, Finding, Gate, GateReason
from summarylint.provenance.actions import Action, irreversible_action
from summarylint.provenance.authorship import WORDS
from summarylint.provenance.bans import bans_on
from summarylint.provenance.chain import widened
from summarylint.provenance.standing import availability, primary_witnesses

ORDER: tuple[Decision, ...] = ("allow", "repair", "reground", "halt")
"""From the mildest decision to the strictest; the strictest reason decides."""

MOST_NAMED = 3
"""Claims or spans that one reason names."""

LONGEST_CLAIM = 80
"""Code points of a claim in a reason."""


FORBIDDEN = "forbidden"
"""The reason of an action that the user forbade; it ends with the user's word alone."""

SPEAKERS = {"user": "the user", "summary": "the earlier summary", "system": "the system message"}


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the provenance validator is called with.

    A surviving span that disagrees with the summary stands in `surviving_spans` as `contra:<id>` beside its plain id;
    `disagreeing` are all spans of the run that are known to disagree, surviving or not.
    """

    summary_claims: tuple[dict[str, Any], ...]
    surviving_spans: frozenset[str]
    cycle_depth: int
    pending_action_irreversible: bool
    disagreeing: frozenset[str]


def gate(
    compaction: Compaction,
    earlier: Sequence[Compaction] = (),
    *,
    reread: Collection[str] = (),
    findings: Sequence[Finding] = (),
    view: ChainView | None = None,
) -> Gate:
    """Decide what may be done after `compaction`.

    `earlier` are the compactions before it in its run, `reread` the spans that were read again since (they count as
    surviving, and ground the claims that rest on them), `findings` what the rules found in the summary. `view` may hand in
    what was compared already. The decision is None where it is unknown which spans survive.
    """
    if compaction.surviving_span_ids is None:
        return Gate()
    compaction = replace(compaction, surviving_span_ids=compaction.surviving_span_ids | frozenset(reread))
    if view is None or view.compaction != compaction:
        view = ChainView(compaction, compare(compaction), tuple(earlier))
    action = irreversible_action(compaction)
    given = arguments(view, action)
    told = [*_reasons(view, given, action, frozenset(reread)), *_mending(findings)]
    refusal = _refusal(given)
    if refusal and all(reason.reason != refusal for reason, _ in told):  # the validator's word stands, whatever is left out above
        told.append((GateReason(refusal, "the provenance validator refuses the compaction"), "reground"))
    decision: Decision = max((decided for _, decided in told), key=ORDER.index, default="allow")
    return Gate(decision, tuple(reason for reason, _ in sorted(told, key=lambda pair: -ORDER.index(pair[1]))))


def arguments(view: ChainView, action: Action | None) -> Arguments:
    """Return the real arguments of the provenance validator for a compaction."""
    surviving = view.compaction.surviving_span_ids or frozenset()
    disagreeing = frozenset(span_id for claim in view.claims for span_id in claim.disconfirmer_span_ids)
    contra = frozenset(f"{DISCONFIRMER_PREFIX}{span_id}" for span_id in disagreeing & surviving)
    return Arguments(tuple(validator_claims(view.claims)), surviving | contra, view.depth, action is not None, disagreeing)


def validator_claims(claims: Iterable[Claim]) -> list[dict[str, Any]]:
    """Return the claims as `validate_compaction` takes them."""
    return [{"text": claim.text, "origin": claim.origin, "primary_span_id": claim.primary_span_id} for claim in claims]


def _refusal(given: Arguments) -> str | None:
    """Why the validator refuses, or None; its third check is made only where a span that disagrees is known."""
    surviving = given.surviving_spans if given.disagreeing else given.surviving_spans | {DISCONFIRMER_PREFIX}
    try:
        validate_compaction(given.summary_claims, surviving, given.cycle_depth, given.pending_action_irreversible)
    except ContextProvenanceError as error:
        return error.reason
    return None


def _reasons(view: ChainView, given: Arguments, action: Action | None, reread: frozenset[str]) -> Iterator[tuple[GateReason, Decision]]:
    """Every reason that speaks against going on, with the decision that it asks for."""
    doing = f"before {action.words!r}" if action else ""
    if action and given.cycle_depth > MAX_SELF_SUMMARY_CYCLES:
        deep = f"{given.cycle_depth} cycles of summaries of summaries {doing}, more than {MAX_SELF_SUMMARY_CYCLES}"
        text = f"{deep}: read the primary spans again, or refuse"
        yield GateReason("cycle-depth", text), "reground" if view.external else "halt"
    if action:
        yield from _forbidden(view, doing)
    yield from _witnesses(view, action)
    gone = sorted(given.disagreeing - given.surviving_spans)
    if gone:
        yield GateReason("no-disconfirmer", f"what disagrees with the summary is out of the window: {_named(gone)}"), "reground"
    if action and not view.external:
        yield from _self_authored(view, doing, reread)


def _forbidden(view: ChainView, doing: str) -> Iterator[tuple[GateReason, Decision]]:
    """What the user forbade and the pending action would do, whatever the summary tells and whichever spans survive."""
    pending = view.compaction.pending_action
    if not pending:
        return
    for ban in bans_on(pending, widened(view.earlier, view.compaction).spans)[:MOST_NAMED]:
        who = SPEAKERS.get(ban.span.role, ban.span.role)
        told = f"{who} said {shortened(ban.text, LONGEST_CLAIM)!r} in {ban.span.id}"
        yield GateReason(FORBIDDEN, f"{told}: ask the user {doing}; it stands until the user lifts it"), "reground"


def _witnesses(view: ChainView, action: Action | None) -> Iterator[tuple[GateReason, Decision]]:
    bare = [claim for claim in view.claims if claim.origin is None or claim.primary_span_id is None]
    if bare:
        text = f"no span bears out {_quoted(bare)}: read the source, tag the claim [unverified], or drop it"
        yield GateReason("no-origin", text), "reground" if action or _carried(view, bare) else "repair"
    lost: dict[str, list[Claim]] = {}
    for claim in view.claims:
        if claim.primary_span_id is not None and claim.primary_span_id not in (view.compaction.surviving_span_ids or ()):
            lost.setdefault(availability(claim.primary_span_id, view.compaction), []).append(claim)
    for where, claims in lost.items():
        spans = _named(sorted({claim.primary_span_id or "" for claim in claims}))
        how = {"recoverable": f"page {spans} in again", "gone": f"{spans} is out of the window: bring it back, or drop the claim"}
        text = f"the witness of {_quoted(claims)} does not survive; {how.get(where, f'no span {spans} is known')}"
        yield GateReason("no-surviving-witness", text), "reground"


def _carried(view: ChainView, claims: Sequence[Claim]) -> bool:
    """May these claims come from an earlier summary, so that there is something to read again?"""
    return bool(view.earlier_texts) and view.depth > 0 and bool(claims)


def _self_authored(view: ChainView, doing: str, reread: frozenset[str]) -> Iterator[tuple[GateReason, Decision]]:
    how = view.authorship
    if how == "unknown" and view.depth == 0:
        return  # nothing says that the model chose what to prune
    spans = {span.id: span for found in view.wide[:1] for span in found.compaction.spans}
    loose = [claim for claim in view.claims if reread.isdisjoint(primary_witnesses(claim, spans))]
    if how != "separate" and loose:
        author = view.compaction.author.summary or "the model"
        told = WORDS.get(how, "summarised its own summaries")
        yield GateReason("self-authored", f"{author} {told}: read the primary spans of {_quoted(loose)} again {doing}"), "reground"


def _mending(findings: Sequence[Finding]) -> Iterator[tuple[GateReason, Decision]]:
    for finding in findings:
        if finding.severity == "error" and not finding.code.startswith("CYC"):  # cycles are judged above
            yield GateReason(finding.name, finding.message), "repair"


def _quoted(claims: Sequence[Claim]) -> str:
    shown = ", ".join(repr(shortened(claim.text, LONGEST_CLAIM)) for claim in claims[:MOST_NAMED])
    return shown + (f" and {len(claims) - MOST_NAMED} more" if len(claims) > MOST_NAMED else "")


def _named(spans: Sequence[str]) -> str:
    return ", ".join(spans[:MOST_NAMED]) + (f" and {len(spans) - MOST_NAMED} more" if len(spans) > MOST_NAMED else "")
