"""Summaries in tests: a pytest plugin, an assertion, and metrics for evaluation tools.

    from summarylint.testing import assert_faithful

    def test_the_summary_keeps_the_doubt():
        assert_faithful("The user thinks the staging DB is on port 5433.", [("user", "I think the staging DB is on port 5433.")])

The names are looked up on first use, as pytest imports this package whenever it starts. Nothing here imports an evaluation
tool until its own module is: `inspect_scorer`, `deepeval_metric`, `promptfoo`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summarylint.testing.faithfulness import Verdict, assert_faithful, judge

__all__ = ["Verdict", "assert_faithful", "judge"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from summarylint.testing import faithfulness

    return getattr(faithfulness, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
