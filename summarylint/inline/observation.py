"""What came of guarded compactions, for whoever keeps count of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from summarylint.inline.outcome import RefusedSummaryError

if TYPE_CHECKING:
    from summarylint.inline.outcome import Outcome
    from summarylint.model import Report

logger = logging.getLogger("summarylint")


@dataclass(frozen=True, slots=True)
class Observation:
    """One compaction that a guard dealt with.

    `seconds` is the guard's own time, without that of the summariser. `outcome` is None where the summary was refused or the
    guard failed in the mode `raise`; `error` then says why. `report` tells what is found in the summary that is used, or that
    was refused; None where the guard failed.
    """

    mode: str
    seconds: float
    outcome: Outcome | None
    report: Report | None
    error: BaseException | None = None


Observe = Callable[[Observation], None]


def observed(work: Generator[str, str | None, Outcome], mode: str, observe: Observe) -> Generator[str, str | None, Outcome]:
    """`work`, with `observe` told what came of it. An observer that fails changes nothing; its error is logged."""
    seconds, answer, failure = 0.0, None, None
    while True:
        start = perf_counter()
        try:
            instruction = work.send(answer) if failure is None else work.throw(failure)
        except StopIteration as end:
            outcome: Outcome = end.value
            if outcome.report is not None or outcome.error is not None:  # else there was no new summary
                _tell(observe, Observation(mode, seconds + perf_counter() - start, outcome, outcome.report, outcome.error))
            return outcome
        except Exception as error:
            report = error.report if isinstance(error, RefusedSummaryError) else None
            _tell(observe, Observation(mode, seconds + perf_counter() - start, None, report, error))
            raise
        seconds += perf_counter() - start
        answer, failure = None, None
        try:
            answer = yield instruction
        except Exception as error:  # the summariser's own, on its way to those that asked
            failure = error


def _tell(observe: Observe, observation: Observation) -> None:
    try:
        observe(observation)
    except Exception:
        logger.warning("summarylint could not hand on what came of a compaction", exc_info=True)
