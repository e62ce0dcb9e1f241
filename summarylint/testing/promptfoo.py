"""An assertion for promptfoo (https://www.promptfoo.dev/docs/configuration/expected-outputs/python).

A case gives the spans among its `vars`; the output of the provider is the summary. In a file beside the configuration stands

    from summarylint.testing.promptfoo import get_assert

and in the configuration `type: python` with `value: file://faithful.py`. `config` of the assertion may give `fail_on`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from summarylint.errors import SummarylintError
from summarylint.testing.faithfulness import compaction_of, default_linter, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from summarylint.testing.faithfulness import Verdict


def get_assert(output: str, context: Mapping[str, Any]) -> dict[str, Any]:
    """Judge the summary `output` against `context["vars"]["spans"]`: `pass`, `score` (0 to 1) and `reason`, as promptfoo takes them.

    Other fields of a record may stand among the `vars` too. Where there is nothing to judge, the case does not pass and the
    reason says what to give.
    """
    try:
        found = _judged(output, context.get("vars") or {}, context.get("config") or {})
    except SummarylintError as error:
        return {"pass": False, "score": 0.0, "reason": str(error)}
    return {"pass": found.passed, "score": found.score, "reason": found.reason}


def _judged(output: str, variables: Mapping[str, Any], config: Mapping[str, Any]) -> Verdict:
    from summarylint.reading.records import RecordFields

    # a case has variables of its own beside the fields of a record, and a template may have made text of a list
    fields = {name: _as_list(value) for name, value in variables.items() if name in RecordFields.model_fields}
    return verdict(default_linter(), compaction_of({**fields, "summary": output}), config.get("fail_on"))


def _as_list(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except ValueError:  # a text that begins with a bracket
            return value
    return value
