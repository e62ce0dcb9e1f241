"""What is remembered of conversations between their compactions.

A summary that was handed back is known again by its text, wherever it turns up and whoever it says it is from. So the state
of a conversation hangs on the summary that stands in its window: one watch serves many conversations, and one that is taken
up again at an earlier point goes on from there. Conversations that have the same summary are told apart by the messages beside
it; where nothing tells them apart, nothing is remembered. For users whose words must never meet, give each a guard.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, Any

from summarylint.evidence.index import Ledger
from summarylint.inline.excerpts import excerpts
from summarylint.inline.rewrite import bare_spans
from summarylint.inline.window import Heard, Names, Turn, Window, hear, named
from summarylint.model import Compaction, Span
from summarylint.provenance.as_read import spans_as_read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from summarylint.inline.codecs.codec import Codec
    from summarylint.model import Report

CONVERSATIONS = 64
"""Conversations that are remembered; of those that rest longest the next compaction starts anew."""

CYCLES = 8
"""Earlier compactions of a conversation that are kept: four times the depth at which a summary has to be grounded again."""

LEDGERS = 8
"""Conversations whose ledgers are kept, those that were active last: a ledger takes several times the room of its window."""

MOST_ALIKE = 3
"""Other conversations with the same summary that are remembered beside one; the messages beside it tell them apart."""

SHORTEST_KNOWN = 40
"""Code points from which a summary is known again inside a longer text: the words of a shorter one stand in other texts by chance."""

MOST_REFUSALS = 32
"""Refused calls that are remembered of one conversation, the last ones; after two each is put to the user."""

LONGEST_INTRODUCTION = 2_000
"""Code points that a framework may put around a summary when it writes it into a message."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was refused: the call as a span tells it, and the ids of what stood in the window then."""

    action: str
    span_ids: frozenset[str]


@dataclass(slots=True)
class Past:
    """What is known of a conversation up to the summary in its window.

    `earlier` are its compactions without their spans; `kept` are those spans that the last summary rests on or owes something,
    whichever cycle they are from. `depth` counts the summaries, `text` is the last one as it was handed back and `bare` as it
    was compared. `names` are those of the last list of messages; `span_ids` is what was in the window when the summary was made,
    `stays` the messages beside it. `refusals` are the calls that were refused since.
    `run` is one thing for all of the conversation.
    """

    earlier: tuple[Compaction, ...] = ()
    kept: tuple[Span, ...] = ()
    depth: int = 0
    text: str = ""
    bare: str = ""
    names: Names = field(default_factory=Names)
    span_ids: frozenset[str] = frozenset()
    stays: frozenset[object] = frozenset()
    refusals: tuple[Refusal, ...] = ()
    run: object = field(default_factory=object)


