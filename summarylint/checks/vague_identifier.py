"""Vague identifiers: what the summary tells is still there, and its value decayed to a label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.align import worth
from summarylint.evidence.compared_figures import compared_figures
from summarylint.evidence.counted_names import counted_names
from summarylint.evidence.designations import naming_values
from summarylint.evidence.index import Ledger
from summarylint.evidence.lost_values import lost_values
from summarylint.evidence.named_values import NamedValue, named_values, shape, told
from summarylint.evidence.reworded_names import reworded_names
from summarylint.evidence.stand_ins import stand_ins
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import terms
from summarylint.language.tokens import token_at
from summarylint.language.value_labels import (
    COMMON,
    MEASURE,
    NAMING,
    TYPED,
    Label,
    find_evaluatives,
    find_label_lists,
    find_labels,
)
from summarylint.model import Edit, Fix, Hit, Mark, Place, Severity, Share

KIND = "vague-identifier"
FIELDS = frozenset({"label", "value", "span_id"})
FIXES = frozenset({"name-value"})

FULL_TOPIC = 0.5
"""The score of a witness from which its only value of a type is what a vague label stands for."""

LEAST_LISTED = 2
"""So many labels of a list have to have a value in the spans, so that the list stands for values."""

NEAR_VALUE = 60
"""Code points around a label in which a value of its own would stand."""

NAMED_BY = frozenset(("id", "identifier", "number", "code", "reference"))
"""Nouns that have no meaning but the sign that they stand for."""

LEAST_NEAR = 0.25
"""The score of a span statement from which its numbers and codes are those of the statement."""

MOST_UNNAMED = 2
"""Numbers and codes that one noun may stand for; among more of them it is open which is meant."""

_PLACE = re.compile(r"[/\\]|\.[a-z]{2,4}$")
_CUT = re.compile(r"[,;:(]\s|\s(?:and|while|but|because)\s")
"""Where a clause ends and another thing is told."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_support`: the share of the statement's worth that must stand beside the value in its span."""

    least_support: Share = 0.15


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each label in place of a value that the spans give and the summary holds nowhere."""
    if view.statement.segment.form in ("code", "log", "heading") or view.statement.stance.certainty == "asked":
        return
    text, start, end = view.compaction.summary, view.lead, view.statement.end
    marks = _all_marks(view)
    yield from _lists(view, text, start, end, marks)
    taken = [(found.start, found.end) for found in find_label_lists(text, start, end)]
    labelled: list[Hit] = []
    for label in find_labels(text, start, end):
        if not any(a <= label.start < b for a, b in taken) and not _valued(view, label):
            labelled += _labelled(view, label, settings.least_support, marks)
    taken += [(hit.start or 0, hit.end or 0) for hit in labelled if hit.severity != "note"]
    for lost in lost_values(text, start, view.with_label, view.candidates, marks, view.ledger):
        if not any(a < lost.end and lost.start < b for a, b in taken):
            taken.append((lost.start, lost.end))
            yield _hit(view, lost.start, lost.end, [lost.value], {"strength": "designation", "support": lost.support}, None)
    for counted in counted_names(text, start, end, view.candidates, marks, view.ledger):
        if not any(a < counted.end and counted.start < b for a, b in taken):
            taken.append((counted.start, counted.end))
            yield _hit(view, counted.start, counted.end, counted.values, {"strength": "counted", "support": 1.0}, None)
    for low, high, value, strength in _named_otherwise(view, text, start, end, marks):
        if not any(a < high and low < b for a, b in taken):
            taken.append((low, high))
            yield _hit(view, low, high, [value], {"strength": strength, "support": 1.0}, None)
    yield from (hit for hit in labelled if hit.severity != "note" or not any(a < (hit.end or 0) and (hit.start or 0) < b for a, b in taken))
    yield from _evaluatives(view, text, start, end, marks)


def _named_otherwise(view: View, text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[tuple[int, int, NamedValue, str]]:
    """The places of names in other words and of pronouns, each with the value that they stand for."""
    for name in reworded_names(text, view.statement, marks, view.ledger):
        yield name.start, name.end, name.value, "reworded"
    for pronoun in stand_ins(text, start, end, view.candidates, marks, view.ledger):
        yield pronoun.start, pronoun.end, pronoun.value, "pronoun"


def _all_marks(view: View) -> list[Mark]:
    """The marks of the whole summary, collected once for all its statements."""
    kept = view.ledger.once(_kept_marks)
    if view.compaction.summary not in kept:
        kept[view.compaction.summary] = [mark for statement in view.statements for mark in statement.marks]
    return kept[view.compaction.summary]


def _kept_marks(ledger: Ledger) -> dict[str, list[Mark]]:
    return {}


def _valued(view: View, label: Label) -> bool:
    """Does a value stand beside the label already ("the relevant port, 5433", "gha-2, the usual runner")?"""
    text = view.compaction.summary
    for mark in view.with_label.marks:
        if mark.kind not in ("identifier", "quantity", "quotation", "code") or (
            mark.kind == "quantity" and not label.measured and mark.unit
        ):
            continue
        behind, before = text[label.end : mark.start], text[mark.end : label.start]
        if (
            mark.start >= label.end
            and len(behind) <= NEAR_VALUE
            and re.fullmatch(r"\W*(?:(?:is|was|of|named|called|at|id|number|to|namely)\W+){0,2}", behind)
        ):
            return True
        if mark.end <= label.start and len(before) <= NEAR_VALUE and re.fullmatch(r"\W*(?:(?:is|was|as|are|were|on)\W+)?", before):
            return True
    return False


def _labelled(view: View, label: Label, least: float, marks: Sequence[Mark]) -> Iterator[Hit]:
    noun = label.noun
    values = list(named_values(label.modifiers[-1], label.measured, view.ledger)) if noun in NAMING and label.modifiers else []
    values = values or list(named_values(noun, label.measured, view.ledger))
    if noun in NAMED_BY and not values:
        yield from _unnamed(view, label, marks)
    if label.strength == "serial":
        values = list(_of_series(view, values)) or [value for value in values if _meant(label, value, view)]
    elif not values:
        values = list(_typed(view, label))
    ranked = sorted(
        ((_support(view, label, value), _meant(label, value, view), value) for value in values),
        key=lambda one: (-one[1], -one[0], one[2].order),
    )
    if not ranked:
        return
    support, meant, best = ranked[0]
    alike = [value for share, also, value in ranked if also >= meant and share >= 0.8 * support]
    if any(told(value, noun, view.compaction.summary, marks) for value in alike):
        return
    alone = (label.noun in TYPED and label.strength == "definite") or (
        len({lowered(value.text) for value in values}) == 1 and noun not in COMMON
    )
    severity = _severity(label, support, meant, alone and (meant or support > 0), least)
    if severity is not None:
        yield _hit(view, label.start, label.end, [best], {"strength": label.strength, "support": round(support, 3)}, severity)


def _unnamed(view: View, label: Label, marks: Sequence[Mark]) -> Iterator[Hit]:
    """ "The registration number", where what the statement rests on holds numbers and codes, none of them told."""
    near = [candidate for candidate in view.candidates if candidate.score >= LEAST_NEAR]
    values = [value for candidate in near for value in naming_values(candidate.order, view.ledger)]
    values = [value for value in values if not _PLACE.search(value.text) and not told(value, label.noun, view.compaction.summary, marks)]
    if 0 < len({value.text for value in values}) <= MOST_UNNAMED:
        yield _hit(view, label.start, label.end, values[:MOST_UNNAMED], {"strength": "unnamed", "support": near[0].score}, None)


def _severity(label: Label, support: float, meant: bool, alone: bool, least: float) -> Severity | None:
    """How sure it is that the label stands for the value: the vaguer the label, the less else has to speak for it."""
    if label.noun in NAMED_BY and meant and alone:
        return "warning"
    if label.strength == "vague":
        return "warning" if support >= least or meant or alone else None
    if label.strength == "serial":
        return "warning" if support >= least or meant else None
    if label.strength == "indefinite":
        return "warning" if (meant and support >= least / 2) or alone or (support >= 2 * least and label.noun not in COMMON) else None
    return ("warning" if alone or support >= 3 * least else "note") if meant and support >= 2 * least else None


def _support(view: View, label: Label, value: NamedValue) -> float:
    """The share of what else the label's clause says, or where that is nothing its statement, that stands in the value's statement."""
    text = view.compaction.summary
    start = max((found.end() for found in _CUT.finditer(text, view.lead, label.start)), default=view.lead)
    cut = _CUT.search(text, label.end, view.statement.end)
    clause = terms(text[start : cut.start() if cut else view.statement.end])
    names = terms(text[label.start : label.end])
    own = [term for term in clause if term not in names] or [*terms(text[view.lead : view.statement.start]), *view.statement.terms]
    said = {term: worth(view.ledger, term) for term in dict.fromkeys(own) if term not in names}
    held = set(view.ledger.terms[value.order])
    return sum(w for term, w in said.items() if term in held) / (sum(said.values()) or 1.0)


def _meant(label: Label, value: NamedValue, view: View) -> bool:
    """Do the words before the noun stand in the value or in its statement?"""
    held = {*view.ledger.terms[value.order], *terms(value.text)}
    wanted = terms(" ".join(label.modifiers))
    return bool(wanted) and any(term in held for term in wanted)


def _of_series(view: View, values: Sequence[NamedValue]) -> Iterator[NamedValue]:
    """Values in the shape of those beside the noun, in the statements that the summary's one rests on (0148, migration 0147)."""
    shapes = {shape(value.text) for value in values if len(value.text) > 2}
    known = {value.text for value in values}
    for candidate in view.candidates:
        span, (start, end) = view.ledger.span_of(candidate.order), view.ledger.bounds[candidate.order]
        for found in re.finditer(r"[\w./-]*\d[\w/-]*", span.text[start:end]):
            if shape(found[0]) in shapes and found[0] not in known:
                yield NamedValue(found[0], span.id, start + found.start(), start + found.end(), candidate.order)


