"""Dismissal: a cause, an event or a finding that the summary still tells, and that a later span ruled out, called off or took back.

A dismissal is short and often repeats one noun of what it dismisses ("so the supply is out as the cause"), far too little
for alignment. It is found the other way round: by the rare terms of the summary, where nearly all that it bears on stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.diagnoses import names_cause
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import affirms
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import Matter, Turn, at_order, part_of, speaks, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.numerals import MONTHS
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.terms import stem
from summarylint.model import Witness

NAMED = 8
"""A term in more statements than this is no name of one hypothesis."""

MOST_LOOKED_AT = 24
"""Statements on the rare terms that are tried, the latest first."""

HEADS = 2
"""The first terms of what a dismissal bears on; one of them has to stand in the summary."""

BEARS = 0.3
"""The part of what a dismissal bears on that the summary has to tell."""

_WORDS = read_lexicon("dismissal")
_CAUSE = one_of(_WORDS["causes"])
_CONJECTURE = one_of(_WORDS["conjectures"])
_NOT = r"(?:(?:is|was|are|were|be)(?: not|n't)|(?:isnt|wasnt|arent|werent)|can(?:not|'t) be)"
_SUBJECT = LatePattern(
    lambda: (
        rf"\b{_NOT} (?:(?:the|a|an|our|your) (?:real |actual |main )?{_CAUSE}|what (?:was|is|were|it)|{one_of(_WORDS['no_part'])})\b"
        rf"|\b(?:is|was|are|were) {one_of(_WORDS['ruled_out'])}\b(?: as (?:the|a) {_CAUSE})?(?=\W*(?:$|[.,;]|as |now|then))"
        rf"|\b(?:can be|could be|has been|have been|got) {one_of(_WORDS['undone'])}\b"
        rf"|\b{one_of((*_WORDS['called_off'], *_WORDS['no_effect'], *_WORDS['no_role']))}\b"
        rf"|\b(?:did|does|do)(?: not|n't|nt) {one_of(_WORDS['no_help'])}\b"
        r"|\b(?:do|does|did)(?: not|n't|nt) (?:seem|appear|look) to be (?:it|the (?:one|reason|cause|problem)|to blame)\b"
        rf"|\b(?:is|was|are|were) (?:just )?(?:a )?{one_of(_WORDS['no_trail'])}\b"
        r"|\b(?:but|and) (?:\w+ ){0,3}still (?:\w+s\b|the same)"
        rf"|\b{_CONJECTURE} (?:is|was) {one_of(_WORDS['disbelieved'])}\b"
    )
)
"""Behind these the subject before them is dismissed."""
_OBJECT = LatePattern(
    lambda: (
        rf"\b{one_of(_WORDS['dismissing'])} (?:the |a |an |that )?(?=\w)|\b{one_of(_WORDS['speaking_against'])} (?:the |a )?"
        rf"|\b{one_of(_WORDS['mistaken'])} (?:the |a )?|\b{one_of(_WORDS['no_gain'])} (?:the |a )?"
        r"|\b(?:so|then|hence|thus) (?:it(?:'s| is| was)|that(?:'s| is| was)) not (?:the |a )?(?!that\b|it\b)"
        r"|(?<![^.;\n] )(?:it(?:'s| is| was) not|it (?:isn't|wasn't)) (?:the |a )?(?=\w+(?: as such| itself| at all)?\s*[;,.])"
        r"|\b(?:so|hence|thus) (?:the |that |this |our )"
        rf"(?=(?:[\w/-]+ ){{1,4}}(?:is|are|was|were)(?: {one_of(_WORDS['in_order'])}\b|n't))"
    )
)
"""What follows these is dismissed."""
_ALL_BEFORE = LatePattern(
    lambda: (
        r"\b(?:so|hence|thus|then) (?:it|that|this) (?:is not|isn't|was not|wasn't|cannot be|can't be)"
        r" (?:it|that|this|the (?:reason|cause))\b"
        rf"|\b(?:so|hence|thus|then) (?:that|this|the) {_CONJECTURE} {one_of(_WORDS['not_holding'])}\b"
    )
)
"""These dismiss what the sentence spoke of before them ("the clocks agree, so it isn't that")."""
_PIECE = re.compile(r"[,;:()—\n]\s?|\.\s|\s(?:so|but|because|since|and|that)\s")
_CALLED_OFF = re.compile(r"called off|withdrawn|cancell?ed|retracted|fell through", re.IGNORECASE)
_WRONG = re.compile(r"wrong|mistaken", re.IGNORECASE)
_HARMLESS = re.compile(r"\ban? (?:problem|issue)\Z")
_TROUBLE = re.compile(r"\b(?:problem|issue|trouble|cause|reason)s?\b")
_MONTHS = frozenset(stem(word) for word in MONTHS)
_TAKES_BACK = LatePattern(lambda: rf"\b{one_of(_WORDS['taking_back'])}\b")
_TURNED = LatePattern(lambda: rf"\b(?:(?<!a )(?<!the )(?<!an )wrong|held(?! responsible)|{one_of(_WORDS['held_once'])})\b")
_SUSPECTED = LatePattern(lambda: rf"\b(?:{one_of(_WORDS['suspecting'])}|is what \w+ed)\b")


_WITHDRAWS = LatePattern(
    lambda: (
        r"\W*(?:(?:oh|hm+|ah|ok|okay|sorry|no|wait|hold on|actually|well)\b\W+)*"
        r"(?:i (?:take|have to take|must take) (?:that|it|this) back|(?:scratch|strike) that(?=\s*(?:[.,;:!]|$))"
        r"|i stand corrected|i retract (?:that|it|this)\b)"
    )
)
"""A message that opens so withdraws the speaker's message before it."""

