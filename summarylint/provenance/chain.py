"""Chains: the compactions of one run in order, and all that is known of its spans at each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from summarylint.model import Chain, Compaction, Span

PREVIOUS = "previous_summary"
"""The span id of an earlier summary that a record gives in the field of this name and not among its spans."""


def chains_of(compactions: Iterable[Compaction]) -> tuple[Chain, ...]:
    """Return the chains that `compactions` make up, in the order in which each begins; a record without a chain is one by itself.

    The records of a chain stay in the order given, unless their depths count from 0 without a gap: then that is the order.
    """
    groups: dict[str | int, list[Compaction]] = {}
    for number, compaction in enumerate(compactions):
        groups.setdefault(number if compaction.chain is None else compaction.chain, []).append(compaction)
    return tuple(Chain(key if isinstance(key, str) else found[0].id, tuple(_ordered(found))) for key, found in groups.items())


def _ordered(found: list[Compaction]) -> list[Compaction]:
    """A depth that starts anew within a run is a summary made from raw spans again, and says nothing of the order."""
    by_depth = sorted(found, key=lambda one: one.cycle_depth)
    return by_depth if [one.cycle_depth for one in by_depth] == list(range(len(found))) else found


def known_spans(compactions: Sequence[Compaction]) -> tuple[Span, ...]:
    """Return every span of a run up to the last of `compactions`, in time order, each once.

    Where an earlier record uses the id of another text, as ids that were left out do, its span is known as
    `<id of the record>/<id of the span>`; the last record's own ids stay.
    """
    *earlier, last = compactions
    taken = {span.id: span for span in last.spans}
    later = {_content(span) for span in last.spans}
    found: dict[tuple[str, str, str, str], Span] = {}
    for compaction in earlier:
        for span in compaction.spans:
            if _content(span) in later or _content(span) in found:
                continue
            span_id = span.id if span.id not in taken else f"{compaction.id}/{span.id}"
            while span_id in taken:
                span_id += "'"
            renamed = taken[span_id] = replace(span, id=span_id)
            found[_content(span)] = renamed
    return (*found.values(), *last.spans)


def _content(span: Span) -> tuple[str, str, str, str]:
    """What makes two spans of a run the same one: repeated under another id it is another message."""
    return span.id, span.role, span.kind, span.text


def widened(earlier: Sequence[Compaction], compaction: Compaction) -> Compaction:
    """Return `compaction` with all spans that are known of its run, those of `earlier` records first."""
    if not earlier:
        return compaction
    last = compaction.previous_summary or earlier[-1].summary
    return replace(compaction, spans=known_spans((*earlier, compaction)), previous_summary=last)


def with_previous(compaction: Compaction) -> Compaction:
    """Return `compaction` with its earlier summary as the first of its spans, where that is given beside them alone.

    The span is named `PREVIOUS`, with apostrophes behind it where a span of the record has that name. The summariser saw it.
    """
    text = compaction.previous_summary or ""
    if not text.strip() or any(span.role == "summary" and text.strip() in span.text for span in compaction.spans):
        return compaction
    name, taken = PREVIOUS, {span.id for span in compaction.spans}
    while name in taken:
        name += "'"
    shown = compaction.shown_span_ids
    return replace(
        compaction,
        spans=(Span(name, "summary", text), *compaction.spans),
        shown_span_ids=None if shown is None else shown | {name},
    )


def earlier_summaries(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> tuple[str, ...]:
    """Return the earlier summaries that a record knows of, the oldest first, each once."""
    told = [one.summary for one in earlier]
    told += [span.text for span in compaction.spans if span.role == "summary"]
    if compaction.previous_summary:
        told.append(compaction.previous_summary)
    return tuple(dict.fromkeys(text for text in told if text.strip()))