class Watch:
    """Remembers conversations. Threads and tasks may share one."""

    def __init__(self, *, conversations: int = CONVERSATIONS, cycles: int = CYCLES) -> None:
        self.conversations, self.cycles = conversations, cycles
        self._lock = Lock()
        self._pasts: OrderedDict[str, tuple[Past, ...]] = OrderedDict()
        self._shortest = 0
        self._ledgers: OrderedDict[object, Ledger] = OrderedDict()

    def read(self, messages: Sequence[Any], codec: Codec) -> tuple[Past, Window]:
        """Read the messages of a window, and find what is remembered of their conversation."""
        heard = hear(messages, codec, self._recall)
        past = self._past(heard)
        return past, named(heard, past.names)

    def follow(self, messages: Sequence[Any], codec: Codec) -> None:
        """Take in what is new in a window that is not compacted yet, so that its compaction takes less time."""
        past, window = self.read(messages, codec)
        with self.ledger(past) as ledger:
            ledger.update(spans_as_read(self.spans(past, window), ledger.readings))
        with self._lock:
            past.names = window.names
            self._put(_anchor(window.turns), past)

    def spans(self, past: Past, window: Window) -> tuple[Span, ...]:
        """The spans that a new summary of this window answers for: what the last one still rests on, then what is in the window."""
        held = {span.id for span in window.spans}
        kept = {span.id: span for span in past.kept if span.id not in held}
        # of what a known summary quotes the words are kept; a block in it that says more was written by somebody else
        found = bare_spans(window, {past.text.strip(): past.bare} if past.text else None, quoting=not past.text)
        return (*kept.values(), *(span for span in found if span.id not in kept))

    @contextmanager
    def ledger(self, past: Past) -> Iterator[Ledger]:
        """The ledger of a conversation, for one user at a time; a second one gets a new ledger meanwhile."""
        with self._lock:
            ledger = self._ledgers.pop(past.run, None) or Ledger()
        try:
            yield ledger
        finally:
            with self._lock:
                self._ledgers[past.run] = ledger
                while len(self._ledgers) > LEDGERS:
                    self._ledgers.popitem(last=False)

    def remember(
        self, past: Past, window: Window, report: Report, text: str, quoted: Collection[str] = (), stays: Sequence[Turn] = ()
    ) -> None:
        """Remember the compaction of a conversation: its summary was handed back as `text`, which quotes the spans `quoted`.

        `window` are the messages after it, or before it where only a text was given; `stays` are those known to stay.
        """
        compaction = report.compaction
        with self.ledger(past) as ledger:
            ledger.update(compaction.spans)
            kept = excerpts(report, ledger, quoted)
        run = past.run if past.text else object()  # before its first summary it may share that with others that began alike
        with self._lock:
            if run is not past.run and past.run in self._ledgers:
                self._ledgers[run] = self._ledgers.pop(past.run)
            self._put(
                text.strip(),
                Past(
                    earlier=(*past.earlier, replace(compaction, spans=()))[-self.cycles :],
                    kept=tuple(span for span in kept if span.role != "summary"),
                    depth=compaction.cycle_depth + 1,
                    text=text,
                    bare=compaction.summary,
                    names=window.names,
                    span_ids=frozenset(span.id for span in window.spans),
                    stays=frozenset(_identity(turn) for turn in stays if turn.summary is None),
                    run=run,
                ),
            )

    def refused(self, past: Past, window: Window, action: str) -> None:
        """Remember that the call `action` was refused in this window; the same call in the same window is one refusal."""
        refusal = Refusal(action, frozenset(span.id for span in window.spans))
        with self._lock:
            if refusal in past.refusals:
                return
            past.refusals = (*past.refusals, refusal)[-MOST_REFUSALS:]
            anchor = _anchor(window.turns)
            if not any(past is other for other in self._pasts.get(anchor, ())):  # of a summary that was never seen before
                past.names = window.names
                past.stays = frozenset(_identity(turn) for turn in window.turns if turn.summary is None)
                self._put(anchor, past)

    def also_known_as(self, text: str, other: str) -> None:
        """Know the summary that was handed back as `text` by the text `other`, too: where its maker's own words stay in the window."""
        with self._lock:
            pasts = self._pasts.get(text.strip())
            if pasts and text.strip() != other.strip():
                self._put(other.strip(), replace(pasts[-1], text=other))

    def _put(self, anchor: str, past: Past) -> None:
        if not anchor:  # an empty window, or a summary that cannot be read: many conversations have the same
            return
        others = tuple(other for other in self._pasts.get(anchor, ()) if not _are_one(other, past))
        self._pasts[anchor] = (*others[-MOST_ALIKE:], past)
        self._pasts.move_to_end(anchor)
        while len(self._pasts) > self.conversations:
            self._pasts.popitem(last=False)
        lengths = (len(text) for text, pasts in self._pasts.items() if pasts[-1].text)
        self._shortest = min((length for length in lengths if length >= SHORTEST_KNOWN), default=SHORTEST_KNOWN)

    def _past(self, heard: Sequence[Heard]) -> Past:
        """What is remembered of this conversation; nothing where it may be another one with the same summary."""
        there = {_identity(one) for one in heard}
        with self._lock:
            found = [past for past in self._pasts.get(_anchor(heard), ()) if past.stays <= there]
        return found[0] if len(found) == 1 else Past(depth=int(any(one.summary is not None for one in heard)))

    def _recall(self, text: str) -> str | None:
        """The summary in this text, where it was handed back by this watch."""
        stripped = text.strip()
        with self._lock:
            if stripped in self._pasts:
                return stripped
            if len(stripped) < self._shortest:
                return None
            for anchor, pasts in self._pasts.items():
                long_enough = pasts[-1].text and SHORTEST_KNOWN <= len(anchor) <= len(stripped) <= len(anchor) + LONGEST_INTRODUCTION
                if long_enough and anchor in stripped:
                    return anchor
        return None


def _are_one(one: Past, other: Past) -> bool:
    """Are these of one conversation? Two that keep the same words are: a step of it was made twice."""
    return one.run is other.run or (bool(one.kept) and (one.earlier, one.kept) == (other.earlier, other.kept))


def _identity(one: Heard | Turn) -> object:
    """What a message is known by: its id, else its content."""
    own = one.own if isinstance(one, Heard) else one.name if one.own else None
    return one.content if own is None else own


def _anchor(heard: Sequence[Heard | Turn]) -> str:
    """What the state of a conversation hangs on: its last summary, or its first messages up to the first of the user."""
    summary = next((one.summary for one in reversed(heard) if one.summary is not None), None)
    if summary is not None:
        return summary.strip()
    if not heard:
        return ""
    first = next((number for number, one in enumerate(heard) if any(role == "user" for role, _, _ in one.content)), len(heard) - 1)
    said = repr([one.content for one in heard[: first + 1]])  # many conversations share their system prompt
    return "first " + blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
