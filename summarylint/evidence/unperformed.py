"""Unperformed: a deed that the summary tells as done, while all that the spans say of it lies ahead, and nothing shows it done.

What is looked for is an absence. The statements on the deed are found by its verb and by what it is done to; each of them
tells it as done (a past tense, a call, an output), as still to come (a plan, a promise, a condition, an order put off, an
open box), or neither. Where some lie ahead and none tells it as done, it was never done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from summarylint.evidence.align import worth_of
from summarylint.evidence.fulfilment import fulfilled
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import outcome_of, sign_of_failure
from summarylint.evidence.progress import told_as_done
from summarylint.evidence.progress_words import Deed, deeds_in, lexicon, nothing_yet, phrases, plan_in, prepares, proposed_in, unfinished_in
from summarylint.evidence.telling import kindred
from summarylint.evidence.turns import Matter, Turn, at_order, rare, speaks, terms_in
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.prose import is_command
from summarylint.language.segment import clauses
from summarylint.language.stance import heading_stance
from summarylint.model import Span, Witness

MOST_HOLDERS = 16
"""A term in more statements than this leads to no particular deed."""

MOST_RELATED = 48
"""Statements on one deed that are read, the latest first; what is spoken of more often was seen done by somebody."""

SHARE = 0.6
"""The part of the worth of what a deed is done to by which a statement without its verb is about it."""

SHARE_WITH_VERB = 0.3
"""The same where the verb stands there as well."""

WHOLE = 0.9
"""The part by which even a word of preparing shows the deed: "wrote to the office" is what "will write to the office" announced."""

BLANKET = 0.25
"""The same under a word that nothing has been done yet."""

FRAGMENT = 2
"""Other terms beside a verb that says "it" for all the rest ("push it when green")."""

SHOWS = 0.34
"""The part by which a past tense or an output shows the deed: less than a plan needs, since a wrong finding costs more."""

LATE_STATEMENTS = 80
"""Statements behind a plan in which a "nothing has been done yet" is looked for."""

LONG_AFTER = 12
"""Calls and outputs behind a plan from which on its fulfilment may stand in code that shares no word with it."""

_WORDS = lexicon()["unperformed"]
_COMPLEMENT = re.compile(rf"\s{one_of(_WORDS['complement'])}\s")
_WEEKDAY = re.compile(rf"\b(?:on|for|by|until) {one_of(_WORDS['weekdays'])}\b")
_WAITS = re.compile(rf"\b{one_of(_WORDS['waiting'])}\b")
_REHEARSED = re.compile(r"\bdry[- ]run\b")
_WOULD = re.compile(r"\bdry[- ]?(?:run)?\b|--dry|\bwould\b")
_RIGHT = re.compile(r"\bshould\b|\bpropose[sd]\b")
"""What is right, or stands in a draft, is no plan of anybody's."""
_NORM = re.compile(r"\bshould(?! (?:be|get)\b)|\bpropose[sd]\b")
"""The same, but for a verb that "should be" done to something."""
_PRESENT = re.compile(r"\b(?:is|are)\s+(?:\w+\s+)?\Z")
_PUTS_OFF = re.compile(rf"^\W*(?:{one_of(_WORDS['before_orders'])}\W+)*{one_of(_WORDS['putting_off'])}\b")
_PROMISES = re.compile(rf"\b{one_of(_WORDS['promising'])}\b|['’]ll\b", re.IGNORECASE)
_COMMA = re.compile(r",\s")
_SELF = re.compile(r"\b(?:i|we)\b")
_READY = re.compile(r"\bready (?:for \w+ to|to)\b|\b(?:is|are|am) to \w|\bnot (?:yet )?(?:started|begun|done)\b")
_ANSWER = re.compile(rf"^\W*(?:{one_of(_WORDS['before_answers'])}\W+)*(?:\w+ed|{one_of(_WORDS['answering'])})\b")
_OUTPUT = re.compile(rf"\b{one_of(_WORDS['printing'])}\b")
"""What an answer or an output says of the deed just asked for, whatever that was."""


@dataclass(frozen=True, slots=True)
class _Deed:
    verbs: frozenset[str]
    objects: frozenset[str]
    forms: tuple[tuple[str, str], ...]
    """The very words of the summary for it, in lower case, as they are and as a pattern."""
    matter: Matter
    ledger: Ledger

    def named(self, held: frozenset[str]) -> float:
        """The part of the words among its things that another clause shares; a promise seldom repeats the figures."""
        words = {term for term in self.objects if term.isalpha()}
        shared = words & held
        return worth_of(self.ledger, shared) / worth_of(self.ledger, words) if len(shared) > 1 else 0.0

    def share(self, held: frozenset[str] | set[str]) -> float:
        return worth_of(self.ledger, self.objects & held) / (worth_of(self.ledger, self.objects) or 1.0)


