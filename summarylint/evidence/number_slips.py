"""Slips: a number that was to be copied and was hit wrong, or stands among the very same words as another one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from summarylint.evidence.derivation import ADDITIVE, counted, follows_from
from summarylint.evidence.figures import comparable, digits_of, quantities_of, same_size, same_year
from summarylint.evidence.index import Ledger
from summarylint.evidence.occurrence import holds
from summarylint.evidence.turns import at_order
from summarylint.language.quantity_likeness import rounds_to, same_quantity
from summarylint.language.terms import stem, terms
from summarylint.model import Mark, Statement, Witness

SLIP_DIGITS = 3
"""From so many digits on two that changed places are a slip; shorter numbers differ by chance."""

BROKEN_SLIP_DIGITS = 4
"""The same for a broken number, which was read off something."""

PAIR_DIGITS = 2
"""With so many digits, and the same unit behind both, two that changed places are one as well."""

MOST_SLIP_DIGITS = 12

LONG_SLIP_DIGITS = 5
"""From so many digits on a single other digit is one, and two that changed places are one wherever they stand."""

TELLING_WORD = 3
"""Letters of a word that says what is counted; shorter ones are units and particles ("9 l in")."""

ROUGH_REACH = 3

_BEHIND = re.compile(r"\s*(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)\s+(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)", re.I)

_BEFORE = re.compile(r"(?<![\w.,])([\w'’-]+)\s+(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)\s+(?:(?:the|a|an)\s+)?$", re.I)


def slip_of(mark: Mark, around: Sequence[Witness], statement: Statement) -> tuple[Mark, Witness] | None:
    """Return a number of a witness that this one is a slip of the pen of: two digits changed places, or one was hit wrong."""
    digits = digits_of(mark)
    if len(digits) < PAIR_DIGITS:
        return None
    told = quantities_of(statement)
    for found in around:
        for other in found.statement.marks:
            units_differ = mark.unit and other.unit and _measure(mark) != _measure(other) and mark.type != "count"
            if other.kind != "quantity" or units_differ or any(same_quantity(other, one) for one in told):
                continue
            if _is_slip(digits, digits_of(other)) and (
                len(digits) >= SLIP_DIGITS
                or (mark.unit and mark.unit == other.unit)
                or _of_named_row(mark, statement, other, found)
                or _labelled_alike(mark, statement, other, found)
            ):
                return other, found
    return None


def _measure(mark: Mark) -> str:
    """Return the unit of a value without the time that it is a rate over: a yield is told in kWh and in kWh a year."""
    return mark.unit.partition("/")[0]


def labelled_slip(mark: Mark, statement: Statement, ledger: Ledger) -> tuple[Mark, Witness] | None:
    """Return a number of two digits behind the same noun, anywhere in the spans, with its digits changed about."""
    digits = digits_of(mark)
    if len(digits) != PAIR_DIGITS or digits != mark.value or digits[0] == digits[1]:
        return None
    turned = digits[::-1]
    orders = sorted(_holding(turned, ledger))
    for found in (at_order(ledger, order) for order in orders if len(orders) <= MOST_LABELLED):
        for other in quantities_of(found.statement):
            if digits_of(other) == turned and _labelled_alike(mark, statement, other, found):
                return None if any(same_quantity(other, one) for one in quantities_of(statement)) else (other, found)
    return None


MOST_LABELLED = 8
"""Statements with a number in more of which it is the number of many things."""


def _labelled_alike(mark: Mark, statement: Statement, other: Mark, found: Witness) -> bool:
    """Does one noun, in full or cut short, stand right before both ("rev 85", "REVISION: 58")?"""
    bare = {mark.type, other.type} <= {"number", "ordinal"}
    if not bare and (mark.type, mark.unit) != (other.type, other.unit):
        return False
    short, long = sorted((_label(mark, statement), _label(other, found.statement)), key=len)
    return len(short) >= TELLING_WORD and long.startswith(short)


def _label(mark: Mark, statement: Statement) -> str:
    """Return the noun right before a value, which may be the key of its line, in lower case."""
    before = _NOUN_BEFORE.search(statement.text, 0, mark.start - statement.start)
    if before is not None:
        return before[1].lower()
    return statement.segment.label.lower() if mark.start == statement.start else ""


_NOUN_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)\.?[:=#\s]{1,3}\Z")


def _of_named_row(mark: Mark, statement: Statement, other: Mark, found: Witness) -> bool:
    """Is the other value a broken one in a row that opens with a name with a figure ("K2 4.6") which the statement has as well?"""
    opening = found.statement.terms[:1]
    named = bool(opening) and not opening[0].isalpha() and opening[0][0].isalpha() and opening[0] in statement.terms
    return named and "." in mark.text and "." in other.text


def slipped(mark: Mark, slot: set[str], ledger: Ledger) -> Iterator[Witness]:
    """Yield the statements that hold this number with two of its digits changed about, and, unless it is long, a term of its slot.

    A long number may have one digit hit wrong as well.
    """
    figure = _FIGURE.search(mark.text)
    places = [at for at, char in enumerate(figure[0]) if char.isdigit()] if figure else []
    if figure is None or not SLIP_DIGITS <= len(places) <= MOST_SLIP_DIGITS:
        return
    unit = mark.text[figure.end() :].strip()
    alone = len(places) >= (BROKEN_SLIP_DIGITS if "." in figure[0] else LONG_SLIP_DIGITS)
    for written in _miswritten(figure[0], places):
        held = {order for one in {written, written + unit} for order in _holding(one, ledger)}
        for order in sorted(held):
            if alone or slot & set(ledger.terms[order]):
                yield at_order(ledger, order)


def _miswritten(figure: str, places: Sequence[int]) -> Iterator[str]:
    """Yield what may have been meant: two neighbouring digits changed about, or, in a long number, another digit in one place."""
    for one, other in itertools.pairwise(places):
        if figure[one] != figure[other]:
            yield f"{figure[:one]}{figure[other]}{figure[one + 1 : other]}{figure[one]}{figure[other + 1 :]}"
    if len("".join(figure[place] for place in places).strip("0")) >= LONG_SLIP_DIGITS:  # a round number is near many others
        for place in places:
            yield from (f"{figure[:place]}{digit}{figure[place + 1 :]}" for digit in "0123456789" if digit != figure[place])


def _holding(written: str, ledger: Ledger) -> set[int]:
    held = [set(ledger.postings.get(term, ())) for term in terms(written)]
    return set.intersection(*held) if held else set()


_FIGURE = re.compile(r"\d[\d.,]*\d")


def _is_slip(one: str, other: str) -> bool:
    one, other = one.lstrip("0"), other.lstrip("0")  # a share of one is told in percent as well
    if len(one) != len(other):
        return False
    unlike = [place for place in range(len(one)) if one[place] != other[place]]
    swapped = len(unlike) == 2 and unlike[1] == unlike[0] + 1 and one[unlike[0]] == other[unlike[1]] and one[unlike[1]] == other[unlike[0]]
    return swapped or (len(unlike) == 1 and len(one.rstrip("0")) >= LONG_SLIP_DIGITS)


def is_rough(mark: Mark, statement: Statement) -> bool:
    """Does the summary itself give the number as a rough one?"""
    return any(cue.type == "approximate" and 0 <= mark.start - cue.end <= ROUGH_REACH for cue in statement.stance.cues)


def copied_wrong(text: str, mark: Mark, around: Sequence[Witness], statement: Statement,
                  statements: Sequence[Statement]) -> tuple[Mark, Witness] | None:  # fmt: skip
    """Return the number that this one stands in for among the same words, unless it was worked out or rounded."""
    found = _verbatim(text, mark, around, statement)
    if found is None or rounds_to(found[0], mark) or is_rough(mark, statement):
        return None
    if not _same_template(found[1], statement) and (
        not same_size(mark, found[0]) or counted(mark, around) or follows_from(mark, statement, around, statements, ADDITIVE, one_unit=True)
    ):
        return None
    return found


def _verbatim(text: str, mark: Mark, around: Sequence[Witness], statement: Statement) -> tuple[Mark, Witness] | None:
    """Return the number that stands between the very same words in a witness ("2 to add, 1 to change")."""
    own = _contexts(text, statement, mark)
    if not own:
        return None
    for found in around:
        for other in found.statement.marks:
            may_be = other.kind == "quantity" and comparable(mark, other) and not same_year(mark, other)
            if may_be and own & _contexts(found.span.text, found.statement, other):
                return other, found
    return None


def _same_template(found: Witness, statement: Statement) -> bool:
    """Does the statement copy another number of the witness too? Then this one was meant to be copied as well."""
    return any(holds(found, mark) for mark in statement.marks if mark.kind == "quantity")


def _contexts(text: str, statement: Statement, mark: Mark) -> set[tuple[str, ...]]:
    """Return the two words before a value and the two behind it, articles left out, where they tell anything."""
    found = set()
    for side, match in (
        ("behind", _BEHIND.match(text, mark.end, statement.end)),
        ("before", _BEFORE.search(text, statement.start, mark.start)),
    ):
        words = tuple(word.lower() for word in match.groups()) if match else ()
        if any(word[0].isdigit() or (len(word) >= TELLING_WORD and stem(word)) for word in words):
            found.add((side, *words))
    return found
