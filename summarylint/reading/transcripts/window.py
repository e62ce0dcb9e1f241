"""The window of an agent as its transcript is read: spans come in, a summary takes the place of some of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from summarylint.model import Author, Compaction, Role, Span, SpanKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

NoteKind = Literal["opaque", "incomplete", "none"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a transcript holds and that cannot be checked.

    `opaque`: a compaction whose summary cannot be read. `incomplete`: one whose spans are not there. `none`: the transcript
    holds no compaction.
    """

    kind: NoteKind
    reason: str
    path: str
    line: int
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line or list member of a transcript; `key` is the field of the document it stands under, None for lines and lists."""

    value: Any
    line: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """What one block of a message says; `id` is the block's own id, where it has one."""

    role: Role
    text: str
    kind: SpanKind = "text"
    id: str | None = None


def name_of(value: Any) -> str | None:
    """An id as text, None where a transcript has something there that is none."""
    return str(value) if isinstance(value, str | int) and value != "" and not isinstance(value, bool) else None


@dataclass(slots=True)
class Held:
    """A span in the window, and the message that it belongs to."""

    message: str
    span: Span


@dataclass(slots=True)
class Window:
    """The spans in the window of one run, in order, while its transcript is read.

    `path` names the transcript; `chain` the run (the file where the transcript does not say).
    """

    path: str
    chain: Any = None
    held: list[Held] = field(default_factory=list)
    previous: str | None = None
    """The summary that stands in the window, None before the first compaction."""
    depth: int = 0
    count: int = 0
    """The compactions so far, those among them that cannot be checked."""
    partial: bool = False
    """Does the run begin before the transcript? Then it is unknown what its facts rest on, and survival is not told."""
    hidden: bool = False
    """Does the window hold a summary that cannot be read?"""
    messages: int = 0
    _ids: dict[str, int] = field(default_factory=dict)

    def add(self, pieces: Iterable[Piece], *, message: Any = None, time: Any = None) -> str:
        """Add what a message says, one span a piece, and return the message's key.

        `message` is the agent's own id of it; without one it is `m<n>`, the n-th message of the transcript. A span is called by
        the id of its piece, else by its message, a later one `<message>.<n>`. A piece without text is left out.
        """
        self.messages += 1
        key = name_of(message) or f"m{self.messages}"
        own = 0
        for piece in pieces:
            if not isinstance(piece.text, str) or not piece.text.strip():
                continue
            own += piece.id is None
            name = name_of(piece.id) or (key if own == 1 else f"{key}.{own}")
            when = str(time) if isinstance(time, str | int | float) else None
            self.held.append(Held(key, Span(self._unique(name), piece.role, piece.text, piece.kind, when)))
        return key

    def _unique(self, name: str) -> str:
        count = self._ids[name] = self._ids.get(name, 0) + 1
        return name if count == 1 else f"{name}~{count}"

    def drop(self, wanted: Callable[[str], bool]) -> None:
        """Forget the messages that were taken back."""
        for held in self.held:
            if wanted(held.message):
                self._ids.pop(held.span.id, None)
        self.held = [held for held in self.held if not wanted(held.message)]

    def order(self) -> list[str]:
        """The messages in the window, in order."""
        return list(dict.fromkeys(held.message for held in self.held))

    def open_with(self, summary: str, *, message: Any = None, time: Any = None) -> None:
        """The transcript begins with the summary of an earlier one."""
        self.add([Piece("summary", summary)], message=name_of(message) or "summary-0", time=time)
        self.previous, self.depth, self.partial = summary, self.depth + 1, True

    def compact(
        self,
        summary: str,
        *,
        line: int,
        message: Any = None,
        time: Any = None,
        kept: Collection[str] = (),
        surviving: Collection[str] | None = (),
        shown: Callable[[Held], bool] | None = None,
        tokens: Any = None,
        author: Author | None = None,
    ) -> Compaction | Note:
        """Replace what is in the window by `summary`, and return the compaction, or a note where its spans are not there.

        `kept` are messages that were not summarised and stay; `surviving` were summarised and stay all the same, None where
        that is unknown. `shown` says what the summariser saw, where it did not see all.
        """
        self.chain = name_of(self.chain)
        replaced = [held for held in self.held if held.message not in kept]
        number, depth = self.counted(), self.depth if any(held.span.role == "summary" for held in replaced) else 0
        incomplete = self._incomplete(replaced, line, number)
        stay = frozenset(surviving or ())
        made = Compaction(
            id=f"{self.chain or self.path}/{number}",
            spans=tuple(held.span for held in replaced),
            summary=summary,
            previous_summary=self.previous if depth else None,
            surviving_span_ids=None
            if surviving is None or self.partial
            else frozenset(held.span.id for held in replaced if held.message in stay),
            shown_span_ids=None if shown is None else frozenset(held.span.id for held in replaced if shown(held)),
            chain=self.chain or self.path,
            cycle_depth=depth,
            window_tokens=tokens if isinstance(tokens, int) and tokens > 0 else None,
            author=author or Author(),
            path=self.path,
            line=line,
        )
        self._take_place(summary, name_of(message) or f"summary-{number}", time, kept, stay)
        return incomplete or made

    def counted(self) -> int:
        """The number of the next compaction, which is counted from now on."""
        self.count += 1
        return self.count

    def _incomplete(self, replaced: list[Held], line: int, number: int) -> Note | None:
        hidden, self.hidden = self.hidden, False
        if hidden:
            return self.note("incomplete", "an earlier summary that it was made from cannot be read", line, number)
        if not any(held.span.role != "summary" for held in replaced):
            return self.note("incomplete", "what it replaced is not in this transcript", line, number)
        return None

    def note(self, kind: NoteKind, reason: str, line: int, number: int) -> Note:
        return Note(kind, reason, self.path, line, f"{name_of(self.chain) or self.path}/{number}")

    def _take_place(self, summary: str, message: str, time: Any, kept: Collection[str], stay: Collection[str]) -> None:
        """Put the summary where the first span stood that leaves the window."""
        stays = [held.message in kept or held.message in stay for held in self.held]
        before = stays.index(False) if False in stays else len(stays)
        staying = [held for held, stayed in zip(self.held, stays, strict=True) if stayed]
        for held, stayed in zip(self.held, stays, strict=True):
            if not stayed:
                self._ids.pop(held.span.id, None)
        self.held = []
        self.add([Piece("summary", summary)], message=message, time=time)
        self.messages -= 1
        self.held = staying[:before] + self.held + staying[before:]
        self.previous, self.depth = summary, self.depth + 1

    def opaque(self, line: int, *, reason: str = "its summary is encrypted and cannot be read", surviving: Collection[str] = ()) -> Note:
        """A compaction whose summary cannot be read took the place of everything but the `surviving` messages."""
        self.drop(lambda message: message not in surviving)
        self.hidden, self.partial, self.depth = True, True, self.depth + 1
        return self.note("opaque", reason, line, self.counted())
