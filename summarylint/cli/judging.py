"""The judging of one run: rules that are loaded when a record needs them, and answers of earlier runs where none does."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from summarylint.caching.answers import Answer
from summarylint.checking import History, in_chains, look_for_cycles_seldom, with_ignores
from summarylint.errors import RecordError
from summarylint.output.totals import tally
from summarylint.reading.files import Unread

if TYPE_CHECKING:
    from collections.abc import Callable

    from summarylint.caching.answers import Answers
    from summarylint.cli.run import Run
    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report
    from summarylint.output.form import Form
    from summarylint.rulebook import Rulebook
    from summarylint.settings import Settings


class Judging:
    """What one run makes of its records, in order. `answers` are those of earlier runs, None where they are not wanted."""

    def __init__(self, settings: Settings, form: Form, run: Run, answers: Answers | None) -> None:
        self.settings, self.form, self.run, self.answers = settings, form, run, answers
        self.history = History()
        if answers is None or not answers.knows_judge:
            self.linter  # noqa: B018 - what is wrong with the rules or their selection is told before any record is read
            if answers is not None:
                answers.keep_judge()

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, selected or not."""
        from summarylint.rulebook import load_rulebook

        return load_rulebook(self.settings)

    @cached_property
    def linter(self) -> Linter:
        """The linter with the selected rules."""
        from summarylint.engine import Linter

        look_for_cycles_seldom()
        return Linter(self.settings, self.rulebook)

    @cached_property
    def check(self) -> Callable[..., Report]:
        """The check of one record in the light of those before it in its chain."""
        return with_ignores(in_chains(self.linter, self.history), self.rulebook, self.settings)

    def answer(self, record: Compaction | RecordError | Unread) -> Answer | RecordError:
        """What is written of a record and how it counts, or why it could not be checked."""
        key = None
        if isinstance(record, Unread):
            if self.answers is not None and (key := self.answers.of_value(record.item.value, record.place)) is not None:
                held = self.answers.recall(key)
                if held is not None:
                    return held
            strangers = self.run.strangers
            record = record.read()
            if self.run.strangers != strangers:
                key = None  # an unknown field is told in every run
        if isinstance(record, RecordError):
            return record
        if key is None and self.answers is not None:
            key = self.answers.of_compaction(record)
            held = self.answers.recall(key)
            if held is not None:
                self.history.before(record)  # those behind it in its chain may have to be checked
                return held
        idle = self.run.idle
        found = self.fresh(record, self.check)
        if self.run.idle != idle:
            key = None  # an ignore that silences nothing is told in every run
        if key is not None and self.answers is not None and isinstance(found, Answer):
            self.answers.keep(key, found)
        return found

    def fresh(self, record: Compaction, check: Callable[[Compaction], Report]) -> Answer | RecordError:
        """The same by `check`, whatever earlier runs had."""
        outcome = self.run.guarded(record, check)
        if isinstance(outcome, RecordError):
            return outcome
        self.run.ignores(outcome)
        return Answer(self.form.piece(outcome), tally(outcome))
