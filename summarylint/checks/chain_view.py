"""What a check on chains sees: one compaction with those that came before it in its run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from summarylint.checks.comparison import compare
from summarylint.checks.view import View, place, tags_behind
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.model import Chain, Claim, Compaction, Place, Statement
from summarylint.provenance.authorship import Authorship, authorship, is_external
from summarylint.provenance.chain import earlier_summaries, widened
from summarylint.provenance.continuity import Continuity
from summarylint.provenance.life import Reading
from summarylint.provenance.retention import Fate, fates
from summarylint.provenance.tags import may_carry_tag
from summarylint.provenance.trace import Trace, trace

if TYPE_CHECKING:
    import regex


@dataclass(frozen=True)
class ChainView:
    """One compaction, its statements' views, and the compactions `earlier` in its run, the oldest first.

    `earlier` is empty for the first of a chain and for a record that is read by itself.
    """

    compaction: Compaction
    views: tuple[View, ...]
    earlier: tuple[Compaction, ...] = ()
    tag_patterns: Sequence[regex.Pattern[str]] = ()
    earlier_readings: tuple[Reading, ...] = ()

    @property
    def external(self) -> bool:
        """Is the pruning none of the model's?"""
        return is_external(self.compaction)

    @property
    def depth(self) -> int:
        """How many summaries by the model itself this one was made from: as the records say, or by its place where none does."""
        told = self.compaction.cycle_depth or any(one.cycle_depth for one in self.earlier)
        return self.compaction.cycle_depth if told else len(self.earlier)

    @property
    def tagged(self) -> bool:
        """Does every claim carry a tag that can?"""
        claims = [view for view in self.views if view.claim is not None and may_carry_tag(view.statement)]
        return bool(claims) and all(tags_behind(view) for view in claims)

    @property
    def authorship(self) -> Authorship:
        """How pruner and summariser stand to each other."""
        return authorship(self.compaction, tagged=self.tagged)

    @cached_property
    def wide(self) -> tuple[View, ...]:
        """The statements' views against all spans known of the run, not only those that this summary replaced."""
        if not self.earlier:
            return self.views
        wide = widened(self.earlier, self.compaction)
        if wide == self.compaction:
            return self.views
        own = self.views[0].ledger if self.views else Ledger()
        return compare(wide, own if wide.spans == self.compaction.spans else own.beside(), self.tag_patterns)

    @property
    def with_earlier_turns(self) -> tuple[View, ...]:
        """The statements' own views, each with what spans of earlier compactions say against it where survival is known."""
        if not self.earlier or self.compaction.surviving_span_ids is None:
            return self.views
        own = {span.id for span in self.compaction.spans}
        return tuple(
            replace(view, earlier_turns=tuple(turn for turn in wide.timeline if turn.witness.span.id not in own))
            for view, wide in zip(self.views, self.wide, strict=True)
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, traced to the raw spans of the whole run."""
        return tuple(view.claim for view in self.wide if view.claim is not None)

    @cached_property
    def reading(self) -> Reading:
        """This summary as the trace of its chain reads it."""
        return Reading(
            self.compaction,
            tuple(view.statement for view in self.wide),
            tuple(view.claim for view in self.wide),
            tuple(tuple(_disagreeing(view)) for view in self.wide),
        )

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the summary."""
        return tuple(view.statement for view in self.views)

    @cached_property
    def earlier_texts(self) -> tuple[str, ...]:
        """Each earlier summary that is known, the oldest first."""
        return earlier_summaries(self.compaction, self.earlier)

    @cached_property
    def before(self) -> tuple[Statement, ...]:
        """The statements of the latest earlier summary, which stands for those before it; none where none is known."""
        return read_statements(self.earlier_texts[-1], tag_patterns=self.tag_patterns) if self.earlier_texts else ()

    @cached_property
    def forebears(self) -> dict[int, int]:
        """The number of the statement in `before` that each statement of the summary goes on telling."""
        return Continuity(self.before, self.statements).forebears

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        """What became of the identifiers of the last summary of the chain; nothing for the first of a chain."""
        if not self.earlier:
            return ()
        last = read_statements(self.earlier[-1].summary, tag_patterns=self.tag_patterns)
        return fates(last, self.statements, self.compaction.summary)

    def trace(self) -> Trace:
        """The trace of the chain up to and including this compaction."""
        chain = self.compaction.chain or self.compaction.id
        return trace(Chain(chain, (*self.earlier, self.compaction)), (*self.earlier_readings, self.reading))


def _disagreeing(view: View) -> list[Place]:
    found = {turn.witness.span.id: place(turn.witness, "disagrees", turn.at, turn.to) for turn in view.timeline if not turn.doubtful}
    return list(found.values())


def first_place(view: ChainView) -> tuple[int | None, int | None]:
    """Return where in the summary something that concerns all of it is shown: its first claim, or nowhere in an empty one."""
    statement = next((found.statement for found in view.views if found.claim is not None), None)
    if statement is None:
        statement = next(iter(view.statements), None)
    return (None, None) if statement is None else (statement.start, statement.end)


def earlier_place(view: ChainView, statement: Statement, label: str, end: int | None = None) -> Place:
    """Return the place of a statement of the latest earlier summary, up to `end` where its tags are to be shown.

    It is named by the span that holds that summary; else `<record>/summary`, or `previous_summary` where no record does.
    """
    text, to = view.earlier_texts[-1], max(statement.end, end or 0)
    name = next((span.id for span in view.compaction.spans if span.role == "summary" and span.text == text), None)
    if name is None:
        name = next((f"{one.id}/summary" for one in reversed(view.earlier) if one.summary == text), "previous_summary")
    return Place(name, statement.start, to, text[statement.start : to], label)
