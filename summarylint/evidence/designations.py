"""Designations: the values of a statement with the words that say what each is the name of ("bone pin SF 226").

A value stands beside what it names: behind it ("container MSKU 741902-6", "notary file no. UR 1184/26", "eori is SI54"),
before it ("9a4477b1 is the first bad commit", "AR-0144: battery temperature"), or in apposition to the subject ("one test
fails, canon_unc"). This is the apposition of proper name and appellative (Quirk et al. 1985, 17.65 to 17.93).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import LONGEST_STRETCH
from summarylint.evidence.named_values import NamedValue
from summarylint.language.identifier_shapes import classify
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.secrecy import is_secret
from summarylint.language.terms import stem
from summarylint.model import Mark

Bond = Literal["beside", "apposed", "inside", "typed"]

REACH = 64
"""Code points before and behind a value in which the words stand that it names."""

LEAST_DIGITS = 3
"""Digits of a token that is known by no word in it."""

_DATA = read_lexicon("designations")
NAMING = frozenset(stem(word) or word for word in _DATA["naming"])
_REFUSED = frozenset((*_DATA["deeds"], *_DATA["units"], *_DATA["qualities"]))
_TYPES = frozenset(_DATA["types"])
_PLAIN = frozenset(("hash", "uuid", "mac", "ipv4", "ipv6", "email", "host", "host-port", "url", "path", "file-name"))
_MEASURES = frozenset(("duration", "size", "money", "percentage", "date", "time", "timestamp", "measure", "rate", "temperature"))
_DOCUMENTS = frozenset(_DATA["documents"])
_TYPED = {type_: tuple(stem(noun) for noun in nouns) for type_, nouns in _DATA["typed"].items()}
TYPED = frozenset(noun for nouns in _TYPED.values() for noun in nouns)
"""The stems of the nouns that a type of identifier answers to."""

_LINKS, _COPULAS, _PLACES = (frozenset(_DATA[name]) for name in ("links", "copulas", "places"))
_WORD = re.compile(r"[^\W\d_][\w'-]*")
MOST_WORDS = 4
"""Words before a value that may belong to its name."""

_RELATIVE = re.compile(
    r"\b(?:the|our|my|his|her|its|an?)\s+(?P<words>(?:[\w-]+\s+)?[\w-]+)"
    r"\s+(?:that|which|who)\s[^,.;:\n]{1,30}\s(?:is|was)\s+[\"'`(]*$",
    re.I,
)
_SUBJECT = re.compile(r"\b(?:the|one|an?|this|that)\s+(?P<words>[\w'-]+(?:[ ][\w'-]+){1,5}),\s+[\"'`(]*$", re.I)
_BEHIND = re.compile(
    r"[\"'`)*]*\s*(?:,|is|was|as|are|were)\s+(?:now\s+)?(?:the|our|my|an?)\s+(?P<words>[^\W\d_][\w'-]*(?:[ ]+[^\W\d_][\w'-]*){0,4})", re.I
)
_OWN_CLAUSE = re.compile(r"(?:(?!that\b|which\b|who\b)[\w'-]+ ){1,3}(?:is|are|was|were|has|have|had)\b")
"""A phrase that goes on with a verb of its own is the subject of a clause, and no name of what stands before the comma."""
_TOKEN = re.compile(r"(?<![^\W\d])[^\W\d]*+(?:\d|[/:@.-]++(?=\w))(?:[\w/:@.#+-]*[\w/])?")
_DIGIT = re.compile(r"\d")
_FIGURE = re.compile(r"\d{1,2}(?:[/.:-]\d{1,2})+[a-zA-Z]{0,2}|[\d.]+(?:[a-z]{1,3}|/[a-z]+)|\d+(?:\.\d+)?/\d.*")
_PREFIX = re.compile(r"([A-Z]{3,5})-\d")
"""A series by its customary short form (CHG-55218, a change)."""
_SHORT = re.compile(r"\b(?:no|nos|nr|nrs|num|ref|id)\.\s*$", re.I)
_SIGNED = re.compile(r"(?<![\w-])[A-Z]{1,6}[ ](?=\d[\d/-]*\d)(?:\d+(?:[/-]\d+)+|\d{3,})(?:-[A-Z0-9]+)*(?![\w.,]\d|\w|[ ]?%)")
_RAW = re.compile(r"(?<![\w./:-])(?=[\w./:-]*\d)(?:(?=[\w./:-]*[A-Za-z])[\w./:-]{3,40}|\d+(?:[/-]\d+)+|\d{4,})(?![\w-]|\.\d)")
_SUBSTITUTION = re.compile(r"(?<![\w/])s([/|#@])(?:(?!\1)[^\\\n]|\\.)*+\1(?:(?!\1)[^\\\n]|\\.)*+\1")
"""A substitution of sed, Perl or vi: what it puts in place of what names nothing."""


@dataclass(frozen=True, slots=True)
class Designation:
    """A value, the stems of the words that it names (the nearest last), and how they are bound to it."""

    value: NamedValue
    words: tuple[str, ...]
    bond: Bond


def designations(order: int, ledger: Ledger, told: str = "") -> Iterator[Designation]:
    """Yield the values of statement number `order` that name something there, but those that stand in the text `told`.

    `told` is in lower case. What a value names is read once for a window.
    """
    kept = ledger.each(_kept_at)[order]
    for value in naming_values(order, ledger):
        if not told or lowered(value.text) not in told:
            if value.start not in kept:
                kept[value.start] = tuple(_designated(value, ledger))
            yield from kept[value.start]


def holds_untold(order: int, told: str, ledger: Ledger) -> bool:
    """Does statement number `order` hold any token that may be a name and stands not in `told`, a whole summary in lower case?

    A look at the bare text, far cheaper than reading its marks.
    """
    return any(token not in told for token in ledger.each(_possible_names)[order])


def _possible_names(ledger: Ledger, order: int) -> tuple[str, ...]:
    found = dict.fromkeys(_TOKEN.findall(lowered(ledger.text(order)[:LONGEST_STRETCH])))
    return tuple(token for token in found if _may_be_name(token))


def _may_be_name(token: str) -> bool:
    digits = len(_DIGIT.findall(token))
    return len(token) > 2 and (digits >= LEAST_DIGITS or "/" in token or "." in token or "::" in token or (digits > 0 and "-" in token))


def cut_off(order: int, ledger: Ledger) -> bool:
    """Does a statement begin behind a short form of "number", so that what it names stands in the one before it?"""
    start = ledger.bounds[order][0]
    return _SHORT.search(ledger.span_of(order).text, max(0, start - 8), start) is not None


def naming_values(order: int, ledger: Ledger) -> tuple[NamedValue, ...]:
    """Return the values of statement number `order` that can be a name of something, secrets left out."""
    return ledger.each(_values_at)[order]


def _values_at(ledger: Ledger, order: int) -> tuple[NamedValue, ...]:
    span = ledger.span_of(order)
    found = (NamedValue(span.text[low:high], span.id, low, high, order) for low, high in _values(order, ledger))
    return tuple(value for value in found if not is_secret(value.text))


def _kept_at(ledger: Ledger, order: int) -> dict[int, tuple[Designation, ...]]:
    """What each value of a statement names, by its place, as far as it was asked for."""
    return {}


def _designated(value: NamedValue, ledger: Ledger) -> Iterator[Designation]:
    text, (start, end) = ledger.span_of(value.order).text, ledger.bounds[value.order]
    if cut_off(value.order, ledger):  # "file no. UR 1184/26" is taken for two sentences
        start = max(0, start - REACH)
    for words, bond in (*_named(text, start, value.start, value.end, min(end, value.end + REACH)), *_known(value.text)):
        if words:
            yield Designation(value, words, bond)


def _values(order: int, ledger: Ledger) -> list[tuple[int, int]]:
    """The stretches of a statement that can be a name of something: opaque identifiers and what only looks like one."""
    span, (start, end) = ledger.span_of(order), ledger.bounds[order]
    stop = min(end, start + LONGEST_STRETCH)
    marks = [mark for mark in ledger.statement(order).marks if mark.kind in ("identifier", "quantity")]
    refused = [(m.start, m.end) for m in marks if m.type in _MEASURES or (m.kind == "identifier" and m.type not in _TYPES)]
    refused += [match.span() for match in _SUBSTITUTION.finditer(span.text, start, stop)]
    found = [match.span() for match in _SIGNED.finditer(span.text, start, stop)]
    found += [(m.start, m.end) for m in marks if m.type in _TYPES and m.end <= stop and _is_name(m)]
    raw = ((m.start(), m[0].rstrip(".:-/")) for m in _RAW.finditer(span.text, start, stop))
    found += [(at, at + len(token)) for at, token in raw if _opaque(token)]
    kept, taken = list[tuple[int, int]](), _disjoint(refused)
    for low, high in found:
        behind = bisect_left(taken, (high,))
        if behind == 0 or taken[behind - 1][1] <= low:
            kept.append((low, high))
            taken.insert(behind, (low, high))
    return kept


def _disjoint(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places in order, those that overlap joined, so that the last one before a point reaches furthest."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _is_name(mark: Mark) -> bool:
    return mark.type in _PLAIN or (mark.type == "ticket" and mark.text[:2].isalpha()) or _opaque(mark.text)


def _opaque(token: str) -> bool:
    """Can a token be known only by copying it? Not so fractions, ranges, short counts, ordinals and products with a number."""
    if "::" in token:
        return True
    if token.isdigit():
        return len(token) > 3
    return len(_DIGIT.findall(token)) >= LEAST_DIGITS and not _FIGURE.fullmatch(token)


def _named(text: str, start: int, low: int, high: int, stop: int) -> Iterator[tuple[tuple[str, ...], Bond]]:
    line = max(start, low - REACH, text.rfind("\n", start, low) + 1)
    before = text[line:low]
    if text[low] not in "/~" or before.rstrip()[-1:] in (":", "="):  # "backup /srv" is what is done to it
        yield _nouns(_words_before(before), last=True), "beside"
    closing = before.rstrip(" \"'`(")
    pattern = _SUBJECT if closing.endswith(",") else _RELATIVE if closing.endswith((" is", " was")) else None
    apposed = pattern.search(before) if pattern else None
    if apposed:
        yield _nouns(apposed["words"].split(), last=False), "apposed"
    behind = _BEHIND.match(text, high, stop)
    if behind and not (text[high:stop].lstrip(" \"'`)*").startswith(",") and _OWN_CLAUSE.match(lowered(behind["words"]))):
        yield _nouns(behind["words"].split(), last=False), "beside"


def _known(value: str) -> Iterator[tuple[tuple[str, ...], Bond]]:
    """The words that a file has in its name, and those that a type of identifier answers to."""
    parts = classify(value)
    type_ = parts[0][2] if len(parts) == 1 else ""
    if type_ in ("path", "file-name") and value.rpartition(".")[2].lower() in _DOCUMENTS:
        name = value.rstrip("/").rpartition("/")[2].partition(".")[0]
        yield tuple(stem(word) for word in re.findall(r"[a-z]{4,}", name.lower()) if stem(word)), "inside"
    signed = _PREFIX.match(value)
    if signed:
        yield (signed[1].lower(),), "inside"
    if type_ in _TYPED:
        yield _TYPED[type_], "typed"


def _words_before(before: str) -> list[str]:
    """The words right before a value, in order: what binds it to them left out, up to the next sign of punctuation."""
    kept: list[str] = []
    copula = False
    for token in reversed(before.rstrip(" \t\"'`(*:=#").split()):
        word = token.rstrip(":=#(.") if not kept else token
        if not kept and lowered(word) in _LINKS:
            copula = copula or lowered(word) in _COPULAS
            continue
        if not _WORD.fullmatch(word) or len(kept) == MOST_WORDS or (not kept and token.endswith(".")):
            break
        kept.append(word)
    # "In the drawer is ...": what stands behind a preposition is a place and no subject.
    return [] if copula and not _PLACES.isdisjoint(map(lowered, kept)) else kept[::-1]


def _nouns(words: list[str], last: bool) -> tuple[str, ...]:
    """The stems of the words of a phrase: of those behind the last small word, or before the first one behind a noun."""
    kept: list[str] = []
    for word in map(lowered, words):
        found = stem(word)
        if not found or word in _REFUSED:
            if last:
                kept.clear()
            elif kept:
                break
        else:
            kept.append(found)
    return tuple(kept)
