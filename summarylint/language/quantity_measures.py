"""What a number measures or counts, by what stands behind it: a multiplier, a unit, a currency, a noun, the end of a range."""

from __future__ import annotations

import re
from decimal import Decimal

from summarylint.language.lexicon import read_lexicon
from summarylint.language.numerals import NUMBER, any_of, canonical, decimal_number, singular
from summarylint.model import Mark

_DATA = read_lexicon("quantities")
MULTIPLIERS = {word: Decimal(factor) for word, factor in _DATA["multipliers"].items()}
_SYMBOLS = {symbol: Decimal(factor) for symbol, factor in _DATA["multiplier_symbols"].items()}
CURRENCIES: dict[str, str] = _DATA["currencies"]
RATES: dict[str, str] = _DATA["rates"]
_STOP = frozenset(_DATA["nouns"]["stop"])
_PLURALS = frozenset(_DATA["nouns"]["plurals"])


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
_RANGE = re.compile(rf"(?:[–—-]|[ ][–—][ ]|[ ]to[ ]|\.\.\.?)(?P<high>{NUMBER})(?![\w:/]*[:/])")
_MULTIPLIER = re.compile(
    rf"(?:(?P<symbol>bn|[kKMB])(?![\w/])|[ \u00a0\u202f](?P<spaced>[kKM]|bn)(?!\w)"
    rf"|[ \u00a0\u202f-](?P<word>(?ai:{any_of(MULTIPLIERS)}))s?\b)"
)
_NO_RATE = rf"/(?!\d|(?:{any_of(RATES)})\b)"
_UNIT = re.compile(
    rf"(?P<attached>{any_of(_ATTACHED)})(?![A-Za-z_]|-\w|{_NO_RATE})|[ \u00a0\u202f-](?P<spaced>{any_of(_SPACED)})(?!\w|{_NO_RATE})"
    rf"|[ \u00a0\u202f-]?(?P<word>(?ai:{any_of(_WORD_UNITS)}))(?!\w|-\w)"
)
_RATE = re.compile(rf"/(?P<rate>{any_of(RATES)})\b|[ ](?:per|an?)[ ](?P<word>second|minute|hour)\b")
_COMPOUND = re.compile(r"(?:[ ](?:and[ ])?)?(?P<digits>\d+(?:\.\d+)?)")
_CURRENCY_AFTER = re.compile(rf"[ \u00a0\u202f-]?(?P<name>{any_of(CURRENCIES)})(?!\w)")
_NOUNS = re.compile(
    r"[ \u00a0\u202f-](?P<first>[A-Za-z][a-z]+)(?![\w/]|\.\w)"
    r"(?:[ \u00a0\u202f-](?P<second>[a-z]+)(?![\w/]|\.\w))?(?:[ \u00a0\u202f-](?P<third>[a-z]+)(?![\w/]|\.\w))?"
)
_NOUN_RATE = re.compile(rf"[ ](?P<noun>[a-z]+)/(?P<rate>{any_of(RATES)})\b")

MAX_DIGITS = 24
"""Longer runs of digits are keys, and decimal arithmetic is exact to 28."""


def quantity_mark(text: str, start: int, end: int, type_: str, value: str, unit: str = "") -> Mark:
    """Return the mark of a quantity at `[start, end)`."""
    return Mark("quantity", type_, start, end, text[start:end], value, unit)


def counted_noun(text: str, end: int, stop: int, attributive: bool, alone: bool = False) -> str:
    """The stem of the noun that is counted behind `end`: the first plural among three words, or a known plural without s.

    An attributive number ("3-node") takes the next word; the number one (`alone`) only a word that stands alone, since
    "one specific reason" cannot be told from "one replica restarted".
    """
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
    if attributive or alone:
        return singular(words[0]) if attributive or len(words) == 1 else ""
    return next((singular(word) for word in words if word in _PLURALS or (word.endswith("s") and singular(word) != word.lower())), "")


def multiplied(text: str, number: Decimal, end: int, stop: int) -> tuple[Decimal, int]:
    """Return the number times the multiplier behind it ("3 million"), and where that ends."""
    found = _MULTIPLIER.match(text, end, stop)
    if not found:
        return number, end
    symbol = found["symbol"] or found["spaced"]
    factor = _SYMBOLS[symbol] if symbol else MULTIPLIERS[found["word"].lower()]
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


def measured(text: str, start: int, end: int, stop: int, number: Decimal) -> Mark:
    """The mark of a plain number from what stands behind it: multiplier, unit, currency or counted noun."""
    number, end = multiplied(text, number, end, stop)
    unit = _unit(text, end, stop)
    if unit:
        type_, factor, base, end = unit
        value = number * factor
        if type_ == "duration" and base == "second":
            value, end = _more_duration(text, value, factor, end, stop)
        rate = _RATE.match(text, end, stop) if type_ != "duration" else None
        if rate:
            type_, base, end = "measure", f"{base}/{RATES[rate['rate'] or rate['word']]}", rate.end()
        return quantity_mark(text, start, end, type_, canonical(value), base)
    currency = _CURRENCY_AFTER.match(text, end, stop)
    if currency:
        return quantity_mark(text, start, currency.end(), "money", canonical(number), CURRENCIES[currency["name"]])
    rated = _NOUN_RATE.match(text, end, stop)
    if rated:
        return quantity_mark(text, start, end, "count", canonical(number), f"{singular(rated['noun'])}/{RATES[rated['rate']]}")
    noun = counted_noun(text, end, stop, text[end : end + 1] == "-", number == 1)
    return quantity_mark(text, start, end, "count" if noun else "number", canonical(number), noun)


def ranged(text: str, start: int, end: int, stop: int, low: Decimal) -> Mark | None:
    """A range such as "10-20 ms" or "3 to 5 files", in base units: value "10..20"."""
    found = _RANGE.match(text, end, stop)
    if not found or len(found["high"]) > MAX_DIGITS or text[found.end() : found.end() + 2].startswith(("-",)):
        return None
    high = measured(text, found.start("high"), found.end("high"), stop, decimal_number(found["high"]))
    top = Decimal(high.value)
    written = decimal_number(found["high"])
    bottom = low * (top / written) if written else low
    change = " to " in found[0] and text[max(0, start - 5) : start].lower() == "from "
    # "from 20 to 35" tells a change: two values, no range.
    if change or bottom >= top or (high.end < stop and (text[high.end].isalnum() or text[high.end] == "_")):
        return None
    type_ = "line" if high.unit == "line" else "range"
    return quantity_mark(text, start, high.end, type_, f"{canonical(bottom)}..{canonical(top)}", high.unit)
