"""Undone: a deed that the summary tells as done and that a span expressly calls not done, not tried or not yet begun."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import Deed, deeds_in, lexicon, phrases
from summarylint.evidence.restrictions import counts_part, pattern
from summarylint.evidence.telling import concepts, holds, kindred
from summarylint.evidence.turns import RARE, Matter, Turn, at_order, rare, speaks, terms_in
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import stem
from summarylint.model import Witness

MOST_TOLD = 40
"""A verb in more statements than this is no name of one deed."""

REACH = 4
"""Words before a verb among which its negation stands ("has not yet been moved")."""

FRAGMENT = 2
"""Other terms that a statement may hold and still leave its subject to the sentence before ("Not straightened so far")."""

BEFORE, BEHIND = 3, 1
"""Statements around such a fragment in which its subject is looked for."""

_WORD = re.compile(r"[\w'’]+")
_PIECE = re.compile(r"[,;:.()—\n]|\s(?:but|and|so|because|since)\s")
_PART = re.compile(r"\bso far\b|\b\d+ (?:of|out of|/) ?\d+\b|\bfirst\b|\bone of\b|\b(?:0|zero|no|none|just|only|solely|except)\b")
_GENERIC = r"(?:made|done|finished|complete|completed|given|there|confirmed|started|begun|received|ready|set|in place)"
_NOUN = re.compile(rf"\W+(?:\w+\W+){{0,2}}?(?:not|n't|isn't|wasn't|hasn't|never)\W+(?:been\W+|yet\W+)*{_GENERIC}\b")
_BETWEEN = frozenset((
    "been", "be", "being", "was", "were", "is", "are", "has", "have", "had", "yet", "even", "ever", "so", "not", "never", "nothing",
    "fully", "actually", "really", "got", "get", "all", "any", "to", "i", "we", "it",
))  # fmt: skip
"""Words that may stand between a negation and its verb."""

_DOERS = frozenset(lexicon()["words"]["subjects"])

_STILL = re.compile(
    rf"\b(?:(?:is|are|was|were|has|have)(?: not|n't)|not)\s+(?:been\s+)?(?:yet\s+)?{_GENERIC}\b(?:\s+(?:yet|so far|to date))?"
    r"|\b(?:is|are) (?:still|yet) to (?:be|come)\b|\b(?:unsent|unpaid|unsigned|unanswered|undone)\b"
)
_HEDGED = re.compile(r"\b(?:would|could|should|if|unless|may|might|must|will|don't|do not|dont|won't|cannot|can't|shall)\b")


def undone(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word by which a deed of `matter` was not done, where nothing later tells it as done."""
    if told_as_done(matter) is None:
        return
    if pattern("partial").search(lowered(matter.words)) or counts_part(matter.words) or _PART.search(lowered(matter.statement.text)):
        return  # told of a part already
    for deed in deeds_in(matter.text, matter.start, matter.end):
        verbs = _verbs(matter.text, deed)
        orders = sorted({order for verb in verbs for order in ledger.postings.get(verb, ())}, reverse=True)
        if lowered(matter.text[deed.start : deed.end]) in lexicon()["words"]["put_to"]:
            continue  # who was to be asked may be told to have been written to
        if not deed.stems or not orders or len(orders) > MOST_TOLD or _told(matter, verbs):
            continue
        turn = _last_word(matter, verbs, orders, ledger)
        if turn is not None:
            yield turn
            return


def _last_word(matter: Matter, verbs: frozenset[str], orders: list[int], ledger: Ledger) -> Turn | None:
    """Return the latest of the statements on a verb that denies the deed or puts it off; None where a later one tells it as done."""
    rest = matter.terms - verbs
    for order in orders:
        found = at_order(ledger, order)
        if found.span.role in ("system", "summary") or found.span.kind == "tool_call":
            continue
        place = _denied(found, verbs)
        if place is None and _tells(found, verbs):
            return None
        if (
            place is None
            or _orders_other(matter, found, place)
            or not _same(matter, found, place[0], verbs, ledger)
            or _of_other(matter, found, place[1], ledger)
        ):
            continue
        if _printed_later(matter, found, verbs, ledger):
            return None
        share = len(rest & set(found.statement.terms)) / (len(rest) or 1)
        return Turn("inflated", found, matter.start, matter.end, *place, found.span.text[place[0] : place[1]], share)
    return None


