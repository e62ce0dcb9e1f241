"""Short names: an identifier that the spans hold in parts, as people shorten a series ("lb-03 and lb-04, 01/02 are old") or a
file's number ("invoice_3381.pdf", told as "invoice 3381")."""

from __future__ import annotations

import re

from summarylint.evidence.index import Ledger
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.model import Mark

_NUMBERED = re.compile(r"(?P<stem>[a-z][\w.-]*?[a-z_-])(?P<number>\d{1,4})")
_NOUN = re.compile(r"([a-z]{3,})\W{1,3}\Z")

NOUN_REACH = 24
"""Code points before a number in which its noun stands."""


def told_short(mark: Mark, told: str, ledger: Ledger) -> bool:
    """Does a span name this identifier by its number alone, beside another of its series, or as a part of a file's name?"""
    name = lowered(mark.text)
    if name.lstrip("#").isdigit():
        return _in_a_name(name.lstrip("#"), lowered(told[max(0, mark.start - NOUN_REACH) : mark.start]), ledger)
    parts = _NUMBERED.fullmatch(name)
    return parts is not None and _in_a_series(parts["stem"], parts["number"], ledger)


def _in_a_name(number: str, before: str, ledger: Ledger) -> bool:
    noun = _NOUN.search(before)
    if noun is None:
        return False
    joined = re.compile(rf"(?<![a-z]){re.escape(noun[1])}s?[_.-]?0*{number}(?!\d)")
    return any(joined.search(lowered_whole(span.text)) for span in ledger.spans)


def _in_a_series(stem: str, number: str, ledger: Ledger) -> bool:
    """Does the number stand in a list of numbers, in a message that names another one of the series in full?"""
    sister = re.compile(rf"(?<![\w-]){re.escape(stem)}\d{{{len(number)}}}(?!\w)")
    listed = re.compile(
        rf"(?<![\w.:-])(?:\d+\s?[/,&+]\s?|\d+ (?:and|or) ){number}(?![\w:]|\.\d)|(?<![\w.:-]){number}(?:\s?[/,&+]\s?| (?:and|or) )\d"
    )
    return any(stem in low and listed.search(low) and sister.search(low) for low in (lowered_whole(span.text) for span in ledger.spans))
