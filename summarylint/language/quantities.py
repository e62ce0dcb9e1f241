"""Numbers with what they measure or count, in one canonical form: "8 KiB" and "8192 bytes" are the same mark value.

`find_quantities` reads one text in two passes of compiled patterns: digits, then words ("seven", "12 May", "Monday").
Units, number words and their sources are in `lexicon/quantities.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from summarylint.language.lexicon import read_lexicon
from summarylint.model import Mark

_DATA = read_lexicon("quantities")
_MONTHS: dict[str, int] = _DATA["months"]
_SMALL: dict[str, int] = _DATA["number_words"]
_MULTIPLIERS = {word: Decimal(factor) for word, factor in _DATA["multipliers"].items()}
_SYMBOLS = {symbol: Decimal(factor) for symbol, factor in _DATA["multiplier_symbols"].items()}
_ORDINALS: dict[str, int] = _DATA["ordinal_words"]
_CURRENCIES: dict[str, str] = _DATA["currencies"]
_RATES: dict[str, str] = _DATA["rates"]
_STOP = frozenset(_DATA["nouns"]["stop"])
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _units() -> tuple[dict[str, tuple[str, Decimal, str]], ...]:
    """Tables of unit word to (type, factor, base): words, and symbols directly behind the number or behind a space."""
    words: dict[str, tuple[str, Decimal, str]] = {}
    attached: dict[str, tuple[str, Decimal, str]] = {}
    spaced: dict[str, tuple[str, Decimal, str]] = {}
    for unit in _DATA["unit"]:
        for word, factor in unit.get("words", {}).items():
            words[word] = (unit["type"], Decimal(factor), unit["base"])
        for symbol, factor in unit["symbols"].items():
            entry = (unit["type"], Decimal(factor), unit["base"])
            if not unit.get("spaced"):
                attached[symbol] = entry
            if not unit.get("attached"):
                spaced[symbol] = entry
    return words, attached, spaced


_WORD_UNITS, _ATTACHED, _SPACED = _units()


def _any(words: object) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))  # type: ignore[call-overload]


_MONTH = f"(?i:{_any(_MONTHS)})"
_NUMBER = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]*\d)|\d{1,3}(?:[\u00a0\u202f]\d{3})+(?!\d)|\d{1,3}(?:'\d{3})+(?!\d)"
    r"|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?(?![\d.]*\d)|\d{1,3}(?:_\d{3})+(?!\w)|\d+(?:\.\d+)?(?:[eE][+-]?\d+(?!\w))?"
)
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?"
_ZONE = r"Z|[+-]\d\d:?\d\d"
_HALF = r"[aApP]\.?[mM]\b\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"

# What stands before a number must not make it a part of a word, path, version or key.
_DIGITS = re.compile(
    r"(?:(?<![\w.@#\\/])|(?<=\d/))(?<![\w)\]]-)(?:"
    rf"(?P<timestamp>\d{{4}}-\d\d-\d\d(?:T|[ ]){_CLOCK}(?:[ ]?(?:{_ZONE}))?(?!\w))"
    r"|(?P<iso>(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?![\w/]|[-.:]\w))"
    rf"|(?P<dotted>{_DAY}\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d(?![\w.]\w|\w))"
    r"|(?P<slashed>\d{1,2}/\d{1,2}/(?:19|20)\d\d(?![\w/])|(?:19|20)\d\d/\d{1,2}/\d{1,2}(?![\w/]))"
    rf"|(?P<daymonth>{_DAY}(?:st|nd|rd|th)?\.?(?: of)?[ -]?(?:{_MONTH})\b\.?(?:,?[ -](?:19|20)\d\d)?(?![\w-]))"
    rf"|(?P<time>(?:{_CLOCK}(?:[ ]?(?:{_HALF}))?|(?:0?[1-9]|1[0-2])[ ]?{_HALF})"
    rf"(?:[ ](?P<zone>UTC|GMT|CES?T|[ECMP][SD]?T|BST|IST)\b|(?:{_ZONE})(?!\w))?(?![\w:]))"
    r"|(?P<dimension>\d{2,5}[x×]\d{2,5}(?![\w.-]))"
    r"|(?P<ordinal>\d+(?:st|nd|rd|th)(?![\w-]))"
    rf"|(?P<number>(?P<money>[$€£¥₹][ ]?)?(?P<sign>[-+−])?(?P<digits>{_NUMBER}))"
    rf")|(?P<signed>(?<![\w.@#\\/)\]-])(?:(?P<currency>[$€£¥₹][ ]?)|(?P<plus>[-+−]))(?P<amount>{_NUMBER}))"
    r"|(?<=\w)\.[A-Za-z]\w{0,9}:(?P<line>\d+(?:-\d+)?)(?::\d+)?(?!\w)"
)
_RANGE = re.compile(rf"(?:[–—-]|[ ][–—][ ]|[ ]to[ ]|\.\.\.?)(?P<high>{_NUMBER})(?![\w:/]*[:/])")
_MULTIPLIER = re.compile(rf"(?:(?P<symbol>bn|[kKMB])(?![\w/])|[ ](?P<spaced>[kKM]|bn)(?!\w)|[ -](?P<word>(?i:{_any(_MULTIPLIERS)}))s?\b)")
_NO_RATE = rf"/(?!\d|(?:{_any(_RATES)})\b)"
_UNIT = re.compile(
    rf"(?P<attached>{_any(_ATTACHED)})(?![A-Za-z_]|-\w|{_NO_RATE})|[ \u00a0-](?P<spaced>{_any(_SPACED)})(?!\w|{_NO_RATE})"
    rf"|[ \u00a0-]?(?P<word>(?i:{_any(_WORD_UNITS)}))(?!\w|-\w)"
)
_RATE = re.compile(rf"/(?P<rate>{_any(_RATES)})\b|[ ](?:per|an?)[ ](?P<word>second|minute|hour)\b")
_COMPOUND = re.compile(r"(?:[ ](?:and[ ])?)?(?P<digits>\d+(?:\.\d+)?)")
_CURRENCY_AFTER = re.compile(rf"[ \u00a0-]?(?P<name>{_any(_CURRENCIES)})(?!\w)")
_CURRENCY_BEFORE = re.compile(r"(?<![A-Za-z])([A-Z]{3})[ ]$")
_NOUNS = re.compile(
    r"[ -](?P<first>[A-Za-z][a-z]+)(?![\w/]|\.\w)"
    r"(?:[ -](?P<second>[a-z]+)(?![\w/]|\.\w))?(?:[ -](?P<third>[a-z]+)(?![\w/]|\.\w))?"
)
_NOUN_RATE = re.compile(rf"[ ](?P<noun>[a-z]+)/(?P<rate>{_any(_RATES)})\b")
_LABEL = re.compile(rf"(?i:(?<![\w-])(?P<label>lines?|L|{_any(_DATA['labels']['words'])}))(?:[ ](?:no\.?|number))?[ #]?$")
_LINES = re.compile(r"[-–](\d+)(?!\w)")
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t>]*(?:[-*+•][ \t]+|#{1,6}[ \t]+)?\**$")
_HEADING = re.compile(r"(?:^|\n)#{1,6} $")
_SPACE_GROUPS = re.compile(r"(?P<all>\d{1,3}(?:[ ]\d{3})+)(?![\d.,:/]|[ ]?\d)[ ][a-z]{2,}s\b")

_TENS = _any(word for word, value in _SMALL.items() if value >= 20)
_ONES = _any(word for word, value in _SMALL.items() if 0 < value < 10)
_WORDS = re.compile(
    r"(?<![\w'’./-])(?:"
    rf"(?P<amount>(?i:(?:half a|a|(?P<small>(?:{_TENS})(?:[ -](?:{_ONES}))?|{_any(_SMALL)})))"
    rf"[ ](?P<multiplier>(?i:{_any(_MULTIPLIERS)}))s?(?![\w-]))"
    rf"|(?P<number>(?i:(?:{_TENS})-(?:{_ONES})|{_any(_SMALL)}))(?![\w'’])"
    rf"|(?P<half>(?i:half an? (?=hour|day|minute|second|year)))"
    rf"|(?i:(?:the|this|a|its|her|his|their|our|your|my|every|each))[ ](?P<ordinal>(?i:{_any(_ORDINALS)}))(?=[ ][a-z])"
    rf"|(?P<monthday>(?:{_MONTH})\.?[ ]{_DAY}(?:st|nd|rd|th)?(?![\w:.%]\w|\w)(?:,?[ ](?:19|20)\d\d(?!\w))?)"
    rf"|(?P<monthyear>(?:{_MONTH})\.?,?[ ](?:19|20)\d\d(?!\w))"
    # "May" and "March" alone are months only where no verb can be meant.
    rf"|(?P<month>{_any(name.title() for name in _MONTHS if len(name) > 4 and name != 'march')}"
    r"|(?<=[a-z] )(?:March|May(?=[.,;)]|$)))(?![\w'’])"
    rf"|(?P<weekday>(?i:{_any(_WEEKDAYS)}))s?(?!\w)"
    r")"
)


def canonical(number: Decimal) -> str:
    """The shortest plain decimal string of a number: no exponent, no trailing zeros, no grouping."""
    text = format(number.normalize(), "f")
    return "0" if text in ("-0", "") else text


def singular(noun: str) -> str:
    """The stem by which counted nouns are compared: "Columns" to "column", "entries" to "entry"."""
    word = noun.lower()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def _decimal(digits: str) -> Decimal:
    """A written number in any of the grouping styles as a decimal."""
    digits = digits.replace("_", "").replace("'", "").replace("\u00a0", "").replace("\u202f", "").replace(" ", "")
    if digits.count(".") > 1:
        digits = digits.replace(".", "").replace(",", ".")
    return Decimal(digits.replace(",", ""))


def _iso(year: str | None, month: int, day: int | None) -> str:
    tail = f"{month:02d}" + (f"-{day:02d}" if day else "")
    return f"{year}-{tail}" if year else f"--{tail}"


@lru_cache(maxsize=4096)
def _date(form: str, text: str) -> str:
    """The ISO form of a matched date; two leading hyphens where the year is missing."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if form == "iso":
        return text
    if form == "dotted":
        return _iso(str(numbers[2]), numbers[1], numbers[0])
    if form == "slashed":
        if numbers[0] > 31:
            return _iso(str(numbers[0]), numbers[1], numbers[2])
        first, second, third = numbers
        if first > 12 or first == second:
            return _iso(str(third), second, first)
        # Day and month cannot be told apart here: keep the text as written.
        return _iso(str(third), first, second) if second > 12 else text
    month = _MONTHS[next(word for word in re.findall(r"[A-Za-z]+", text.lower()) if word in _MONTHS)]
    year = next((str(number) for number in numbers if number > 31), None)
    day = next((number for number in numbers if number <= 31), None)
    return _iso(year, month, day)


