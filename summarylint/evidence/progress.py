"""Progress: work told as done that the spans leave planned, unfinished or failed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.failure import failed
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import fields, outcome_of, sign_of_failure
from summarylint.evidence.progress_words import Deed, deed_of, deeds_in, nothing_yet, phrases, plan_in, prepares, proposed_in, unfinished_in
from summarylint.evidence.turns import Matter, Turn, Way, asserts, at_order, mentions, part_of, pieces, rare, speaks, terms_in
from summarylint.language.phrases import lowered
from summarylint.language.prose import is_command
from summarylint.language.segment import clauses
from summarylint.language.stance import heading_stance
from summarylint.language.terms import terms
from summarylint.model import Witness

REST = 0.6
"""The part of what a deed is about that a plan has to hold, where another verb names the deed there."""

REST_WITH_VERB = 0.45
"""The same where the plan has the verb itself."""

PROMISE = 0.4
"""The part of a request that a promise repeats: it says "it" for the rest."""

SHORT_PLAN = 6
"""A plan that shares a single name with the deed has to speak of little else."""

SETTLES = 0.6
"""The part of the shared matter that a later statement has to hold to tell that the plan was carried out."""

LONG_AFTER = 12
"""Calls behind a plan from which on its fulfilment may stand in code that shares no word with it."""

ROWS = 6
"""The last printed rows on a label that are read for its state."""

LATE_STATEMENTS = 80
"""Statements behind a plan in which a "nothing has been done yet" is looked for."""

_BRACKETS = re.compile(r"\([^()]*\)")
_NO_DEED = re.compile(r"\bno (\w+)(?: has been| was)?(?: \w+)? (?:yet|so far|to date)\b")
_COMPLEMENT = re.compile(r"\s(?:that|whether|because|since|as long as|so that|which|who|whose|if|until|unless|while)\s")
_DAYS = "mon|tues?|wed|thu(?:rs?)?|fri|sat|sun"
_WEEKDAY = re.compile(rf"\b(?:on|for|by|until) (?:{_DAYS}|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b")
_LATER = re.compile(r"\b(?:when|once|as soon as|after|if|unless)\b")
_FORWARD = ("negative", "prohibition")  # bear on what follows them alone
_TAKES_AWAY = ("wish", "negative", "prohibition", "conditional", "reverted", "untested", "blocked")

__all__ = ["deed_of", "told_as_done", "unachieved"]


def unachieved(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield what shows that something `matter` tells as done was only planned, is still under way, or failed."""
    deed = told_as_done(matter)
    if deed is None:
        return
    told = list(deeds_in(matter.text, matter.start, matter.end))
    deeds = {stem for other in told for stem in (*other.stems, *terms_in(matter.text, other.start, other.end))}
    cut = _COMPLEMENT.search(matter.text, deed.end, matter.end)  # what was said or asked for is no part of the deed
    within = matter.terms if cut is None else frozenset(terms_in(matter.text, matter.start, cut.start()))
    rest = frozenset(t for t in within if t not in deeds)
    if not rest or _done_anywhere(matter, deed, rest, near, ledger):
        return
    for found in (*near, *_rows(matter, near, ledger)):
        if found.span.role == "system":
            continue
        yield from failed(matter, deed, rest, found, ledger)
        yield from _unfinished(matter, deed, found, ledger)
        yield from _denied_yet(matter, deed, found, ledger)
        yield from _planned(matter, deed, rest, found, ledger)


