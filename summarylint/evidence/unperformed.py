"""Unperformed: a deed that the summary tells as done, while all that the spans say of it lies ahead, and nothing shows it done.

What is looked for is an absence. The statements on the deed are found by its verb and by what it is done to; each of them
tells it as done (a past tense, a call, an output), as still to come (a plan, a promise, a condition, an order put off, an
open box), or neither. Where some lie ahead and none tells it as done, it was never done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.deed_matter import ToldDeed, told_deed
from summarylint.evidence.fulfilment import fulfilled
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import sign_of_failure
from summarylint.evidence.progress_words import deeds_in, lexicon, nothing_yet, phrases, plan_in, proposed_in
from summarylint.evidence.shown_deeds import SHARE, WAITS, WEEKDAY, is_call_of, is_output_of, lies_ahead, rehearsed, shows
from summarylint.evidence.turns import Matter, Turn, at_order, rare, speaks, terms_in
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.segment import clauses
from summarylint.language.stance import heading_stance
from summarylint.model import Span, Witness

MOST_HOLDERS = 16
"""A term in more statements than this leads to no particular deed."""

MOST_RELATED = 48
"""Statements on one deed that are read, the latest first; what is spoken of more often was seen done by somebody."""

SHARE_WITH_VERB = 0.3
"""The same where the verb stands there as well."""

BLANKET = 0.25
"""The same under a word that nothing has been done yet."""

FRAGMENT = 2
"""Other terms beside a verb that says "it" for all the rest ("push it when green")."""

LATE_STATEMENTS = 80
"""Statements behind a plan in which a "nothing has been done yet" is looked for."""

LONG_AFTER = 12
"""Calls and outputs behind a plan from which on its fulfilment may stand in code that shares no word with it."""

_WORDS = lexicon()["unperformed"]
_PROMISES = LatePattern(lambda: rf"\b{one_of(_WORDS['promising'])}\b|['’]ll\b", re.IGNORECASE)
_COMMA = re.compile(r",\s")
_ANSWER = LatePattern(lambda: rf"^\W*(?:{one_of(_WORDS['before_answers'])}\W+)*(?:\w+ed|{one_of(_WORDS['answering'])})\b")

_OUTPUT = LatePattern(lambda: rf"\b{one_of(_WORDS['printing'])}\b")
"""What an answer or an output says of the deed just asked for, whatever that was."""


@dataclass(frozen=True, slots=True)
class _Ahead:
    witness: Witness
    start: int
    end: int
    words: tuple[int, int]
    share: float


def unperformed(matter: Matter, ledger: Ledger) -> Iterator[Turn]:
    """Yield the last word that leaves what `matter` tells as done still to come, where nothing shows that it was done."""
    deed = told_deed(matter, ledger)
    if deed is None:
        return
    known = deed.verbs | deed.objects
    held = (orders for term in known if len(orders := ledger.postings.get(term, ())) <= MOST_HOLDERS)
    related = sorted({order for orders in held for order in orders}, reverse=True)
    if len(related) > MOST_RELATED or any(is_call_of(deed, order) for order in related):
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


def _last_ahead(deed: ToldDeed, related: list[int], nothing: Witness | None) -> _Ahead | None:
    """Return the last of the statements (given the latest first) by which the deed is still to come; None where anything shows it done."""
    ahead: _Ahead | None = None
    printed: list[Witness] = []
    for order in related:
        found = at_order(deed.ledger, order)
        if found.span.role == "system" or found.statement.text.rstrip().endswith("?"):
            continue
        if shows(deed, found):
            return None
        if ahead is None:
            ahead = _ahead(deed, found, nothing is not None and nothing.order >= found.order)
            printed += [found] if ahead is None and found.span.role == "tool" else []
    if ahead is None or (nothing is not None and nothing.order >= ahead.witness.order):
        return ahead
    if any(is_output_of(deed, found) for found in printed):
        return None
    return None if _answered(ahead.witness, deed.ledger) or fulfilled(ahead.witness, deed.ledger) else ahead


def _ahead(deed: ToldDeed, found: Witness, blanket: bool) -> _Ahead | None:
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
    if found.span.role == "tool" and not (box or rehearsed(statement.text) or speaks(found)):
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
        words = lies_ahead(found, start, end, verb=verb) or ((start, end) if box or headed or order else None)
        if words is None or (found.span.role == "user" and not (box or blanket) and not _put_off(found, start, end)):
            continue
        return _Ahead(found, start, end, words, share)
    return None


def _about(deed: ToldDeed, held: frozenset[str], share: float, verb: bool, blanket: bool) -> bool:
    """Is a clause with these terms about the deed: by its verb and a part of its things, or by most of its things?"""
    shared = deed.objects & held
    if verb or blanket:
        return share >= (SHARE_WITH_VERB if verb else BLANKET)
    return share >= SHARE and (len(shared) > 1 or len(deed.objects) == 1) and rare(deed.ledger, shared)


def _says_it(deed: ToldDeed, found: Witness, start: int, end: int) -> bool:
    """Does a party name the deed by its verb and say "it", or nothing, for all the rest ("push it when green")?"""
    text = found.span.text
    cuts = (match.start() for cut in (WAITS, _COMMA) if (match := cut.search(lowered_whole(text), start, end)))
    held = frozenset(terms_in(text, start, min(cuts, default=end)))
    named = held & deed.verbs
    return found.span.role in ("user", "assistant") and len(held - named) < FRAGMENT and bool(named) and rare(deed.ledger, named)


def _dayed(deed: ToldDeed, text: str, start: int, end: int) -> bool:
    """Does a clause lie ahead by nothing but a weekday that the summary names too, and tell a deed by then?"""
    return bool(plan_in(text, start, end) is None and WEEKDAY.search(lowered(deed.matter.words)) and deeds_in(text, start, end))


def _put_off(found: Witness, start: int, end: int) -> bool:
    """Does the user's clause lie in the future or wait for something, so that nobody had to promise it?"""
    low = lowered_whole(found.span.text)
    return any(pattern.search(low, start, end) for pattern in (phrases("future"), WAITS, WEEKDAY))


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
            agreed = phrases("future").search(low) is None and WAITS.search(low) is None
        elif agreed and _tells_success(span):
            return True
    return False


def _tells_success(span: Span) -> bool:
    low = lowered(span.text)
    if span.role == "tool" and span.kind != "tool_call":
        return _OUTPUT.search(low) is not None and sign_of_failure(span.text) is None and rehearsed(low) is None
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
