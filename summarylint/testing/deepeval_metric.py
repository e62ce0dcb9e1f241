"""A metric for DeepEval (https://deepeval.com/docs/metrics-custom): is the output a faithful summary of its spans?"""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, SingleTurnParams

from summarylint.engine import Linter
from summarylint.errors import UsageError
from summarylint.model import Severity
from summarylint.settings import Settings
from summarylint.testing.faithfulness import compaction_of, default_linter, verdict


class FaithfulSummaryMetric(BaseMetric):
    """Compares `actual_output`, the summary, with the spans in the test case's `metadata["spans"]`; asks no model.

    Without them each text of `retrieval_context` counts as the output of a tool. Further fields of a record stand in
    `metadata["record"]`. The score is `Verdict.score`; the test case passes at `threshold`, which is 1: no finding at or
    above `fail_on`.
    """

    _required_params = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]  # noqa: RUF012 - DeepEval's own way

    def __init__(self, threshold: float = 1.0, *, fail_on: Severity | None = None, settings: Settings | None = None) -> None:
        self.threshold = threshold
        self.fail_on = fail_on
        self.include_reason = True
        self._linter = default_linter() if settings is None else Linter(settings)

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """The score of a test case; sets `score`, `reason` and `success`.

        Raises UsageError where the test case holds no spans, RecordError where they are none.
        """
        found = verdict(self._linter, compaction_of(_fields(test_case)), self.fail_on)
        self.score, self.reason, self.error = found.score, found.reason, None
        self.success = self.score >= (self.threshold or 0.0)
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """As `measure`."""
        return self.measure(test_case)

    @property
    def __name__(self) -> str:
        return "Faithful Summary"


def _fields(test_case: LLMTestCase) -> dict[str, Any]:
    metadata = test_case.metadata or {}
    spans = metadata.get("spans")
    if spans is None and test_case.retrieval_context is not None:
        spans = [("tool", text if isinstance(text, str) else text.context) for text in test_case.retrieval_context]
    if spans is None:
        raise UsageError("the test case holds no spans; give them as metadata={'spans': [{'role': 'user', 'text': '…'}]}")
    return {**(metadata.get("record") or {}), "spans": spans, "summary": test_case.actual_output}
