"""The guard: what becomes of a compaction once it was compared with what it replaced.

- `annotate` puts an origin tag behind each claim, and one block at the end that names what is unverified.
- `repair` applies the safe fixes, and puts lost instructions, hedges and evidence to the contrary into that block, quoted.
- `retry` gives the findings to the summariser and keeps the best of at most `attempts` summaries more; what is still wrong
  with it is annotated.
- `raise` raises ContextProvenanceError where there is a finding at or above `fail_on`.

But for `raise`, a guard always hands back a summary: where it fails itself, the one that it was given, and the error with it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from summarylint.errors import UsageError, did_you_mean
from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline.appendix import split
from summarylint.inline.codecs.codec import UnwritableSummaryError
from summarylint.inline.driving import Ask, AskLater, Work, adriven, beside_the_loop, driven
from summarylint.inline.irreversible import ALLOWED, ANSWERS, CallVerdict, OnIrreversible, call_text, is_irreversible, verdict_on
from summarylint.inline.observation import Observe, observed
from summarylint.inline.outcome import Outcome
from summarylint.inline.rewrite import Rewrite, find_rewrite, shown_ids
from summarylint.inline.treatment import annotated, refused, repaired, retried
from summarylint.inline.watch import Past, Watch
from summarylint.inline.window import Turn, Window, read_window
from summarylint.model import SEVERITIES, Author, Compaction, Severity

if TYPE_CHECKING:
    from summarylint.engine import Linter
    from summarylint.inline.codecs.codec import Codec
    from summarylint.model import Report

Mode = Literal["annotate", "repair", "retry", "raise"]
MODES: tuple[Mode, ...] = ("annotate", "repair", "retry", "raise")

Shown = Sequence[Any] | Callable[[], Sequence[Any] | None] | None
"""The messages that a summariser was handed, or a function that finds them; where it fails, the guard does."""

logger = logging.getLogger("summarylint")


class Guard:
    """Guards the compactions of an agent. Threads, tasks and conversations may share one.

    `attempts` bounds the summaries that `retry` asks for beside the first one, `max_tokens` the instruction for each.
    `author` says who prunes and who summarises, where that is known. `recoverable` says that the host can bring replaced
    messages back by their ids. `on_irreversible` says what to do with calls that cannot be taken back (irreversible.py).
    `observe` is told what came of each compaction (observation.py, telemetry.py).
    Raises UsageError for a mode, a severity or an answer that is unknown, and for `attempts` below 0.
    """

    def __init__(
        self,
        mode: Mode = "annotate",
        *,
        attempts: int = 2,
        fail_on: Severity = "error",
        max_tokens: int = 400,
        author: Author | None = None,
        recoverable: bool = False,
        linter: Linter | None = None,
        watch: Watch | None = None,
        on_irreversible: OnIrreversible = "refuse",
        observe: Observe | None = None,
    ) -> None:
        if mode not in MODES:
            raise UsageError(f"unknown mode {mode!r}{did_you_mean(mode, MODES) or '; known are ' + ', '.join(MODES)}")
        if fail_on not in SEVERITIES:
            raise UsageError(f"unknown fail_on {fail_on!r}{did_you_mean(fail_on, SEVERITIES) or '; known are ' + ', '.join(SEVERITIES)}")
        if not callable(on_irreversible) and on_irreversible not in ANSWERS:
            way_out = did_you_mean(on_irreversible, ANSWERS) or f"; known are {', '.join(ANSWERS)}, or give a function"
            raise UsageError(f"unknown on_irreversible {on_irreversible!r}{way_out}")
        if attempts < 0:
            raise UsageError(f"attempts is {attempts}; give 0 or more")
        from summarylint.engine import Linter

        self.mode, self.attempts, self.fail_on, self.max_tokens = mode, attempts, fail_on, max_tokens
        self.author, self.recoverable = author or Author(), recoverable
        self.on_irreversible, self.observe = on_irreversible, observe
        self.linter, self.watch = linter or Linter(), watch or Watch()

    def follow(self, messages: Sequence[Any], codec: Codec) -> None:
        """Take in what is new in a window that is not compacted yet; never raises."""
        try:
            self.watch.follow(messages, codec)
        except Exception:
            logger.warning("summarylint could not read the window ahead of its compaction", exc_info=True)

    def rewrite(self, before: Sequence[Any], after: Sequence[Any], codec: Codec, *, ask: Ask | None = None, shown: Shown = None) -> Outcome:
        """Guard the compaction that made the messages `after` out of `before`; `messages` of the outcome are to be used.

        `ask` is needed for `retry`, which annotates without it. `shown` are the messages that the summariser was handed where
        those are fewer than what was replaced, or a function that returns them. In the mode `raise` alone it raises:
        ContextProvenanceError, or whatever kept it from its work.
        """
        return driven(self._observed(self._rewritten(before, after, codec, shown)), ask)

    async def arewrite(
        self, before: Sequence[Any], after: Sequence[Any], codec: Codec, *, ask: AskLater | None = None, shown: Shown = None
    ) -> Outcome:
        """`rewrite` beside an event loop: the comparison runs in a thread, `ask` is awaited."""
        return await adriven(self._observed(self._rewritten(before, after, codec, shown)), ask)

    def summary(self, messages: Sequence[Any], text: str, codec: Codec, *, ask: Ask | None = None) -> Outcome:
        """Guard the summary `text` of `messages`, where it is not known which of them stay in the window."""
        return driven(self._observed(self._summarised(messages, text, codec)), ask)

    async def asummary(self, messages: Sequence[Any], text: str, codec: Codec, *, ask: AskLater | None = None) -> Outcome:
        """`summary` beside an event loop."""
        return await adriven(self._observed(self._summarised(messages, text, codec)), ask)

    def call(self, name: str, arguments: Mapping[str, Any], messages: Sequence[Any], codec: Codec) -> CallVerdict:
        """Judge a call of the tool `name` that the agent wants to make now, `messages` being what it sees.

        Only a call that cannot be taken back, and that rests on a summary in the window, is held back, as `on_irreversible`
        says. Where the guard fails itself the call goes on, and the error is logged; in the mode `raise` it is raised.
        What a function given as `on_irreversible` raises is always raised: it decides, and has not allowed the call.
        """
        verdict = self._verdict(name, arguments, messages, codec)
        if not verdict.allow and callable(self.on_irreversible) and self.on_irreversible(name, arguments, verdict):
            return replace(verdict, allow=True)
        return verdict

    def _verdict(self, name: str, arguments: Mapping[str, Any], messages: Sequence[Any], codec: Codec) -> CallVerdict:
        try:
            if self.on_irreversible == "allow" or not is_irreversible(name, arguments):
                return ALLOWED
            past, window = self.watch.read(messages, codec)
            action = call_text(name, arguments)
            verdict = verdict_on(action, past, window, self.linter)
            if not verdict.allow:
                self.watch.refused(past, window, action)
            return verdict
        except Exception as error:
            if self.mode == "raise":
                raise
            logger.warning("summarylint could not judge a call of %s; it is let through: %s", name, error, exc_info=error)
            return ALLOWED

    async def acall(self, name: str, arguments: Mapping[str, Any], messages: Sequence[Any], codec: Codec) -> CallVerdict:
        """`call` beside an event loop."""
        return await beside_the_loop(lambda: self.call(name, arguments, messages, codec))

    def _observed(self, work: Work) -> Work:
        return observed(work, self.mode, self.observe) if self.observe else work

    def _rewritten(self, before: Sequence[Any], after: Sequence[Any], codec: Codec, shown: Shown) -> Work:
        outcome = Outcome("", messages=after)
        try:
            past, window = self.watch.read(before, codec)
            found = find_rewrite(window, read_window(after, codec, window))
            if found is None:
                return outcome
            outcome = replace(outcome, summary=found.text)
            draft = self._draft(past, window, found.text, found.surviving(), shown_ids(found, shown() if callable(shown) else shown, codec))
            settled = yield from self._settled(past, draft, found.text)
            outcome = _written(found, after, codec, settled)
            if outcome.error is not settled.error:
                logger.warning("summarylint may not change a summary; it stays as it was written: %s", outcome.error)
            self._remember(past, found.after, outcome, found.rest)
            return outcome
        except ContextProvenanceError:
            raise
        except Exception as error:
            return self._failed(outcome, error)

    def _summarised(self, messages: Sequence[Any], text: str, codec: Codec) -> Work:
        outcome = Outcome(text)
        try:
            past, window = self.watch.read(messages, codec)
            outcome = yield from self._settled(past, self._draft(past, window, text, None, None), text)
            self._remember(past, window, outcome)
            return outcome
        except ContextProvenanceError:
            raise
        except Exception as error:
            return self._failed(outcome, error)

    def _draft(self, past: Past, window: Window, text: str, surviving: frozenset[str] | None, shown: frozenset[str] | None) -> Compaction:
        spans = self.watch.spans(past, window)
        summaries = [span.text for span in spans if span.role == "summary"]
        gone = frozenset(span.id for span in spans) - (surviving or frozenset()) if self.recoverable else frozenset()
        return Compaction(
            id=f"compaction-{past.depth + 1}",
            spans=spans,
            summary=split(text)[0],
            previous_summary=summaries[-1] if summaries else None,
            surviving_span_ids=surviving,
            shown_span_ids=shown,
            recoverable_span_ids=gone,
            cycle_depth=past.depth,
            author=self.author,
        )

    def _settled(self, past: Past, draft: Compaction, text: str) -> Work:
        """What becomes of the summary; yields instructions and is sent what the summariser makes of them."""
        patterns = self.linter.settings.tag_patterns

        def check(summary: str, quoted: frozenset[str] = frozenset()) -> Report:
            stays = draft.surviving_span_ids
            changed = replace(draft, summary=summary, surviving_span_ids=None if stays is None else stays | quoted)
            with self.watch.ledger(past) as ledger:
                return self.linter.check(changed, ledger, past.earlier)

        found = check(draft.summary)
        if self.mode == "raise":
            return refused(text, found, self.fail_on)
        if self.mode == "repair":
            return repaired(text, found, check)
        if self.mode == "annotate":
            return annotated(text, found, patterns)
        return (
            yield from retried(
                text, found, check, attempts=self.attempts, fail_on=self.fail_on, max_tokens=self.max_tokens, tag_patterns=patterns
            )
        )

    def _remember(self, past: Past, window: Window, outcome: Outcome, stays: Sequence[Turn] = ()) -> None:
        if outcome.report is not None:
            quoted = [quote.span.id for quote in split(outcome.summary)[1]]
            self.watch.remember(past, window, outcome.report, outcome.summary, quoted, stays)

    def _failed(self, outcome: Outcome, error: Exception) -> Outcome:
        """The end of a guard that could not do its work: the summary as it came, unless the mode is to raise."""
        if self.mode == "raise":
            raise error
        logger.warning("summarylint could not guard a compaction; its summary stays as it was written: %s", error, exc_info=error)
        return replace(outcome, ending="failed", error=error)


def _written(found: Rewrite, after: Sequence[Any], codec: Codec, settled: Outcome) -> Outcome:
    """The outcome with its summary in its message, or as it was where that may not be changed."""
    if settled.summary == found.text:
        return replace(settled, messages=after)
    try:
        changed = codec.rewritten(found.carrier.message, found.text, settled.summary)
    except UnwritableSummaryError as error:
        return replace(settled, summary=found.text, messages=after, ending="failed", error=error)
    return replace(settled, messages=[changed if number == found.place else message for number, message in enumerate(after)])
