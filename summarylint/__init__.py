"""A linter that compares a summary with the spans it replaced.

    >>> import summarylint
    >>> said = summarylint.Span("s1", "user", "I think the staging DB is on port 5433.")
    >>> [finding.name for finding in summarylint.check("Staging DB port is 5433.", [said]).findings]
    ['dropped-hedge']

The public names are looked up on first use, so that `import summarylint` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.lazy import on_first_use

if TYPE_CHECKING:
    from summarylint.engine import Linter, check
    from summarylint.evidence.index import Ledger
    from summarylint.gate.ground import ground, prunable
    from summarylint.gate.validator import ContextProvenanceError, validate_compaction
    from summarylint.inline.guard import Guard
    from summarylint.inline.instruction import as_instruction
    from summarylint.inline.rewrite import lint_rewrite
    from summarylint.model import Chain, Compaction, Report, Span
    from summarylint.settings import Settings

__version__ = "0.1.0"

__all__ = [
    "Chain",
    "Compaction",
    "ContextProvenanceError",
    "Guard",
    "Ledger",
    "Linter",
    "Report",
    "Settings",
    "Span",
    "__version__",
    "as_instruction",
    "check",
    "ground",
    "lint_rewrite",
    "prunable",
    "validate_compaction",
]

_HOMES = {
    "check": "summarylint.engine",
    "Linter": "summarylint.engine",
    "Ledger": "summarylint.evidence.index",
    "ContextProvenanceError": "summarylint.gate.validator",
    "validate_compaction": "summarylint.gate.validator",
    "ground": "summarylint.gate.ground",
    "prunable": "summarylint.gate.ground",
    "Guard": "summarylint.inline.guard",
    "as_instruction": "summarylint.inline.instruction",
    "lint_rewrite": "summarylint.inline.rewrite",
    "Chain": "summarylint.model",
    "Compaction": "summarylint.model",
    "Report": "summarylint.model",
    "Span": "summarylint.model",
    "Settings": "summarylint.settings",
}

__getattr__, __dir__ = on_first_use(__name__, _HOMES)
