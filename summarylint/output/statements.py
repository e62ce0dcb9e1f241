"""The summary as the linter sees it: statements, their stance and marks, and the span statements that they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from summarylint.output.escaping import visible
from summarylint.output.excerpt import cells, excerpt, place_of
from summarylint.output.form import named
from summarylint.output.redaction import redact
from summarylint.output.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from summarylint.model import Claim, Stance, Statement, Witness
    from summarylint.provenance.as_read import AsRead

WIDTH = 110
"""Cells of a quoted line."""


class View(Protocol):
    """What is shown of one summary statement."""

    @property
    def statement(self) -> Statement: ...
    @property
    def witnesses(self) -> Sequence[Witness]: ...
    @property
    def claim(self) -> Claim | None: ...


def show(read: AsRead, views: Iterable[View], style: Style | None = None) -> str:
    """A block of lines for each statement of the summary, in text order: as it is read, with its place in the text as given."""
    paint = style or Style()
    lines = [paint.strong(visible(named(read.given)))]
    for view in views:
        lines.extend(_statement(read, view, paint))
    if len(lines) == 1:
        lines.append("  the summary holds no statement")
    return "\n".join(lines) + "\n"


def _statement(read: AsRead, view: View, paint: Style) -> Iterator[str]:
    statement = view.statement
    line, column = place_of(read.given.summary, read.summary.start(statement.start))
    above = f" under {' > '.join(statement.segment.headings)}" if statement.segment.headings else ""
    yield ""
    yield f"  {line}:{column} {statement.segment.form}, {visible(redact(_stance(statement.stance) + above))}"
    yield f"    {excerpt(read.summary.text, statement.start, statement.end, WIDTH).shown}"
    for mark in statement.marks:
        value = f" = {mark.value}{' ' + mark.unit if mark.unit else ''}" if mark.value and mark.value != mark.text else ""
        yield paint.faint(f"    {mark.kind} {mark.type}: ") + visible(redact(mark.text + value))
    for witness in view.witnesses:
        start = place_of(witness.span.text, witness.statement.start)
        quote = excerpt(witness.span.text, witness.statement.start, witness.statement.end, WIDTH)
        head = visible(f"    {witness.score:.2f} span {redact(witness.span.id)}, {witness.span.role}, {start[0]}:{start[1]}: ")
        yield paint.evidence(head) + _clipped(quote.shown, WIDTH - cells(head))
        shared = ", ".join(witness.shared) or "nothing"
        yield "         " + visible(redact(f"{_stance(witness.statement.stance)}; shared: {shared}"))
    if view.claim is not None:
        origin, primary = view.claim.origin or "unverified", view.claim.primary_span_id
        yield f"    claim [{origin}{':' + visible(redact(primary)) if primary else ''}] confidence {view.claim.confidence:.2f}"


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(1, width - 1)] + "…"


def _stance(stance: Stance) -> str:
    words: list[str] = [stance.certainty, stance.force]
    if stance.polarity == "negative":
        words.append("negated")
    if stance.status:
        words.append(stance.status)
    if stance.speaker:
        words.append(f"held by {stance.speaker}")
    if stance.cues:
        words.append("cues " + ", ".join(repr(cue.text) for cue in stance.cues))
    return ", ".join(words)
