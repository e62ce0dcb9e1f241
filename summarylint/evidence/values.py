"""Values: does a quantity of the summary occur in the spans, for the thing it is told of, or follow from what occurs?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.arithmetic import STEPS, follows
from summarylint.evidence.crossings import crossings
from summarylint.evidence.index import Ledger
from summarylint.evidence.slots import holders, likeness, slot_terms
from summarylint.language.numerals import canonical
from summarylint.language.phrases import lowered
from summarylint.language.quantities import rounds_to, same_quantity
from summarylint.language.terms import WORD, stem, terms
from summarylint.model import Mark, Statement, Witness

SAME_SLOT = 0.5
"""How much of its slot a value must share with another one to be the value of the same thing."""

_WHOLE_DATE = re.compile(r"(?:\d{4}|-)-\d\d-\d\d")
"""A date with a day in it; a month or a year by itself is told in too many ways."""

SMALL = 12
"""Counts up to a dozen are made afresh by whoever sums up, so only a value of the very same slot speaks against one."""

SMALL_SCORE = 0.4

SERIES_REACH = 24
"""Code points before a number in which the noun of its series stands ("Handoff 2", "part no. 3")."""

_SERIES = frozenset(stem(word) for word in ("handoff", "handover", "summary", "part", "generation", "gen", "checkpoint", "session", "cycle", "round",
                                            "step", "phase", "stage", "chapter", "section", "page", "item", "point", "note", "version", "batch",
                                            "week", "day", "sprint", "lesson", "unit", "year", "grade", "class", "room", "floor", "option", "attempt"))  # fmt: skip

_BEHIND = re.compile(r"\s*(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)\s+(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)", re.I)
_BEFORE = re.compile(r"(?<![\w.,])([\w'’-]+)\s+(?:(?:the|a|an)\s+)?([^\W\d_][\w'’-]*)\s+(?:(?:the|a|an)\s+)?$", re.I)
_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(?:the\s+|at\s+|after\s+)?$", re.I)

_MEASURED = ("size", "duration", "measure")

CONVERSION = Decimal("0.03")
"""What a change of unit may take or add by rounding: a gigabyte of 1000 or 1024 megabytes differ by this much."""

_THOUSANDS = ("k", "K", "M")

SAME_SIZE = Decimal(3)
"""Beyond this factor two numbers of like slots are mostly those of two things."""

NOUN_HEAD = 4
"""Letters that tell a counted noun and its short form to be one."""

TELLING_WORD = 3
"""Letters of a word that says what is counted; shorter ones are units and particles ("9 l in")."""

DENIED_SCORE = 0.4
"""The witness score from which what the user takes back is this value, and not the same number of something else."""

ROUGH_REACH = 3

PAIR_SCORE = 0.45
"""The witness score from which the only value of a type on each side is that of the same thing."""

PAIR_SLOT = 0.25

SLIP_DIGITS = 3
"""From so many digits on two that changed places are a slip; shorter numbers differ by chance."""

MOST_SLIP_DIGITS = 12

LONG_SLIP_DIGITS = 5
"""From so many digits on a single other digit is one."""

VERY_SLOT = 0.75
"""A counterpart so alike is the value itself, so only adding and taking away values of its own unit may explain another."""

ADDITIVE = ("sum", "difference")
"""The steps that keep the unit."""

SWAP_SCORE = 0.55
"""The witness score from which a value found elsewhere only is taken for a swap."""

SWAP_SLOT = 0.7
"""How much of its slot the value in the witness must share to be the one that was meant; the told value exists, so more."""

LOOKED_THROUGH = 60
"""Statements with the digits of a value that are read to see whether it is that value."""

MOST_LISTED = 50
"""Longer lists nobody counts by hand in a sentence."""

_INCOMPARABLE = ("line", "ordinal", "range", "timestamp", "dimension")
"""Types that change with every edit and every call, or are told in too many ways, to be held against each other."""

_BARE = ("number", "count", "ordinal", "line")


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A quantity that the spans give otherwise: `other` is the mark in the witness that stands in the same slot."""

    mark: Mark
    other: Mark
    witness: Witness
    way: Literal["altered", "swapped"]
    slot: float
    sign: Literal["crossed", "denied", "slip", "same-words", "slot", "only-pair"]
    """What tells that the two stand for one thing."""


