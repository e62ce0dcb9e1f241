"""Calls that cannot be taken back, while the summary that speaks for them is not grounded.

Only those statements of the summary count that bear on the call: they name a value that it uses, or share several of its
words. The provenance gate decides over them, with all that stands in the window now. A refusal quotes the spans that the gate
asks to be read again; quoted, they are in the window, and the next attempt is judged with them. What the gate still holds
back after `REFUSALS` refusals waits for the user: what the user says after it was refused lets this call go on, and no other,
unless it is a question or a refusal. A call that the user forbade waits for the user at once, whatever the summary says. Which
calls were refused is known by the watch, as anybody can write a refusal into a window.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from summarylint.gate.ground import UNBOUNDED, ground
from summarylint.inline.appendix import MOST_QUOTES, QUOTES, Quote, quote_line, quotes_in, shortened_quote, split
from summarylint.inline.rewrite import REFUSED, bare_spans
from summarylint.language.boundaries import scan
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.statements import read_statements
from summarylint.language.terms import terms
from summarylint.language.voices import opens_with_agreement
from summarylint.model import Compaction, Span
from summarylint.output.redaction import masked_part, redact
from summarylint.provenance.bans import bans_on
from summarylint.provenance.deeds import LEAST_SHARED_WITH_CALL, bears, deed_of_call
from summarylint.provenance.sources import origin_of
from summarylint.reading.transcripts.content import as_json

if TYPE_CHECKING:
    from summarylint.engine import Linter
    from summarylint.inline.watch import Past
    from summarylint.inline.window import Window
    from summarylint.model import Gate, Statement

REFUSALS = 2
"""Refusals of calls after one summary before the user is to decide: one shows the spans, one more gives time to read others."""

LONGEST_ANSWER = 2_000
"""Code points of a user's message in which a refusal is looked for; what is longer is no answer to a question."""

MOST_REASONS = 3
"""Reasons of the gate that are told, the strictest first."""

Answer = Literal["refuse", "ask", "allow"]
ANSWERS: tuple[Answer, ...] = ("refuse", "ask", "allow")


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """What is to become of a call: `allow` or not, why, and `text` for the agent where it is not.

    `waits` says that only the user's word lets it go on.
    """

    allow: bool
    gate: Gate | None = None
    text: str = ""
    waits: bool = False


OnIrreversible = Answer | Callable[[str, Mapping[str, Any], CallVerdict], bool]
"""What to do with an irreversible call that the gate holds back: `refuse` it, `ask` the user (where the framework can; else it
is refused), `allow` it, or a function of the tool's name, its arguments and the verdict that returns whether it may be made."""

ALLOWED = CallVerdict(True)


def is_irreversible(name: str, arguments: Mapping[str, Any]) -> bool:
    """Can the call not be taken back, or would others see it? A call of a tool that only looks is none, whatever it looks for."""
    return deed_of_call(name, arguments) is not None


def call_text(name: str, arguments: Mapping[str, Any]) -> str:
    """A call as a span tells it: the tool and its arguments as JSON."""
    return f"{name} {as_json(arguments)}"


def verdict_on(action: str, past: Past, window: Window, linter: Linter) -> CallVerdict:
    """Return what the gate says of the irreversible call `action`, `window` being what the agent sees now."""
    summary = next((turn.summary for turn in reversed(window.turns) if turn.summary), "")
    bare, quoted = (past.bare if past.text.strip() == summary.strip() else split(summary)[0]), split(summary)[1]
    bearing = [one for one in read_statements(bare) if _bears(one, action)]
    own = _evidence(window)
    forbidden = bool(summary) and bool(bans_on(action, _known(past, own)))
    if not bearing and not forbidden:
        return ALLOWED
    if (forbidden or len(past.refusals) >= REFUSALS) and _consented(action, past, window):
        return ALLOWED  # the user has had the last word
    refused = [span.text for span in window.spans if span.role == "tool" and span.text.startswith(REFUSED)]
    shown = _shown(past, [*quoted, *(quote for text in refused for quote in quotes_in(text))])
    compaction = _as_of_now(action, "\n".join(one.text for one in bearing), past, own, shown)
    reread = shown | (frozenset(span.id for span in own) - past.span_ids)
    gate = linter.gate(compaction, past.earlier[:-1], reread=reread)
    if gate.decision not in ("reground", "halt"):
        return replace(ALLOWED, gate=gate)
    standing = frozenset(span.id for span in window.spans)
    before = [refusal for refusal in past.refusals if (refusal.action, refusal.span_ids) != (action, standing)]
    waits = forbidden or len(before) + 1 >= REFUSALS  # nothing that is read again lifts what the user forbade
    return CallVerdict(False, gate, _refusal(gate, compaction, past.earlier[:-1], waits=waits), waits)


