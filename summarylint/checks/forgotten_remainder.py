"""Forgotten remainder: all is told as done, and a list in the spans has something left that the summary does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.remainder import FINISHED, Entry, last_entries, left_over
from summarylint.evidence.telling import concepts, holds, keys_of
from summarylint.language.phrases import lowered
from summarylint.model import Hit, Place, Statement, Witness

KIND = "forgotten-remainder"
FIELDS = frozenset({"claim", "left", "span_id"})

_WHOLE = re.compile(
    r"\b(?:all|every)(?: [\w-]+){0,3}? (?:work|tasks?|steps?|phases?|packages?|items?|to-?dos?|refactor(?:ing)?|implementation|changes"
    r"|milestones?|stages?|development|migration|requirements?|features?)\b"
    r"[^.;:\n]{0,30}\b(?:done|completed?|finished|implemented|in place)\b"
    r"|\beverything\b[^.;:\n]{0,30}\b(?:done|completed?|finished|implemented|in place)\b"
    r"|\b(?:fully|entirely|completely) (?:done|completed?|finished|implemented)\b"
    r"|\bnothing (?:is |else is )?(?:left|remains|open)\b"
)
"""The work as a whole, and not all of one kind of thing ("all nine commands are implemented")."""

_PART = re.compile(r"\b(?:but|except|apart from|other than|besides|almost|nearly|not|still|yet|until|once|when|if)\b|n't\b")
_TODO = re.compile(r"\b(?:to-?do|task) ?-?list\b|\btodos?\b|\bchecklist\b|\btodowrite\b")

_LABEL = re.compile(r"\W*(?:[\w-]+(?: \w+)?:\s+)?(?:\([^()]*\)\s*)?")
"""What an item may begin with and what a summary need not repeat: a number, a name ("Phase 2:"), a remark ("(optional)")."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`told_share` is the part of an item that one sentence of the summary has to hold to tell it, `same_share` that of an entry
    and a ticked line to be the same."""

    told_share: float = 0.5
    same_share: float = 0.8


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for a claim that all is done beside an untold item, and for a tick that the to-do list does not have."""
    statement = view.statement
    if statement.segment.checked and _quotes_list(statement):
        entry = _unfinished(statement, view, settings)
        if entry is not None:
            quote = entry.span.text[entry.start : entry.end]
            found = Place(entry.span.id, entry.start, entry.end, quote, "not finished here")
            yield _hit(statement, (found,), statement.text, f"the last to-do list has it as {entry.status.replace('_', ' ')}")
        return
    told = _WHOLE.search(lowered(statement.text)) if statement.segment.form not in ("heading", "code", "quotation") else None
    if told is None or view.certainty != "certain" or _PART.search(lowered(statement.text)) or statement.stance.force != "fact":
        return
    left = [item for item in left_over(view.ledger) if not _is_told(item, view, settings)]
    if left:
        quote = " ".join(left[0].statement.text.split())
        yield _hit(statement, tuple(place(item, "still to be done") for item in left), statement.text, f"{quote!r} was left to do")


def _quotes_list(statement: Statement) -> bool:
    """Stands the line under a word that says whose list it is?"""
    return any(_TODO.search(lowered(heading)) for heading in (*statement.segment.headings, statement.segment.label))


def _unfinished(statement: Statement, view: View, settings: Settings) -> Entry | None:
    own = frozenset(statement.terms)
    best = max(last_entries(view.ledger), key=lambda entry: len(own & entry.terms), default=None)
    if best is None or best.status in FINISHED or not own | best.terms:
        return None
    return best if len(own & best.terms) >= settings.same_share * len(own | best.terms) else None


def _is_told(item: Witness, view: View, settings: Settings) -> bool:
    label = _LABEL.match(item.statement.text)
    keys = keys_of(item.span.text, item.statement.start + (label.end() if label else 0), item.statement.end)
    total = sum(key.worth for key in keys) or 1.0
    for statement in view.statements:
        told = concepts(" ".join((*statement.segment.headings[-1:], statement.segment.label, statement.text)))
        if sum(key.worth for key in keys if holds(told, key.term)) >= settings.told_share * total:
            return True
    return False


def _hit(statement: Statement, evidence: tuple[Place, ...], claim: str, left: str) -> Hit:
    return Hit(
        start=statement.start,
        end=statement.end,
        evidence=evidence,
        fields={"claim": claim, "left": left, "span_id": evidence[0].span_id},
        why={"items": len(evidence)},
    )
