"""Grants: what a user wished or allowed for one occasion or one thing, told as if it stood for good or for all of the kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.evidence.index import Ledger
from summarylint.evidence.restrictions import pattern, table
from summarylint.evidence.turns import part_of, rare
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, lowered_whole, one_of
from summarylint.language.terms import terms
from summarylint.model import Statement, Witness

SAME = 0.35
"""The part of the summary statement that the grant has to tell."""

FRAGMENT_WORDS = 6
"""A sentence behind the grant with no more words only limits it ("just there, just today")."""

_STANDS = LatePattern(lambda: rf"\b{one_of(table()['granting'])}\b")
"""The summary tells a wish or a leave, and no deed."""
_OF_GRANTS = frozenset(terms("user assistant want allow permit permission approve agree may can asking"))
"""These tell that something was granted, and nothing of what."""
_ALLOWS = LatePattern(lambda: rf"\b{one_of(table()['allowing'])}\b")
_TIMED = LatePattern(lambda: rf"\b{one_of(table()['timed'])}\b")
_REASON = re.compile(
    r"[,;:.(]\s*(?:and |as |since |because )?(?:they|he|she|it|we|there)(?:'ve|'s|'re| have| has| is| are| had| got)\b[^,;:.]*\Z"
)
"""A clause of its own that tells why, and holds the leave to nothing ("after six, they have guests till then")."""
_MEMBER = re.compile(r"(?<![\w-])([a-z]+(?:-[a-z]+)*)-(\d+)(?![\w-])")
_THIS = re.compile(r"\bthis (?!week|month|time|once|morning|evening|afternoon|year|way|is|one\b)([a-z]{2,})\b")


def exceeded(statement: Statement, line: str, found: Witness, ledger: Ledger) -> Iterator[tuple[int, int]]:
    """Yield the places in a witness that hold its wish or leave to an occasion or a thing, of which `line` of the summary says nothing."""
    if found.span.role not in ("user", "summary") or statement.stance.certainty == "asked" or not _STANDS.search(lowered(statement.text)):
        return
    low, (start, end) = lowered_whole(found.span.text), (found.statement.start, _end_with_fragment(found, ledger))
    told = lowered(line)
    of_one = list(_of_one(low, start, end, told)) if _ALLOWS.search(low, start, end) else []
    of_one += _of_named(low, start, end, lowered(statement.text)) if _ALLOWS.search(low, start, end) else []
    own = set(statement.terms) - _OF_GRANTS
    shared = own & set(found.statement.terms)
    if len(shared) + bool(of_one) < 2 or not rare(ledger, shared) or part_of(ledger, shared, own) < SAME:
        return
    yield from of_one
    if found.span.role == "user" and not _TIMED.search(told):
        yield from (m.span() for m in pattern("occasion").finditer(low, start, end) if not _REASON.search(low[start : m.start()]))


_ASKS = re.compile(r"\b(?:can|could|would|will) (?:you|we|i)\b")
"""A request of its own, which limits itself and nothing before it."""


def _end_with_fragment(found: Witness, ledger: Ledger) -> int:
    behind = found.order + 1
    near = behind < len(ledger) and ledger.span_of(behind) is found.span
    if near and len(ledger.text(behind).split()) <= FRAGMENT_WORDS and not _ASKS.search(lowered(ledger.text(behind))):
        return ledger.bounds[behind][1]
    return found.statement.end


def _of_one(low: str, start: int, end: int, told: str) -> Iterator[tuple[int, int]]:
    """Yield the name of one thing where the summary names its kind in its place: "edge-3" as "the edge nodes", "this PR" as "PRs"."""
    for match in _MEMBER.finditer(low, start, end):
        kind = re.search(rf"(?<![\w-]){re.escape(match[1])}(?:s\b|(?= [a-z]{{3,}}s\b))", told)
        if kind and match[0] not in told:
            yield match.span()
    for match in _THIS.finditer(low, start, end):
        if re.search(rf"\b{match[1]}s\b", told) and not re.search(rf"\b(?:this|that|the|one) {match[1]}\b", told):
            yield match.span()


def _of_named(low: str, start: int, end: int, told: str) -> list[tuple[int, int]]:
    """Return the name of the one thing that the leave is for, where the summary says "any" or "all" of its kind and names none."""
    found = [m for pattern in (_KIND_NAMED, _NAMED_KIND) for m in pattern.finditer(low, start, end)]
    return [
        m.span()
        for m in found
        if m["name"] not in told and re.search(rf"\b(?:any|all|every|each)\s(?:of the |the )?(?:\w+ )?{m['kind']}(?:e?s)?\b", told)
    ]


def _kinds() -> str:
    return f"(?P<kind>{one_of(table()['named_kinds'])})"


_NAME = r"(?P<name>[\w.#-]*(?:[/_\d]|-(?=\w))[\w./#-]*\w)"
_KIND_NAMED = LatePattern(lambda: rf"\b{_kinds()} [`'\"]?{_NAME}")
_NAMED_KIND = LatePattern(lambda: rf"(?<!\S)[`'\"]?{_NAME}[`'\"]? {_kinds()}\b")
