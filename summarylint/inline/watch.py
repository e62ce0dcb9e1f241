"""What is remembered of conversations between their compactions.

A summary that was handed back is known again by its text, wherever it turns up and whoever it says it is from. So the state
of a conversation hangs on the summary that stands in its window: one watch serves many conversations, and one that is taken
up again at an earlier point goes on from there.
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
from summarylint.inline.window import Heard, Turn, Window, hear, named
from summarylint.model import Compaction, Span

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

LONGEST_INTRODUCTION = 2_000
"""Code points that a framework may put around a summary when it writes it into a message."""


@dataclass(slots=True)
class Past:
    """What is known of a conversation up to the summary in its window.

    `earlier` are its compactions without their spans; `kept` are those spans that the last summary rests on or owes something,
    whichever cycle they are from. `depth` counts the summaries, `text` is the last one as it was handed back and `bare` as it was
    compared. `window` is the last list of messages, for the names in it; `run` is one thing for all of the conversation.
    """

    earlier: tuple[Compaction, ...] = ()
    kept: tuple[Span, ...] = ()
    depth: int = 0
    text: str = ""
    bare: str = ""
    window: Window = field(default_factory=Window)
    run: object = field(default_factory=object)


class Watch:
    """Remembers conversations. Threads and tasks may share one."""

    def __init__(self, *, conversations: int = CONVERSATIONS, cycles: int = CYCLES) -> None:
        self.conversations, self.cycles = conversations, cycles
        self._lock = Lock()
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._shortest = 0
        self._ledgers: OrderedDict[object, Ledger] = OrderedDict()

    def read(self, messages: Sequence[Any], codec: Codec) -> tuple[Past, Window]:
        """Read the messages of a window, and find what is remembered of their conversation."""
        heard = hear(messages, codec, self._recall)
        past = self._past(heard)
        return past, named(heard, past.window)

    def follow(self, messages: Sequence[Any], codec: Codec) -> None:
        """Take in what is new in a window that is not compacted yet, so that its compaction takes less time."""
        past, window = self.read(messages, codec)
        with self.ledger(past) as ledger:
            ledger.update(self.spans(past, window))
        with self._lock:
            past.window = window
            self._put(_anchor(window.turns), past)

    def spans(self, past: Past, window: Window) -> tuple[Span, ...]:
        """The spans that a new summary of this window answers for: what the last one still rests on, then what is in the window."""
        held = {span.id for span in window.spans}
        kept = {span.id: span for span in past.kept if span.id not in held}
        found = bare_spans(window, {past.text.strip(): past.bare} if past.text else None)
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

    def remember(self, past: Past, window: Window, report: Report, text: str, quoted: Collection[str] = ()) -> None:
        """Remember the compaction of a conversation: its summary was handed back as `text`, which quotes the spans `quoted`.

        `window` are the messages after it.
        """
        compaction = report.compaction
        with self.ledger(past) as ledger:
            ledger.update(compaction.spans)
            kept = excerpts(report, ledger, quoted)
        with self._lock:
            self._put(
                text.strip(),
                Past(
                    earlier=(*past.earlier, replace(compaction, spans=()))[-self.cycles :],
                    kept=tuple(span for span in kept if span.role != "summary"),
                    depth=compaction.cycle_depth + 1,
                    text=text,
                    bare=compaction.summary,
                    window=window,
                    run=past.run,
                ),
            )

    def also_known_as(self, text: str, other: str) -> None:
        """Know the summary that was handed back as `text` by the text `other`, too: where its maker's own words stay in the window."""
        with self._lock:
            past = self._pasts.get(text.strip())
            if past is not None and text.strip() != other.strip():
                self._put(other.strip(), replace(past, text=other))

    def _put(self, anchor: str, past: Past) -> None:
        self._pasts[anchor] = past
        self._pasts.move_to_end(anchor)
        while len(self._pasts) > self.conversations:
            self._pasts.popitem(last=False)
        self._shortest = min((len(anchor) for anchor, past in self._pasts.items() if past.text), default=0)

    def _past(self, heard: Sequence[Heard]) -> Past:
        with self._lock:
            return self._pasts.get(_anchor(heard)) or Past(depth=int(any(one.summary is not None for one in heard)))

    def _recall(self, text: str) -> str | None:
        """The summary in this text, where it was handed back by this watch."""
        stripped = text.strip()
        with self._lock:
            if len(stripped) < self._shortest:
                return None
            if stripped in self._pasts:
                return stripped
            for anchor, past in self._pasts.items():
                if past.text and len(anchor) <= len(stripped) <= len(anchor) + LONGEST_INTRODUCTION and anchor in stripped:
                    return anchor
        return None


def _anchor(heard: Sequence[Heard | Turn]) -> str:
    """What the state of a conversation hangs on: its last summary, or its first message."""
    summary = next((one.summary for one in reversed(heard) if one.summary is not None), None)
    if summary is not None:
        return summary.strip()
    if not heard:
        return ""
    return "first " + blake2b(repr(heard[0].content).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
