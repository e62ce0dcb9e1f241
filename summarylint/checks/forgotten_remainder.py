"""Forgotten remainder: all is told as done, and a list in the spans has something left that the summary does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from summarylint.checks.view import View, place
from summarylint.evidence.progress_words import deeds_in
from summarylint.evidence.remainder import FINISHED, Entry, last_entries, left_over, not_yet, short_of
from summarylint.evidence.telling import concepts, holds, keys_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.stance import heading_stance
from summarylint.model import Hit, Place, Share, Statement, Witness

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

_WORDS = read_lexicon("remainder")
_ALL_OF_IT = LatePattern(lambda: rf"\b{one_of(_WORDS['whole'])}\b[^.;:\n]{{0,30}}\b{one_of(_WORDS['closed'])}\b")

_PART = re.compile(r"\b(?:but|except|apart from|other than|besides|almost|nearly|not|still|yet|until|once|when|if)\b|n't\b")
_TODO = re.compile(r"\b(?:to-?do|task) ?-?list\b|\btodos?\b|\bchecklist\b|\btodowrite\b")

_LABEL = re.compile(r"\W*(?:[\w-]+(?: \w+)?:\s+)?(?:\([^()]*\)\s*)?")
"""What an item may begin with and what a summary need not repeat: a number, a name ("Phase 2:"), a remark ("(optional)")."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`told_share` is the part of an item that one sentence of the summary has to hold to tell it, `same_share` that of an entry
    and a ticked line to be the same."""

    told_share: Share = 0.5
    same_share: Share = 0.8


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
    low = lowered(statement.text) if statement.segment.form not in ("heading", "code", "quotation") else ""
    yield from _counted(view, low)
    told = _WHOLE.search(low) or _ALL_OF_IT.search(low)
    if told is None or view.certainty != "certain" or _PART.search(lowered(statement.text)) or statement.stance.force != "fact":
        return
    left = [item for item in left_over(view.ledger) if not _is_told(item, view, settings)]
    left = left or [item for item in not_yet(view.ledger) if not _is_told_open(item, view, settings)]
    if left:
        quote = " ".join(left[0].statement.text.split())
        yield _hit(statement, tuple(place(item, "still to be done") for item in left), statement.text, f"{quote!r} was left to do")


def _counted(view: View, low: str) -> Iterator[Hit]:
    """ "All 36 are converted", where the last word is "33 of 36" and the summary tells neither the 33 nor the 3."""
    told = _ALL_COUNTED.search(low) if "all" in low or "the " in low else None
    if told is None or view.certainty != "certain" or _PART.search(low) or view.statement.stance.force != "fact":
        return
    total = int(told["total"])
    found = short_of(view.ledger, total, frozenset(view.statement.terms) - {str(total)})
    if found is None:
        return
    witness, done = found
    numbers = {str(done), str(total - done)}
    if any(numbers & set(_NUMBER.findall(other.text)) for other in view.statements):
        return
    yield _hit(view.statement, (place(witness, "so many are done"),), view.statement.text, f"the last word is {done} of {total}")


_ALL_COUNTED = re.compile(
    r"\b(?:all|all of the|all the|the) (?P<total>\d{1,6})(?: [\w-]+){1,4}? (?:is|are|was|were|has|have|got)(?: now| all)?(?: been)?"
    r" (?:[a-z-]+ed|done|sent|built|run|written|made|through|in)\b"
)
_NUMBER = re.compile(r"\d+")


def _quotes_list(statement: Statement) -> bool:
    """Stands the line under a word that says whose list it is?"""
    return any(_TODO.search(lowered(heading)) for heading in (*statement.segment.headings, statement.segment.label))


def _unfinished(statement: Statement, view: View, settings: Settings) -> Entry | None:
    own = frozenset(statement.terms)
    best = max(last_entries(view.ledger), key=lambda entry: len(own & entry.terms), default=None)
    if best is None or best.status in FINISHED or not own | best.terms:
        return None
    return best if len(own & best.terms) >= settings.same_share * len(own | best.terms) else None


def _is_told_open(item: Witness, view: View, settings: Settings) -> bool:
    """Does a statement of the summary tell an item other than as asked for or as done?"""
    tells = [
        statement
        for statement in view.statements
        if statement is not view.statement
        and not any(
            heading_stance(above).get("force") == "request" for above in (*statement.segment.headings[-1:], statement.segment.label)
        )
        and (
            not deeds_in(statement.text, 0, len(statement.text), states=True)
            or _PART.search(lowered(statement.text))
            or statement.stance.status == "planned"
        )
    ]
    return _holds_item(item, tells, settings)


def _is_told(item: Witness, view: View, settings: Settings) -> bool:
    return _holds_item(item, view.statements, settings)


def _holds_item(item: Witness, statements: Iterable[Statement], settings: Settings) -> bool:
    label = _LABEL.match(item.statement.text)
    keys = keys_of(item.span.text, item.statement.start + (label.end() if label else 0), item.statement.end)
    total = sum(key.worth for key in keys) or 1.0
    for statement in statements:
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
