"""Polarity: does a span say the opposite, by a negation or an antonym?

A negation counts where all it bears on is told in the summary without one; two words of one antonym axis count where they
are said of the same thing. Negations are counted, so that "not impossible" and "possible" agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.antonymy import REMOTE, may_deny, opposite, stretch
from summarylint.evidence.contrast import DENIES, LIMIT, SET_OFF, contrasted, main_clause
from summarylint.evidence.exceptions import excepted
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import (
    DENYING,
    PIECE,
    SUBJECT_REACH,
    Denial,
    dead_subjects,
    denials,
    holds_pole,
    poles,
    possible_denials,
    quoted_stretches,
)
from summarylint.evidence.progress_words import deed_of
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import Matter, Turn, Way, asserts, at_order, mentions, part_of, rare, speaks, terms_in
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.segment import clauses
from summarylint.language.terms import stem, terms
from summarylint.model import Witness

COVERED = 0.8
"""The part of what a negation bears on that the summary has to tell."""

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
_BARS = ("dont", "don't", "do not", "never")
_LEADS = frozenset(("pls", "please", "and", "but", "so", "ok", "okay", "also", "then", "just", "really", "no", "yes", "well", "still"))
_OPENING = re.compile(r"[,;:.()—\n]\s?|\s(?:and|but|so)\s")
_STOP = re.compile(r"[.;:!?]\s")
_ANAPHOR = re.compile(
    r"(?:^|[,;:.]\s|\bso )(?:that|this|it|the)"
    r"(?: (?:explanation|theory|idea|guess|hypothesis|suspicion|plan|claim|assumption|one))?\s*\Z"
)
_NOT_YET = re.compile(r"(?:(?:has|have|had|is|was|are|were)(?:n't|nt)|not)\b.*\byet\b")
_NUMBERED = re.compile(r"no\.? ?\d")
_NAMED = re.compile(r"`([^`\n]+)`")
_ANYTHING = re.compile(r"\b(?:anything|any of|anyone|anybody|at all|any such)\b")


def _denied_at(ledger: Ledger, order: int) -> tuple[Denial, ...]:
    """All that statement number `order` denies."""
    text, statement = ledger.span_of(order).text, ledger.statement(order)
    return (*denials(text, statement), *dead_subjects(text, statement))


def _possibly_denied_at(ledger: Ledger, order: int) -> tuple[Denial, ...]:
    return possible_denials(ledger.span_of(order).text, ledger.statement(order))


def opposed(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield those of the witnesses that deny `matter`, where no later word affirms it again."""
    if matter.statement.stance.certainty == "asked" or matter.words[:1] in "\"“'‘" or matter.statement.segment.form in ("heading", "code"):
        return
    found_poles = poles(matter.text, stretch(matter)) if holds_pole(matter.statement.text) else ()
    own = [pole for pole in found_poles if pole.subject or pole.following]
    own = [pole for pole in own if not any(other.axis == pole.axis and other.side != pole.side for other in own)]
    if own:  # the words of an error text or of a speaker that the summary quotes are not its own
        quoted = quoted_stretches(matter.text, matter.start, matter.end)
        own = [pole for pole in own if not any(a <= pole.start and pole.end <= b for a, b in quoted)]
    for found in near:
        yield from _negated(matter, found, ledger)
        if own:
            yield from opposite(matter, own, found, ledger)


