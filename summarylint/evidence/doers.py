"""Doers: which of the two parties did a thing, by the summary's words and by their own in the spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from summarylint.evidence.index import Ledger
from summarylint.language.terms import stem
from summarylint.language.voices import words

ADVERBS = r"(?: has| had| also| then| later| already)*"
"""Words between a party and its verb."""

OTHER = {"user": "assistant", "assistant": "user"}
"""The other party of each."""

_SPEAKING = ("consenting", "requesting", "reporting", "crediting", "replying", "telling")
"""Entries of verbs that are said of what somebody says, wants or thinks, and are no deed."""


def deeds_told(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield who is told to have done what: the party, the verb's stem, and the stretch that says to what."""
    for match in _deed_by().finditer(text):
        who, verb = (match["who"] or match["by"]).lower(), (match["verb"] or match["passive"]).lower()
        if verb not in _sayings():
            bounds = (match.end(), len(text)) if match["who"] else (0, match.start())
            yield {"agent": "assistant"}.get(who, who), stem(verb), *bounds


@lru_cache(maxsize=1)
def _sayings() -> frozenset[str]:
    return frozenset(word for entry in _SPEAKING for word in words(entry)) - words("deeds")


@lru_cache(maxsize=1)
def _deed_by() -> re.Pattern[str]:
    irregular = "|".join(sorted(words("deeds"), key=len, reverse=True))
    verbs, parties = rf"(?:{irregular}|[a-z]{{2,}}ed)", "user|assistant|agent"
    active = rf"\b(?:the )?(?P<who>{parties}){ADVERBS} (?P<verb>{verbs})\b"
    return re.compile(rf"{active}|\b(?P<passive>{verbs})(?: (?:back|up|off|out|down|in|on|over))? by the (?P<by>{parties})\b", re.I)


def doers(ledger: Ledger, order: int, verb: str) -> set[str]:
    """Return the parties that statement number `order` says did what the verb of this stem says."""
    span, text = ledger.span_of(order), ledger.text(order)
    found = {who for who, told, _, _ in deeds_told(text) if told == verb}
    writer = span.role if span.role in OTHER and span.kind == "text" else None
    if writer:
        persons = {"i": writer, "you": OTHER[writer]}
        found |= {persons[m["who"].lower()] for m in _IN_PERSON.finditer(text) if stem(m["verb"].lower()) == verb}
        if _THAT_WAS_ME.search(text) and any(stem(m["verb"].lower()) == verb for m in _PASSIVE.finditer(text)):
            found.add(writer)
    return found


_THAT_WAS_ME = re.compile(r"\b(?:that|this|it) (?:was|is) me\b|\b(?:that|this|it)'s me\b|\bby me\b|\bmy (?:own )?doing\b", re.I)
_PASSIVE = re.compile(r"\b(?:got|gets?|was|were|is|are|been|being) (?:already |just |all )?(?P<verb>[a-z]+)\b", re.I)
"""What was done, where its writer owns up to it ("it got flashed, that was me")."""

_IN_PERSON = re.compile(r"\b(?P<who>I|i|[Yy]ou)(?:'ve|’ve| have| already| also| just| then)* (?P<verb>[a-z]+)\b(?!\W*\?)")