def _typed(view: View, label: Label) -> Iterator[NamedValue]:
    """Values of the noun's type in a witness: those that hold a word before the noun ("the rate card file", cards/no.json).

    Where a vague word says that one is meant, the only one in a witness of the whole topic.
    """
    called = lowered(" ".join((*label.modifiers, label.noun)))
    if label.strength == "definite" and any(called in lowered_whole(span.text) for span in view.ledger.spans):
        return  # the very words by which the spans call it
    types, wanted = TYPED.get(label.noun, frozenset()), set(terms(" ".join(label.modifiers)))
    for witness in view.witnesses:
        said = view.compaction.summary
        fitting = [mark for mark in witness.statement.marks if mark.kind in ("identifier", "quantity") and mark.type in types]
        fitting = [mark for mark in fitting if mark.kind == "quantity" or token_at(mark.text, said) < 0]
        for mark in fitting:
            quantity = mark if mark.kind == "quantity" else None
            value = NamedValue(mark.text, witness.span.id, mark.start, mark.end, witness.order, quantity)
            only = label.strength == "vague" and len(fitting) == 1 and _support(view, label, value) >= FULL_TOPIC
            if only or (mark.kind == "identifier" and wanted.intersection(terms(mark.text))):
                yield value


def _lists(view: View, text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Hit]:
    for found in find_label_lists(text, start, end):
        values = []
        for item in found.items:
            measured = item.split()[-1] in MEASURE
            beside = named_values(item, measured, view.ledger) or named_values(item, not measured, view.ledger)
            if beside and any(told(value, item, text, marks) for value in beside):
                return
            values += [beside[-1]] if beside else []
        if len(values) >= LEAST_LISTED:
            yield _hit(
                view, found.start, found.end, values, {"strength": "list", "support": round(len(values) / len(found.items), 3)}, None
            )