def _denied_yet(matter: Matter, deed: Deed, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    """ "No bump so far": the deed itself as a noun, denied up to now."""
    text, statement = found.span.text, found.statement
    for match in _NO_DEED.finditer(lowered(statement.text)):
        named = set(terms_in(match[1], 0, None))
        if named and named <= deed.stems and rare(ledger, named) and speaks(found):
            at = statement.start + match.start()
            yield Turn(
                "inflated",
                found,
                matter.start,
                matter.end,
                at,
                statement.start + match.end(),
                text[at : statement.start + match.end()],
                found.score,
            )


def _rows(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> list[Witness]:
    """Return the printed rows that the label of the statement names; their own words need not stand in the summary."""
    label = terms_in(matter.statement.segment.label, 0, None) if matter.statement.segment.label else ()
    if not any(not term.isalpha() for term in label):
        return []
    known = {found.order for found in near}
    orders = [o for o in mentions(ledger, label, 0.95) if o not in known and ledger.span_of(o).kind == "tool_output"]
    return [at_order(ledger, order) for order in orders[-ROWS:]]


def told_as_done(matter: Matter) -> Deed | None:
    """Return the deed that a stretch tells as done for certain, or None: a plan, an order or a doubt tells none."""
    statement = matter.statement
    if statement.segment.form in ("heading", "code", "quotation") or statement.segment.checked is False:
        return None
    if matter.words.split()[0].lower().endswith("ing"):
        return None  # under way, or a description
    if (
        unfinished_in(matter.text, matter.start, matter.end)
        or statement.stance.certainty != "certain"
        or plan_in(matter.text, matter.start, matter.end)
    ):
        return None
    if any(
        heading_stance(h).get("status") in ("planned", "failed", "blocked") or heading_stance(h).get("force")
        for h in (*statement.segment.headings, statement.segment.label)
    ):
        return None
    deed = deed_of(matter.text, matter.start, matter.end)
    if deed and any(
        cue.type in _TAKES_AWAY
        and cue.start < (deed.start if cue.type in _FORWARD else matter.end)
        and matter.start < cue.end
        and cue.end != deed.end
        for cue in statement.stance.cues
    ):
        return None
    return deed


def _done_anywhere(matter: Matter, deed: Deed, rest: frozenset[str], near: tuple[Witness, ...], ledger: Ledger) -> bool:
    """Does any witness tell the same as done, or show it in an output?"""
    for found in near:
        text, statement = found.span.text, found.statement
        if not asserts(statement) or part_of(ledger, statement.terms, rest) < SETTLES:
            continue
        if found.span.kind == "tool_call":
            return True
        if is_command(statement.text):
            outcome = outcome_of(ledger, found.order)
            if outcome is None:
                return True
            continue
        for start, end in clauses(text, statement.start, statement.end):
            held = set(terms_in(text, start, end))
            told = deed_of(text, start, end, states=True)
            if held & rest and any(deed.stems & other.stems for other in deeds_in(text, start, end, states=True)):
                return True  # whatever else the clause plans
            if (
                told
                and not plan_in(text, start, end)
                and not unfinished_in(text, start, end)
                and held & rest
                and (deed.stems & held or (part_of(ledger, held, rest) >= REST and not prepares(text, told)))
            ):
                return True
    return False


def _planned(matter: Matter, deed: Deed, rest: frozenset[str], found: Witness, ledger: Ledger) -> Iterator[Turn]:
    text, statement = found.span.text, found.statement
    if found.span.kind in ("tool_call", "tool_output") and not speaks(found) and statement.segment.checked is None:
        return
    blanket = _nothing_since(found, ledger)
    box = statement.text.startswith("[ ]")
    for start, end in clauses(text, statement.start, statement.end):
        here = blanket is not None and blanket.span.id == found.span.id
        place = _plan_place(found, deed, start, end, here=here, dayless=_WEEKDAY.search(lowered(matter.words)) is None)
        if place is None or _quoted(text, statement.start, place[0]):
            continue
        shared = set(terms_in(text, start, end)) & rest
        share = _plan_share(matter, deed, rest, found, (start, end), ledger)
        if share is None or (blanket is None and _carried_out(shared, deed, found, ledger)):
            continue
        if found.span.role == "user" and blanket is None and not box and not _puts_off(text, start, end):
            promise = _promise(shared, found, ledger)
            if promise is not None:
                yield _turn("planned", matter, promise, share)
                return
            continue
        doubtful = blanket is None and _long_after(found, ledger)
        at, to = min(place[0], start), max(place[1], end)
        yield Turn("planned", found, matter.start, matter.end, at, to, text[place[0] : place[1]], share, doubtful)
        if blanket is not None:
            yield _turn("inflated", matter, blanket, share)
        return


def _turn(way: Way, matter: Matter, found: Witness, share: float) -> Turn:
    """Return a turn by the whole of a statement."""
    statement = found.statement
    return Turn(way, found, matter.start, matter.end, statement.start, statement.end, statement.text, share)


def _plan_place(found: Witness, deed: Deed, start: int, end: int, *, here: bool, dayless: bool) -> tuple[int, int] | None:
    """Return the words that make a clause a plan: of the future, of a day to come, a box, a heading, an order of the user."""
    text, statement = found.span.text, found.statement
    place = plan_in(text, start, end)
    if place is None and dayless and (weekday := _weekday(text, start, end)) is not None:
        place = weekday
    if place is not None:
        return place
    labelled = statement.segment.checked is False or (
        statement.stance.status == "planned"
        and any(heading_stance(h).get("status") == "planned" for h in (*statement.segment.headings, statement.segment.label))
    )
    order = found.span.role == "user" and bool(deed.stems & set(terms_in(text, start, end)[:1]))
    return (start, end) if labelled or statement.text.startswith("[ ]") or order or here else None


def _weekday(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of "on Friday" in a clause that tells nothing as done."""
    match = _WEEKDAY.search(lowered(text), start, end)
    return match.span() if match and deed_of(text, start, end, states=True) is None else None


def _puts_off(text: str, start: int, end: int) -> bool:
    """Does the user's clause lie in the future, or wait for something, so that nobody had to promise it?"""
    low = lowered(text)
    return bool(phrases("future").search(low, start, end) or _LATER.search(low, start, end) or _weekday(text, start, end))


def _plan_share(
    matter: Matter, deed: Deed, rest: frozenset[str], found: Witness, clause: tuple[int, int], ledger: Ledger
) -> float | None:
    """Return what part of the matter a plan tells, or None where that is too little or the plan is of another deed."""
    held = set(terms_in(found.span.text, *clause))
    named = bool(deed.stems & held)
    same_verb = named and proposed_in(found.span.text, *clause, deed.stems)
    if not same_verb and (named or found.statement.stance.certainty == "asked"):
        return None
    shared = held & rest
    if len(shared) + same_verb < 2 and not (rare(ledger, shared) and len(rest) <= 2 and len(held) <= SHORT_PLAN):
        return None
    share = part_of(ledger, shared, rest)
    if same_verb:
        subject = set(terms_in(matter.text, matter.start, deed.start)) & rest
        if len(shared & subject) > 1:  # the thing it is done to says more than the figures behind
            share = max(share, part_of(ledger, shared, subject))
        if sum(term.isalpha() for term in shared) > 1:  # a promise seldom repeats the figures
            share = max(share, part_of(ledger, shared, {term for term in rest if term.isalpha()}))
        complement = set(terms_in(matter.text, deed.end, matter.end)) & rest
        if complement and complement <= held:
            share = max(share, part_of(ledger, held | _before(found, ledger), rest))
    return share if share >= (REST_WITH_VERB if same_verb else REST) else None


def _before(found: Witness, ledger: Ledger) -> set[str]:
    """Return the terms of the sentence before, which "it" in this one stands for."""
    order = found.order - 1
    return set(ledger.terms[order]) if order >= 0 and ledger.span_of(order) is found.span else set()


def _promise(shared: set[str], found: Witness, ledger: Ledger) -> Witness | None:
    """Return the assistant's last word on a request, where it only promises."""
    for order in reversed(list(mentions(ledger, shared, PROMISE, found.order))):
        later = at_order(ledger, order)
        if later.span.role == "assistant" and later.span.kind == "text":
            return later if plan_in(later.span.text, later.statement.start, later.statement.end) and asserts(later.statement) else None
    return None


def _carried_out(shared: set[str], deed: Deed, found: Witness, ledger: Ledger) -> bool:
    """Does anything later show the matter as more than planned?"""
    for order in mentions(ledger, shared | (deed.stems & set(ledger.postings)), SETTLES, found.order):
        later = at_order(ledger, order)
        text, statement = later.span.text, later.statement
        if later.span.kind == "tool_call" or (is_command(statement.text) and outcome_of(ledger, order) is None):
            return True
        if (
            later.span.kind == "tool_output"
            and not is_command(statement.text)
            and sign_of_failure(statement.text) is None
            and not unfinished_in(text, statement.start, statement.end)
        ):
            return True
        if (
            later.span.role in ("user", "assistant")
            and asserts(statement)
            and not plan_in(text, statement.start, statement.end)
            and (told := deed_of(text, statement.start, statement.end, states=True))
            and (told.stems & (deed.stems | set(found.statement.terms)) or not prepares(text, told))
        ):
            return True
    return False


def _nothing_since(found: Witness, ledger: Ledger) -> Witness | None:
    """Return the last word behind a plan that nothing has been done yet, unless something was done after it."""
    last = min(len(ledger), found.order + LATE_STATEMENTS)
    for order in range(last - 1, found.order - 1, -1):
        span = ledger.span_of(order)
        if span.kind == "tool_call":
            return None
        if span.role in ("assistant", "user") and span.kind == "text" and nothing_yet().search(lowered(ledger.text(order))):
            return at_order(ledger, order)
    return None


def _long_after(found: Witness, ledger: Ledger) -> bool:
    number = ledger.number(found.span.id)
    return sum(1 for span in ledger.spans[number + 1 :] if span.kind == "tool_call" or span.kind == "tool_output") > LONG_AFTER


def _unfinished(matter: Matter, deed: Deed, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    """A printed row or a sentence that puts the very thing in a state short of its end."""
    text, statement = found.span.text, found.statement
    known = matter.terms | matter.above
    if not _completes(matter, deed):
        return
    if is_command(statement.text) or found.span.kind == "tool_call" or not asserts(statement):
        return
    parts = (
        fields(text, statement.start, statement.end) if found.span.kind == "tool_output" else pieces(text, statement.start, statement.end)
    )
    key = set(terms_in(text, *parts[0])) if parts else set()
    for start, end in parts:
        place = unfinished_in(text, start, end)
        if place is None or _quoted(text, statement.start, place[0]):
            continue
        state = set(terms_in(text, *place))
        own = {t for t in terms(_BRACKETS.sub(" ", text[start:end])) if t not in state and not t.isdigit()}
        printed = found.span.kind == "tool_output"
        row = {t for t in key if t not in state} if printed and (start, end) != parts[0] else set()
        if (own and not own & matter.terms) or (not own and not _row_told(matter, deed, row or key - state)):
            continue
        subject = own | row or key - state
        shared = subject & known
        if part_of(ledger, shared, subject) < 0.5 or not rare(ledger, shared) or (state & known):
            continue
        listed = 0 < len(own) <= 2 and "," in matter.words
        if not printed and not listed and (len(shared) < 2 or part_of(ledger, shared, matter.terms - deed.stems) < REST):
            continue
        if any(_finishes(at_order(ledger, order), deed, ledger) for order in mentions(ledger, shared, 0.9, found.order)):
            continue
        yield Turn(
            "inflated", found, matter.start, matter.end, start, end, text[place[0] : place[1]], part_of(ledger, shared, matter.terms)
        )
        return


def _completes(matter: Matter, deed: Deed) -> bool:
    """Is the deed told by a word of completion ("done", "passed", "sent"), of which a state falls short?"""
    return not deed.stems or any(
        cue.type == "done" and cue.start < deed.end and deed.start < cue.end for cue in matter.statement.stance.cues
    )


def _quoted(text: str, start: int, at: int) -> bool:
    """Does place `at` stand inside a quotation that opened behind `start`? What is quoted there is somebody's remark."""
    return text.count('"', start, at) % 2 == 1


def _row_told(matter: Matter, deed: Deed, row: set[str]) -> bool:
    """Does the stretch name the row of a bare state, or stand under it as its label?"""
    named = row & matter.terms
    return len(named) >= 2 or any(not term.isalpha() for term in named) or (bool(row) and _whole_label(matter, deed))


def _whole_label(matter: Matter, deed: Deed) -> bool:
    """Does the stretch say of the thing in its label no more than that it is done ("Shard 7: reindex completed")?"""
    return bool(matter.statement.segment.label) and matter.start == matter.statement.start and len(matter.terms - deed.stems) <= 1


def _finishes(later: Witness, deed: Deed, ledger: Ledger) -> bool:
    text, statement = later.span.text, later.statement
    return (
        deed_of(text, statement.start, statement.end, states=True) is not None
        and not unfinished_in(text, statement.start, statement.end)
        and not plan_in(text, statement.start, statement.end)
    )
