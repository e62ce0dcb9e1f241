"""The scorer inside of a real evaluation of Inspect, with its own fake model."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import CORRECT, INCORRECT, Score

from summarylint.testing.inspect_scorer import faithful_summary

SPANS = [{"id": "u1", "role": "user", "text": "I think the staging DB is on port 5433."}]
HEDGED, BARE = "The user thinks the staging DB is on port 5433.", "Staging DB port is 5433."


@pytest.fixture(autouse=True)
def _words_for_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """tiktoken would download its vocabulary to count the tokens of the fake model."""
    monkeypatch.setattr("tiktoken.get_encoding", lambda name: SimpleNamespace(encode=lambda text, **_: text.split()))


def evaluated(folder: Path, summary: str, metadata: dict[str, object], **settings: object) -> EvalLog:
    model = get_model("mockllm/model", custom_outputs=[ModelOutput.from_content("mockllm/model", summary)])
    task = Task([Sample("Summarise.", metadata=metadata)], scorer=faithful_summary(**settings))
    [log] = eval(task, model=model, log_dir=str(folder), display="none")
    return log


def score_of(log: EvalLog) -> Score:
    assert log.status == "success", log.error
    assert log.samples
    assert log.samples[0].scores
    return log.samples[0].scores["faithful_summary"]


def test_a_faithful_summary_is_correct(tmp_path: Path) -> None:
    score = score_of(evaluated(tmp_path, HEDGED, {"spans": SPANS}))
    assert (score.value, score.answer) == (CORRECT, HEDGED)
    assert score.metadata
    assert score.metadata["share"] == 1.0


def test_an_unfaithful_one_is_not_and_the_explanation_shows_why(tmp_path: Path) -> None:
    log = evaluated(tmp_path, BARE, {"spans": SPANS})
    score = score_of(log)
    assert score.value == INCORRECT
    assert score.explanation
    assert "+ summary        Staging DB port is 5433." in score.explanation
    assert score.metadata
    assert [finding["name"] for finding in score.metadata["result"]["findings"]] == ["dropped-hedge"]
    assert log.results
    assert log.results.scores[0].metrics["accuracy"].value == 0


def test_rules_can_be_left_out(tmp_path: Path) -> None:
    assert score_of(evaluated(tmp_path, BARE, {"spans": SPANS}, ignore=["dropped-hedge"])).value == CORRECT


def test_a_sample_without_spans_fails_with_the_way_out(tmp_path: Path) -> None:
    log = evaluated(tmp_path, BARE, {})
    assert log.status == "error"
    assert log.error
    assert "holds no spans; give them as metadata" in log.error.message
