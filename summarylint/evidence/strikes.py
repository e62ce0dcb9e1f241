"""Strikes: a thing that the user strikes out in a few words ("no restarts", "not the redirect"), and that the summary has done or due.

So short a word shares a term or two with the summary, far below what alignment asks for. It is found the other way round, by
the rare terms of the summary, where all that is struck out is told there as included, used or still to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.contrast import SET_OFF
from summarylint.evidence.denial_force import wished
from summarylint.evidence.exceptions import tells_limit
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import DENYING
from summarylint.evidence.polarity import latest_word
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import Matter, Turn, at_order, part_of, rare
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.terms import stem, terms
from summarylint.model import Witness

NAMED = 8
"""A term in more statements than this is no name of what is struck out."""

MOST_LOOKED_AT = 16
"""Statements on the rare terms that are tried, the latest first."""

MOST_STRUCK = 3
"""Terms of what is struck out; a longer phrase denies a clause, and alignment finds it."""

_WORDS = read_lexicon("strikes")
_TO = r"[,.;:!?)\n]|$"
_STRIKE = LatePattern(
    lambda: (
        rf"(?:^|[,;:.(—]\s*|\s{one_of(_WORDS['leads'])}\s)(?P<word>{one_of(_WORDS['strikes'])})\s(?!{one_of(_WORDS['no_strike'])}\b)"
        rf"(?P<struck>(?:[\w./'-]+ ?){{1,5}}?)(?=\s*(?:{_TO}|\b{one_of(_WORDS['ends'])}\b))"
    ),
    re.MULTILINE,
)
_CORRECTED = LatePattern(
    lambda: (
        rf"(?P<right>[\w./-]*\w), not (?:the )?(?!{one_of(_WORDS['no_correction'])}\b)"
        r"(?P<wrong>[\w./-]*[a-z_][\w./-]*?)(?=[.,;:!?)]*(?:\s|\Z))"
    )
)
"""One name put right by another ("the PR goes against next, not main")."""
_DROPPED = LatePattern(
    lambda: (
        rf"(?:^|[,;:.(—]\s*|\s{one_of(_WORDS['dropping_leads'])}\s)(?P<word>{one_of(_WORDS['dropping'])})\s"
        rf"(?:(?:the|that|this|my|any)\s)?(?!{one_of(_WORDS['no_name'])}\b)"
        rf"(?P<struck>(?:[\w./'-]+ ?){{1,4}}?)(?:\s?{one_of(_WORDS['empty_nouns'])})?(?=\s*(?:{_TO}|\b{one_of(_WORDS['dropping_ends'])}\b))"
    ),
    re.MULTILINE,
)
"""A wish taken back by name ("scrap the dark mode thing", "forget paging")."""
_AS_ASKED = LatePattern(lambda: rf"\b{one_of(_WORDS['as_asked'])}\b")
_TELLS_DROPPED = LatePattern(lambda: rf"\b{one_of(_WORDS['tells_dropped'])}\b")
_VERBS_OF_USE = frozenset(stem(word) or word for word in _WORDS["use"])
_INCLUDES = LatePattern(lambda: rf"\b{one_of(_WORDS['includes'])} (?P<what>(?:[\w./'-]+ ?){{1,4}})")
_INCLUDED = re.compile(r"(?P<what>(?:[\w./'-]+ ){1,3})(?:(?:is|are|was|were) )?(?:included|as well)\b")


def struck_out(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the user's last word that strikes out what `matter` tells as included, used, or still to do."""
    statement = matter.statement
    if statement.stance.certainty == "asked" or statement.segment.form in ("heading", "code", "quotation"):
        return
    low = lowered(matter.words)
    includes = frozenset(term for pattern in (_INCLUDES, _INCLUDED) for m in pattern.finditer(low) for term in terms(m["what"]))
    if not (includes or wished(matter) or _AS_ASKED.search(low)) or SET_OFF.search(low) or _denies(f"{statement.segment.label} {low}"):
        return
    named = [term for term in matter.terms if len(ledger.postings.get(term, ())) <= NAMED]
    striking = ledger.each(_strikes)
    for order in sorted({order for term in named for order in ledger.postings.get(term, ())}, reverse=True)[:MOST_LOOKED_AT]:
        turn = _struck(matter, includes, order, ledger) if striking[order] else None
        if turn is not None:
            yield turn
            return


