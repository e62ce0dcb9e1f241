"""Google's Agent Development Kit: a summariser of events with a guard.

    from summarylint.inline.adapters.google_adk import LintedEventsSummarizer
    summarizer = LintedEventsSummarizer(LlmEventSummarizer(llm), Guard("repair"))
    App(..., events_compaction_config=EventsCompactionConfig(summarizer=summarizer, compaction_interval=5, overlap_size=1))

The kit swallows what a summariser raises, so a guard in the mode `raise` makes no compaction instead: the events stay as they
are. Written against google-adk 2.13.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from typing import Any

from google.adk.apps.base_events_summarizer import BaseEventsSummarizer
from google.adk.apps.llm_event_summarizer import LlmEventSummarizer

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline.codecs.adk import ADK
from summarylint.inline.guard import Guard
from summarylint.inline.rewrite import new_summary

Instructed = Callable[[Any, str], BaseEventsSummarizer]
"""From a summariser and an instruction to one that follows it as well."""

logger = logging.getLogger("summarylint")


def with_prompt(summarizer: Any, instruction: str) -> BaseEventsSummarizer:
    """A copy of the kit's LlmEventSummarizer with an instruction more in its prompt.

    Raises TypeError for another summariser, which has no prompt that is known here.
    """
    if not isinstance(summarizer, LlmEventSummarizer):
        kind = type(summarizer).__name__
        raise TypeError(f"{kind} has no prompt; give LintedEventsSummarizer(instructed=...) to use the mode retry")
    other: LlmEventSummarizer = copy.copy(summarizer)
    other._prompt_template = f"{summarizer._prompt_template}\n\n{instruction.replace('{', '{{').replace('}', '}}')}"
    return other


class LintedEventsSummarizer(BaseEventsSummarizer):
    """The summariser `summarizer` whose summaries are guarded before they take the place of their events.

    `instructed` makes a summariser that is told what to do better, for guards in the mode `retry`. `refused` is what the last
    summary was refused for by a guard in the mode `raise`, None where it was not.
    """

    def __init__(self, summarizer: BaseEventsSummarizer, guard: Guard | None = None, *, instructed: Instructed = with_prompt) -> None:
        self.summarizer, self.guard, self.instructed = summarizer, guard or Guard(), instructed
        self.refused: ContextProvenanceError | None = None

    async def maybe_summarize_events(self, *, events: list[Any]) -> Any:
        """The event with the guarded summary of `events`; None where there is none, or it was refused."""
        made = await self.summarizer.maybe_summarize_events(events=events)
        if made is None:
            return None

        async def ask(instruction: str) -> str:
            again = await self.instructed(self.summarizer, instruction).maybe_summarize_events(events=events)
            return new_summary(events, [again], ADK) if again is not None else ""

        self.refused = None
        try:
            outcome = await self.guard.arewrite(events, [made], ADK, ask=ask)
        except ContextProvenanceError as error:
            self.refused = error
            logger.warning("a compaction was refused, the events stay as they are: %s", error)
            return None
        return (outcome.messages or [made])[0]
