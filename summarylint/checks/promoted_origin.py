"""Promoted origin: a tag says more than its span, or than the tag of the last summary, bears out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView, earlier_place
from summarylint.checks.view import View, place
from summarylint.language.tags import find_tags
from summarylint.language.terms import terms
from summarylint.model import Edit, Fix, Hit, Origin, Place, Span, Statement
from summarylint.provenance.sources import origin_of
from summarylint.provenance.standing import FIRST_HAND
from summarylint.provenance.tags import STRENGTH, Tag, tags_of

KIND = "promoted-origin"
SUBJECT = "chain"
FIELDS = frozenset({"claim", "tag", "right", "reason"})
FIXES = frozenset({"lower-origin"})

LONGEST_EVIDENCE = 200
"""Code points of a span that the finding shows."""


@dataclass(frozen=True, slots=True)
class Settings:
    """There is nothing to set."""


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each tag that is stronger than what it rests on."""
    for number, found in enumerate(view.wide):
        for tag in tags_of(found.statement):
            if tag.origin in FIRST_HAND:
                before = view.before[view.forebears[number]] if number in view.forebears else None
                hit = _against_spans(found, tag) or (_against_tag(view, found, tag, before) if before else None)
                if hit is not None:
                    yield hit


def _against_spans(view: View, tag: Tag) -> Hit | None:
    """What the spans that a tag names say to it, where they are known."""
    spans = [span for span in view.compaction.spans if span.id in tag.span_ids]
    if not spans:
        return None
    own = {origin_of(span) for span in spans}
    if tag.origin not in own:
        right = max((origin for origin in own if origin), key=lambda origin: STRENGTH[origin], default=None)
        reason = f"{spans[0].id} is {'an earlier summary' if right is None else _words(right)}"
        # the user's own paste of an output, or a tool that prints what the user said, is seldom told apart
        mild = right in FIRST_HAND
        return _hit(view, tag, reason, right, _shown(spans[0]), mild=mild)
    matter = set(view.statement.terms) | set(terms(" ".join(view.statement.segment.headings[-1:])))
    if matter and all(matter.isdisjoint(terms(span.text)) for span in spans):
        return _hit(view, tag, f"{spans[0].id} says nothing of it", None, _shown(spans[0]))
    return _of_a_guess(view, tag, spans[0])


def _of_a_guess(view: View, tag: Tag, span: Span) -> Hit | None:
    claim = view.claim
    if claim is None or claim.origin != "hedged" or claim.primary_span_id not in tag.span_ids:
        return None
    if view.statement.stance.certainty != "certain":
        return None
    guess = next((found for found in view.witnesses if found.span.id == claim.primary_span_id), None)
    shown = _shown(span) if guess is None else place(guess, "a guess")
    return _hit(view, tag, f"{claim.primary_span_id} only supposes it", "hedged", shown)


def _against_tag(view: ChainView, found: View, tag: Tag, before: Statement) -> Hit | None:
    """What the tag of the last summary says to this one: the same spans do not become better witnesses."""
    weak = [old for old in tags_of(before) if old.origin not in FIRST_HAND]
    if not weak or not set(tag.span_ids) <= {span_id for old in tags_of(before) for span_id in old.span_ids}:
        return None
    shown = earlier_place(view, before, "tagged here", weak[0].end)
    return _hit(found, tag, f"the last summary had {weak[0].text}", weak[0].origin, shown)


def _hit(view: View, tag: Tag, reason: str, right: Origin | None, shown: Place, *, mild: bool = False) -> Hit:
    text = "[unverified]" if right is None else f"[{right}:{','.join(tag.span_ids)}]"
    ours = bool(find_tags(tag.text))  # another system's spelling is not for us to rewrite
    return Hit(
        start=tag.start,
        end=tag.end,
        evidence=(shown,),
        fields={"claim": " ".join(view.statement.text.split()), "tag": tag.text, "right": text, "reason": reason},
        why={"origin": tag.origin, "borne_out": right},
        fix=Fix("unsafe", (Edit(tag.start, tag.end, text),)) if ours else None,
        severity="warning" if mild else None,
    )


def _words(origin: Origin) -> str:
    return {"user-said": "the user's word", "tool-output": "tool output", "inferred": "the assistant's own word"}.get(origin, origin)


def _shown(span: Span) -> Place:
    quote = span.text[:LONGEST_EVIDENCE]
    return Place(span.id, 0, len(quote), quote, "named by the tag")
