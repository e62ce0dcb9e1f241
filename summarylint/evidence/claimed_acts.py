"""Claimed acts: does a summary tell an act of a person as one that happened, or as wanting, awaited or refused?"""

from __future__ import annotations

import re

from summarylint.language.late_pattern import LatePattern
from summarylint.language.order_clauses import order_phrases
from summarylint.language.phrases import lowered, one_of
from summarylint.language.voices import Act, lexicon
from summarylint.model import Statement

_WORDS = lexicon()["claiming_acts"]
_OPEN = ("negative", "prohibition", "planned", "blocked", "standing")
"""Cues under which an act is not told as one that happened."""

_GIVEN = LatePattern(lambda: rf"\b{one_of(_WORDS['given'])}\b")
_INDIRECT = LatePattern(lambda: rf"\b{one_of(_WORDS['indirect'])}\s+(?:the |our |my )?$")
_SUFFERED = LatePattern(lambda: rf"\b{one_of(_WORDS['suffered'])}\b")
_NOUN = LatePattern(lambda: rf"\b{one_of(lexicon()['consent_nouns'])}\s+(?:of|from|by)\b")
_WHENEVER = LatePattern(lambda: rf"\b{one_of(_WORDS['whenever'])}\s+(?:all |both |either )?$")
_GOVERNED = LatePattern(lambda: rf"\b{one_of(_WORDS['governing'])}\s+$")
_PLURAL = LatePattern(lambda: rf"\w+\s+{one_of(_WORDS['plurals'])}(?=\s*(?:[.,;:)|\n]|$|{one_of(_WORDS['behind_participle'])}\b))")
_BEHIND_PARTICIPLE = LatePattern(lambda: rf"\s*(?:[.,;:)|\n]|$|{one_of(_WORDS['behind_participle'])}\b)")


_CAUSED = LatePattern(
    lambda: (
        r"(?:^|[;,:.]\s|\b(?:to|then|and|first|must|should|will)\s)\W*(?:have|get)\s+"
        r"(?:(?:the|it|this|that|them|these|those|an?|our|my|his|her|their|its|each|every|all)\b|[\w-]+\s+\w)[^.;:]*$"
    )
)
"""Before a participle: that somebody is to be brought to do it."""


def is_claimed(act: Act, statement: Statement, text: str) -> bool:
    """Does a statement of the summary `text` claim that the act happened? It does not by a refusal, a wait, a condition or a question."""
    return not _taken_back(act, statement, text)


def _taken_back(act: Act, statement: Statement, text: str) -> bool:
    if act.kind == "request":
        return act.matter[1] <= act.start  # "with two coats, as the user wanted": much of that is no part of the wish
    around = lowered(text[statement.start : act.end])
    if _NOUN.search(around) and not _GIVEN.search(around):
        return True  # "it hangs on an approval from Tomas"
    if act.kind == "reply" and text[act.end : act.end + 2].strip()[:1].isdigit():
        return True  # "the gateway answers 429"
    if _GOVERNED.search(lowered(text[statement.start : act.start])) and _PLURAL.match(lowered(text[act.start : statement.end])):
        return True  # "content with Finnish answers": a noun with its adjective
    above = lowered(". ".join(labels_over(statement)))
    if act.kind == "consent" and not act.is_users and order_phrases("headings").search(above):
        return True  # "Rules: the editor signs off each chapter" tells what has to be
    before_it = lowered(text[statement.start : act.start])
    if _CAUSED.search(before_it) or (act.kind == "telling" and _INDIRECT.search(before_it)):
        return True  # "have the text approved by Ines"; "await what Kiril says"
    if _SUFFERED.search(lowered(text[act.start : act.end])):
        return True  # "dedupe was blamed first and then cleared"
    whenever = _WHENEVER.search(before_it)
    if (whenever and not _came_after(whenever, act, statement, text)) or _is_headline(text, act):
        return True
    if _NOUN.search(lowered(text[statement.start : act.end])) and (
        statement.stance.status == "planned" or statement.stance.certainty == "asked"
    ):
        return True  # "Open: consent of the landlord" tells what is missing
    before = [cue for cue in statement.stance.cues if cue.start < act.end]
    return statement.text.rstrip(" \"'*").endswith("?") or any(cue.value == "certainty" or cue.type in _OPEN for cue in before)


_PAST = re.compile(r"(?:^|\s)(?:was|were|been|has|have|had|[a-z]{2,}ed|done|sent|run|built|made|took|gave|went|put)\b")


def _came_after(whenever: re.Match[str], act: Act, statement: Statement, text: str) -> bool:
    """Is a deed told as done "after" the act, so that the act is told as done as well ("printed after Jo confirmed the proof")?"""
    if whenever[0].split()[0] not in ("after", "once", "when") or statement.stance.status == "planned":
        return False
    if any(cue.value == "certainty" or cue.type in _OPEN for cue in statement.stance.cues):
        return False
    if "," in text[act.start : act.end]:
        return False  # "after Jo, as the user relays, had agreed": it is told who says so
    verb = lowered(text[act.start : act.end]).split()[-1]
    before = lowered(text[statement.start : statement.start + whenever.start()])
    return verb.endswith("ed") and _PAST.search(before) is not None


def _is_headline(text: str, act: Act) -> bool:
    """Is the verb a participle without its auxiliary ("Pets allowed as long as ...")? What stands before it is no person then."""
    told = text[act.start : act.end].split()
    verb = lowered(told[-1])
    return verb.endswith("ed") and verb != "agreed" and len(told) == 2 and bool(_BEHIND_PARTICIPLE.match(text, act.end))


def labels_over(statement: Statement) -> tuple[str, ...]:
    """The nearest heading over a statement and the label before it."""
    return (*statement.segment.headings[-1:], statement.segment.label)
