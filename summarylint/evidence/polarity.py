"""Polarity: does a span say the opposite, by a negation or an antonym?

A negation counts where all it bears on is told in the summary without one; two words of one antonym axis count where they
are said of the same thing. Negations are counted, so that "not impossible" and "possible" agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.antonymy import REMOTE, may_deny, opposite, stretch
from summarylint.evidence.contrast import contrasted, main_clause
from summarylint.evidence.denial_fitness import denying, plainly, usable
from summarylint.evidence.denial_force import ANAPHOR, BARS, SAME_MATTER, bars_the_deed, bears_on, before_limit
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import DENYING, Denial, dead_subjects, denials, holds_pole, poles, possible_denials, quoted_stretches
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import Matter, Turn, Way, asserts, at_order, mentions, part_of, speaks, terms_in
from summarylint.language.phrases import lowered
from summarylint.language.segment import clauses
from summarylint.model import Witness

COVERED = 0.8
"""The part of what a negation bears on that the summary has to tell."""

_TOO = re.compile(
    r"\W*(?:(?:and|but),? )?(?:so|neither|nor) (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|must|should)\b"
)
"""How a clause opens that says the same of another subject and has no verb of its own ("the hens stay in, and so do the ducks")."""


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
    if _TOO.match(lowered(matter.words)):
        return  # whether it is so is told by the clause before
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
        barred = bars_the_deed(matter, found, denial)
        own = set(before_limit(found, denial) if barred else denial.terms)
        inside = {term for term in own if holds(said, term) or (above and holds(above, term))}
        if not inside or part_of(ledger, inside, own) < COVERED or not any(holds(said, term) for term in inside):
            continue
        around = _clause(found, denial)
        plain = plainly(matter, found, denial)
        if not plain and (denying(matter) - inside or contrasted(matter, found)):
            continue
        if not usable(matter, found, denial):
            continue
        beside = {term for term in set(terms_in(found.span.text, *around)) - own if holds(said | above, term)}
        known = concepts(found.span.text[around[0] : around[1]])
        share = part_of(ledger, {term for term in matter.terms if holds(known, term)}, matter.terms)
        if not (plain or bears_on(matter, found, denial, (inside, beside), share, ledger)) or _told_elsewhere(
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
    if lowered(denial.cue.text) in BARS:
        return True  # a part of what it bears on may be all that it bars
    own = set(denial.terms)
    return part_of(ledger, {term for term in own if holds(said, term) or (above and holds(above, term))}, own) >= COVERED


def _clause(found: Witness, denial: Denial) -> tuple[int, int]:
    """Return the sentence part around a denial up to commas with a subject of their own; the statement where there is none."""
    text = found.span.text
    if ANAPHOR.search(lowered(text[found.statement.start : denial.cue.start])):
        return found.statement.start, found.statement.end  # "..., so that explanation does not hold" speaks of the whole
    return next(
        ((a, b) for a, b in clauses(text, found.statement.start, found.statement.end) if a <= denial.cue.start < b),
        (found.statement.start, found.statement.end),
    )


def latest_word(matter: Matter, inside: set[str], found: Witness, ledger: Ledger) -> str:
    """Return what the latest word on the terms that `found` denies is: "affirmed", "changed" or "" for the denial itself."""
    return _latest(matter, inside, set(), found, ledger)


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
