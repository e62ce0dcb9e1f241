"""Lost protected quote: a text that the record protects, or a pinned span, does not stand word for word in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import WholeView
from summarylint.evidence.telling import Telling, keys_of
from summarylint.language.shortening import shortened
from summarylint.model import Hit, Place, Share

KIND = "lost-protected-quote"
SUBJECT = "summary"
FIELDS = frozenset({"quote", "gap", "span_id"})

LONGEST_QUOTE = 160
"""Code points of a protected text that a message shows."""

_DECORATION = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)


@dataclass(frozen=True, slots=True)
class Settings:
    """`reworded_share` is the part of a protected text's matter from which a sentence of the summary is its rewording."""

    reworded_share: Share = 0.5
    pinned: bool = True
    """Whether pinned spans are protected as well."""


def check(view: WholeView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each protected text that the summary lacks, white space and quotation signs at line starts left aside."""
    told = _flat(view.compaction.summary)
    for quote, source in _protected(view, settings):
        if _flat(quote) not in told:
            yield _hit(view, quote, source, settings)


def _protected(view: WholeView, settings: Settings) -> Iterator[tuple[str, Place | None]]:
    """The protected texts with their places; what survives in the window owes nothing."""
    surviving = view.compaction.surviving_span_ids or frozenset()
    for quote in view.compaction.protected:
        source, survives = _source(view, quote, surviving)
        if quote.strip() and not survives:
            yield quote, source
    for span in view.compaction.spans:
        if settings.pinned and span.pinned and span.text.strip() and span.id not in surviving:
            yield span.text, Place(span.id, 0, len(span.text), span.text, "pinned")


def _source(view: WholeView, quote: str, surviving: frozenset[str]) -> tuple[Place | None, bool]:
    """Where a protected text stands in the spans, the user's own words first, and whether such a span survives."""
    pattern = re.compile(r"\s+".join(re.escape(word) for word in quote.split()))
    places = []
    for span in view.compaction.spans:
        if match := pattern.search(span.text):
            if span.id in surviving:
                return None, True
            places.append((span.role != "user", Place(span.id, match.start(), match.end(), match[0], "protected")))
    return (min(places, key=lambda entry: entry[0])[1] if places else None), False


def _hit(view: WholeView, quote: str, source: Place | None, settings: Settings) -> Hit:
    telling = Telling([v.statement for v in view.views], [[v.number] for v in view.views])
    found = telling.of(keys_of(quote, 0, len(quote)))
    place = view.views[found.number].statement if found.number is not None and found.near > 0 else None
    return Hit(
        start=place.start if place else None,
        end=min(place.end, place.start + 200) if place else None,
        evidence=(source,) if source else (),
        fields={
            "quote": shortened(quote, LONGEST_QUOTE),
            "gap": "words it differently" if found.near >= settings.reworded_share else "lacks it",
            "span_id": source.span_id if source else "",
        },
        why={"near": round(found.near, 3), "missing": list(found.missing[:8])},
    )


def _flat(text: str) -> str:
    return " ".join(_DECORATION.sub("", text).split())
