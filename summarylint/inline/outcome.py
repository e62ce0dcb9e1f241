"""What a guard hands back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from summarylint.gate.validator import ContextProvenanceError

if TYPE_CHECKING:
    from summarylint.model import Report

Ending = Literal["unchanged", "annotated", "repaired", "rewritten", "failed"]
"""`unchanged`: nothing to amend. `annotated`, `repaired`: amended as the mode says. `rewritten`: the summariser did it over
and nothing is left to tell. `failed`: the guard could not do its work, the summary is as its writer left it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One guarded compaction.

    `summary` is the text to use and `messages` the list to use (None where only a text was given); `report` tells what is
    left of it to find, `found` what was found at first; both are None where there was nothing to compare or that failed.
    `attempts` counts the summaries that were written. `error` is what kept the guard from its work.
    """

    summary: str
    ending: Ending = "unchanged"
    report: Report | None = None
    found: Report | None = None
    attempts: int = 1
    messages: Sequence[Any] | None = None
    error: Exception | None = None


class RefusedSummaryError(ContextProvenanceError):
    """Raised by a guard in the mode `raise`; `report` is what was found."""

    def __init__(self, reason: str, report: Report) -> None:
        super().__init__(reason)
        self.report = report