def _evaluatives(view: View, text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Hit]:
    """ "Noticeably slower", where a span gives both figures."""
    for low, high, types in find_evaluatives(text, start, end):
        if _chosen(text, low, high) or any(_figure(mark, types, high) for statement in view.sentence for mark in statement.marks):
            continue
        topics = {term for statement in view.sentence for term in (*statement.terms, *terms(statement.segment.label))}
        pair = compared_figures(topics, types, marks, view.ledger)
        if pair is not None:
            yield _hit(view, _intensified(text, start, low), high, list(pair), {"strength": "evaluative", "support": 1.0}, None)


def _chosen(text: str, low: int, high: int) -> bool:
    """Does the comparative choose one of two ("the cheaper offer") and not measure it?"""
    chosen = re.search(r"\b(?:the|a|an|this|that|its|their|our|no)\s+$", text[:low], re.I)
    return chosen is not None and re.match(r"\s+[a-z]", text[high:]) is not None


def _figure(mark: Mark, types: frozenset[str], high: int) -> bool:
    """Is the mark a figure that the comparative may be measured by: one of its types, or any number right behind it?"""
    behind = 0 <= mark.start - high <= NEAR_VALUE and mark.type not in ("ordinal", "line", "date", "time")
    return mark.kind == "quantity" and (mark.type in types or behind)


