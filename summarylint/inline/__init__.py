"""Inside an agent: the summary is checked where it is made, before it takes the place of its messages.

`lint_rewrite` compares a list of messages before a compaction with the list after it. A `Guard` does so in the summariser's
step and amends the summary. `codecs/` reads messages, `adapters/` fits guards into agent frameworks, none of which is imported
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.lazy import on_first_use

if TYPE_CHECKING:
    from summarylint.inline.guard import Guard
    from summarylint.inline.instruction import as_instruction
    from summarylint.inline.outcome import Outcome
    from summarylint.inline.rewrite import UnreadableSummaryError, lint_rewrite
    from summarylint.inline.watch import Watch

__all__ = ["Guard", "Outcome", "UnreadableSummaryError", "Watch", "as_instruction", "lint_rewrite"]

_HOMES = {
    "Guard": "summarylint.inline.guard",
    "Outcome": "summarylint.inline.outcome",
    "UnreadableSummaryError": "summarylint.inline.rewrite",
    "Watch": "summarylint.inline.watch",
    "as_instruction": "summarylint.inline.instruction",
    "lint_rewrite": "summarylint.inline.rewrite",
}

__getattr__, __dir__ = on_first_use(__name__, _HOMES)