@lru_cache(maxsize=4096)
def _time(text: str) -> str:
    """24-hour form: "3:30 pm" to "15:30"."""
    hour, *rest = re.findall(r"\d+", text.split("+")[0])
    number = int(hour)
    if "p" in text.lower() and number < 12:
        number += 12
    elif re.search(r"\d ?[aA]\.?[mM]", text) and number == 12:
        number = 0
    return ":".join((f"{number:02d}", rest[0] if rest else "00", *rest[1:2]))


def _mark(text: str, start: int, end: int, type_: str, value: str, unit: str = "") -> Mark:
    return Mark("quantity", type_, start, end, text[start:end], value, unit)


def _noun(text: str, end: int, stop: int, attributive: bool) -> str:
    """The stem of the noun that is counted behind `end`: the first plural among three words, else the first word."""
    found = _NOUNS.match(text, end, stop)
    if not found:
        return ""
    words = []
    for word in found.groups():
        if word is None or word.lower() in _STOP:
            break
        words.append(word)
    if not words:
        return ""
    plural = [word for word in words if word.endswith("s") and singular(word) != word.lower()]
    return singular(words[0] if attributive or not plural else plural[0])


def _multiplied(text: str, number: Decimal, end: int, stop: int) -> tuple[Decimal, int]:
    found = _MULTIPLIER.match(text, end, stop)
    if not found:
        return number, end
    symbol = found["symbol"] or found["spaced"]
    factor = _SYMBOLS[symbol] if symbol else _MULTIPLIERS[found["word"].lower()]
    return number * factor, found.end()


