"""Named values: what stands in the spans beside a noun as its value ("port 5433", "lock_timeout to 4s", "tag: v2")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.index import Ledger
from summarylint.language.likeness import same_identifier
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.quantity_likeness import same_quantity
from summarylint.language.secrecy import is_secret
from summarylint.language.terms import WORD, stem
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement

MOST_STATEMENTS = 120
"""Statements with the noun that are read; a noun in more of them names nothing in particular."""

SHORTEST_ALONE = 3
"""Code points from which a value is known without its noun: "11" may be anything, "4471" hardly."""

_LINK = r"(?:\s+(?:ids?|no\.?|numbers?|names?|named|called|is|was|to|set|of|at|now|=)(?![\w-]))*"
_BETWEEN = re.compile(rf"{_LINK}[\s:=\"'`(#→>*-]{{1,5}}$")
_APPOSED = re.compile(r"[`\"')]?(?:,| is| was| as)\s+(?:the|our|a|an)\s+(?:[a-z]+\s+){0,2}$")
_RAW = re.compile(r"[^\s,;()\"'`<>\[\]{}|]*\d[^\s,;()\"'`<>\[\]{}|]*")
_JOINED = re.compile(r"(?<![\w/.-])[A-Za-z][\w.]*(?:[/_][\w.-]+)+")
_CAPITALS = re.compile(r"[A-Z][A-Z]{2,}(?: [A-Z]{3,}){0,2}(?![a-z])")
_REFUSED = ("exception", "exit-code", "http-status", "errno", "flag", "error-string")


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value with its place in a span; `order` is the statement that holds it, `quantity` its mark where it is a figure."""

    text: str
    span_id: str
    start: int
    end: int
    order: int
    quantity: Mark | None = None


def named_values(noun: str, measured: bool, ledger: Ledger) -> tuple[NamedValue, ...]:
    """Return the values that stand beside `noun` in the spans, in span order: figures where it is `measured`, names else."""
    word = WORD.findall(noun)[-1]
    orders = ledger.postings.get(stem(word) or word, ())
    if len(orders) > MOST_STATEMENTS:
        return ()
    words = r"[ _-]".join(map(re.escape, noun.split()))
    pattern = re.compile(rf"(?<![^\W_]){words}(?:e?s)?(?:[_ ]?(?:id|no|number|name))?(?![^\W_])", re.I)
    found = [value for order in dict.fromkeys(orders) for value in _beside(pattern, order, measured, ledger)]
    return tuple(value for value in found if not is_secret(value.text))


def _beside(pattern: re.Pattern[str], order: int, measured: bool, ledger: Ledger) -> Iterator[NamedValue]:
    span, (start, end) = ledger.span_of(order), ledger.bounds[order]
    text = span.text
    nouns = list(pattern.finditer(text, start, end))
    if not nouns:
        return
    for low, high, mark in _concrete(text, start, end, ledger.statement(order), measured):
        for noun in nouns:
            behind = noun.end() <= low <= noun.end() + 24 and _BETWEEN.match(text, noun.end(), low)
            before = high <= noun.start() <= high + 24 and (
                _APPOSED.match(text[high : noun.start()]) or (measured and text[high : noun.start()] == " ")
            )
            inside = mark is not None and mark.kind == "identifier" and mark.start <= noun.start() < mark.end and noun.end() < mark.end
            if (
                (behind and "\n" not in text[noun.end() : low])
                or before
                or (mark is not None and inside and not measured and "-" in mark.text)
            ):
                yield NamedValue(text[low:high], span.id, low, high, order, mark if mark is not None and mark.kind == "quantity" else None)
                break


def _concrete(text: str, start: int, end: int, statement: Statement, measured: bool) -> Iterator[tuple[int, int, Mark | None]]:
    """The stretches of a statement that can be a value."""
    taken: list[tuple[int, int]] = []
    for mark in statement.marks:
        if measured and mark.kind == "quantity" and mark.type not in ("ordinal", "line"):
            yield mark.start, mark.end, mark
        elif not measured and mark.kind == "identifier" and mark.type not in _REFUSED:
            taken.append((mark.start, mark.end))
            yield mark.start, mark.end, mark
        elif (
            not measured and mark.kind == "quantity" and (mark.unit or mark.type in ("percentage", "money")) and not mark.text[0].isdigit()
        ):
            taken.append((mark.start, mark.end))
    if measured:
        return
    for found in (*_RAW.finditer(text, start, end), *_JOINED.finditer(text, start, end), *_CAPITALS.finditer(text, start, end)):
        high = found.start() + len(found[0].rstrip(".,:;!?*"))
        if high > found.start() and not any(a < high and found.start() < b for a, b in taken):
            quantity = next((m for m in statement.marks if m.kind == "quantity" and m.start == found.start()), None)
            if quantity is None or (
                quantity.type in ("number", "ordinal", "count", "line", "range", "date", "time")
                and not (quantity.type == "count" and len(found[0]) < 4)
            ):
                yield found.start(), high, None


def told(value: NamedValue, noun: str, summary: str, marks: Sequence[Mark]) -> bool:
    """Does the summary hold the value, itself or in another accepted spelling?"""
    lower, text = lowered_whole(summary), lowered(value.text).strip("`\"'")
    if len(text) < SHORTEST_ALONE and value.quantity is None:
        return re.search(rf"{re.escape(noun)}(?:e?s)?\W+(?:\w+\W+){{0,2}}{re.escape(text)}(?!\w)", lower) is not None
    if _alone(text, lower):
        return True
    for mark in marks:
        if value.quantity is not None and mark.kind == "quantity" and same_quantity(mark, value.quantity):
            return True
        if value.quantity is None and mark.kind == "identifier" and same_identifier(mark.text, value.text):
            return True
        if mark.kind == "quantity" and mark.value == text and mark.text != text:
            return True  # "5,210" and "1.2 million" for 5210 and 1200000
    return False


def _alone(text: str, lower: str) -> bool:
    at = token_at(text, lower)
    while at >= 0:
        if lower[max(0, at - 1) : at] != "-" or not text.isdigit():
            return True
        at = token_at(text, lower, at + 1)
    return False


def shape(value: str) -> str:
    """Return the shape of a value, by which another one of its series is known: digits as 0, small letters as a."""
    return re.sub(r"[a-z]", "a", re.sub(r"\d", "0", value))
