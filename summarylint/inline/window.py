"""A list of messages read as spans, with names that stay the same while a conversation goes on."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from summarylint.inline.codecs.codec import Codec
from summarylint.model import Span
from summarylint.reading.transcripts.window import Piece

_NOT_IN_TAGS = re.compile(r"[\s,\[\]]+")

Recall = Callable[[str], str | None]
"""From the text of a piece to the summary in it, where it is known to hold one that was handed back earlier."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as it was read.

    `name` is its own id, else one that was given to it; `own` says which. `spans` are what it says, without what is empty.
    `summary` is the text of the summary that it carries, "" for one that cannot be read, None where it carries none.
    """

    message: Any
    name: str
    own: bool
    content: tuple[tuple[str, str, str], ...]
    spans: tuple[Span, ...]
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """The names that were given to messages without an id of their own.

    `given` are those of one window, in order, with the content of their messages; `count` is the number of all that were given
    in the conversation so far.
    """

    given: tuple[tuple[object, str], ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """The messages of one moment, in order; `count` is the number of names that were given in the conversation so far."""

    turns: tuple[Turn, ...] = ()
    count: int = 0

    @property
    def names(self) -> Names:
        """The names in it, for the next window."""
        return Names(tuple((turn.content, turn.name) for turn in self.turns if not turn.own), self.count)

    @property
    def spans(self) -> tuple[Span, ...]:
        """What all messages say, in order."""
        return tuple(span for turn in self.turns for span in turn.spans)


@dataclass(frozen=True, slots=True)
class Heard:
    """What one message says, before it has a name; `own` is its own id."""

    message: Any
    own: str | None
    pieces: tuple[Piece, ...]
    content: tuple[tuple[str, str, str], ...]
    summary: str | None = None


def hear(messages: Sequence[Any], codec: Codec, recall: Recall | None = None) -> list[Heard]:
    """Read each of `messages`. `recall` tells a summary that bears no mark by its text."""
    found = []
    for message in messages:
        pieces = tuple([_told(piece, recall) for piece in codec.pieces(message)])
        content = tuple([(piece.role, piece.kind, piece.text) for piece in pieces])
        summary = next((piece.text for piece in pieces if piece.role == "summary"), None)
        found.append(Heard(message, codec.key(message), pieces, content, summary))
    return found


def named(heard: Sequence[Heard], last: Names = Names()) -> Window:
    """Give every message a name.

    A message without an id of its own keeps the name that it had in the `last` window, by its content and place in the order;
    a new one is called `m<n>`, n counting on.
    """
    known: defaultdict[object, deque[str]] = defaultdict(deque)
    for content, name in last.given:
        known[content].append(name)
    count = last.count
    taken: set[str] = set()
    turns = []
    for one in heard:
        if one.own is not None:
            name = one.own
        elif known.get(one.content):
            name = known[one.content].popleft()
        else:
            count += 1
            name = f"m{count}"
        spans = tuple(_spans(name, one.pieces, taken))
        turns.append(Turn(one.message, name, one.own is not None, one.content, spans, one.summary))
    return Window(tuple(turns), count)


def read_window(messages: Sequence[Any], codec: Codec, last: Window | None = None) -> Window:
    """Read `messages`, in time order, and name them as `named` does."""
    return named(hear(messages, codec), last.names if last else Names())


def _told(piece: Piece, recall: Recall | None) -> Piece:
    if recall is None or piece.kind != "text":
        return piece
    known = recall(piece.text)
    return piece if known is None else replace(piece, role="summary", text=known)


def _spans(name: str, pieces: Sequence[Piece], taken: set[str]) -> Iterator[Span]:
    number = 0
    for piece in pieces:
        number += piece.id is None
        if not piece.text.strip():
            continue
        span_id = _NOT_IN_TAGS.sub("_", piece.id or (name if number == 1 else f"{name}.{number}"))
        unique, again = span_id, 1
        while unique in taken:
            again += 1
            unique = f"{span_id}~{again}"
        taken.add(unique)
        yield Span(unique, piece.role, piece.text, piece.kind)


def surviving(before: Window, after: Sequence[Turn]) -> frozenset[str]:
    """The ids of the spans of `before` that are still there in `after`.

    A message is known again by its id, as the same object, or by its content, the latest first; of a message that was
    changed, what it still says.
    """
    by_id = {turn.name: turn for turn in before.turns if turn.own}
    by_object = {id(turn.message): turn for turn in before.turns}
    by_content: defaultdict[object, list[Turn]] = defaultdict(list)
    for turn in before.turns:
        by_content[turn.content].append(turn)
    found: set[str] = set()
    used: set[int] = set()
    for turn in reversed(after):
        match = by_id.get(turn.name) if turn.own else by_object.get(id(turn.message))
        while match is None and by_content[turn.content]:
            latest = by_content[turn.content].pop()
            match = None if id(latest) in used else latest
        if match is not None:
            used.add(id(match))
            said = {span.text for span in turn.spans}
            found.update(span.id for span in match.spans if span.text in said)
    return frozenset(found)


def fresh(before: Window, after: Window) -> list[int]:
    """The places in `after` of the messages that were not there before.

    A summary with an id of its own is new by that, though it may say what the last one said; any other message by its content.
    """
    ids = {turn.name for turn in before.turns if turn.own}
    objects = {id(turn.message) for turn in before.turns}
    contents = {turn.content for turn in before.turns}
    return [
        number
        for number, turn in enumerate(after.turns)
        if not (turn.own and turn.name in ids)
        and id(turn.message) not in objects
        and (turn.content not in contents or (turn.own and turn.summary is not None))
    ]