def discrepancies(text: str, statement: Statement, statements: Sequence[Statement], witnesses: Sequence[Witness],
                  candidates: Sequence[Candidate], ledger: Ledger) -> Iterator[Discrepancy]:  # fmt: skip
    """Yield the quantities of `statement` (of the summary `text`) that the spans give otherwise for the same thing."""
    own = [mark for mark in statement.marks if mark.kind == "quantity" and _is_comparable(mark, text, statement)]
    if not own or statement.segment.form == "heading":
        return
    near = [*witnesses, *(witness(ledger, c) for c in candidates[len(witnesses) :])]
    for crossed in crossings(text, statement, lambda mark: _holding(mark, ledger), ledger):
        yield Discrepancy(crossed.mark, crossed.other, crossed.witness, "swapped", 1.0, "crossed")
    for mark in own:
        denied = _denied(mark, near, statements)
        if denied is not None:
            yield Discrepancy(mark, denied[0], denied[1], "altered", 1.0, "denied")
            continue
        if any(_holds(found, mark) for found in near) or _occurs(mark, ledger):
            if near and not _holds(near[0], mark) and len(mark.value) > 1:
                yield from _swaps(text, mark, statement, near, ledger)
            continue
        slot = slot_terms(text, statement, mark)
        around = near + [_holder(ledger, order) for order in holders(ledger, slot) if all(order != found.order for found in near)]
        slip = _slip(mark, [*around, *_slipped(mark, set(slot), ledger)], statement)
        if slip is not None and len(_digits(mark)) <= SLIP_DIGITS and _follows(mark, statement, [*near, slip[1]], statements, ("sum", "difference")):
            slip = None
        copied = slip or _copied_wrong(text, mark, around, statement, statements)
        if copied is not None:
            yield Discrepancy(mark, copied[0], copied[1], "altered", 1.0, "slip" if slip else "same-words")
            continue
        by_slot = _counterpart(text, mark, statement, around, ledger, 0.0, SAME_SLOT)
        found = by_slot or _only_pair(text, mark, statement, near, ledger)
        if found is None or rounds_to(found[0], mark) or _counted(mark, near):
            continue
        if _is_rough(mark, statement):
            continue
        if _is_small(mark) and (found[2] < VERY_SLOT or found[1].score < SMALL_SCORE):
            continue
        if _follows(mark, statement, around, statements, STEPS if found[2] < VERY_SLOT else ADDITIVE):
            continue
        yield Discrepancy(mark, found[0], found[1], "altered", found[2], "slot" if by_slot else "only-pair")


def _is_comparable(mark: Mark, text: str, statement: Statement) -> bool:
    """May this value be held against another? Moments without a day, ranges and the numbers of a series may not."""
    if mark.type in _INCOMPARABLE or ".." in mark.value or (mark.type == "date" and not _WHOLE_DATE.fullmatch(mark.value)):
        return False
    before = terms(text[max(statement.start, mark.start - SERIES_REACH) : mark.start])
    return not (before and before[-1] in _SERIES and _is_small(mark))


def _is_small(mark: Mark) -> bool:
    number = _number(mark)
    return mark.type in _BARE and number is not None and abs(number) <= SMALL


def _slip(mark: Mark, around: Sequence[Witness], statement: Statement) -> tuple[Mark, Witness] | None:
    """Return a number of a witness that this one is a slip of the pen of: two digits changed places, or one was hit wrong."""
    digits = _digits(mark)
    if len(digits) < SLIP_DIGITS:
        return None
    told = [other for other in statement.marks if other.kind == "quantity"]
    for found in around:
        for other in found.statement.marks:
            if other.kind != "quantity" or any(same_quantity(other, one) for one in told) or (mark.unit and other.unit and mark.type != "count"
                                                                                               and mark.unit != other.unit):  # fmt: skip
                continue
            if _is_slip(digits, _digits(other)):
                return other, found
    return None


def _copied_wrong(text: str, mark: Mark, around: Sequence[Witness], statement: Statement,
                  statements: Sequence[Statement]) -> tuple[Mark, Witness] | None:  # fmt: skip
    """Return the number that this one stands in for among the same words, unless it was worked out or rounded."""
    found = _verbatim(text, mark, around, statement)
    if found is None or rounds_to(found[0], mark) or _is_rough(mark, statement):
        return None
    if not _same_template(found[1], statement) and (not _same_order(mark, found[0]) or _counted(mark, around) or _follows(mark, statement, around, statements, ADDITIVE)):
        return None
    return found


def _is_rough(mark: Mark, statement: Statement) -> bool:
    """Does the summary itself give the number as a rough one?"""
    return any(cue.type == "approximate" and 0 <= mark.start - cue.end <= ROUGH_REACH for cue in statement.stance.cues)