WITHDRAWN_SCORE = 0.5
"""What part of the summary's statement the withdrawn message has to hold in one of its statements."""


def _withdrawals(ledger: Ledger) -> dict[str, int]:
    """The messages that the assistant withdrew at once, by id, each with the statement that says so."""
    found: dict[str, int] = {}
    before = None
    for number, span in enumerate(ledger.spans):
        if span.role != "assistant" or span.kind != "text":
            continue
        if before is not None and _WITHDRAWS.match(lowered(span.text[:LONGEST_LEAD])):
            found[before.id] = ledger.orders_of(number).start
        before = span
    return found


LONGEST_LEAD = 120
"""Code points at the start of a message in which it says that the one before it is withdrawn."""


def withdrawn(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the word by which the assistant withdrew the very message that the matter rests on, where the summary does not tell it."""
    taken = ledger.once(_withdrawals)
    if not taken or matter.statement.segment.form in ("heading", "code", "quotation") or not near:
        return
    best = max(near, key=lambda found: (found.score, found.order))
    if best.span.id not in taken or best.score < WITHDRAWN_SCORE:
        return
    if any(_TURNED.search(lowered(other.text)) and set(other.terms) & matter.terms for other in matter.others):
        return
    found, told = at_order(ledger, taken[best.span.id]), matter.statement
    yield Turn("refuted", found, told.start, told.end, found.statement.start, found.statement.end, found.statement.text, best.score)


def dismissed(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word that dismisses what `matter` tells, where the summary does not tell the dismissal."""
    if matter.statement.stance.certainty == "asked" or matter.statement.segment.form in ("heading", "code", "quotation"):
        return
    causal = suspects(matter)
    whole = matter.terms | (frozenset(terms_in(matter.text, *_line(matter))) if causal else frozenset())
    rare = frozenset(term for term in whole if len(ledger.postings.get(term, ())) <= NAMED)
    latest = sorted({order for term in rare for order in ledger.postings.get(term, ())}, reverse=True)[:MOST_LOOKED_AT]
    dismissing = ledger.each(_dismisses)
    orders = [order for order in latest if dismissing[order]]
    if not orders or _TURNED.search(lowered(matter.statement.text)) or "instead" in lowered(matter.words):
        return  # told as what was held at first, or by whom
    if matter.statement.stance.status == "planned" and not causal:
        return
    affirmed = affirms(matter.text, matter.statement, matter.start, matter.end)
    for order in orders:
        found = at_order(ledger, order)
        if found.span.role in ("system", "summary") or found.statement.stance.certainty in ("asked", "conditional") or not speaks(found):
            continue
        back = _taken_back(found, near, ledger) if causal else None
        if back is not None and not _told(matter, set(found.statement.terms) & rare):
            yield Turn("refuted", found, matter.start, matter.end, *back, found.span.text[back[0] : back[1]], 0.0)
            return
        turn = _ruled_out(matter, found, rare, ledger, causal=causal) if affirmed else None
        if turn is not None:
            yield turn
            return


def _dismisses(ledger: Ledger, order: int) -> bool:
    """Has a statement, or the one before it, words that dismiss or take back anything? A cheap test before it is read in full."""
    start, end = ledger.bounds[order]
    first = ledger.bounds[order - 1][0] if order and ledger.number_of(order - 1) == ledger.number_of(order) else start
    text = lowered(ledger.span_of(order).text[first:end])
    return any(pattern.search(text) for pattern in (_SUBJECT, _OBJECT, _ALL_BEFORE, _TAKES_BACK))


def suspects(matter: Matter) -> bool:
    """Does a stretch of the summary give a cause, or a remedy that would show one?"""
    return names_cause(matter.statement) or _SUSPECTED.search(lowered(f"{matter.statement.segment.label}: {matter.words}")) is not None


def _ruled_out(matter: Matter, found: Witness, rare: frozenset[str], ledger: Ledger, *, causal: bool) -> Turn | None:
    """Return the turn by which a witness dismisses what the matter names as a cause, or tells as going to happen."""
    told = concepts(matter.text[slice(*_line(matter))] if causal else matter.words)
    for start, end, at, to in _dismissals(found):
        if _HARMLESS.search(lowered(found.span.text[at:to])) and not _TROUBLE.search(lowered(matter.words)):
            continue  # "isn't a problem" takes the trouble from a thing, and not the thing itself
        held = terms_in(found.span.text, start, end)
        called_off = _CALLED_OFF.search(found.span.text, at, to) is not None
        if not (causal or called_off or _WRONG.search(found.span.text, at, to)):
            continue
        # the day of what was called off tells of other things as well
        own = [t for t in held if not called_off or (t.isalpha() and t not in _MONTHS)]
        inside = {term for term in own if holds(told, term)}
        heads = [term for term in own if len(term) > 2 or called_off][:HEADS]
        if not inside.intersection(heads) or not inside & rare or part_of(ledger, inside, own) < BEARS:
            continue
        if not _told(matter, inside) and not _came_back(inside, found, ledger):
            share = part_of(ledger, inside, matter.terms)
            return Turn("refuted", found, matter.start, matter.end, min(start, at), max(end, to), found.span.text[at:to], share)
    return None


def _line(matter: Matter) -> tuple[int, int]:
    """Return the stretch around a matter up to line breaks and full stops, where it is short: it tells what the cause is about."""
    start = max(matter.text.rfind("\n", 0, matter.start) + 1, matter.text.rfind(". ", 0, matter.start) + 1)
    return (start if matter.start - start <= LINE_REACH else matter.start), matter.end


LINE_REACH = 160
"""Code points before a cause in which its sentence may speak of the thing that it is the cause of."""


def _taken_back(found: Witness, near: tuple[Witness, ...], ledger: Ledger) -> tuple[int, int] | None:
    """Return the words by which the speaker takes back what the summary still tells, right before or in this statement."""
    first = found.order - 1 if found.order and ledger.span_of(found.order - 1) is found.span else found.order
    match = _TAKES_BACK.search(lowered_whole(found.span.text), ledger.bounds[first][0], found.statement.end)
    if match is None or not any(w.score >= 0.4 and w.order < first and w.span.id != found.span.id for w in near):
        return None
    return match.start(), match.end()


def _dismissals(found: Witness) -> Iterator[tuple[int, int, int, int]]:
    """Yield what each dismissal of a witness bears on, and the place of its words."""
    text, begin, stop = lowered_whole(found.span.text), found.statement.start, found.statement.end
    for match in _SUBJECT.finditer(text, begin, stop):
        start = max((m.end() for m in _PIECE.finditer(text, begin, match.start())), default=begin)
        yield start, match.start(), match.start(), match.end()
    for match in _ALL_BEFORE.finditer(text, begin, stop):
        yield begin, match.start(), match.start(), match.end()
    for match in _OBJECT.finditer(text, begin, stop):
        cut = _PIECE.search(text, match.end(), stop)
        yield match.end(), cut.start() if cut else stop, match.start(), match.end()


def _told(matter: Matter, inside: set[str]) -> bool:
    return any(
        other is not matter.statement
        and inside & set(other.terms)
        and any(cue.type in ("negative", "refuted") and not lowered(cue.text).startswith("lack") for cue in other.stance.cues)
        for other in matter.others
    )


def _came_back(inside: set[str], found: Witness, ledger: Ledger) -> bool:
    """Does a later statement confirm what was dismissed?"""
    later = {order for term in inside for order in ledger.postings.get(stem(term) or term, ()) if order > found.order}
    return any(any(cue.type == "resolved" for cue in ledger.statement(order).stance.cues) for order in sorted(later)[:MOST_LOOKED_AT])
