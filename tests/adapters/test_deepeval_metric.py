"""The metric inside of DeepEval's own functions."""

from __future__ import annotations

import asyncio
import os

import pytest

os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"  # read when DeepEval is imported

from deepeval import assert_test
from deepeval.test_case import LLMTestCase

from summarylint.errors import UsageError
from summarylint.settings import Settings
from summarylint.testing.deepeval_metric import FaithfulSummaryMetric

SAID = "I think the staging DB is on port 5433."
SPANS = [{"id": "u1", "role": "user", "text": SAID}]
HEDGED, BARE = "The user thinks the staging DB is on port 5433.", "Staging DB port is 5433."


def case(summary: str, **given: object) -> LLMTestCase:
    return LLMTestCase(input="Summarise.", actual_output=summary, **given)


def test_a_faithful_summary_passes() -> None:
    assert_test(case(HEDGED, metadata={"spans": SPANS}), [FaithfulSummaryMetric()], run_async=False)


@pytest.mark.parametrize("run_async", [True, False])
def test_an_unfaithful_one_fails_and_the_reason_shows_why(run_async: bool) -> None:
    with pytest.raises(AssertionError, match="Faithful Summary") as failure:
        assert_test(case(BARE, metadata={"spans": SPANS}), [FaithfulSummaryMetric()], run_async=run_async)
    assert "score: 0.0" in str(failure.value)
    assert "+ summary        Staging DB port is 5433." in str(failure.value)


def test_the_score_is_the_share_that_is_right() -> None:
    metric = FaithfulSummaryMetric(threshold=0.5)
    both = case(f"{BARE} The build passed.", metadata={"spans": [*SPANS, {"role": "tool", "text": "build passed"}]})
    assert asyncio.run(metric.a_measure(both)) == 0.5
    assert metric.is_successful()


def test_the_retrieval_context_stands_in_for_spans() -> None:
    metric = FaithfulSummaryMetric()
    assert metric.measure(case("The staging DB is on port 5432.", retrieval_context=["staging DB: port 5433"])) < 1
    assert metric.measure(case("The staging DB is on port 5433.", retrieval_context=["staging DB: port 5433"])) == 1


def test_settings_and_further_fields_are_heeded() -> None:
    assert FaithfulSummaryMetric(settings=Settings(ignore=("HDG",))).measure(case(BARE, metadata={"spans": SPANS})) == 1
    protected = {"spans": SPANS, "record": {"protected": ["do not push to main"]}}
    assert FaithfulSummaryMetric().measure(case(HEDGED, metadata=protected)) < 1


def test_a_case_without_spans_is_an_error_with_the_way_out() -> None:
    with pytest.raises(UsageError, match="holds no spans; give them as metadata"):
        FaithfulSummaryMetric().measure(case(BARE))