def _verbatim(text: str, mark: Mark, around: Sequence[Witness], statement: Statement) -> tuple[Mark, Witness] | None:
    """Return the number that stands between the very same words in a witness ("2 to add, 1 to change")."""
    own = _contexts(text, statement, mark)
    if not own:
        return None
    for found in around:
        for other in found.statement.marks:
            comparable = other.kind == "quantity" and _comparable(mark, other) and not _same_year(mark, other)
            if comparable and own & _contexts(found.span.text, found.statement, other):
                return other, found
    return None


def _same_template(found: Witness, statement: Statement) -> bool:
    """Does the statement copy another number of the witness too? Then this one was meant to be copied as well."""
    return any(_holds(found, mark) for mark in statement.marks if mark.kind == "quantity")


def _contexts(text: str, statement: Statement, mark: Mark) -> set[tuple[str, ...]]:
    """Return the two words before a value and the two behind it, articles left out, where they tell anything."""
    found = set()
    for side, match in (("behind", _BEHIND.match(text, mark.end, statement.end)), ("before", _BEFORE.search(text, statement.start, mark.start))):
        words = tuple(word.lower() for word in match.groups()) if match else ()
        if any(word[0].isdigit() or (len(word) >= TELLING_WORD and stem(word)) for word in words):
            found.add((side, *words))
    return found


def _only_pair(text: str, mark: Mark, statement: Statement, near: Sequence[Witness], ledger: Ledger) -> tuple[Mark, Witness, float] | None:
    """Return the one value of this type in a witness on the same matter, where the statement has but one of it too."""
    if _is_small(mark) or sum(1 for m in statement.marks if m.kind == "quantity" and _comparable(mark, m)) > 1:
        return None
    for found in near[:2]:
        others = [m for m in found.statement.marks if m.kind == "quantity" and _comparable(mark, m) and not _same_year(mark, m)]
        if found.score >= PAIR_SCORE and len(others) == 1 and _same_order(mark, others[0]):
            alike = likeness(ledger, slot_terms(text, statement, mark), slot_terms(found.span.text, found.statement, others[0]))
            if alike >= PAIR_SLOT:
                return others[0], found, alike
    return None


def _denied(mark: Mark, near: Sequence[Witness], statements: Sequence[Statement]) -> tuple[Mark, Witness] | None:
    """Return what the user gives instead of this value ("400 days, not 90"), where the summary tells it nowhere."""
    told = [m for statement in statements for m in statement.marks if m.kind == "quantity"]
    for found in near:
        if found.span.role != "user" or found.score < DENIED_SCORE:
            continue
        others = [m for m in found.statement.marks if m.kind == "quantity"]
        for other in others:
            ahead = found.span.text[max(found.statement.start, other.start - 12) : other.start]
            if same_quantity(mark, other) and _NOT.search(ahead):
                instead = next((m for m in others if m is not other and _comparable(mark, m) and not same_quantity(mark, m)), None)
                if instead is not None and not any(same_quantity(instead, m) for m in told):
                    return instead, found
    return None


def _digits(mark: Mark) -> str:
    return "".join(char for char in mark.text if char.isdigit())


def _slipped(mark: Mark, slot: set[str], ledger: Ledger) -> Iterator[Witness]:
    """Yield the statements that hold this number with two of its digits changed about, and a term of its slot."""
    digits = mark.value
    if not digits.isdigit() or not SLIP_DIGITS <= len(digits) <= MOST_SLIP_DIGITS:
        return
    for place in range(len(digits) - 1):
        other = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
        for order in ledger.postings.get(other, ()) if other != digits else ():
            if slot & set(ledger.terms[order]):
                yield _holder(ledger, order)


def _is_slip(one: str, other: str) -> bool:
    if len(one) != len(other):
        return False
    unlike = [place for place in range(len(one)) if one[place] != other[place]]
    swapped = len(unlike) == 2 and unlike[1] == unlike[0] + 1 and one[unlike[0]] == other[unlike[1]] and one[unlike[1]] == other[unlike[0]]
    return swapped or (len(unlike) == 1 and len(one) >= LONG_SLIP_DIGITS)


def _holder(ledger: Ledger, order: int) -> Witness:
    return Witness(ledger.span_of(order), ledger.statement(order), 0.0, (), order)


