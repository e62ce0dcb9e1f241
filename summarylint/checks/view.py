"""What a check sees: one summary statement with all that the earlier stages found about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.bearing import Bearing, bearings, may_be_afterthought
from summarylint.evidence.bonds import Bonds
from summarylint.evidence.caveats import find_caveats
from summarylint.evidence.copying import Copy, copies
from summarylint.evidence.dues import Due, find_dues
from summarylint.evidence.index import Ledger
from summarylint.evidence.resolution import UNSURE
from summarylint.evidence.telling import Telling, Told
from summarylint.evidence.timeline import Turn
from summarylint.language.marks import find_marks
from summarylint.language.segment import clauses
from summarylint.language.stance import CERTAINTY_ORDER
from summarylint.language.terms import terms
from summarylint.model import Certainty, Claim, Compaction, Place, Polarity, Statement, Witness
from summarylint.provenance.tags import Tag, tags_of

NEAREST_LENGTH = 200
"""Code points that the place of something absent may have: it points, it does not underline."""

AROUND = 300
"""Code points on either side of an order whose words help to find where in the summary it belongs."""
SHORT_ANSWER = 3
"""With at most so many terms a statement only answers its label, and says nothing without it."""

LEAST_CLAUSE_TERMS = 3
"""A clause with fewer terms says too little to be held against a span by itself."""


_SETS_OFF = re.compile(r"(?<=\w):\s+|^[,;\s]+|\s+[–—-]\s+|\s*[()]\s*")


@dataclass(frozen=True)
class View:
    """One summary statement beside its spans. Checks read it and yield hits; nothing here changes.

    `statements` are all statements of the summary in order, `number` the place of this one among them.
    `candidates` are span statements by score; `witnesses` the first of them, read in full.
    """

    compaction: Compaction
    ledger: Ledger
    statements: tuple[Statement, ...]
    number: int
    candidates: tuple[Candidate, ...]
    witnesses: tuple[Witness, ...]
    disconfirmers: tuple[Witness, ...] = ()
    claim: Claim | None = None
    timeline: tuple[Turn, ...] = ()
    """What later spans did to the statement, in time order."""
    earlier_turns: tuple[Turn, ...] = ()
    """What spans of earlier compactions of its run did to it, those of this record left out."""

    @property
    def statement(self) -> Statement:
        """The summary statement in question."""
        return self.statements[self.number]

    @cached_property
    def sentence(self) -> tuple[Statement, ...]:
        """The statements of the same sentence, bullet or cell: what stands beside this one without a line break or full stop."""
        text = self.compaction.summary
        first = last = self.number
        least, most = self.number - MOST_BESIDE, min(self.number + MOST_BESIDE, len(self.statements) - 1)
        while first > max(0, least) and not _breaks(text[self.statements[first - 1].end - 1 : self.statements[first].start]):
            first -= 1
        while last < most and not _breaks(text[self.statements[last].end - 1 : self.statements[last + 1].start]):
            last += 1
        return self.statements[first : last + 1]

    @cached_property
    def certainty(self) -> Certainty:
        """The certainty of the sentence: that of its least certain statement."""
        return min((statement.stance.certainty for statement in self.sentence), key=CERTAINTY_ORDER.index)

    @cached_property
    def parts(self) -> tuple[Statement, ...]:
        """The statement and, where it has several, its clauses as statements of their own.

        A clause keeps the marks and cues inside it, its own polarity, and the rest of the stance of the whole.
        """
        return _parts(self.statement, self.compaction.summary)

    @cached_property
    def labelled(self) -> Statement:
        """The statement; a short one that a label opens ("Streaks: nosema.") with the label's terms before its own."""
        label = terms(self.statement.segment.label)
        if not label or len(self.statement.terms) > SHORT_ANSWER:
            return self.statement
        return replace(self.statement, terms=(*label, *self.statement.terms))

    @cached_property
    def doubts(self) -> tuple[tuple[Statement, Witness, tuple[Bearing, ...]], ...]:
        """What the witnesses doubt, ask or make depend on something of each part, the statement itself first."""
        may_doubt = self.ledger.each(_may_doubt)
        doubting = [witness for witness in self.witnesses if may_doubt[witness.order]]
        return tuple(
            (part, witness, found)
            for part in ((self.labelled, *self.parts[1:]) if doubting else ())
            for witness in doubting
            if (found := bearings(witness, part, self.ledger, UNSURE))
        )

    @cached_property
    def copies(self) -> tuple[Copy, ...]:
        """What is wrong with the identifiers of this statement; several rules ask for it."""
        text = self.compaction.summary
        nearby = [candidate.order for candidate in self.candidates]
        return tuple(copies(self.with_label, self.witnesses, self.ledger, self.compaction.previous_summary or "", text, nearby))

    @cached_property
    def lead(self) -> int:
        """Where the label before this statement begins ("Crate K-2 (seal 88): ..."), or the statement where it has none."""
        last = self.statements[self.number - 1] if self.number else None
        before = max((last.end, *(mark.end for mark in last.marks if mark.kind == "tag"))) if last else 0
        start = max(before, self.compaction.summary.rfind("\n", before, self.statement.start) + 1)
        return start if self.statement.segment.label and start < self.statement.start else self.statement.start

    @cached_property
    def with_label(self) -> Statement:
        """The statement together with the identifiers and quantities of the label that stands right before it."""
        if self.lead == self.statement.start:
            return self.statement
        marks = find_marks(self.compaction.summary, self.lead, self.statement.start)
        values = tuple(mark for mark in marks if mark.kind in ("identifier", "quantity"))
        return replace(self.statement, marks=(*values, *self.statement.marks))

    def more_witnesses(self, least: float) -> Iterator[Witness]:
        """Yield every candidate of at least this score, read in full on demand."""
        for found in self.candidates:
            if found.score >= least:
                yield witness(self.ledger, found)


