"""The fitness of a denial: is it one of words, without an exception, and of something that the summary names?"""

from __future__ import annotations

import re

from summarylint.evidence.contrast import DENIES, SET_OFF
from summarylint.evidence.denial_force import ANAPHOR, OPENING
from summarylint.evidence.exceptions import excepted
from summarylint.evidence.opposites import DENYING, SUBJECT_REACH, Denial
from summarylint.evidence.turns import Matter, speaks, terms_in
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import stem, terms
from summarylint.model import Witness

_STOP = re.compile(r"[.;:!?]\s")
_NOT_YET = re.compile(r"(?:(?:has|have|had|is|was|are|were)(?:n't|nt)|not)\b.*\byet\b")
_NUMBERED = re.compile(r"no\.? ?\d")
_NAMED = re.compile(r"`([^`\n]+)`")


def plainly(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Does one clause of the statement say all that the denying clause says, word for word and without a denial?

    Then it matters little what is set off beside it ("the tunnel is fine, but DNS is affected").
    """
    low, begin, end = lowered_whole(found.span.text), found.statement.start, found.statement.end
    start = max((m.end() for m in _SET_APART.finditer(low, begin, denial.cue.start)), default=begin)
    stop = min((m.start() for m in _SET_APART.finditer(low, denial.cue.end, end)), default=end)
    theirs = set(terms_in(found.span.text, start, stop)) - set(terms(denial.cue.text))
    if len(theirs) < LEAST_PLAIN or _VERB_DENIED.search(low, start, denial.cue.end) is None:
        return False
    for clause in _SET_APART.split(lowered(matter.statement.text)):
        told = set(terms(clause))
        if theirs <= told and len(theirs) * 2 > len(told) and not DENYING.search(clause) and not SET_OFF.search(clause):
            return True
    return False


LEAST_PLAIN = 2
"""Terms of a clause that two texts share for one to be the other without its negation."""

_SET_APART = re.compile(
    r"(?<!all )(?<!everything )(?<!nothing )(?<!none )(?<!anything )(?<!anyone )(?<!everyone )(?<!nobody )\bbut\b"
    r"|\b(?:although|though|however|while|whereas|because|since)\b|[,;:()]|\.\s"
)
"""What parts clauses; "all but the weir" is an exception inside of one."""

_VERB_DENIED = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|must|shall|should|can|could|will|would|may)(?:n't| not)\b"
)


def denying(matter: Matter) -> set[str]:
    """Return the words of the summary that may deny it as well; a word of the denied deed itself ("dropped") denies nothing."""
    words = lowered(" ".join((*matter.statement.segment.headings[-1:], matter.statement.segment.label, matter.words)))
    return {stem(m[0]) or m[0] for m in DENYING.finditer(words)}


PRINTED = 0.8
"""How much of the matter a printed line without a verb has to hold: a status such as "NOT IN ORDER 660142" heads a list of its own."""


def usable(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Is the denial one of words, without an exception, and of something that the summary names?"""
    stretch = found.span.text[denial.cue.start : denial.end]
    if _NOT_YET.match(lowered(stretch)) and matter.statement.stance.status == "planned":
        return False  # what is not done yet is told as still to come
    if found.span.role == "user" and _PURPOSE.search(lowered(found.span.text[found.statement.start : denial.cue.start])):
        return False  # "delete it so this doesn't happen again"
    if _NUMBERED.match(lowered(stretch)):
        return False  # "club no 1187"
    if found.span.text[: denial.cue.start].endswith(("by ", "for ", "of ")):
        return False  # "by not using it" tells how
    if _STOP.search(stretch) or _RESULT.search(lowered(stretch)) or _OFFERED.search(lowered(matter.words)):
        return False
    if (
        any(quoted not in matter.words for quoted in _QUOTATION.findall(stretch))
        or _doubled(found, denial)
        or _switched_back(matter, stretch)
        or _of_another(matter, stretch, denial)
    ):
        return False
    if (found.span.role == "tool" and "\n" in stretch) or any(name not in matter.words for name in _NAMED.findall(stretch)):
        return False  # a line of code or a listing that runs on; a name that the summary does not have
    if excepted(matter, found, denial) or (found.span.role == "tool" and not speaks(found) and found.score < PRINTED):
        return False
    bare = len(set(denial.terms)) == 1 or not any(term.isalpha() for term in denial.terms)
    return not bare or _subject_told(matter, found, denial)


_RESULT = re.compile(r"\s(?:so|therefore|hence)\s")
"""What follows from a denial is denied no more: "hasn't signed it so mark it as a draft"."""

_PURPOSE = re.compile(r"(?<![,;])\sso (?:that )?(?:this|that|it|they|we|you|i|he|she|nobody|(?:the|a) [\w-]+) (?:\w+ )?\Z")
"""Before the verb of a clause that tells what an order is for."""

_OFFERED = re.compile(r"\b(?:idea|suggest\w*|propos\w+|consider\w*|option|alternative|originally|initially|at first)\b")
"""The summary tells what was thought of; that it was turned down is no contradiction."""

_QUOTATION = re.compile(r"[\"“]([^\"”\n]+)[\"”]")


def _doubled(found: Witness, denial: Denial) -> bool:
    """Does the denial stand under another one ("no stairs without rail")?"""
    text = lowered_whole(found.span.text)
    begin = max((m.end() for m in OPENING.finditer(text, found.statement.start, denial.cue.start)), default=found.statement.start)
    return lowered(denial.cue.text) == "without" and DENIES.search(text, begin, denial.cue.start) is not None


def _of_another(matter: Matter, stretch: str, denial: Denial) -> bool:
    """Does the summary say "first" or "last" of another thing ("the last coat dries" for "don't wait for the last visitor")?"""
    own = {found["word"]: found["noun"] for found in _PLACED.finditer(lowered(matter.words))}
    for found in _PLACED.finditer(lowered(stretch)):
        noun = own.get(found["word"])
        if noun and stem(noun) and stem(noun) not in denial.terms and noun != found["noun"]:
            return True
    return False


_PLACED = re.compile(r"\b(?P<word>first|second|third|last|next|previous)\b(?: (?P<noun>[a-z]+))?")
"""A word that gives a thing its place among others, and the noun that follows it."""


def _switched_back(matter: Matter, stretch: str) -> bool:
    """Does the summary name the other particle ("must stay switched on" for "don't switch off")?"""
    theirs, own = set(_PARTICLE.findall(lowered(stretch))), set(_PARTICLE.findall(lowered(matter.words)))
    return any(particle in theirs and other in own and particle not in own for particle, other in _PARTICLES.items())


_PARTICLES = {"on": "off", "off": "on", "in": "out", "out": "in", "up": "down", "down": "up"}
_PARTICLE = re.compile(rf"\b(?:{'|'.join(_PARTICLES)})\b")


def _subject_told(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Does the summary name what a short denial is said of, the words right before it? ("TEST_MODE, which isn't a secret")

    A bare value that is struck out ("cake at 21:15, not 21:45") corrects the thing before it, which the summary has to name.
    """
    if all(not term.isalpha() for term in denial.terms):
        stops = _STOP.finditer(found.span.text, found.statement.start, denial.cue.start)
        begin = max((m.end() for m in stops), default=found.statement.start)
        nouns = [t for t in terms_in(found.span.text, begin, denial.cue.start) if t.isalpha() and len(t) > 2]
        values = {t for t in terms_in(found.span.text, begin, denial.cue.start) if not t.isalpha()}
        told = any(values & set(other.terms) for other in matter.others)  # the right value stands in the summary
        return bool(nouns) and nouns[0] in matter.terms | matter.above and not told
    if ANAPHOR.search(lowered(found.span.text[found.statement.start : denial.cue.start])):
        return True
    before = terms_in(found.span.text, found.statement.start, denial.cue.start)[-SUBJECT_REACH:]
    return not before or bool(set(before) & (matter.terms | matter.above))