def _negated(matter: Matter, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    if any(
        cue.type in ("negative", "prohibition", "refuted", "reverted") and cue.start < matter.end and matter.start < cue.end
        for cue in matter.statement.stance.cues
    ):
        return
    possible = ledger.each(_possibly_denied_at)[found.order]
    if not possible:
        return
    said = concepts(main_clause(matter.words, found))
    above = concepts(" ".join((*matter.statement.segment.headings[-2:], matter.statement.segment.label)))
    if not any(_covers(said, above, denial, ledger) for denial in possible) or not may_deny(found):
        return
    for denial in ledger.each(_denied_at)[found.order]:
        barred = _barred(matter, found, denial)
        own = set(_before_limit(found, denial) if barred else denial.terms)
        inside = {term for term in own if holds(said, term) or (above and holds(above, term))}
        if not inside or part_of(ledger, inside, own) < COVERED or not any(holds(said, term) for term in inside):
            continue
        around = _clause(found, denial)
        plain = _plainly(matter, found, denial)
        if not plain and (_denying(matter) - inside or contrasted(matter, found)):
            continue
        if not _usable(matter, found, denial):
            continue
        beside = {term for term in set(terms_in(found.span.text, *around)) - own if holds(said | above, term)}
        known = concepts(found.span.text[around[0] : around[1]])
        share = part_of(ledger, {term for term in matter.terms if holds(known, term)}, matter.terms)
        if not (plain or _bears(matter, found, denial, (inside, beside), share, ledger)) or _told_elsewhere(
            matter, own, beside if lowered(denial.cue.text) == "no" else set()
        ):
            continue
        verdict = _latest(matter, inside, beside, found, ledger)
        if verdict != "affirmed":
            way: Way = "contradicted" if verdict == "changed" else "negated"
            yield Turn(way, found, matter.start, matter.end, denial.cue.start, denial.end, denial.cue.text, share)


def _covers(said: frozenset[str | int], above: frozenset[str | int], denial: Denial, ledger: Ledger) -> bool:
    """May a summary that says this tell what a denial bears on? A cheap test before the denying statement is read in full."""
    if not any(holds(said, term) for term in denial.terms):
        return False
    if lowered(denial.cue.text) in _BARS:
        return True  # a part of what it bears on may be all that it bars
    own = set(denial.terms)
    return part_of(ledger, {term for term in own if holds(said, term) or (above and holds(above, term))}, own) >= COVERED


def _plainly(matter: Matter, found: Witness, denial: Denial) -> bool:
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


def _denying(matter: Matter) -> set[str]:
    """Return the words of the summary that may deny it as well; a word of the denied deed itself ("dropped") denies nothing."""
    words = lowered(" ".join((*matter.statement.segment.headings[-1:], matter.statement.segment.label, matter.words)))
    return {stem(m[0]) or m[0] for m in DENYING.finditer(words)}


PRINTED = 0.8
"""How much of the matter a printed line without a verb has to hold: a status such as "NOT IN ORDER 660142" heads a list of its own."""


def _usable(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Is the denial one of words, without an exception, and of something that the summary names?"""
    stretch = found.span.text[denial.cue.start : denial.end]
    if _NOT_YET.match(lowered(stretch)) and matter.statement.stance.status == "planned":
        return False  # what is not done yet is told as still to come
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
_OFFERED = re.compile(r"\b(?:idea|suggest\w*|propos\w+|consider\w*|option|alternative|originally|initially|at first)\b")
"""The summary tells what was thought of; that it was turned down is no contradiction."""
_QUOTATION = re.compile(r"[\"“]([^\"”\n]+)[\"”]")


def _doubled(found: Witness, denial: Denial) -> bool:
    """Does the denial stand under another one ("no stairs without rail")?"""
    text = lowered_whole(found.span.text)
    begin = max((m.end() for m in _OPENING.finditer(text, found.statement.start, denial.cue.start)), default=found.statement.start)
    return lowered(denial.cue.text) == "without" and DENIES.search(text, begin, denial.cue.start) is not None


def _switched_back(matter: Matter, stretch: str) -> bool:
    """Does the summary name the other particle ("must stay switched on" for "don't switch off")?"""
    theirs, own = set(_PARTICLE.findall(lowered(stretch))), set(_PARTICLE.findall(lowered(matter.words)))
    return any(particle in theirs and other in own and particle not in own for particle, other in _PARTICLES.items())


_PARTICLES = {"on": "off", "off": "on", "in": "out", "out": "in", "up": "down", "down": "up"}
_PARTICLE = re.compile(rf"\b(?:{'|'.join(_PARTICLES)})\b")


def _bears(matter: Matter, found: Witness, denial: Denial, told: tuple[set[str], set[str]], share: float, ledger: Ledger) -> bool:
    """Does the denial bear on what the summary says: by what it denies (told first), what stands beside it, and its force?"""
    inside, beside = told
    barred = _barred(matter, found, denial)
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


def _barred(matter: Matter, found: Witness, denial: Denial) -> bool:
    """Does somebody bar by a bare "don't" or "never" the very deed that the summary names, and nothing that the bar leaves open?"""
    text, end = found.span.text, found.statement.end
    if lowered(denial.cue.text).replace("’", "'") not in _BARS or (found.span.kind == "tool_output" and not speaks(found)):
        return False
    begin = max((m.end() for m in _OPENING.finditer(text, found.statement.start, denial.cue.start)), default=found.statement.start)
    if not all(word in _LEADS for word in lowered(text[begin : denial.cue.start]).replace(",", " ").split()):
        return False
    own = _before_limit(found, denial)
    limit = LIMIT.search(lowered_whole(text), denial.start, end)
    left_open = set(terms_in(text, limit.start(), end)).difference(own) if limit else set()
    return bool(own) and own[0] in matter.terms and not left_open & set(matter.statement.terms) and not _named(matter, own[0])


def _named(matter: Matter, deed: str) -> bool:
    """Does the summary only name the deed ("bisecting is ..."), and tell nobody doing it?"""
    return any(stem(match["word"]) == deed for match in _GERUND.finditer(lowered(matter.words)))


_GERUND = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )\b(?P<word>[a-z]{2,}ing)\b")


def _before_limit(found: Witness, denial: Denial) -> tuple[str, ...]:
    """Return what is barred, up to a time or condition that ends it ("don't mark it before we know")."""
    limit = LIMIT.search(lowered_whole(found.span.text), denial.start, denial.end)
    return denial.terms if limit is None else tuple(t for t in terms_in(found.span.text, denial.start, limit.start()) if t in denial.terms)


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
    if _ANAPHOR.search(lowered(found.span.text[found.statement.start : denial.cue.start])):
        return True
    before = terms_in(found.span.text, found.statement.start, denial.cue.start)[-SUBJECT_REACH:]
    return not before or bool(set(before) & (matter.terms | matter.above))


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


def _clause(found: Witness, denial: Denial) -> tuple[int, int]:
    """Return the sentence part around a denial up to commas with a subject of their own; the statement where there is none."""
    text = found.span.text
    if _ANAPHOR.search(lowered(text[found.statement.start : denial.cue.start])):
        return found.statement.start, found.statement.end  # "..., so that explanation does not hold" speaks of the whole
    return next(
        ((a, b) for a, b in clauses(text, found.statement.start, found.statement.end) if a <= denial.cue.start < b),
        (found.statement.start, found.statement.end),
    )


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


def latest_word(matter: Matter, inside: set[str], found: Witness, ledger: Ledger) -> str:
    """Return what the latest word on the terms that `found` denies is: "affirmed", "changed" or "" for the denial itself."""
    return _latest(matter, inside, set(), found, ledger)


def _past(matter: Matter) -> bool:
    return deed_of(matter.text, matter.start, matter.end) is not None and _TO_DO.search(lowered(matter.words)) is None


def _told_elsewhere(matter: Matter, own: set[str], beside: set[str]) -> bool:
    """Does another statement of the summary say it with the denial? One word alone may be denied there of another thing."""
    about = beside if len(own) == 1 else set()
    return any(
        other is not matter.statement
        and own <= set(other.terms)
        and (not about or about & set(other.terms))
        and (other.stance.polarity == "negative" or DENYING.search(lowered(other.text)))
        for other in matter.others
    )


def _latest(matter: Matter, inside: set[str], beside: set[str], found: Witness, ledger: Ledger) -> str:
    """Return "affirmed" where a later or stronger word says it without the denial, "changed" where an earlier one did, else ""."""
    verdict = ""
    for order in mentions(ledger, inside, 0.95):
        if order == found.order or ledger.span_of(order).role in REMOTE:
            continue
        other = at_order(ledger, order)
        if other.statement.stance.certainty == "asked" or other.statement.text.rstrip().endswith("?"):
            continue
        if beside and not beside & set(other.statement.terms) and order < found.order:
            continue
        if any(set(d.terms) & inside for d in denials(other.span.text, other.statement)) or DENYING.search(lowered(other.statement.text)):
            continue
        if order > found.order:
            return "affirmed"
        if (
            asserts(other.statement)
            and speaks(other)
            and other.statement.stance.status != "planned"
            and part_of(ledger, other.statement.terms, matter.terms) >= SAME_MATTER
        ):
            verdict = "changed"
    return verdict
