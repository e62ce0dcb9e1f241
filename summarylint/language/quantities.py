"""Numbers with what they measure or count, in one canonical form: "8 KiB" and "8192 bytes" are the same mark value.

`find_quantities` reads one text in two passes of compiled patterns: digits, then words ("seven", "12 May", "Monday").
Units, number words and their sources are in `lexicon/quantities.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from summarylint.language.lexicon import read_lexicon
from summarylint.language.numerals import (
    CLOCK,
    DAY,
    HALF_DAY,
    MONTH,
    MONTHS,
    NUMBER,
    ONES,
    SMALL,
    TENS,
    ZONE,
    any_of,
    any_word,
    canonical,
    decimal_number,
    read_date,
    read_time,
    small_number,
)
from summarylint.language.quantity_measures import (
    CURRENCIES,
    MAX_DIGITS,
    MULTIPLIERS,
    counted_noun,
    measured,
    multiplied,
    quantity_mark,
    ranged,
)
from summarylint.model import Mark

_DATA = read_lexicon("quantities")
_ORDINALS: dict[str, int] = _DATA["ordinal_words"]
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# What stands before a number must not make it a part of a word, path, version or key.
_DIGITS = re.compile(
    r"(?:(?<![\w.@#\\/])|(?<=\d/)|(?<=\\[nt]))(?<![\w)\]]-)(?:"
    rf"(?P<timestamp>\d{{4}}-\d\d-\d\d(?:T|[ ]){CLOCK}(?:[ ]?(?:{ZONE}))?(?!\w))"
    r"|(?P<iso>(?:1[4-9]|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?![\w/]|[-.:]\w))"
    rf"|(?P<dotted>{DAY}\.(?:0?[1-9]|1[0-2])\.(?:1[4-9]|20)\d\d(?![\w.]\w|\w))"
    r"|(?P<slashed>\d{1,2}/\d{1,2}/(?:1[4-9]|20)\d\d(?![\w/])|(?:1[4-9]|20)\d\d/\d{1,2}/\d{1,2}(?![\w/]))"
    rf"|(?P<daymonth>{DAY}(?:st|nd|rd|th)?\.?(?: of)?[ -]?(?:{MONTH})\b(?:\.?,?[ -](?:1[4-9]|20)\d\d)?(?![\w-]))"
    rf"|(?P<time>(?:{CLOCK}(?:[ ]?(?:{HALF_DAY}))?|(?:0?[1-9]|1[0-2])[ ]?{HALF_DAY})"
    rf"(?:[ ](?P<zone>UTC|GMT|CES?T|[ECMP][SD]?T|BST|IST)\b|(?:Z|\+\d\d:?\d\d)(?!\w))?(?![\w:]))"
    r"|(?P<dimension>\d{2,5}[x×]\d{2,5}(?![\w.-]))"
    r"|(?P<ordinal>\d+(?:st|nd|rd|th)(?![\w-]))"
    rf"|(?P<number>(?P<money>[$€£¥₹][ ]?)?(?P<sign>[-+−])?(?P<digits>{NUMBER}))"
    rf")|(?P<signed>(?<![\w.@#\\/)\]-])(?:(?P<currency>[$€£¥₹][ ]?)|(?P<plus>[-+−]))(?P<amount>{NUMBER}))"
)
_CURRENCY_BEFORE = re.compile(r"(?<![A-Za-z])([A-Z]{3})[ ]$")

_SERIES_LIMIT = 100_000
"""Members of a series (lines, sections) are counted up to here; greater numbers behind such a word are amounts."""

_LABEL = re.compile(rf"(?i:(?<![\w-])(?=[A-Za-z])(?P<label>lines?|L|{any_of(_DATA['labels']['words'])}))(?:[ ](?:no\.?|number))?[ #]?$")
_LINES = re.compile(r"[-–](\d{1,9})(?!\w)")
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t>]*(?:[-*+•][ \t]+|#{1,6}[ \t]+)?\**$")
_HEADING = re.compile(r"(?:^|\n)#{1,6} $")
_SPACE_GROUPS = re.compile(r"(?P<all>\d{1,3}(?:[ ]\d{3})+)(?![\d.,:/]|[ ]?\d)[ ][a-z]{2,}s\b")
_WORDS = re.compile(
    rf"(?P<number>(?ai:(?:{TENS})-(?:{ONES})|{any_of(SMALL)}))(?![\w'’])"
    r"|(?P<half>(?i:half an? (?=hour|day|minute|second|year)))"
    rf"|(?P<monthday>(?<!\d )(?:{MONTH})\.?[ ]{DAY}(?:st|nd|rd|th)?(?![\w:.%]\w|\w)(?:,?[ ](?:1[4-9]|20)\d\d(?!\w))?)"
    rf"|(?P<monthyear>(?:{MONTH})\.?,?[ ](?:1[4-9]|20)\d\d(?!\w))"
    rf"|(?P<month>{any_of(name.title() for name in MONTHS if len(name) > 4 and name != 'march')}|March|May(?=[.,;)]|$))(?![\w'’])"
    rf"|(?P<weekday>(?ai:{any_of(_WEEKDAYS)}))s?(?!\w)"
)
_TRIGGER = re.compile(
    rf"(?<!\w)(?=[A-Za-z])(?:(?P<word>{any_word((*SMALL, *MONTHS, *_WEEKDAYS, 'half', *(day + 's' for day in _WEEKDAYS)))})"
    rf"|(?P<ordinal>{any_word(_ORDINALS)})|(?P<multiplier>{any_word(MULTIPLIERS)}))\b"
)
_DETERMINER = re.compile(r"(?i:\b(?:the|this|a|its|her|his|their|our|your|my|every|each)) $")
_ARTICLE = re.compile(r"(?i:(?<![\w-])(?P<half>half )?a) $")
_DIGIT = re.compile(r"[0-9]")
_RUN = re.compile(r"\w+")
_SIGN_BEFORE = re.compile(r"[$€£¥₹][ ]?$|[-+−]$")
_FILE_BEFORE = re.compile(r"\w\.[A-Za-z]\w{0,9}:$")
_FILE_LINE = re.compile(r"(\d+(?:-\d+)?)(?::\d+)?(?!\w)")


def _whole(text: str, end: int, stop: int) -> bool:
    """Whether a number ends here: what follows does not make it a part of a longer token."""
    if end >= stop:
        return True
    after = text[end]
    following = text[end + 1] if end + 1 < stop else " "
    if after == "\\":
        # An escaped line break or quotation mark of JSON.
        return following in 'nrt"'
    if after.isalnum() or after in "_@":
        return False
    if after in "./:":
        return not (following.isalnum() or following in "_*") or (after == "/" and following.isdigit())
    return not (after == "-" and (following.isdigit() or following == "_"))


def _is_outline(text: str, start: int, end: int, before: str) -> bool:
    """Whether a number counts a list item ("1. ") or a heading ("## 3.2 Title")."""
    if start > len(before):
        before = before if "\n" in before else "x" + before
    if text.startswith((". ", ") "), end) and end - start < 3 and _LIST_NUMBER.search(before):
        return True
    return "#" in before and _HEADING.search(before) is not None and end - start < 4


def _number(text: str, found: re.Match[str], stop: int) -> Mark | None:
    signed = found["signed"] is not None
    name = "amount" if signed else "digits"
    start, end, digits = found.start(), found.end(name), found[name]
    if len(digits) > MAX_DIGITS:
        return None
    money = (found["currency"] if signed else found["money"]) or ""
    number = decimal_number(digits)
    if (found["plus"] if signed else found["sign"]) in ("-", "−"):
        number = -number
    before = text[max(0, start - 24) : start]
    decade = len(digits) == 4 and digits[:2] in ("19", "20") and digits[3] == "0" and text.startswith("s", end)
    if decade or _is_outline(text, start, end, before):
        return None
    grouped = _SPACE_GROUPS.match(text, start, stop) if digits.isdigit() and len(digits) < 4 and digits[0] != "0" else None
    if grouped and not re.search(r"(?:\d| {2}|\t|\|) ?$", before):
        end, number = grouped.end("all"), decimal_number(grouped["all"])
    if money:
        number, end = multiplied(text, number, end, stop)
        return quantity_mark(text, start, end, "money", canonical(number), CURRENCIES[money.strip()]) if _whole(text, end, stop) else None
    label = _LABEL.search(before) if not signed else None
    if label and digits.isdigit() and number < _SERIES_LIMIT and (_whole(text, end, stop) or _LINES.match(text, end, stop)):
        return _labelled(text, start, end, stop, label["label"].lower(), number)
    mark = ranged(text, start, end, stop, number) or measured(text, start, end, stop, number)
    if not _whole(text, mark.end, stop):
        return None
    code = _CURRENCY_BEFORE.search(before)
    if code and code[1] in CURRENCIES and mark.type in ("number", "count"):
        return quantity_mark(text, start, mark.end, "money", mark.value, CURRENCIES[code[1]])
    return mark


def _labelled(text: str, start: int, end: int, stop: int, label: str, number: Decimal) -> Mark:
    """A number that names one of a series: "line 12", "section 4", "lines 12-40"."""
    line = label in ("line", "lines", "l")
    last = _LINES.match(text, end, stop)
    if line and last:
        return quantity_mark(text, start, last.end(), "line", f"{canonical(number)}-{int(last[1])}", "line")
    return quantity_mark(text, start, end, "line" if line else "ordinal", canonical(number), "line" if line else label)


def _digit_marks(text: str, start: int, stop: int) -> Iterator[Mark]:
    position = start
    while digit := _DIGIT.search(text, position, stop):
        begin = digit.start()
        if begin > start and text[begin - 1] == ":":
            lined = _FILE_BEFORE.search(text, max(start, begin - 14), begin) and _FILE_LINE.match(text, begin, stop)
            if lined:
                position = lined.end()
                yield quantity_mark(text, begin, lined.end(1), "line", lined[1], "line")
                continue
        sign = _SIGN_BEFORE.search(text, max(position, begin - 2), begin)
        found = (sign and _DIGITS.match(text, sign.start(), stop)) or _DIGITS.match(text, begin, stop)
        position = _RUN.match(text, begin, stop).end()  # type: ignore[union-attr]
        mark = _digit_mark(text, found, stop) if found else None
        if mark:
            position = mark.end
            yield mark
        elif found and not found["number"] and not found["signed"]:
            position = found.end()


def _digit_mark(text: str, found: re.Match[str], stop: int) -> Mark | None:
    start, end = found.span()
    if found["number"] or found["signed"]:
        return _number(text, found, stop)
    if found["timestamp"]:
        return quantity_mark(text, start, end, "timestamp", found["timestamp"].replace(" ", "T", 1).replace(" ", ""))
    if found["time"]:
        return quantity_mark(text, start, end, "time", read_time(found["time"]), found["zone"] or "")
    if found["dimension"]:
        return quantity_mark(text, start, end, "dimension", found["dimension"].replace("×", "x"))
    if found["ordinal"]:
        return quantity_mark(text, start, end, "ordinal", found["ordinal"][:-2], counted_noun(text, end, stop, True))
    return quantity_mark(text, start, end, "date", read_date(found.lastgroup or "", found[0]))


def _word_marks(text: str, start: int, stop: int) -> Iterator[Mark]:
    position = start
    while trigger := _TRIGGER.search(text, position, stop):
        position = trigger.end()
        begin, kind = trigger.start(), trigger.lastgroup
        if begin > start and text[begin - 1] in "'’./-_":
            continue
        if kind == "ordinal":
            if _DETERMINER.search(text, max(start, begin - 6), begin) and text.startswith(" ", position):
                value = str(_ORDINALS[trigger["ordinal"].lower()])
                yield quantity_mark(text, begin, position, "ordinal", value, counted_noun(text, position, stop, True))
            continue
        if kind == "multiplier":
            mark = _article_amount(text, trigger, start, stop)
        else:
            found = _WORDS.match(text, begin, stop)
            mark = _word_mark(text, found, stop) if found else None
        if mark:
            position = max(position, mark.end)
            yield mark


def _article_amount(text: str, trigger: re.Match[str], start: int, stop: int) -> Mark | None:
    """ "a dozen", "half a million"."""
    article = _ARTICLE.search(text, max(start, trigger.start() - 7), trigger.start())
    if not article or trigger[0].endswith("s"):
        return None
    share = Decimal("0.5") if article["half"] else Decimal(1)
    return measured(text, article.start(), trigger.end(), stop, share * MULTIPLIERS[trigger["multiplier"].lower()])


def _word_mark(text: str, found: re.Match[str], stop: int) -> Mark | None:
    begin, end, form = found.start(), found.end(), found.lastgroup
    if found["number"]:
        mark = measured(text, begin, end, stop, Decimal(small_number(found["number"])))
        # "one" without a counted thing is mostly a pronoun.
        return None if found["number"].lower() == "one" and mark.type == "number" else mark
    if found["half"]:
        return measured(text, begin, end - 1, stop, Decimal("0.5"))
    if found["weekday"]:
        return quantity_mark(text, begin, found.end("weekday"), "date", found["weekday"].lower(), "weekday")
    if found["month"] and found["month"] in ("March", "May") and not re.search(r"[a-z] $", text[max(0, begin - 2) : begin]):
        # Not at the start of a sentence, where a verb can be meant.
        return None
    return quantity_mark(text, begin, end, "date", read_date(form or "", found[0]))


def find_quantities(text: str, start: int = 0, end: int | None = None) -> tuple[Mark, ...]:
    """All quantities in `text[start:end]`, in text order and without overlap; offsets count from the start of `text`.

    A value is a decimal string in the base unit (bytes, seconds, ...), an ISO date or time, or "low..high" for a
    range. The unit of a count is the stem of the counted noun; its mark covers the number alone.
    """
    stop = len(text) if end is None else end
    marks = [*_digit_marks(text, start, stop), *_word_marks(text, start, stop)]
    if len(marks) < 2:
        return tuple(marks)
    marks.sort(key=lambda mark: (mark.start, -mark.end))
    kept: list[Mark] = []
    for mark in marks:
        if kept and mark.start < kept[-1].end:
            if mark.end - mark.start > kept[-1].end - kept[-1].start:
                kept[-1] = mark
            continue
        kept.append(mark)
    return tuple(kept)
