"""A record in the reading form of its texts, and what was found there told of the record as given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from summarylint.language.odd_signs import holds_hidden
from summarylint.language.reading_form import Manner, Reading, reading_form
from summarylint.model import Claim, Compaction, Edit, Finding, IdleIgnore, Ignore, Place, Report, Span, SummaryPlace
from summarylint.provenance.chain import PREVIOUS

Kept = dict[tuple[str, Manner], Reading]
"""The reading forms of the spans of a window, kept from one check of it to the next."""


@dataclass(frozen=True, slots=True)
class AsRead:
    """`given`, and the same record with its texts in their reading form; where nothing is written oddly both are one object."""

    given: Compaction
    compaction: Compaction
    summary: Reading
    earlier: tuple[Compaction, ...] = ()
    """The records before it in their reading form."""
    readings: Mapping[str, Sequence[tuple[str, Reading]]] = field(default_factory=dict)
    """The texts as given and as read, by the names under which evidence tells of them: only under names of which one is written oddly."""

    def report(self, found: Report) -> Report:
        """Return what was found in the reading form with every offset, quote and edit as one of the record as given."""
        if self.compaction is self.given and not self.readings:
            return found
        return replace(
            found,
            compaction=self.given,
            findings=tuple(map(self._finding, found.findings)),
            claims=tuple(map(self.claim, found.claims)),
            idle_ignores=tuple(IdleIgnore(self._given(idle.ignore), idle.reason) for idle in found.idle_ignores),
        )

    def _finding(self, finding: Finding) -> Finding:
        place, fix = finding.summary, finding.fix
        if place is not None:
            start, end = self.summary.stretch(place.start, place.end)
            place = SummaryPlace(start, end, self.given.summary[start:end])
        if fix is not None:
            fix = replace(fix, edits=tuple(Edit(*self.summary.stretch(edit.start, edit.end), edit.text) for edit in fix.edits))
        return replace(finding, summary=place, fix=fix, evidence=tuple(map(self._place, finding.evidence)))

    def _place(self, place: Place) -> Place:
        for given, reading in self.readings.get(place.span_id, ()):
            if reading.text.startswith(place.quote, place.start):
                start, end = reading.stretch(place.start, place.end)
                return replace(place, start=start, end=end, quote=given[start:end])
        return place

    def _given(self, entry: Ignore) -> Ignore:
        return next(given for given, read in zip(self.given.ignore, self.compaction.ignore, strict=True) if read is entry)

    def claim(self, claim: Claim) -> Claim:
        """Return a claim of the summary as read as one of the summary as given."""
        start, end = self.summary.stretch(claim.start, claim.end)
        return replace(claim, start=start, end=end, text=self.given.summary[start:end])


def as_read(compaction: Compaction, earlier: Sequence[Compaction] = (), kept: Kept | None = None) -> AsRead:
    """Return `compaction` and those before it in its run as they are read (see `language.reading_form`).

    `kept` are reading forms of an earlier check of the same window; it is brought up to date.
    """
    forms = _Forms(kept if kept is not None else {})
    read, summary = forms.record(compaction)
    records = tuple(forms.record(one)[0] for one in earlier)
    if kept is not None:
        kept.clear()
        kept.update(forms.made)
    readings: dict[str, list[tuple[str, Reading]]] = {}
    if read is not compaction or any(one is not given for one, given in zip(records, earlier, strict=True)):
        odd = set[str]()
        for name, text, reading in forms.named(compaction, earlier):
            readings.setdefault(name, []).append((text, reading))
            if reading.text != text:
                odd.add(name)
        # a plain text may have the name of an odd one in another record of the run, and its places stay as they are
        readings = {name: readings[name] for name in odd}
    return AsRead(compaction, read, summary, records, readings)


def spans_as_read(spans: Iterable[Span], kept: Kept) -> tuple[Span, ...]:
    """Return `spans` as they are read, which brings `kept` up to date."""
    forms = _Forms(kept)
    found = tuple(map(forms.span, spans))
    kept.clear()
    kept.update(forms.made)
    return found


def summary_as_read(compaction: Compaction) -> Reading:
    """Return the reading form of the summary of a record: an invisible sign in a name stays where no span holds the name so."""
    return reading_form(compaction.summary, strict=True, copied=_copied(compaction))


def manner_of(span: Span) -> Manner:
    """Return how a span was written: as prose, as the call of a tool, or as its output."""
    return "call" if span.kind == "tool_call" else "output" if span.kind == "tool_output" or span.role == "tool" else "prose"


def _copied(compaction: Compaction) -> Callable[[str], bool]:
    texts = [span.text for span in compaction.spans] + [compaction.previous_summary or ""]
    odd: list[str] | None = None

    def copied(name: str) -> bool:
        nonlocal odd
        odd = list(filter(holds_hidden, texts)) if odd is None else odd
        return any(name in text for text in odd)

    return copied


class _Forms:
    """The reading forms of the texts of a run: those made `before`, and those of this time."""

    def __init__(self, before: Kept) -> None:
        self.before, self.made = before, Kept()

    def of(self, text: str, manner: Manner = "prose") -> Reading:
        key = text, manner
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = self.before.get(key) or reading_form(text, manner)
        return found

    def text(self, text: str, manner: Manner = "prose") -> str:
        """The text as read; the same object where that is no other text."""
        found = self.of(text, manner).text
        return text if found == text else found

    def record(self, given: Compaction) -> tuple[Compaction, Reading]:
        """A record as read, the same object where it is no other one, and the reading form of its summary."""
        summary, copied = summary_as_read(given), _copied(given)
        changed: dict[str, Any] = {}
        spans = tuple(self.span(span) for span in given.spans)
        if any(one is not span for one, span in zip(spans, given.spans, strict=True)):
            changed["spans"] = spans
        if summary.text is not given.summary:
            changed["summary"] = summary.text
        if given.previous_summary:
            changed["previous_summary"] = self.text(given.previous_summary)
        if given.protected:
            changed["protected"] = tuple(map(self.text, given.protected))
        if given.ignore:
            quotes = [reading_form(entry.quote, strict=True, copied=copied).text for entry in given.ignore]
            changed["ignore"] = tuple(replace(entry, quote=quote) for entry, quote in zip(given.ignore, quotes, strict=True))
        odd = {name: value for name, value in changed.items() if value != getattr(given, name)}
        return (replace(given, **odd) if odd else given), summary

    def span(self, span: Span) -> Span:
        """A span as read, the same object where it is no other one."""
        text = self.text(span.text, manner_of(span))
        return span if text is span.text else replace(span, text=text)

    def named(self, compaction: Compaction, earlier: Sequence[Compaction]) -> Iterator[tuple[str, str, Reading]]:
        """The texts of a run by the names under which evidence may tell of them; an apostrophe tells equal names apart."""
        for one in (compaction, *reversed(earlier)):
            for span in one.spans:
                reading = self.of(span.text, manner_of(span))
                for name in (span.id, f"{one.id}/{span.id}", f"{one.id}/{span.id}'"):
                    yield name, span.text, reading
            if one.previous_summary:
                for name in (PREVIOUS, PREVIOUS + "'"):
                    yield name, one.previous_summary, self.of(one.previous_summary)
        for one in earlier:
            yield f"{one.id}/summary", one.summary, summary_as_read(one)