def _strikes(ledger: Ledger, order: int) -> bool:
    """Does a statement of the user strike out anything in a few words? A cheap test before it is read in full."""
    span = ledger.span_of(order)
    low = lowered_whole(span.text) if span.role == "user" else ""
    return bool(low) and any(pattern.search(low, *ledger.bounds[order]) for pattern in (_STRIKE, _CORRECTED, _DROPPED))


def _struck(matter: Matter, includes: frozenset[str], order: int, ledger: Ledger) -> Turn | None:
    found = at_order(ledger, order)
    if found.statement.stance.certainty == "asked":
        return None
    text, told = found.span.text, concepts(matter.words)
    low, start, end = lowered_whole(text), found.statement.start, found.statement.end
    for match in _STRIKE.finditer(low, start, end):
        own = {term for term in terms(text[match.start("struck") : match.end("struck")]) if term not in _VERBS_OF_USE}
        inside = {term for term in own if holds(told, term)}
        if not inside or len(own) > MOST_STRUCK or inside != own or not rare(ledger, inside) or not inside & matter.terms:
            continue
        barred = bool(inside & includes) or (match["word"] in _WORDS["bars"] and len(inside) > 1)
        if not barred or tells_limit(matter, found, match.end("struck")):
            continue
        if latest_word(matter, inside, found, ledger) != "affirmed" and not _told_struck(matter, inside):
            return _turn(matter, inside, found, match.start("word"), match.end("struck"), ledger)
    turn = _dropped(matter, found, ledger)
    if turn is not None:
        return turn
    for match in _CORRECTED.finditer(low, start, end):
        wrong, around = set(terms(match["wrong"])), set(found.statement.terms)
        if not wrong or not wrong <= matter.terms or _has(matter.words, match["right"]) or not (around - wrong) & matter.terms:
            continue
        if latest_word(matter, wrong, found, ledger) != "affirmed" and not _told_struck(matter, wrong):
            return _turn(matter, wrong, found, match.start("right"), match.end("wrong"), ledger)
    return None


def _dropped(matter: Matter, found: Witness, ledger: Ledger) -> Turn | None:
    """Return the turn by which the user takes back by its name what the summary tells, unless the summary tells that as well."""
    if _TELLS_DROPPED.search(lowered(matter.statement.text)):
        return None
    for match in _DROPPED.finditer(lowered_whole(found.span.text), found.statement.start, found.statement.end):
        own = {term for term in terms(match["struck"]) if term not in _VERBS_OF_USE}
        if not own or len(own) > MOST_STRUCK or not own <= matter.terms or not rare(ledger, own):
            continue
        if latest_word(matter, own, found, ledger) != "affirmed" and not _told_struck(matter, own):
            return _turn(matter, own, found, match.start("word"), match.end("struck"), ledger)
    return None


def _turn(matter: Matter, inside: set[str], found: Witness, at: int, to: int, ledger: Ledger) -> Turn:
    share = part_of(ledger, inside, matter.terms)
    return Turn("negated", found, matter.start, matter.end, at, to, found.span.text[at:to].strip(), share)


def _has(words: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", lowered(words)) is not None


def _denies(words: str) -> bool:
    return any(found[0] not in _WORDS["no_denial"] for found in DENYING.finditer(lowered(words)))


def _told_struck(matter: Matter, inside: set[str]) -> bool:
    """Does another statement of the summary tell the strike?"""
    return any(
        other is not matter.statement and inside & set(other.terms) and other.stance.polarity == "negative" for other in matter.others
    )