def _intensified(text: str, start: int, low: int) -> int:
    found = re.search(r"\b(?:\w+ly|much|far|a lot|somewhat)\s+$", text[start:low])
    return start + found.start() if found else low


def _hit(view: View, start: int, end: int, values: Sequence[NamedValue], why: dict[str, object], severity: Severity | None) -> Hit:
    shown = ", ".join(dict.fromkeys(value.text for value in values))
    return Hit(
        start=start,
        end=end,
        evidence=tuple(Place(value.span_id, value.start, value.end, value.text, "the value there") for value in values),
        fields={"label": view.compaction.summary[start:end], "value": shown, "span_id": values[0].span_id},
        why=why,
        fix=Fix("display", (Edit(end, end, f" ({shown})"),)),
        severity="note" if _in_doubt(view.compaction.summary, start, end, values) or _worded(view, values) else severity,
    )


def _in_doubt(summary: str, start: int, end: int, values: Sequence[NamedValue]) -> bool:
    """May the summary well do without the value: its very words are told, it is a mere address, or the label is any file?"""
    label = lowered(summary[start:end])
    words = set(_LETTERS.findall(label))
    parts = [set(_LETTERS.findall(lowered(_HUMP.sub("_", value.text)))) for value in values]
    return (label in _ANY_FILE and _BARE.search(lowered(summary[max(0, start - 20) : start])) is not None) or all(
        (bool(part) and part <= words) or _ADDRESS.fullmatch(value.text) is not None for part, value in zip(parts, values, strict=True)
    )


def _worded(view: View, values: Sequence[NamedValue]) -> bool:
    """Does the statement tell in words of its own all that the values are made of ("the new key" for @new.key)?"""
    said = set(_LETTERS.findall(lowered(view.statement.text)))
    parts = [set(_LETTERS.findall(lowered(_HUMP.sub("_", value.text)))) for value in values]
    return all(len(part) > 1 and part <= said and not any(word.isdigit() for word in part) for part in parts)


_BARE = re.compile(
    r"(?:\A|[.;:,(\n*-]|\b(?:the|an?|this|that|these|those|its|their|his|her|of|in|on|to|from|with|by|for|and|or|as|is|was|are))\W*\Z"
)
"""What stands before a noun that no other word narrows down."""

_LETTERS = re.compile(r"[a-z]+|\d+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
_ANY_FILE = ("file", "files", "script", "scripts", "folder", "directory", "document", "sheet", "page", "form")
"""Nouns of which a run has many, so that a bare one seldom stands for one of them."""
