"""Diagnoses: a summary names a cause, and the only word on it in the spans is somebody's short guess ("I think it's the cat").

Such a guess shares one or two words with the summary, far below what alignment asks for. It is found the other way
round: nearly all that stands in the scope of its hedge stands in the summary's statement too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from summarylint.evidence.align import worth_of
from summarylint.evidence.bearing import Bearing
from summarylint.evidence.index import Ledger
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

RARE = 8
"""A term in more statements is the topic of the talk and names no cause."""

MOST_TERMS = 4
"""A guess with more in its scope says more than what it is, and alignment finds it."""

COVERED = 0.75
"""What part of the guess has to stand in the summary's statement."""

MOST_LOOKED_AT = 16


def names_cause(statement: Statement) -> bool:
    """Does the statement, or its label, say what causes something?"""
    return any(cue.type == "causal" for cue in statement.stance.cues) or bool(_CAUSES & set(terms(statement.segment.label)))


def gives_reason(statement: Statement) -> bool:
    """Does the statement name a cause, or tell why in a clause of its own ("because the valve stuck")?"""
    return names_cause(statement) or _BECAUSE.search(statement.text) is not None


def guesses(statement: Statement, ledger: Ledger, categories: Collection[str]) -> Iterator[tuple[Witness, Bearing]]:
    """Yield short guesses that `statement`, which names a cause, may rest on; the latest first."""
    own = set(statement.terms)
    orders = {order for term in own if len(held := ledger.postings.get(term, ())) <= RARE for order in held}
    for order in sorted(orders, reverse=True)[:MOST_LOOKED_AT]:
        span = ledger.span_of(order)
        if span.kind not in ("text", "tool_output") or span.role == "summary":
            continue
        guess = ledger.statement(order)
        for cue in guess.stance.cues:
            if cue.type not in categories or cue.scope is None:
                continue
            named = (_LIKENED if cue.text.lower().endswith((" like", " be")) else _NAMED).match(span.text, cue.end, cue.scope[1])
            if named is None:
                continue
            inside = set(terms(named[1])) - set(terms(cue.text))
            if not 0 < len(inside) <= MOST_TERMS or worth_of(ledger, inside & own) < COVERED * worth_of(ledger, inside):
                continue
            shared = tuple(sorted(inside & own))
            yield Witness(span, guess, 0.0, shared, order), Bearing(cue, shared, 0.0, 1.0, order)


_NAMED = re.compile(
    r"(?:\s+that)?\s+(?:it['’]?s|it is|it was|that['’]?s|this is|is|was|be|on|at|to|about)\s+"
    r"(?:(?:the|a|an|my|our|his|her|their|this|that)\s+)?([^,.;:!?()]+)",
    re.I,
)
"""What a guess names right behind its hedge: "I think it's **the cat**", "my money is on **the tray seal**"."""

_LIKENED = re.compile(r"\s+(?:(?:the|a|an|my|our|his|her|their|this|that)\s+)([^,.;:!?()]+?)(?=\s+to me\b|[,.;:!?()]|\s+but\b|$)", re.I)
"""The same behind "looks like" and "could be": "that looks like **a swarm** to me"."""

_BECAUSE = re.compile(r"\bbecause\b(?! of)", re.I)
_CAUSES = frozenset(terms("cause causes root-cause reason diagnosis culprit explanation origin source trigger"))