def _unit(text: str, end: int, stop: int) -> tuple[str, Decimal, str, int] | None:
    found = _UNIT.match(text, end, stop)
    if not found:
        return None
    if found["word"]:
        return (*_WORD_UNITS[found["word"].lower()], found.end())
    return (*(_SPACED[found["spaced"]] if found["spaced"] else _ATTACHED[found["attached"]]), found.end())


def _more_duration(text: str, value: Decimal, factor: Decimal, end: int, stop: int) -> tuple[Decimal, int]:
    """Add the smaller parts of "6m12s", "1 h 30 min", "2 hours and 5 minutes"."""
    while found := _COMPOUND.match(text, end, stop):
        unit = _unit(text, found.end(), stop)
        if unit is None or unit[0] != "duration" or unit[2] != "second" or unit[1] >= factor:
            break
        value, factor, end = value + Decimal(found["digits"]) * unit[1], unit[1], unit[3]
    return value, end


def _measured(text: str, start: int, end: int, stop: int, number: Decimal) -> Mark:
    """The mark of a plain number from what stands behind it: multiplier, unit, currency or counted noun."""
    number, end = _multiplied(text, number, end, stop)
    unit = _unit(text, end, stop)
    if unit:
        type_, factor, base, end = unit
        value = number * factor
        if type_ == "duration" and base == "second":
            value, end = _more_duration(text, value, factor, end, stop)
        rate = _RATE.match(text, end, stop) if type_ != "duration" else None
        if rate:
            type_, base, end = "measure", f"{base}/{_RATES[rate['rate'] or rate['word']]}", rate.end()
        return _mark(text, start, end, type_, canonical(value), base)
    currency = _CURRENCY_AFTER.match(text, end, stop)
    if currency:
        return _mark(text, start, currency.end(), "money", canonical(number), _CURRENCIES[currency["name"]])
    rated = _NOUN_RATE.match(text, end, stop)
    if rated:
        return _mark(text, start, end, "count", canonical(number), f"{singular(rated['noun'])}/{_RATES[rated['rate']]}")
    noun = _noun(text, end, stop, text[end : end + 1] == "-")
    return _mark(text, start, end, "count" if noun else "number", canonical(number), noun)


