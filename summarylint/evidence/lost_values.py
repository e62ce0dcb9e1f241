"""Lost values: a thing that the summary tells and the spans tell with its name, which the summary holds nowhere.

"The extension in the subject" where a span says "my extension 4-417 in the subject". Read from the value's side: what
a value names is known from its own statement (`designations`), so that any noun can have lost one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from summarylint.evidence.align import Candidate, worth
from summarylint.evidence.designations import NAMING, Designation, designations
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, told
from summarylint.evidence.slips import slip
from summarylint.language.lexicon import read_lexicon
from summarylint.language.likeness import near_identifier
from summarylint.language.phrases import lowered
from summarylint.language.terms import placed_terms
from summarylint.language.value_labels import is_head
from summarylint.model import Mark, Statement

LEAST_BARE = 0.4
"""The score and support from which a noun without a determiner is the thing that the span names."""

LEAST_ALONE = 0.15
"""The support from which one noun, without another word of the name, is the thing that the span names."""

MOST_HOLDING = 24
"""Statements with a noun that are read; a noun in more of them is no name of one thing."""

LEAST_KNOWN = 0.3
"""The support from which a value is meant that the noun does not stand beside in its span."""

_CUT = re.compile(r"[,;:(]\s|\s(?:and|while|but|because)\s")
"""Where a clause ends and another thing is told."""

_CARRIERS = re.compile(rf"\s+(?:{'|'.join(read_lexicon('designations')['carriers'])})(?![\w-])")
_DETERMINED = re.compile(
    r"\b(?:the|an?|one|its|their|his|her|our|my|your|this|that)\s+(?:(?!(?:is|was|are|were|be|been|has|had|have|and|or|to)\s)[\w'-]+\s+){0,3}$", re.I
)
_OPENS = re.compile(r"(?:^|[|,;:(\n]\s*)(?:[\w-]+\s+){0,2}$")
_VALUE = r"s?\W{1,3}(?:(?:no|nr|id|number|tag|is|was)\W{1,2})*[\w./:-]*\d"


@dataclass(frozen=True, slots=True)
class LostValue:
    """A noun of the summary with its place, the value that it lost, and the share of the statement that speaks for it."""

    start: int
    end: int
    value: NamedValue
    support: float


def lost_values(
    text: str, lead: int, statement: Statement, candidates: Sequence[Candidate], marks: Sequence[Mark], ledger: Ledger
) -> Iterator[LostValue]:
    """Yield what `statement` of the summary `text` tells without the name that a span gives it.

    `lead` is where the label before the statement begins, `candidates` are span statements by score, `marks` those of the
    whole summary.
    """
    nouns = _nouns(text, lead, statement.end, marks)
    tried: set[int] = set()
    found: dict[int, LostValue] = {}
    for candidate in candidates if nouns else ():
        for order in (candidate.order, candidate.order + 1):
            if order in tried or order >= len(ledger) or ledger.number_of(order) != ledger.number_of(candidate.order):
                continue
            tried.add(order)
            for one in designations(order, ledger):
                lost = _lost(one, candidate.score, nouns, text, lead, statement, marks, ledger)
                if lost is not None and (lost.start not in found or lost.support > found[lost.start].support):
                    found[lost.start] = lost
    yield from found.values()


def _nouns(text: str, lead: int, end: int, marks: Sequence[Mark]) -> dict[str, tuple[int, int]]:
    """The words of a statement outside of identifiers and quotations by their stems, each at its first place."""
    taken = [(m.start, m.end) for m in marks if m.kind in ("identifier", "quotation", "code") and m.start < end and lead < m.end]
    found: dict[str, tuple[int, int]] = {}
    for term, start, stop in placed_terms(text, lead, end):
        word = text[start:stop]
        if term not in found and not any(a < stop and start < b for a, b in taken) and not re.search(r"\d|ed$", word):
            found[term] = start, stop
    return found


def _lost(
    one: Designation,
    score: float,
    nouns: Mapping[str, tuple[int, int]],
    text: str,
    lead: int,
    statement: Statement,
    marks: Sequence[Mark],
    ledger: Ledger,
) -> LostValue | None:
    words = [word for word in one.words if word not in NAMING] or list(one.words)
    head = next((word for word in (words[:-3:-1] if one.bond == "beside" else words) if word in nouns), None)
    if head is None:
        return None
    start, end = nouns[head]
    lower = lowered(text)
    carrier = _CARRIERS.match(lower, end)
    end = carrier.end() if carrier else end
    determined = _DETERMINED.search(text[max(lead, start - 48) : start])
    if not is_head(lower, end, statement.end) or not (determined or _OPENS.search(text[lead:start])):
        return None
    support = _support(text, statement, (start, end), one.value.order, ledger)
    named = sum(word in nouns for word in words) > 1
    if not determined and (support < LEAST_BARE or score < LEAST_BARE or "/" in one.value.text):
        return None
    if one.bond in ("inside", "typed") and (not determined or support < LEAST_KNOWN or not _only(one, ledger)):
        return None
    if support < LEAST_ALONE and not named and not carrier and not _alone(head, one, ledger):
        return None
    noun = lower[nouns[head][0] : nouns[head][1]]
    if _valued(lower, noun) or told(one.value, noun, text, marks) or _nearly(one.value.text, marks, text):
        return None
    return LostValue(start, end, one.value, support)


def _only(one: Designation, ledger: Ledger) -> bool:
    """Is the value the only one in its statement that answers to these words?"""
    return all(other.value == one.value or other.bond != one.bond or other.words != one.words for other in designations(one.value.order, ledger))


def _alone(head: str, one: Designation, ledger: Ledger) -> bool:
    """Is the value the only one that the spans have for this noun?"""
    held = ledger.postings.get(head, ())
    if len(held) > MOST_HOLDING:
        return False
    others = (other for order in held for other in designations(order, ledger) if head in other.words[-2:])
    return {lowered(other.value.text) for other in others} <= {lowered(one.value.text)}


def _support(text: str, statement: Statement, label: tuple[int, int], order: int, ledger: Ledger) -> float:
    """The share of what else the statement says, or its clause with the label, that stands in the value's statement."""
    names = {term for term, _, _ in placed_terms(text, *label)}
    begin = min(statement.start, label[0])
    start = max((found.end() for found in _CUT.finditer(text, begin, label[0])), default=begin)
    cut = _CUT.search(text, label[1], statement.end)
    held = set(ledger.terms[order])
    shares = []
    for clause in (statement.terms, tuple(term for term, _, _ in placed_terms(text, start, cut.start() if cut else statement.end))):
        said = {term: worth(ledger, term) for term in dict.fromkeys(clause) if term not in names}
        shares.append(sum(w for term, w in said.items() if term in held) / (sum(said.values()) or 1.0))
    return round(max(shares), 4)


def _valued(lower: str, noun: str) -> bool:
    """Has the noun a value of its own anywhere in the summary?"""
    return re.search(rf"(?<![\w-]){re.escape(noun.removesuffix('s'))}{_VALUE}", lower) is not None


def _nearly(value: str, marks: Sequence[Mark], text: str) -> bool:
    """Does the summary hold the value with a slip? That is another fault, and told as such."""
    if any(mark.kind == "identifier" and near_identifier(mark.text, value) for mark in marks):
        return True
    return any(slip(found[0].strip(".,:"), value) for found in re.finditer(r"[^\s()\"'`]*\d[^\s()\"'`]*", text))
