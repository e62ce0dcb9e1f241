"""Summaries in tests: a pytest plugin, an assertion, and metrics for evaluation tools.

    from summarylint.testing import assert_faithful

    def test_the_summary_keeps_the_doubt():
        assert_faithful("The user thinks the staging DB is on port 5433.", [("user", "I think the staging DB is on port 5433.")])

The names are looked up on first use, as pytest imports this package whenever it starts. Nothing here imports an evaluation
tool until its own module is: `inspect_scorer`, `deepeval_metric`, `promptfoo`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.lazy import on_first_use

if TYPE_CHECKING:
    from summarylint.testing.faithfulness import Verdict, assert_faithful, judge

__all__ = ["Verdict", "assert_faithful", "judge"]

__getattr__, __dir__ = on_first_use(__name__, dict.fromkeys(__all__, "summarylint.testing.faithfulness"))
