"""Progress: work told as done that the spans leave planned, unfinished or failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from summarylint.evidence.failure import failed
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import fields, outcome_of
from summarylint.evidence.progress_words import Deed, deed_of, deeds_in, phrases, plan_in, prepares, unfinished_in
from summarylint.evidence.turns import Matter, Turn, asserts, at_order, mentions, part_of, pieces, rare, speaks, terms_in
from summarylint.language.phrases import lowered
from summarylint.language.prose import is_command
from summarylint.language.segment import clauses
from summarylint.language.stance import heading_stance
from summarylint.language.terms import terms
from summarylint.model import Witness

REST = 0.6
"""The part of what a deed is about that a plan has to hold, where another verb names the deed there."""

SETTLES = 0.6
"""The part of the shared matter that a later statement has to hold to tell that the plan was carried out."""

ROWS = 6
"""The last printed rows on a label that are read for its state."""

_PERCENT = re.compile(r"\d ?(?:%|percent\b)", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_ENDED = re.compile(r"\b(?:finished|completed|ended|succeeded|passed|done)\b")
_NO_DEED = re.compile(r"\bno (\w+)(?: has been| was)?(?: \w+)? (?:yet|so far|to date)\b")
_AT_PERCENT = re.compile(
    r"\b(?P<deed>[a-z]{4,}) (?:is|was) (?:now |still |only |currently )*at (?P<share>\d{1,2})(?:\.\d+)? ?(?:%|percent\b)"
)
_COMPLEMENT = re.compile(r"\s(?:that|whether|because|since|as long as|so that|which|who|whose|if|until|unless|while)\s")
_FORWARD = ("negative", "prohibition")  # bear on what follows them alone
_TAKES_AWAY = ("wish", "negative", "prohibition", "conditional", "reverted", "untested", "blocked")

__all__ = ["deed_of", "told_as_done", "unachieved"]


def unachieved(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> Iterator[Turn]:
    """Yield what shows that something `matter` tells as done was only planned, is still under way, or failed."""
    deed = told_as_done(matter)
    if deed is None:
        return
    told = deeds_in(matter.text, matter.start, matter.end)
    deeds = {stem for other in told for stem in (*other.stems, *terms_in(matter.text, other.start, other.end))}
    cut = _COMPLEMENT.search(matter.text, deed.end, matter.end)  # what was said or asked for is no part of the deed
    within = matter.terms if cut is None else frozenset(terms_in(matter.text, matter.start, cut.start()))
    rest = frozenset(t for t in within if t not in deeds)
    if not rest:
        return
    turns, completes = list[Turn](), _completes(matter, deed)
    for found in (*near, *_rows(matter, near, ledger)):
        if found.span.role == "system" or found.span.kind == "tool_call":
            continue
        turns += failed(matter, deed, rest, found, ledger)
        if completes or ledger.each(_is_partway)[found.order]:
            turns += _unfinished(matter, deed, found, ledger)
        turns += _denied_yet(matter, deed, found, ledger)
    if turns and not _done_anywhere(matter, deed, rest, near, ledger):  # seldom asked, and dear
        yield from turns


def _denied_yet(matter: Matter, deed: Deed, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    """ "No bump so far", "the restore is at 63 %": the deed itself as a noun, denied up to now or on its way."""
    text, statement = found.span.text, found.statement
    if not ledger.each(_denies_a_deed)[found.order]:
        return
    low = lowered(statement.text)
    for match in (*_NO_DEED.finditer(low), *_AT_PERCENT.finditer(low)):
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


def _denies_a_deed(ledger: Ledger, order: int) -> bool:
    low = lowered(ledger.text(order))
    return _NO_DEED.search(low) is not None or _AT_PERCENT.search(low) is not None


def _is_partway(ledger: Ledger, order: int) -> bool:
    return phrases("partway").search(lowered(ledger.text(order))) is not None


def _rows(matter: Matter, near: tuple[Witness, ...], ledger: Ledger) -> list[Witness]:
    """Return the printed rows that the label of the statement names; their own words need not stand in the summary."""
    label = terms_in(matter.statement.segment.label, 0, None) if matter.statement.segment.label else ()
    if not any(not term.isalpha() for term in label):
        return []
    known = {found.order for found in near}
    orders = [o for o in mentions(ledger, label, 0.95) if o not in known and ledger.span_of(o).kind == "tool_output"]
    return [at_order(ledger, order) for order in orders[-ROWS:]]


@lru_cache(maxsize=16)
def told_as_done(matter: Matter) -> Deed | None:
    """Return the deed that a stretch tells as done for certain, or None: a plan, an order or a doubt tells none."""
    statement = matter.statement
    if statement.segment.form in ("heading", "code", "quotation") or statement.segment.checked is False:
        return None
    if matter.words.split()[0].lower().endswith("ing") and not _ENDED.search(lowered(matter.words)):
        return None  # under way, or a description; "training finished" is neither
    if statement.stance.certainty != "certain" or (deed := deed_of(matter.text, matter.start, matter.end)) is None:
        return None
    if unfinished_in(matter.text, matter.start, matter.end) or plan_in(matter.text, matter.start, matter.end):
        return None
    if any(
        heading_stance(h).get("status") in ("planned", "failed", "blocked") or heading_stance(h).get("force")
        for h in (*statement.segment.headings, statement.segment.label)
    ):
        return None
    if any(
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


def _unfinished(matter: Matter, deed: Deed, found: Witness, ledger: Ledger) -> Iterator[Turn]:
    """A printed row or a sentence that puts the very thing in a state short of its end."""
    text, statement = found.span.text, found.statement
    known = matter.terms | matter.above
    if not ledger.each(_may_be_unfinished)[found.order] or found.span.kind == "tool_call":
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
        if _told_beside(matter, state):
            continue
        own = {t for t in terms(_BRACKETS.sub(" ", text[start:end])) if t not in state and not t.isdigit()}
        printed = found.span.kind == "tool_output"
        row = {t for t in key if t not in state} if printed and (start, end) != parts[0] else set()
        if (own and not own & matter.terms) or (not own and not _row_told(matter, deed, row or key - state)):
            continue
        subject = own | row or key - state
        shared = subject & known
        if part_of(ledger, shared, subject) < 0.5 or not rare(ledger, shared):
            continue
        listed = 0 < len(own) <= 2 and "," in matter.words
        if not printed and not listed and (len(shared) < 2 or part_of(ledger, shared, matter.terms - deed.stems) < REST):
            continue
        if any(_finishes(at_order(ledger, order), deed, ledger) for order in mentions(ledger, shared, 0.9, found.order)):
            continue
        if not asserts(statement):  # asked last, since its message has to be read for that
            return
        yield Turn(
            "inflated", found, matter.start, matter.end, start, end, text[place[0] : place[1]], part_of(ledger, shared, matter.terms)
        )
        return


def _may_be_unfinished(ledger: Ledger, order: int) -> bool:
    """Is there any state short of the end in a statement, and no command? A cheap test that needs no summary."""
    text = ledger.text(order)
    return (phrases("unfinished").search(lowered(text)) is not None or _PERCENT.search(text) is not None) and not is_command(text)


def _told_beside(matter: Matter, state: set[str]) -> bool:
    """Does the summary tell the state itself, in the same statement or right beside it?"""
    own = matter.others.index(matter.statement)
    return any(state & set(other.terms) for other in matter.others[max(0, own - 1) : own + 2])


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
