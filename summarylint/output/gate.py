"""The gate's decisions, grounding plans and prunable spans as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from summarylint.language.shortening import shortened
from summarylint.output.escaping import visible
from summarylint.output.form import named
from summarylint.output.redaction import redact
from summarylint.output.result import claim_of, gate_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from summarylint.gate.ground import Plan
    from summarylint.model import Compaction, Gate, Span

SHOWN = 80
"""Code points of a span or claim on one line."""


def gate_lines(compaction: Compaction, gate: Gate) -> str:
    """The decision on one line, each reason on one of its own."""
    decision = gate.decision or "unknown, as surviving_span_ids is not given"
    lines = [f"{visible(named(compaction))}: {decision}"]
    lines += [f"  {reason.reason}: {visible(redact(reason.text))}" for reason in gate.reasons]
    return "\n".join(lines) + "\n"


def gate_object(compaction: Compaction, gate: Gate) -> dict[str, Any]:
    """The decision as JSON gives it."""
    return {"id": compaction.id, "gate": gate_of(gate)}


def plan_lines(compaction: Compaction, plan: Plan, count: Callable[[str], int]) -> str:
    """The plan: a line for each span with what to do, then the claims that stay unverified."""
    spans = {span.id: span for span in compaction.spans}
    best = "the most that the budget reaches" if plan.short else "the least that bears out every claim"
    how = best if plan.exact else f"within {plan.bound:.2f} times {best}"
    over = ", which its own protected spans take alone" if plan.tokens > plan.budget else f", {how}"
    lines = [f"{visible(named(compaction))}: {plan.tokens} tokens against a budget of {plan.budget}{over}"]
    for span_id in plan.span_ids:
        span = spans.get(span_id)
        what = "keep" if span_id in plan.keep else "read again"
        why = ", disagrees with the summary" if span_id in plan.disconfirmers else ""
        lines.append(f"  {what} {visible(redact(span_id))}{why}{f': {_line(span, count)}' if span else ''}")
    lines += [f"  unverified, beyond the budget: {_short(claim.text)}" for claim in plan.short]
    if plan.short:
        lines.append(f"  all that has a witness would take {plan.whole_tokens} tokens: {visible(redact(', '.join(plan.whole)))}")
    lines += [f"  unverified, no witness anywhere: {_short(claim.text)}" for claim in plan.unsupported]
    if plan.tokens > plan.budget:
        lines.append("  the spans that disagree with the summary cost more than the budget; they stay all the same")
    if not plan.reaches and compaction.window_tokens is None:
        lines.append(
            "  the budget is a share of the spans' own tokens, as the record gives no window_tokens; --window-tokens says how large the"
            " window is, --budget 1 sets all of it aside"
        )
    return "\n".join(lines) + "\n"


def plan_object(compaction: Compaction, plan: Plan) -> dict[str, Any]:
    """The plan as JSON gives it."""
    return {
        "id": compaction.id,
        "keep": list(plan.keep),
        "reread": list(plan.reread),
        "disconfirmers": list(plan.disconfirmers),
        "tokens": plan.tokens,
        "budget": plan.budget,
        "window_tokens": compaction.window_tokens,
        "whole": {"span_ids": list(plan.whole), "tokens": plan.whole_tokens},
        "exact": plan.exact,
        "bound": plan.bound,
        "unverified": [claim_of(claim) for claim in plan.unverified],
    }


def prunable_lines(compaction: Compaction, spans: Iterable[Span], count: Callable[[str], int]) -> str:
    """A line for each span that may go, and what they are worth together."""
    found = list(spans)
    lines = [f"{visible(named(compaction))}: {len(found)} of {len(compaction.spans)} spans, {sum(count(s.text) for s in found)} tokens"]
    lines += [f"  {visible(redact(span.id))}: {_line(span, count)}" for span in found]
    return "\n".join(lines) + "\n"


def _line(span: Span, count: Callable[[str], int]) -> str:
    return f"{span.role}, {count(span.text)} tokens, {_short(span.text)}"


def _short(text: str) -> str:
    return visible(shortened(redact(text), SHOWN))  # cut last, as a part of a secret is not known for one