def _ranged(text: str, start: int, end: int, stop: int, low: Decimal) -> Mark | None:
    """A range such as "10-20 ms" or "3 to 5 files", in base units: value "10..20"."""
    found = _RANGE.match(text, end, stop)
    if not found or text[found.end() : found.end() + 2].startswith(("-",)):
        return None
    high = _measured(text, found.start("high"), found.end("high"), stop, _decimal(found["high"]))
    top = Decimal(high.value)
    written = _decimal(found["high"])
    bottom = low * (top / written) if written else low
    if bottom >= top or (high.end < stop and (text[high.end].isalnum() or text[high.end] == "_")):
        return None
    return _mark(text, start, high.end, "line" if high.unit == "line" else "range", f"{canonical(bottom)}..{canonical(top)}", high.unit)


def _whole(text: str, end: int, stop: int) -> bool:
    """Whether a number ends here: what follows does not make it a part of a longer token."""
    if end >= stop:
        return True
    after = text[end]
    if after.isalnum() or after in "_@\\":
        return False
    following = text[end + 1] if end + 1 < stop else " "
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
    money = (found["currency"] if signed else found["money"]) or ""
    number = _decimal(digits)
    if (found["plus"] if signed else found["sign"]) in ("-", "−"):
        number = -number
    before = text[max(0, start - 24) : start]
    decade = len(digits) == 4 and digits[:2] in ("19", "20") and digits[3] == "0" and text.startswith("s", end)
    if decade or _is_outline(text, start, end, before):
        return None
    grouped = _SPACE_GROUPS.match(text, start, stop) if digits.isdigit() and len(digits) < 4 and digits[0] != "0" else None
    if grouped and not re.search(r"(?:\d| {2}|\t|\|) ?$", before):
        end, number = grouped.end("all"), _decimal(grouped["all"])
    if money:
        number, end = _multiplied(text, number, end, stop)
        return _mark(text, start, end, "money", canonical(number), _CURRENCIES[money.strip()]) if _whole(text, end, stop) else None
    label = _LABEL.search(before) if not signed else None
    if label and (_whole(text, end, stop) or _LINES.match(text, end, stop)):
        return _labelled(text, start, end, stop, label["label"].lower(), number)
    mark = _ranged(text, start, end, stop, number) or _measured(text, start, end, stop, number)
    if not _whole(text, mark.end, stop):
        return None
    code = _CURRENCY_BEFORE.search(before)
    if code and code[1] in _CURRENCIES and mark.type in ("number", "count"):
        return _mark(text, start, mark.end, "money", mark.value, _CURRENCIES[code[1]])
    return mark


