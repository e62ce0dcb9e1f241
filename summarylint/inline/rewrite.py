"""A compaction as a list of messages before it and after it: what was replaced, what stays, and the summary between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from summarylint.errors import SummarylintError, UsageError, did_you_mean
from summarylint.inline.appendix import split
from summarylint.inline.window import Turn, Window, fresh, read_window, surviving
from summarylint.model import Compaction, Span

if TYPE_CHECKING:
    from summarylint.engine import Linter
    from summarylint.evidence.index import Ledger
    from summarylint.inline.codecs.codec import Codec
    from summarylint.model import Report


REFUSED = "Not carried out: this cannot be taken back, and what the summary says about it is not grounded"
"""How the refusal of a call begins, by which it is known again in the window: a whole sentence, as tools begin theirs alike."""

NOT_DONE = "Not carried out."
"""What stays of a refusal where it is compared with anything."""


KNOWN = tuple(field.name for field in fields(Compaction) if field.name not in ("spans", "summary"))
"""The fields of a Compaction that are not in its messages, and may be given beside them."""


class UnreadableSummaryError(SummarylintError):
    """A summary that its provider encrypted: nothing can be said about it."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a compaction did to a list of messages.

    `place` is where the summary's message stands in `after`, `text` the summary as its writer left it.
    """

    before: Window
    after: Window
    place: int
    text: str

    @property
    def carrier(self) -> Turn:
        """The message with the new summary."""
        return self.after.turns[self.place]

    @property
    def rest(self) -> tuple[Turn, ...]:
        """The messages beside the new summary."""
        return (*self.after.turns[: self.place], *self.after.turns[self.place + 1 :])

    def surviving(self) -> frozenset[str]:
        """The ids of the spans that stay in the window."""
        return surviving(self.before, self.rest)


def find_rewrite(before: Window, after: Window) -> Rewrite | None:
    """What became of `before`, None where no message with a new summary is in `after`.

    The new summary is the marked one; without a mark, the only message that was not there before.
    Raises UnreadableSummaryError for an encrypted one.
    """
    new = fresh(before, after)
    marked = [number for number in new if after.turns[number].summary is not None]
    place = marked[-1] if marked else new[0] if len(new) == 1 and len(after.turns) <= len(before.turns) else _repeated(before, after)
    if place is None:
        return None
    carrier = after.turns[place]
    text = carrier.summary if carrier.summary is not None else "\n".join(span.text for span in carrier.spans)
    if not text.strip():
        raise UnreadableSummaryError("the new summary is empty or encrypted by its provider, so that it cannot be compared with anything")
    return Rewrite(before, after, place, text)


def _repeated(before: Window, after: Window) -> int | None:
    """The place of a summary that says what the last one said: in a message of its own, in the place of more messages."""
    names, objects = {turn.name for turn in before.turns if turn.own}, {id(turn.message) for turn in before.turns}
    again = [
        number
        for number, turn in enumerate(after.turns)
        if turn.summary is not None and id(turn.message) not in objects and not (turn.own and turn.name in names)
    ]
    said = {span.id for turn in before.turns if turn.summary is None for span in turn.spans}
    return again[-1] if again and said - surviving(before, after.turns) else None


def bare_spans(window: Window, known: Mapping[str, str] | None = None, *, quoting: bool = True) -> tuple[Span, ...]:
    """The spans of a window as a linter is to see them: a summary without its appendix, and before it what that quotes.

    `known` gives the bare text of summaries that were handed back with more than an appendix added. Without `quoting` what an
    appendix quotes is left out.
    """
    found: list[Span] = []
    held = {span.id for span in window.spans}
    for span in window.spans:
        if span.role == "summary":
            bare, quotes = split(span.text)
            quoted = [quote.span for quote in quotes if quoting and quote.span.id not in held]
            held.update(one.id for one in quoted)
            found += quoted
            bare = (known or {}).get(span.text.strip(), bare)
            span = replace(span, text=bare) if bare != span.text else span
        elif span.role == "tool" and span.text.startswith(REFUSED):
            span = replace(span, text=NOT_DONE)  # what a refusal says of a claim bears nothing out
        found.append(span)
    return tuple(found)


def shown_ids(found: Rewrite, shown: Sequence[Any] | None, codec: Codec) -> frozenset[str] | None:
    """The ids of the spans that nobody is left without: what the summariser was handed, and what stays in the window anyway."""
    return None if shown is None else surviving(found.before, read_window(shown, codec, found.before).turns) | found.surviving()


def lint_rewrite(
    before: Sequence[Any],
    after: Sequence[Any],
    codec: Codec,
    *,
    ledger: Ledger | None = None,
    shown: Sequence[Any] | None = None,
    earlier: Sequence[Compaction] = (),
    linter: Linter | None = None,
    **known: Any,
) -> Report:
    """Compare the summary that made the messages `after` out of `before` with what it replaced.

    `codec` reads the messages (`summarylint.inline.codecs`). The spans are all of `before`, an earlier summary among them by
    its mark; the summary is the new one in `after`; what else is in `after` survives. `shown` are the messages that the
    summariser was handed where those are fewer, `earlier` the compactions before this one, `ledger` what is kept of the
    window between checks. `known` gives any other field of a Compaction.

    Raises UsageError where `after` holds no new summary and for a field that is none, UnreadableSummaryError where the summary is
    encrypted, and RuleError where a rule crashes.
    """
    from summarylint.engine import Linter

    for name in known:
        if name not in KNOWN:
            raise UsageError(f"lint_rewrite takes no {name!r}{did_you_mean(name, KNOWN) or '; it may be given ' + ', '.join(KNOWN)}")
    first = read_window(before, codec)
    found = find_rewrite(first, read_window(after, codec, first))
    if found is None:
        raise UsageError("no message in `after` is a new summary: one that bears its maker's mark, or the only one that is new")
    spans = bare_spans(first)
    depth = max(len(earlier), int(any(turn.summary is not None for turn in first.turns)))
    given: dict[str, Any] = {
        "id": "summary",
        "previous_summary": next((span.text for span in reversed(spans) if span.role == "summary"), None),
        "surviving_span_ids": found.surviving(),
        "shown_span_ids": shown_ids(found, shown, codec),
        "cycle_depth": depth,
        **known,
    }
    compaction = Compaction(spans=spans, summary=split(found.text)[0], **given)
    return (linter or Linter()).check(compaction, ledger, earlier)


def new_summary(before: Sequence[Any], after: Sequence[Any], codec: Codec) -> str:
    """The text of the summary that made the messages `after` out of `before`, "" where there is none."""
    first = read_window(before, codec)
    found = find_rewrite(first, read_window(after, codec, first))
    return found.text if found else ""
