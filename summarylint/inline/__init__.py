"""Inside an agent: the summary is checked where it is made, before it takes the place of its messages.

`lint_rewrite` compares a list of messages before a compaction with the list after it. A `Guard` does so in the summariser's
step and amends the summary. `codecs/` reads messages, `adapters/` fits guards into agent frameworks, none of which is imported
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from summarylint.inline.guard import Guard
    from summarylint.inline.instruction import as_instruction
    from summarylint.inline.outcome import Outcome
    from summarylint.inline.rewrite import UnreadableSummaryError, lint_rewrite
    from summarylint.inline.watch import Watch

__all__ = ["Guard", "Outcome", "UnreadableSummaryError", "Watch", "as_instruction", "lint_rewrite"]

_HOMES = {
    "Guard": "guard",
    "Outcome": "outcome",
    "UnreadableSummaryError": "rewrite",
    "Watch": "watch",
    "as_instruction": "instruction",
    "lint_rewrite": "rewrite",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