def still_open(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word that calls the very thing of a deed "not set so far", whatever verb the summary has for it."""
    deed = told_as_done(matter)
    if deed is None:
        return
    if _PART.search(lowered(matter.words)) or any(cue.type == "negative" for cue in matter.statement.stance.cues):
        return
    rest = {term for term in matter.terms - deed.stems if len(ledger.postings.get(term, ())) <= RARE}
    for order in sorted({order for term in rest for order in ledger.postings.get(term, ())}, reverse=True):
        found = at_order(ledger, order)
        start, end = found.statement.start, found.statement.end
        place = _STILL.search(lowered_whole(found.span.text), start, end)
        if place is None or found.span.role in ("system", "summary") or found.statement.text.rstrip().endswith("?"):
            continue
        begin = max((m.end() for m in _PIECE.finditer(lowered_whole(found.span.text), start, place.start())), default=start)
        subject = set(terms_in(found.span.text, begin, place.start()))
        named = subject & rest
        if named and subject <= matter.terms and not any(other > order for term in named for other in ledger.postings[term]):
            yield Turn("inflated", found, matter.start, matter.end, begin, place.end(), place[0], len(subject) / len(matter.terms))
            return


def _verbs(text: str, deed: Deed) -> frozenset[str]:
    """Return the stems by which a deed may be named: its own, those of its kin, and the same with a prefix that denies."""
    word = lowered(text[deed.start : deed.end])
    return frozenset(other for verb in deed.stems for other in kindred(verb)) | deed.stems | {stem(f"un{word}")}


def _denied(found: Witness, verbs: frozenset[str]) -> tuple[int, int] | None:
    """Return the place where one of the verbs stands under a negation, told as a fact and no order."""
    text, start, end = found.span.text, found.statement.start, found.statement.end
    low = lowered(text[start:end])
    if low.rstrip().endswith("?"):
        return None
    words = list(_WORD.finditer(low))
    for number, match in enumerate(words):
        own = stem(match[0].replace("’", "'"))
        if own not in verbs:
            continue
        begin = max((m.end() for m in _PIECE.finditer(low, 0, match.start())), default=0)
        before = [m for m in words[max(0, number - REACH) : number] if m.start() >= begin]
        noun = _NOUN.match(low, match.end())  # "payment not made"
        if noun:
            return start + match.start(), start + noun.end()
        cue = next((m for m in reversed(before) if m[0] in lexicon()["words"]["undoing"] or m[0].endswith(("n't", "n’t"))), None)
        if cue is not None and before[-1] is not cue and before[-1][0] not in _BETWEEN and not before[-1][0].endswith("ly"):
            continue  # "not using the voice recognition" has another verb
        if cue is None and before and before[-1][0] in _DOERS:
            continue  # "I unlocked it" is a deed of its own
        if cue is None and not (_is_negated_state(match[0]) and stem(match[0][2:]) in verbs):
            continue
        if _HEDGED.search(low, begin, match.end()):
            continue
        return start + (cue or match).start(), start + match.end()
    return None


def _is_negated_state(word: str) -> bool:
    """Is a word a participle with a prefix that denies ("unlocked"), and no deed that undoes one ("I unlock it")?"""
    return word.startswith("un") and (word.endswith("ed") or word[2:] in lexicon()["irregular"])


def _printed_later(matter: Matter, found: Witness, verbs: frozenset[str], ledger: Ledger) -> bool:
    """Did a tool print anything later on what both tell, so that somebody has looked since?"""
    shared = matter.terms & set(found.statement.terms) - verbs
    held = [order for term in shared for order in ledger.postings.get(term, ()) if order > found.order]
    printed = [order for order in set(held) if ledger.span_of(order).kind == "tool_output" and ledger.span_of(order) is not found.span]
    return any(held.count(order) >= LEAST_PRINTED for order in printed)


LEAST_PRINTED = 2
"""Terms of both that a later output has to hold."""


_IT = re.compile(r"\s+(?:it|that|this|them|those|these)\b(?=\s*(?:[.,;:)!]|$|yet\b|so far\b))")
_ITEM = re.compile(r"(?<![\w-])(?=[\w.-]*[a-z])(?=[\w.-]*\d)[\w.-]*\w")


def _of_other(matter: Matter, found: Witness, end: int, ledger: Ledger) -> bool:
    """Is the deed denied of an "it" that the sentence before calls by another name than the summary ("k7 is full. I didn't drain it")?"""
    before = found.order - 1
    if not _IT.match(lowered_whole(found.span.text), end, found.statement.end) or before not in ledger.orders(found.span.id):
        return False
    named, told = set(_ITEM.findall(lowered(ledger.text(before)))), lowered(matter.statement.text)
    return bool(named) and bool(_ITEM.search(told)) and not any(name in told for name in named)


def _orders_other(matter: Matter, found: Witness, place: tuple[int, int]) -> bool:
    """Is it an order ("never translate the names"), whose verb is in its bare form, and does it bar the deed on other things?"""
    text = found.span.text
    words = _WORD.findall(lowered(text[slice(*place)]))
    if words[0] != "never" or words[-1].endswith("ed") or words[-1] in lexicon()["irregular"]:
        return False
    end = min((m.start() for m in _PIECE.finditer(lowered_whole(text), place[1], found.statement.end)), default=found.statement.end)
    barred = {term for term in terms_in(text, place[1], end) if term.isalpha()}
    told = concepts(matter.statement.text)
    return not all(holds(told, term) for term in barred)


def _tells(found: Witness, verbs: frozenset[str]) -> bool:
    text, statement = found.span.text, found.statement
    return any(verbs & deed.stems for deed in deeds_in(text, statement.start, statement.end, states=True)) and not phrases("future").search(
        lowered(statement.text)
    )


def _told(matter: Matter, verbs: frozenset[str]) -> bool:
    """Does the summary itself say somewhere that it was not done?"""
    return any(
        other is not matter.statement
        and verbs & set(other.terms)
        and (other.stance.polarity == "negative" or other.stance.status in ("planned", "untested", "blocked"))
        for other in matter.others
    )


def _same(matter: Matter, found: Witness, at: int, verbs: frozenset[str], ledger: Ledger) -> bool:
    """Is the word at place `at` of a witness said of the same things, or in a fragment that leaves them to what stands before it?"""
    low, begin, stop = lowered_whole(found.span.text), found.statement.start, found.statement.end
    rest = frozenset(matter.statement.terms) - verbs
    told = concepts(matter.words)
    held = {term for term in found.statement.terms if term not in verbs and term.isalpha()}
    shared = {term for term in held if holds(told, term)}
    if shared:
        return rare(ledger, shared) and 2 * len(shared) >= min(len(held), len(matter.terms - verbs), 4)
    start = max((m.end() for m in _PIECE.finditer(low, begin, at)), default=begin)
    end = min((m.start() for m in _PIECE.finditer(low, at, stop)), default=stop)
    others = {term for term in terms_in(found.span.text, start, end) if term not in verbs and term.isalpha()}
    if len(others) > (FRAGMENT if speaks(found) else 1):
        return False
    around = range(max(0, found.order - BEFORE), min(len(ledger), found.order + BEHIND + 1))
    near = {term for order in around if ledger.span_of(order).role != "summary" for term in ledger.terms[order]} & rest
    return bool(near) and rare(ledger, near)