MOST_BESIDE = 40
"""Statements on each side that may belong to one sentence; a text without any stop is no sentence."""


@dataclass(frozen=True)
class WholeView:
    """The whole comparison: every statement's view at once."""

    compaction: Compaction
    ledger: Ledger
    views: tuple[View, ...]


@dataclass(frozen=True)
class OwedView:
    """One span statement that the summary owes something: an order still in force, an open approval, a blocker.

    `due` says what is owed, `told` how well the summary tells it, and `nearest` is the view of the summary statement that
    comes closest to telling it (None for an empty summary).
    """

    compaction: Compaction
    ledger: Ledger
    views: tuple[View, ...]
    due: Due
    told: Told
    nearest: View | None
    bonds: Bonds
    """The clauses of the summary, and what else in the spans explains them."""

    @property
    def owed(self) -> Witness:
        """The statement that is owed, as narrow as the order itself."""
        return self.due.owed

    @property
    def share(self) -> float:
        """How much of its worth the summary's best sentence tells, 0 to 1."""
        return self.told.near

    @property
    def nearest_place(self) -> tuple[int | None, int | None]:
        """Where in the summary the owed thing belongs, at most NEAREST_LENGTH code points of it."""
        if self.nearest is None:
            return None, None
        start, end = self.nearest.statement.start, self.nearest.statement.end
        return start, min(end, start + NEAREST_LENGTH)


def owed_views(compaction: Compaction, ledger: Ledger, views: tuple[View, ...]) -> Iterator[OwedView]:
    """Yield what the summary owes: the span statements that evidence/dues.py finds still in force."""
    surviving = compaction.surviving_span_ids or frozenset()
    dues = (*find_dues(ledger, compaction.surviving_span_ids), *(due for due in find_caveats(ledger) if due.owed.span.id not in surviving))
    if not dues:
        return
    groups = dict.fromkeys((view.number - view.sentence.index(view.statement), len(view.sentence)) for view in views)
    statements = [view.statement for view in views]
    telling = Telling(statements, [range(first, first + count) for first, count in groups])
    bonds = Bonds(ledger, compaction.summary, statements)
    for due in dues:
        around = terms(due.owed.span.text[max(0, due.owed.statement.start - AROUND) : due.owed.statement.end + AROUND])
        told = telling.of(due.keys, around, due.reason, due.kind == "prohibition", due.head)
        yield OwedView(compaction, ledger, views, due, told, None if told.number is None else views[told.number], bonds)


def _may_doubt(ledger: Ledger, order: int) -> bool:
    """Is there any cue of doubt in the words of a span statement or of the one behind it?"""
    following = order + 1
    return any(cue.value == "certainty" for cue in ledger.statement(order).word_cues) or (
        following in ledger.orders_of(ledger.number_of(order)) and may_be_afterthought(following, ledger)
    )


def _parts(statement: Statement, text: str) -> tuple[Statement, ...]:
    bounds = [piece for start, end in clauses(text, statement.start, statement.end) for piece in _pieces(text, start, end)]
    if len(bounds) < 2:
        return (statement,)
    found = [statement]
    for start, end in bounds:
        own = terms(text[start:end])
        if len(own) >= LEAST_CLAUSE_TERMS:
            marks = tuple(mark for mark in statement.marks if start <= mark.start and mark.end <= end)
            place = replace(statement.segment, start=start, end=end)
            cues = tuple(cue for cue in statement.stance.cues if start <= cue.start and cue.end <= end)
            polarity: Polarity = "negative" if any(cue.type in ("negative", "prohibition") for cue in cues) else "positive"
            stance = replace(statement.stance, polarity=polarity, cues=cues)
            found.append(Statement(place, text[start:end], marks, stance, own))
    return tuple(found)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a clause at colons, dashes and brackets, each of which sets off a claim of its own."""
    at = start
    for cut in _SETS_OFF.finditer(text, start, end):
        if cut.start() > at:
            yield at, cut.start()
        at = cut.end()
    if at < end:
        yield at, end


def _breaks(between: str) -> bool:
    return any(mark in between for mark in "\n\r.!?")


def tags_behind(view: View) -> tuple[Tag, ...]:
    """Return the tags behind a statement, or behind the last of the sentence that it is a part of."""
    return tags_of(view.statement) or tags_of(view.sentence[-1])


def place(witness: Witness, label: str = "", start: int | None = None, end: int | None = None) -> Place:
    """Return the place of a witness, or of the stretch `[start, end)` of its span."""
    at = witness.statement.start if start is None else start
    to = witness.statement.end if end is None else end
    return Place(witness.span.id, at, to, witness.span.text[at:to], label)