@dataclass(frozen=True, slots=True)
class _Ahead:
    witness: Witness
    start: int
    end: int
    words: tuple[int, int]
    share: float


@lru_cache(maxsize=1)
def _no_work() -> frozenset[str]:
    return frozenset(lexicon()["words"]["no_work"])


def unperformed(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word that leaves what `matter` tells as done still to come, where nothing shows that it was done."""
    deed = _deed(matter, ledger)
    if deed is None:
        return
    known = deed.verbs | deed.objects
    held = (orders for term in known if len(orders := ledger.postings.get(term, ())) <= MOST_HOLDERS)
    related = sorted({order for orders in held for order in orders}, reverse=True)
    if len(related) > MOST_RELATED or any(_called(deed, order) for order in related):
        return
    told = {order: frozenset(ledger.terms[order]) for order in related}
    near = [order for order in related if deed.verbs & told[order] or deed.share(told[order]) >= BLANKET]
    if not near:
        return
    nothing = _nothing_yet(ledger)
    ahead = _last_ahead(deed, near, nothing)
    if ahead is None:
        return
    start, end = ahead.words
    place = (min(start, ahead.start), max(end, ahead.end))
    yield Turn("planned", ahead.witness, matter.start, matter.end, *place, ahead.witness.span.text[start:end], ahead.share)
    if nothing is not None and nothing.order >= ahead.witness.order:
        said = nothing.statement
        yield Turn("inflated", nothing, matter.start, matter.end, said.start, said.end, said.text, ahead.share)


def _called(deed: _Deed, order: int) -> bool:
    """Is a statement a call of the deed? Such a one is told by its terms alone, before any is read in full."""
    if deed.ledger.span_of(order).kind != "tool_call":
        return False
    held = frozenset(deed.ledger.terms[order])
    return bool(deed.verbs & held) or deed.share(held) >= SHOWS


def _last_ahead(deed: _Deed, related: list[int], nothing: Witness | None) -> _Ahead | None:
    """Return the last of the statements (given the latest first) by which the deed is still to come; None where anything shows it done."""
    ahead: _Ahead | None = None
    printed: list[Witness] = []
    for order in related:
        found = at_order(deed.ledger, order)
        if found.span.role == "system" or found.statement.text.rstrip().endswith("?"):
            continue
        if _shows(deed, found):
            return None
        if ahead is None:
            ahead = _ahead(deed, found, nothing is not None and nothing.order >= found.order)
            printed += [found] if ahead is None and found.span.role == "tool" else []
    if ahead is None or (nothing is not None and nothing.order >= ahead.witness.order):
        return ahead
    done = (
        any(_output_of(deed, found) for found in printed) or _answered(ahead.witness, deed.ledger) or fulfilled(ahead.witness, deed.ledger)
    )
    return None if done else ahead


def _deed(matter: Matter, ledger: Ledger) -> _Deed | None:
    told = told_as_done(matter)
    if told is None or not _is_work(matter, told) or _to_be(matter):
        return None
    cut = _COMPLEMENT.search(matter.text, told.end, matter.end)  # what was said or asked for is no part of the deed
    end = cut.start() if cut else matter.end
    deeds = deeds_in(matter.text, matter.start, end)
    stems = {stem for deed in deeds for stem in (*deed.stems, *terms_in(matter.text, deed.start, deed.end))}
    verbs = frozenset(kin for stem in stems for kin in kindred(stem)) if stems else frozenset[str]()
    objects = frozenset(terms_in(matter.text, matter.start, end)) & matter.terms - verbs
    if len(objects) < 2 and matter.statement.segment.label and matter.start == matter.statement.start:
        objects |= frozenset(terms_in(matter.statement.segment.label, 0, None)) - verbs
    known = frozenset(term for term in objects if ledger.postings.get(term))
    if not known:
        return None
    forms = tuple(lowered(matter.text[told.start : told.end]) for told in deeds_in(matter.text, matter.start, matter.end))
    return _Deed(verbs, objects, tuple((form, re.escape(form)) for form in forms), matter, ledger)


def _to_be(matter: Matter) -> bool:
    """Does the sentence open with what is to be, so that a participle behind it is to be as well ("reply to be polite, copy enclosed")?"""
    before = lowered(matter.text[matter.statement.start : matter.start])
    return _AUXILIARY.search(lowered(matter.words)) is None and _TO_BE.search(before) is not None


_TO_BE = re.compile(rf"\b{one_of(_WORDS['to_be'])}\b")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had)\b")


_ONLY_SAID = re.compile(rf"\b{one_of(_WORDS['only_said'])}\b")
"""The summary itself tells it as said, and not as seen done."""

_ATTRIBUTE = re.compile(rf"\b{one_of(_WORDS['pronouns'])}\s+\Z")
"""Before a participle that says which things are meant ("those written with dots")."""


def _is_work(matter: Matter, told: Deed) -> bool:
    """Is a deed a piece of work, and no finding, no state ("is opened on Thursdays"), no aside in brackets?"""
    before = lowered(matter.text[matter.start : told.start])
    word = lowered(matter.text[told.start : told.end])
    return (
        word not in _no_work()
        and _ONLY_SAID.search(lowered(matter.words)) is None
        and _ATTRIBUTE.search(before) is None
        and (not told.stems or not word.startswith("un") or word == "undone")
        and (not told.stems or _PRESENT.search(before) is None)
        and before.count("(") == before.count(")")
    )


def _shows(deed: _Deed, found: Witness) -> bool:
    """Does a statement tell the deed as done, or call it?"""
    text, statement = found.span.text, found.statement
    held = frozenset(deed.ledger.terms[found.order])
    share, verb = deed.share(held), bool(deed.verbs & held)
    if not verb and share < SHOWS:
        return False
    if statement.text.startswith("[x]") or _in_the_past(deed, lowered(statement.text)) or statement.segment.checked:
        return True
    if is_command(statement.text):
        return ((verb and share > 0) or share >= SHARE) and outcome_of(deed.ledger, found.order) is None and _dry(statement.text) is None
    if _dry(statement.text, prose=speaks(found)):
        return False
    if found.span.role == "tool" and not speaks(found) and verb and share >= SHOWS and not sign_of_failure(statement.text):
        return unfinished_in(text, statement.start, statement.end) is None
    for start, end in clauses(text, statement.start, statement.end):
        told = deeds_in(text, start, end, states=True)
        if any(other.stems & deed.verbs for other in told):
            return True  # whatever else the clause plans
        if _lies_ahead(found, start, end) is not None or unfinished_in(text, start, end):
            continue
        here = deed.share(frozenset(terms_in(text, start, end)))
        if here >= SHARE and any(here >= WHOLE or not prepares(text, other) for other in told):
            return True
    return False


def _in_the_past(deed: _Deed, low: str) -> bool:
    """Does the statement have the very form of the verb that the summary has ("etsy flagged it"), and no auxiliary before it?"""
    for form, match in ((form, re.search(rf"(?P<before>(?:\w+\W+)?){form}\b", low)) for word, form in deed.forms if word in low):
        if match and form.endswith("ed") and re.match(r"(?:be|been|is|are|get|not|to|was|were|have|has|n't)\W", match["before"]) is None:
            return True
    return False


def _dry(text: str, *, prose: bool = False) -> re.Match[str] | None:
    """Does an output only say what would be done? In prose "would" is a wish as well."""
    return (_REHEARSED if prose else _WOULD).search(lowered(text))


def _lies_ahead(found: Witness, start: int, end: int, *, verb: bool = False) -> tuple[int, int] | None:
    """Return the words that put a clause into the future or make it wait; None where it says no such thing."""
    text = found.span.text
    low = lowered_whole(text)
    if (_NORM if verb else _RIGHT).search(low, start, end):
        return None
    place = plan_in(text, start, end)
    if place is not None:
        return place
    match = _READY.search(low, start, end) or _WEEKDAY.search(low, start, end)
    if match is None and _WAITS.search(low, start, end) and found.span.role != "tool" and not deeds_in(text, start, end):
        by_user = found.span.role == "user"  # an order that waits for something; the assistant's own "after your ok I run it"
        match = _PUTS_OFF.search(low[start:end]) if by_user else _SELF.search(low, start, end)
        return (start, end) if match else None
    return match.span() if match else None


def _ahead(deed: _Deed, found: Witness, blanket: bool) -> _Ahead | None:
    """Return the clause of a statement by which the deed is still to come, or None."""
    text, statement = found.span.text, found.statement
    whole = frozenset(deed.ledger.terms[found.order])
    likely = deed.verbs & whole and (blanket or proposed_in(text, statement.start, statement.end, deed.verbs))
    if not likely and deed.share(whole) < (BLANKET if blanket else SHARE):
        return None  # before its place in the message is read, which is dear
    if statement.stance.certainty == "asked" and found.span.role != "user":
        return None
    box = statement.segment.checked is False or statement.text.startswith("[ ]")
    headed = statement.stance.status == "planned" and any(
        heading_stance(h).get("status") == "planned" for h in (*statement.segment.headings, statement.segment.label)
    )
    if found.span.role == "tool" and not (box or _dry(statement.text) or speaks(found)):
        return None
    for start, end in clauses(text, statement.start, statement.end):
        held = frozenset(terms_in(text, start, end))
        share, verb = deed.share(held), bool(deed.verbs and proposed_in(text, start, end, deed.verbs))
        if verb:
            share = max(share, deed.named(held))
        if not _about(deed, held, share, verb, blanket) and not (verb and _says_it(deed, found, start, end)):
            continue
        if _dayed(deed, text, start, end) or (found.span.role == "tool" and not box and not (verb and _PROMISES.search(text, start, end))):
            continue
        order = found.span.role == "user" and bool(deed.verbs & set(terms_in(text, start, end)[:1]))
        words = _lies_ahead(found, start, end, verb=verb) or ((start, end) if box or headed or order else None)
        if words is None or (found.span.role == "user" and not (box or blanket) and not _put_off(found, start, end)):
            continue
        return _Ahead(found, start, end, words, share)
    return None


def _about(deed: _Deed, held: frozenset[str], share: float, verb: bool, blanket: bool) -> bool:
    """Is a clause with these terms about the deed: by its verb and a part of its things, or by most of its things?"""
    shared = deed.objects & held
    if verb or blanket:
        return share >= (SHARE_WITH_VERB if verb else BLANKET)
    return share >= SHARE and (len(shared) > 1 or len(deed.objects) == 1) and rare(deed.ledger, shared)


def _says_it(deed: _Deed, found: Witness, start: int, end: int) -> bool:
    """Does a party name the deed by its verb and say "it", or nothing, for all the rest ("push it when green")?"""
    text = found.span.text
    cuts = (match.start() for cut in (_WAITS, _COMMA) if (match := cut.search(lowered_whole(text), start, end)))
    held = frozenset(terms_in(text, start, min(cuts, default=end)))
    named = held & deed.verbs
    return found.span.role in ("user", "assistant") and len(held - named) < FRAGMENT and bool(named) and rare(deed.ledger, named)


def _dayed(deed: _Deed, text: str, start: int, end: int) -> bool:
    """Does a clause lie ahead by nothing but a weekday that the summary names too, and tell a deed by then?"""
    return bool(plan_in(text, start, end) is None and _WEEKDAY.search(lowered(deed.matter.words)) and deeds_in(text, start, end))


def _put_off(found: Witness, start: int, end: int) -> bool:
    """Does the user's clause lie in the future or wait for something, so that nobody had to promise it?"""
    low = lowered_whole(found.span.text)
    return any(pattern.search(low, start, end) for pattern in (phrases("future"), _WAITS, _WEEKDAY))


def _output_of(deed: _Deed, found: Witness) -> bool:
    """Does an output behind the plan show the thing, without a sign that it failed or is under way?"""
    text, statement = found.span.text, found.statement
    if is_command(statement.text):
        return False  # called, which was asked before
    if sign_of_failure(statement.text) or _dry(statement.text) or unfinished_in(text, statement.start, statement.end):
        return False
    held = frozenset(deed.ledger.terms[found.order])
    return bool(deed.verbs & held) or deed.share(held) >= SHOWS


def _answered(plan: Witness, ledger: Ledger) -> bool:
    """Does the user take the plan up without putting it off, and an answer or output then tell that something was done?"""
    agreed = False
    behind = ledger.spans[ledger.number(plan.span.id) + 1 :]
    if plan.span.role != "user" and behind and behind[0].kind == "tool_call":
        return True  # "let me rewrite it", and there it is called
    if sum(span.role == "tool" for span in behind) > LONG_AFTER:
        return True
    for span in behind:
        if span.role == "user":
            low = lowered(span.text)
            agreed = phrases("future").search(low) is None and _WAITS.search(low) is None
        elif agreed and _tells_success(span):
            return True
    return False


def _tells_success(span: Span) -> bool:
    low = lowered(span.text)
    if span.role == "tool" and span.kind != "tool_call":
        return _OUTPUT.search(low) is not None and sign_of_failure(span.text) is None and _dry(low) is None
    return span.kind == "tool_call" or (span.role == "assistant" and _ANSWER.search(low) is not None)


def _nothing_yet(ledger: Ledger) -> Witness | None:
    """Return the last word of anybody that nothing has been done yet, unless something was called after it."""
    order = ledger.once(_last_denial)
    return None if order is None else at_order(ledger, order)


def _last_denial(ledger: Ledger) -> int | None:
    for order in range(len(ledger) - 1, max(-1, len(ledger) - 1 - LATE_STATEMENTS), -1):
        span = ledger.span_of(order)
        if span.kind == "tool_call":
            return None
        if span.role in ("assistant", "user") and span.kind == "text" and nothing_yet().search(lowered(ledger.text(order))):
            return order
    return None