def _labelled(text: str, start: int, end: int, stop: int, label: str, number: Decimal) -> Mark:
    """A number that names one of a series: "line 12", "section 4", "lines 12-40"."""
    line = label in ("line", "lines", "l")
    last = _LINES.match(text, end, stop)
    if line and last:
        return _mark(text, start, last.end(), "line", f"{canonical(number)}-{int(last[1])}", "line")
    return _mark(text, start, end, "line" if line else "ordinal", canonical(number), "line" if line else label)


def _digit_marks(text: str, start: int, stop: int) -> Iterator[Mark]:
    position = start
    while found := _DIGITS.search(text, position, stop):
        position = max(found.end(), position + 1)
        form = found.lastgroup or ""
        if found["number"] or found["signed"]:
            mark = _number(text, found, stop)
            if mark:
                position = mark.end
                yield mark
        elif found["line"]:
            yield _mark(text, found.start("line"), found.end("line"), "line", found["line"], "line")
        elif found["timestamp"]:
            yield _mark(text, found.start(), found.end(), "timestamp", found["timestamp"].replace(" ", "T", 1).replace(" ", ""))
        elif found["time"]:
            yield _mark(text, found.start(), found.end(), "time", _time(found["time"]), found["zone"] or "")
        elif found["dimension"]:
            yield _mark(text, found.start(), found.end(), "dimension", found["dimension"].replace("×", "x"))
        elif found["ordinal"]:
            yield _mark(text, found.start(), found.end(), "ordinal", found["ordinal"][:-2], _noun(text, found.end(), stop, True))
        else:
            yield _mark(text, found.start(), found.end(), "date", _date(form, found[0]))


def _small(word: str) -> int:
    return sum(_SMALL[part] for part in re.split(r"[ -]", word.lower()))


def _word_marks(text: str, start: int, stop: int) -> Iterator[Mark]:
    for found in _WORDS.finditer(text, start, stop):
        begin, end, form = found.start(), found.end(), found.lastgroup
        if found["number"]:
            mark = _measured(text, begin, end, stop, Decimal(_small(found["number"])))
            # "one" without a counted thing is mostly a pronoun.
            if found["number"].lower() != "one" or (mark.type != "number" and text[begin - 1 : begin] in (" ", "", "\n", "(", "*")):
                yield mark
        elif found["amount"]:
            share = Decimal("0.5") if found[0].lower().startswith("half") else Decimal(1)
            factor = Decimal(_small(found["small"])) if found["small"] else share
            yield _measured(text, begin, end, stop, factor * _MULTIPLIERS[found["multiplier"].lower()])
        elif found["half"]:
            yield _measured(text, begin, end - 1, stop, Decimal("0.5"))
        elif found["ordinal"]:
            begin = found.start("ordinal")
            yield _mark(text, begin, end, "ordinal", str(_ORDINALS[found["ordinal"].lower()]), _noun(text, end, stop, True))
        elif found["weekday"]:
            yield _mark(text, begin, found.end("weekday"), "date", found["weekday"].lower(), "weekday")
        else:
            yield _mark(text, begin, end, "date", _date(form or "", found[0]))