def _swaps(text: str, mark: Mark, statement: Statement, near: Sequence[Witness], ledger: Ledger) -> Iterator[Discrepancy]:
    if near[0].score < SWAP_SCORE:
        return
    slot = slot_terms(text, statement, mark)
    for found in near:
        same = [other for other in found.statement.marks if other.kind == "quantity" and same_quantity(mark, other)]
        if any(likeness(ledger, slot, slot_terms(found.span.text, found.statement, other)) >= SAME_SLOT for other in same):
            return
    if _measured_here(mark, statement, ledger):
        return
    best = _counterpart(text, mark, statement, near[:1], ledger, SWAP_SCORE, SWAP_SLOT)
    if best is not None:
        yield Discrepancy(mark, best[0], best[1], "swapped", best[2], "slot")


def _close(mark: Mark, other: Mark) -> bool:
    """Is one the other in a coarser unit? 60,416 MB may be told as 59 GB."""
    left, right = _number(mark), _number(other)
    if left is None or right is None or not right or _digits(mark) == _digits(other) or len(_digits(mark)) == len(_digits(other)):
        return False
    return abs(left - right) <= abs(right) * CONVERSION


def _measured_here(mark: Mark, statement: Statement, ledger: Ledger) -> bool:
    """Did a tool print the value beside something that the statement names? Then it is a better one, not a swapped one."""
    names = {term for term in statement.terms if not term.isdigit()}
    return any(
        ledger.span_of(order).kind == "tool_output" and names & set(ledger.terms[order]) and _holds(_holder(ledger, order), mark)
        for order in _orders_of(mark, ledger)
    )


def _holds(found: Witness, mark: Mark) -> bool:
    return any(
        _same_value(mark, other) if other.kind == "quantity" else other.kind == "identifier" and other.value == mark.value
        for other in found.statement.marks
    )


def _same_value(mark: Mark, other: Mark) -> bool:
    """Is it the same number of the same things? A noun may be cut short ("42 chars", "42 characters")."""
    if "number" in (mark.type, other.type) and _digits(mark) == _digits(other) and (mark.text[-1:] in _THOUSANDS or other.text[-1:] in _THOUSANDS):
        return True  # "budget is 70" among people who speak of thousands
    if {mark.type, other.type} == {"time"} and (mark.value.startswith(other.value) or other.value.startswith(mark.value)):
        return True  # the seconds left out
    if mark.type == other.type and mark.type in _MEASURED and _close(mark, other):
        return True
    alike = mark.unit[:NOUN_HEAD] == other.unit[:NOUN_HEAD]
    return same_quantity(mark, other) or (mark.type in _BARE and other.type in _BARE and alike and mark.value == other.value)


def _counterpart(text: str, mark: Mark, statement: Statement, near: Sequence[Witness], ledger: Ledger,
                 least_score: float, least_slot: float) -> tuple[Mark, Witness, float] | None:  # fmt: skip
    slot = slot_terms(text, statement, mark)
    told = [other for other in statement.marks if other.kind == "quantity"]
    best: tuple[Mark, Witness, float] | None = None
    elsewhere: set[str] = set()
    for found in near:
        if found.score < least_score:
            continue
        for other in found.statement.marks:
            if other.kind != "quantity" or not _comparable(mark, other) or any(same_quantity(other, one) for one in told):
                continue
            if ".." in other.value or ("-" in other.value[1:] and other.type in _BARE) or _same_year(mark, other):
                continue
            alike = likeness(ledger, slot, slot_terms(found.span.text, found.statement, other))
            if alike < least_slot or not _same_order(mark, other) or _digits(other) in _digits(mark):
                continue
            if not found.score:
                elsewhere.add(other.value)
            if (best is None or alike * found.score > best[2] * best[1].score):
                best = other, found, alike
    if best is not None and not best[1].score and len(elsewhere) > 1:
        return None  # told of several such things, in no statement on this matter: any of them could be meant
    return best


def _same_year(one: Mark, other: Mark) -> bool:
    """Is one the short form of the other ("the 64 convention", "1964")?"""
    short, long = sorted((_digits(one), _digits(other)), key=len)
    return len(short) == 2 and len(long) == 4 and long.endswith(short)


def _same_order(one: Mark, other: Mark) -> bool:
    """Are the two of one size and kind? A number told wrong is seldom off by more, and stays a whole one where it was one."""
    left, right = _number(one), _number(other)
    if left is None or right is None or not left or not right:
        return True
    whole = left == left.to_integral_value(), right == right.to_integral_value()
    return 1 / SAME_SIZE <= abs(left / right) <= SAME_SIZE and (whole[0] == whole[1] or one.type == other.type != "number")


