"""A scorer for Inspect (https://inspect.aisi.org.uk/scorers.html): is the output a faithful summary of its spans?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, accuracy, scorer, stderr

from summarylint.engine import Linter
from summarylint.errors import UsageError
from summarylint.output.result import result
from summarylint.settings import Settings
from summarylint.testing.faithfulness import compaction_of, verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inspect_ai.scorer import Target
    from inspect_ai.solver import TaskState

    from summarylint.model import Severity


@scorer(metrics=[accuracy(), stderr()])
def faithful_summary(fail_on: Severity | None = None, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Scorer:
    """Compare the output, a summary, with the spans in the sample's `metadata["spans"]`; asks no model.

    Further fields of a record may stand in the metadata under their names. A summary is correct where no finding is at or
    above `fail_on`; the explanation shows the findings, and the metadata of the score holds its share between 0 and 1 and the
    result as JSON. `select` and `ignore` name rules, as in the settings. Raises UsageError for a sample without spans.
    """
    linter = Linter(Settings(select=tuple(select), ignore=tuple(ignore)))

    async def score(state: TaskState, target: Target) -> Score:
        found = verdict(linter, compaction_of(_fields(state)), fail_on)
        return Score(
            value=CORRECT if found.passed else INCORRECT,
            answer=state.output.completion,
            explanation=found.reason,
            metadata={"share": found.score, "result": result(found.report)},
        )

    return score


def _fields(state: TaskState) -> dict[str, Any]:
    from summarylint.reading.records import RecordFields

    if "spans" not in state.metadata:
        raise UsageError(f"sample {state.sample_id} holds no spans; give them as metadata: {{'spans': [{{'role': 'user', 'text': '…'}}]}}")
    known = {name: value for name, value in state.metadata.items() if name in RecordFields.model_fields}
    return {**known, "summary": state.output.completion}