def _bears(statement: Statement, action: str) -> bool:
    """Does a statement of the summary speak of what the call does?"""
    return bears(frozenset(statement.terms) & frozenset(terms(action)), LEAST_SHARED_WITH_CALL)


def _consented(action: str, past: Past, window: Window) -> bool:
    """Did the user answer, since this very call was last refused, with words that let it go on?"""
    last = next((refusal for refusal in reversed(past.refusals) if refusal.action == action), None)
    if last is None:
        return False
    answers = [span.text[:LONGEST_ANSWER] for span in window.spans if span.role == "user" and span.id not in last.span_ids]
    return bool(answers) and not any(map(_declines, answers))


def _declines(answer: str) -> bool:
    """Is an answer of the user a question, a prohibition or a no?"""
    if answer.rstrip().endswith("?") or _declining().match(lowered(answer)):
        return True
    stances = [statement.stance for statement in read_statements(answer)]
    if any(stance.force == "prohibition" for stance in stances):
        return True
    return any(stance.polarity == "negative" for stance in stances) and not opens_with_agreement(answer)


@lru_cache(maxsize=1)
def _declining() -> re.Pattern[str]:
    words = "|".join(read_lexicon("commands")["declining"])
    return re.compile(rf"\W*(?:{words})\b")


def _evidence(window: Window) -> list[Span]:
    """What stands in the window beside the summary, without calls that were not carried out: those prove nothing."""
    done = {span.id for span in window.spans if span.role == "tool" and not span.text.startswith(REFUSED)}
    return [
        span
        for span in bare_spans(window)
        if span.role != "summary" and (span.kind != "tool_call" or span.id.removesuffix(":call") in done)
    ]


def _known(past: Past, own: Sequence[Span]) -> tuple[Span, ...]:
    """What was kept of the replaced messages, and behind it what stands in the window."""
    held = {span.id for span in own}
    return (*(span for span in past.kept if span.id not in held), *own)


def _shown(past: Past, quotes: Sequence[Quote]) -> frozenset[str]:
    """The spans that stand quoted in the window: only those that are known to say so, as anybody can write a quotation."""
    kept = {span.id: span.text for span in past.kept}
    return frozenset(quote.span.id for quote in quotes if _is_said(quote.span.text, kept.get(quote.span.id, "")))


def _is_said(quote: str, text: str) -> bool:
    return quote in text or quote in redact(text)  # secrets in a quotation are masked


def _as_of_now(action: str, summary: str, past: Past, own: Sequence[Span], shown: frozenset[str]) -> Compaction:
    return Compaction(
        id=f"compaction-{past.depth}",
        spans=_known(past, own),
        summary=summary,
        surviving_span_ids=frozenset(span.id for span in own) | shown,
        cycle_depth=max(past.depth - 1, 0),
        pending_action=action,
        pending_action_irreversible=True,
    )


def _refusal(gate: Gate, compaction: Compaction, earlier: Sequence[Compaction], *, waits: bool) -> str:
    """What the agent is told: why, what the replaced messages said, and what lifts the refusal."""
    plan = ground(compaction, UNBOUNDED, earlier=earlier)
    spans = {span.id: span for span in compaction.spans}
    said = frozenset(terms(compaction.summary))
    quotes = [_quote(spans[span_id], said) for span_id in plan.reread if span_id in spans][:MOST_QUOTES]
    reasons = "; ".join(reason.text for reason in gate.reasons[:MOST_REASONS])
    lines = [f"{REFUSED}: {reasons}."]
    if quotes:
        lines += [QUOTES, *map(quote_line, quotes)]
    if waits:
        lines.append("Ask the user. What the user answers lets the call go on.")
    else:
        lines.append("Read this, look up again what it leaves open, and make the call again if it still holds.")
    return "\n".join(lines)


def _quote(span: Span, said: frozenset[str]) -> Quote:
    """The statement of a span that has most to do with what is said."""
    start, end = max(
        scan(span.text), key=lambda bounds: len(said & frozenset(terms(span.text[bounds[0] : bounds[1]]))), default=(0, len(span.text))
    )
    return Quote(replace(span, text=shortened_quote(masked_part(span.text, start, end))), origin_of(span) or "inferred")