def _comparable(one: Mark, other: Mark) -> bool:
    if (number := _number(one)) is not None and number == _number(other):
        return False  # the same figure under another name
    if one.type == other.type and (one.unit == other.unit or one.type == "duration"):
        return True
    bare = [mark for mark in (one, other) if mark.type in _BARE and not mark.unit]
    if {one.type, other.type} <= set(_BARE):
        return bool(bare)
    if not bare:
        return False
    kinds = {one.type, other.type}
    return "money" in kinds or ("percentage" in kinds and _is_share(_number(bare[0])))


def _is_share(number: Decimal | None) -> bool:
    """Can this be a share of one, as "0.35" is for 35 %?"""
    return number is not None and number != 0 and abs(number) <= 1


def _orders_of(mark: Mark, ledger: Ledger) -> Sequence[int]:
    """Return the statements that hold the digits of `mark`."""
    found: set[int] = set()
    for written in (lowered(mark.text), mark.value, f"{mark.text}.00", lowered(mark.text.replace(" ", "")), *_as_share(mark)):  # "2,311" as it stands, and as 2311
        lists = [ledger.postings.get(stem(word) or word, ()) for word in WORD.findall(written) if word[:1].isdigit()]
        if lists:
            found.update(set(min(lists, key=len)).intersection(*lists))
    return sorted(found)


def _holding(mark: Mark, ledger: Ledger) -> list[tuple[int, Mark]]:
    """Return the statements that hold the value, each with its mark there."""
    return [
        (order, other)
        for order in _orders_of(mark, ledger)[:LOOKED_THROUGH]
        for other in ledger.statement(order).marks
        if other.kind == "quantity" and same_quantity(mark, other)
    ]


def _as_share(mark: Mark) -> tuple[str, ...]:
    """Return a percentage as a part of one, and a part of one as a percentage: 20.3 % may stand as 0.203."""
    number = _number(mark)
    if number is None or not number:
        return ()
    if mark.type == "percentage":
        return (canonical(number / 100),)
    return (canonical(number * 100),) if mark.type in _BARE and abs(number) < 1 else ()


def _occurs(mark: Mark, ledger: Ledger) -> bool:
    """Does the value stand anywhere, written with the same digits?"""
    orders = _orders_of(mark, ledger)
    return len(orders) > LOOKED_THROUGH or any(_holds(_holder(ledger, order), mark) for order in orders)


def _number(mark: Mark) -> Decimal | None:
    try:
        return Decimal(mark.value)
    except InvalidOperation:
        return None


def _follows(mark: Mark, statement: Statement, near: Sequence[Witness], statements: Sequence[Statement], steps: Sequence[str]) -> bool:
    """Does the value follow by one step from values of one witness, of the same unit, or told in the summary itself?

    A witness's counts of things that the statement names may be taken together: 30 hens and 12 ducks are "42 hens and ducks".
    """
    value = _number(mark)
    if value is None:
        return False
    groups = [[m for m in found.statement.marks if m.kind == "quantity"] for found in near] if steps is not ADDITIVE else []
    same = [m for found in near for m in found.statement.marks if m.kind == "quantity" and mark.unit and m.unit == mark.unit]
    groups.append(same)
    if mark.type == "count":
        named = set(statement.terms)
        groups += [[m for m in found.statement.marks if m.type == "count" and named.issuperset(terms(m.unit))] for found in near]
    groups.append([m for statement in statements for m in statement.marks if m.kind == "quantity" and m is not mark])
    return any(follows(value, [n for m in group if (n := _number(m)) is not None], steps) is not None for group in groups)


def _counted(mark: Mark, near: Sequence[Witness]) -> bool:
    """Is the value the number of things that a witness lists?"""
    value = _number(mark)
    if value is None or not 2 <= value <= MOST_LISTED or value != int(value):
        return False
    for found in near:
        text = found.span.text[found.statement.start : found.statement.end]
        pieces = [_items(piece) for piece in text.replace(", and ", ", ").split(";")]
        if int(value) in pieces or sum(pieces) == int(value):
            return True
        if sum(1 for line in found.span.text.splitlines() if line.strip()) == int(value):
            return True
    return False


def _items(piece: str) -> int:
    """How many things does this part of a list name?"""
    commas = piece.count(",")
    return commas + 1 + (1 if " and " in piece and commas == 0 else 0)