def find_quantities(text: str, start: int = 0, end: int | None = None) -> tuple[Mark, ...]:
    """All quantities in `text[start:end]`, in text order and without overlap; offsets count from the start of `text`.

    A value is a decimal string in the base unit (bytes, seconds, ...), an ISO date or time, or "low..high" for a
    range. The unit of a count is the stem of the counted noun; its mark covers the number alone.
    """
    stop = len(text) if end is None else end
    marks = sorted((*_digit_marks(text, start, stop), *_word_marks(text, start, stop)), key=lambda mark: (mark.start, -mark.end))
    kept: list[Mark] = []
    for mark in marks:
        if kept and mark.start < kept[-1].end:
            if mark.end - mark.start > kept[-1].end - kept[-1].start:
                kept[-1] = mark
            continue
        kept.append(mark)
    return tuple(kept)


def _compatible(a: Mark, b: Mark) -> bool:
    """Whether the units allow a comparison; a plain number takes any unit of a count, label or factor."""
    if a.unit == b.unit:
        return True
    bare = {a.type, b.type} <= {"number", "count", "ordinal", "line"}
    return bare and ("" in (a.unit, b.unit) or a.unit.endswith(b.unit) or b.unit.endswith(a.unit))


def same_quantity(a: Mark, b: Mark) -> bool:
    """Whether two quantity marks state the same value: units converted exactly, nothing rounded.

    A percentage equals the bare fraction (20 % and 0.2); a number without unit equals any count of that number;
    a date without a year equals the full date on that day.
    """
    if a.value == b.value and (_compatible(a, b) or {a.type, b.type} == {"time"}):
        return True
    if {a.type, b.type} == {"percentage", "number"}:
        share, plain = (a, b) if a.type == "percentage" else (b, a)
        return not plain.unit and Decimal(share.value) == Decimal(plain.value) * 100
    if a.type == b.type == "date":
        short, long = sorted((a.value, b.value), key=lambda value: not value.startswith("--"))
        return short.startswith("--") and len(short) == 7 and long.endswith(short[1:])
    if {a.type, b.type} <= {"time", "timestamp"}:
        return _same_moment(a, b)
    if {a.type, b.type} == {"number", "count"} and "-" in (a.value[:1], b.value[:1]):
        # "(-67)" of a diff and "67 deletions".
        return a.value.lstrip("-") == b.value.lstrip("-") and _compatible(a, b)
    return False


def _same_moment(a: Mark, b: Mark) -> bool:
    if a.type == b.type == "time":
        return a.value == b.value and (a.unit == b.unit or "" in (a.unit, b.unit))
    if a.type == b.type:
        return re.sub(r"\.\d+", "", a.value).rstrip("Z") == re.sub(r"\.\d+", "", b.value).rstrip("Z")
    clock, stamp = (a.value, b.value) if a.type == "time" else (b.value, a.value)
    return stamp.partition("T")[2].startswith(clock)


def _written(mark: Mark) -> Decimal | None:
    """The number as it stands in the text, before multiplier and unit."""
    found = re.search(_NUMBER, mark.text)
    if found:
        return _decimal(found[0])
    words = re.match(rf"(?:{_TENS})-(?:{_ONES})|{_any(_SMALL)}", mark.text.lower())
    return Decimal(_small(words[0])) if words else None


def rounds_to(a: Mark, b: Mark) -> bool:
    """Whether the exact quantity `a`, rounded to the digits that `b` is written with, gives `b` ("18,233" to "18 thousand").

    Trailing zeros of `b` count as not significant. The same value rounds to itself.
    """
    if same_quantity(a, b):
        return True
    numeric = ("count", "number", "percentage", "money", "duration", "size", "measure")
    if a.type not in numeric or b.type not in numeric or not _compatible(a, b):
        return False
    value, target = Decimal(a.value), Decimal(b.value)
    written = _written(b) or target
    if not written or not target:
        return False
    factor = target / written
    exponent = written.normalize().as_tuple().exponent
    if factor == 0 or not isinstance(exponent, int):
        return False
    unit = Decimal(10) ** exponent
    return abs(value / factor - written) * 2 <= unit and value != 0
