"""Small windows for tests: spans from (role, text) pairs, a compaction over them, and what the checks see of it."""

from __future__ import annotations

from summarylint.checks.view import View
from summarylint.engine import Linter
from summarylint.evidence.align import candidates, witness
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.model import Compaction, Role, Span, SpanKind, Statement, Witness
from summarylint.rulebook import Rulebook

Said = tuple[Role, str] | tuple[Role, str, SpanKind]

_KINDS: dict[str, SpanKind] = {"tool": "tool_output"}
_BARE = Linter(rulebook=Rulebook(()))


def spans(*said: Said) -> tuple[Span, ...]:
    """Spans s1, s2, ... in time order; a tool's is its output unless a kind is given."""
    return tuple(
        Span(f"s{number}", entry[0], entry[1], entry[2] if len(entry) == 3 else _KINDS.get(entry[0], "text"))
        for number, entry in enumerate(said, 1)
    )


def compaction(summary: str, *said: Said) -> Compaction:
    """A compaction of these spans, with the id "window"."""
    return Compaction(id="window", spans=spans(*said), summary=summary)


def views(summary: str, *said: Said) -> tuple[View, ...]:
    """One view for each statement of the summary."""
    return _BARE.views(compaction(summary, *said))


def statement(text: str) -> Statement:
    """The only statement of a text."""
    (found,) = read_statements(text)
    return found


def ledger(*said: Said) -> Ledger:
    """The ledger of these spans."""
    return Ledger(spans(*said))


def best_witness(text: str, held: Ledger) -> Witness:
    """The span statement that the only statement of `text` rests on most."""
    return witness(held, candidates(statement(text), held)[0])
