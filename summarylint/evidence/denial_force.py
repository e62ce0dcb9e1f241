"""The force of a denial: does it bar a deed, strike a thing out or deny it outright, and does that bear on the summary?"""

from __future__ import annotations

import re

from summarylint.evidence.contrast import LIMIT
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import PIECE, Denial
from summarylint.evidence.progress_words import deed_of
from summarylint.evidence.turns import Matter, rare, speaks, terms_in
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import stem
from summarylint.model import Witness

SAME_MATTER = 0.45
"""The part of the summary's clause that the denying statement has to hold."""

ALONE = 0.2
"""The same where a rare word is struck out alone, or denied of anything at all."""

PIECE_WORDS = 4
"""A part between commas with fewer words is an item of a list."""

NARROW = 0.25
"""The same where two denied terms and a word of their subject are told: a long clause may hold more beside."""

_TO_DO = re.compile(r"\b(?:should|must|shall|wants?|wanted|is to|are to|has to|have to|to be|may|can|allows?|allowed|asked for)\b")
"""The summary tells it as wished, ordered or allowed."""

BARS = ("dont", "don't", "do not", "never")
_LEADS = frozenset(("pls", "please", "and", "but", "so", "ok", "okay", "also", "then", "just", "really", "no", "yes", "well", "still"))
OPENING = re.compile(r"[,;:.()—\n]\s?|\s(?:and|but|so)\s")
ANAPHOR = re.compile(
    r"(?:^|[,;:.]\s|\bso )(?:that|this|it|the)"
    r"(?: (?:explanation|theory|idea|guess|hypothesis|suspicion|plan|claim|assumption|one))?\s*\Z"
)
_ANYTHING = re.compile(r"\b(?:anything|any of|anyone|anybody|at all|any such)\b")


def bears_on(matter: Matter, found: Witness, denial: Denial, told: tuple[set[str], set[str]], share: float, ledger: Ledger) -> bool:
    """Does the denial bear on what the summary says: by what it denies (told first), what stands beside it, and its force?"""
    inside, beside = told
    barred = bars_the_deed(matter, found, denial)
    forbids = barred or denial.cue.type == "prohibition" or _imperative(found, denial)
    rejects = _rejected(found, denial)
    alone = rare(ledger, inside) and (rejects or _outright(found, denial) or (barred and _ordered(matter)))
    if len(inside | beside) < 2 and not alone and not (forbids and _ordered(matter)):
        return False
    if share < _least(inside, beside, alone, exact=inside <= matter.terms | matter.above, few=rare(ledger, inside)):
        return False
    if not forbids:
        item = matter.start > matter.statement.start or matter.end < matter.statement.end
        return rejects or not item or len(matter.words.split()) >= PIECE_WORDS
    if not _ordered(matter) and share < 0.6 and len(inside) < 3:
        return False
    return rejects or not _past(matter)


def bars_the_deed(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Does somebody bar by a bare "don't" or "never" the very deed that the summary names, and nothing that the bar leaves open?"""
    text, end = found.span.text, found.statement.end
    if lowered(denial.cue.text).replace("’", "'") not in BARS or (found.span.kind == "tool_output" and not speaks(found)):
        return False
    begin = max((m.end() for m in OPENING.finditer(text, found.statement.start, denial.cue.start)), default=found.statement.start)
    if not all(word in _LEADS for word in lowered(text[begin : denial.cue.start]).replace(",", " ").split()):
        return False
    own = before_limit(found, denial)
    limit = LIMIT.search(lowered_whole(text), denial.start, end)
    left_open = set(terms_in(text, limit.start(), end)).difference(own) if limit else set()
    return bool(own) and own[0] in matter.terms and not left_open & set(matter.statement.terms) and not _named(matter, own[0])


def _named(matter: Matter, deed: str) -> bool:
    """Does the summary only name the deed ("bisecting is ..."), and tell nobody doing it?"""
    return any(stem(match["word"]) == deed for match in _GERUND.finditer(lowered(matter.words)))


_GERUND = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )\b(?P<word>[a-z]{2,}ing)\b")


def before_limit(found: Witness, denial: Denial) -> tuple[str, ...]:
    """Return what is barred, up to a time or condition that ends it ("don't mark it before we know")."""
    limit = LIMIT.search(lowered_whole(found.span.text), denial.start, denial.end)
    return denial.terms if limit is None else tuple(t for t in terms_in(found.span.text, denial.start, limit.start()) if t in denial.terms)


def _least(inside: set[str], beside: set[str], alone: bool, *, exact: bool, few: bool) -> float:
    """Return the part of the summary's clause that the denial has to hold."""
    if exact and few and len(beside) > 1:
        return NARROW
    if exact and beside and (len(inside) > 1 or any(not term.isalpha() for term in beside)):
        return NARROW
    if alone:
        return ALONE
    return SAME_MATTER if len(inside | beside) > 1 else 0.3


def _rejected(found: Witness, denial: Denial) -> bool:
    """Does the user strike something out with a bare "not the ..." or "without ...", before which no clause stands?"""
    if found.span.role != "user" or lowered(denial.cue.text) not in ("not", "no", "without"):
        return False
    text = found.span.text
    begin = max((m.end() for m in PIECE.finditer(text, found.statement.start, denial.cue.start)), default=found.statement.start)
    return len(text[begin : denial.cue.start].split()) <= 1 and len(denial.terms) <= 3


def _outright(found: Witness, denial: Denial) -> bool:
    """Is it denied of anything at all ("we never discussed anything")?"""
    return _ANYTHING.search(lowered_whole(found.span.text), denial.cue.end, denial.end) is not None


def _imperative(found: Witness, denial: Denial) -> bool:
    return (
        denial.cue.type == "negative"
        and lowered(denial.cue.text) == "no"
        and len(denial.terms) == 1
        and denial.cue.start == found.statement.start
    )


def _ordered(matter: Matter) -> bool:
    """Is this a plan, an order or a rule, and no report?"""
    stance = matter.statement.stance
    if stance.status == "planned" or stance.force in ("request", "decision") or matter.statement.segment.form in ("bullet", "pair"):
        return True
    return _TO_DO.search(lowered(matter.words)) is not None


def wished(matter: Matter) -> bool:
    """Is this told as planned, asked for, decided or allowed?"""
    stance = matter.statement.stance
    return stance.status == "planned" or stance.force in ("request", "decision") or _TO_DO.search(lowered(matter.words)) is not None


def _past(matter: Matter) -> bool:
    return deed_of(matter.text, matter.start, matter.end) is not None and _TO_DO.search(lowered(matter.words)) is None
