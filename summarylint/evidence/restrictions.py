"""Restrictions: the words by which a span holds a statement to a part of its kind, and whether the summary keeps them.

"Only for the Windows target", "everything but the build hosts", "tests of fct_orders", "four of the seventeen": each has a
content, and is lost where the summary tells the rest of the statement with nothing of that content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from summarylint.evidence.index import Ledger
from summarylint.evidence.telling import concepts, holds
from summarylint.evidence.turns import at_order, part_of, rare, terms_in
from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.numerals import SMALL
from summarylint.language.phrases import lowered, lowered_whole, one_of, whole_words
from summarylint.language.terms import placed_terms, stem, terms
from summarylint.model import Statement, Witness

CONTENT_TERMS = 4
"""Terms behind a word of restriction that are its content; what stands further off is another thing."""

CONTENT_BEFORE = 2
"""Terms before an "only" that ends its part of the sentence ("Windows only")."""

TOPIC = 0.35
"""The part of the summary statement that the restricted statement has to tell."""

TOPIC_OF_ALL = 0.2
"""The same where the summary says in so many words that it is of all."""

PIECE = re.compile(r"[,;:()—]\s|\s-\s|\.\s|\n|\s(?:but|and|so|because|since|which|as)\s")
_VERB = LatePattern(lambda: rf"\s{one_of(table()['verbs'])}\b")
_PHRASE = re.compile(r"\b(?:for|in|on|at|to|with|from|of)\s")
_FRONTED = re.compile(r"\s*(?:for|in|on|at|to|with)\b")
_FRONTED_GRANT = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay|yes|also),? )*(?P<group>for (?!now|the (?:moment|record|time|rest)|example|instance|this|that|me\b)"
    r"(?:[\w'-]+ ){1,4}?)(?:you|u|we|they|he|she|i) (?:may|can|could) "
)
_OPENS = re.compile(r"\W*(?:but |and |though )?(?:only|just|except|not for|not in|not on)\b")
_EVERYTHING = re.compile(r"\b(?:all|every\w*|each|any\w*)\b")
_PATH = re.compile(r"\s*(?:the )?[`./\"'<]")
_WORD = re.compile(r"[\w.'-]*\w")
_COUNT = "|".join(sorted((word for word, value in SMALL.items() if value), key=len, reverse=True))
_LEAVE = LatePattern(lambda: rf"\b{one_of(table()['leave'])}\b")
_SHARE = re.compile(rf"\b(\d+|{_COUNT})(?: [a-z]+)?,? (?:out )?of (?:the |all |those |these |our |about )?(\d+|{_COUNT})\b")

LONGEST_COUNT = 9
"""Figures of a number that may count things; Python reads no number of some thousand figures at all."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """A restriction at `[at, to)` of a witness's span with the terms that say to what."""

    witness: Witness
    at: int
    to: int
    content: tuple[str, ...]
    topic: frozenset[str] = frozenset()
    """The other terms of its part of the sentence: what is restricted."""
    behind: bool = False
    """Does it stand in a part of its own, behind what it restricts?"""
    granted: bool = False
    """Is it whom or what somebody gives leave for ("for the engineer you may ...")?"""


def table() -> dict[str, list[str]]:
    """Return lexicon/scopes.toml."""
    return read_lexicon("scopes")


@lru_cache(maxsize=16)
def pattern(key: str) -> PhrasePattern:
    """Return one list of the lexicon as a pattern over lower-cased text."""
    return whole_words(table()[key], possessive=True)


_POINTS_BACK = re.compile(
    r"\s*(?:\w+|(?:[\w'-]+ ){1,4}(?:can|could|may|will|would|should|must|knows?|is able to|has to) (?:[\w'-]+ ){0,2}[\w'-]+)"
    r" (?:that|this|it|them|those|these)\b"
)
_COURTESY = frozenset(("pls", "plz", "please", "thx", "thanks", "ok", "okay"))


def restrictions(found: Witness) -> Iterator[Restriction]:
    """Yield the "only" and the "except" of a witness with what they hold it to, or leave out."""
    text, statement = found.span.text, found.statement
    low, (begin, end) = lowered_whole(text), (statement.start, statement.end)
    idioms = [m.span() for m in pattern("only_idioms").finditer(low, begin, end)]
    for key in ("only", "closing", "but"):
        for match in pattern(key).finditer(low, begin, end):
            if any(a <= match.start() < b for a, b in idioms):
                continue
            cuts = [(m.start(), m.end()) for m in PIECE.finditer(low, begin, end)]
            to = min((a for a, _ in cuts if a >= match.end()), default=end)
            first = max((b for _, b in cuts if b <= match.start()), default=begin)
            if _POINTS_BACK.match(low, match.end(), to):
                continue  # "only support that", "only her doctor can sort that out": to what is said elsewhere
            behind_it = () if key == "closing" else terms_in(text, match.end(), to)
            content, at = tuple(t for t in behind_it if t not in _COURTESY)[:CONTENT_TERMS], match.start()
            if not content and key != "but":  # "Windows only"; "in tools/legacy, only there"; "mill-4, nothing else"
                if not terms_in(text, first, match.start()):
                    first = max((b for _, b in cuts if b < first), default=begin)
                placed = _closed(text, first, match)
                content, at, to = tuple(t for t, _, _ in placed), placed[0][1] if placed else at, match.end()
            topic = frozenset(terms_in(text, first, to)) - set(content)
            behind = not topic
            if behind:  # "you may mail Dorn, only Dorn", "cut it, for the pumps only": what is restricted stands in the part before
                before = max((b for _, b in cuts if b < first), default=begin)
                whole = frozenset(terms_in(text, before, first))
                apart = whole >= set(content) or _FRONTED.match(low, first) or not _VERB.search(low, first, to)
                topic = whole - set(content) if apart else topic
            if content and not _number_behind(low, match.end()):
                yield Restriction(found, at, to, content, topic, behind)
    yield from _granted_for(found)


def _closed(text: str, first: int, closing: re.Match[str]) -> list[tuple[str, int, int]]:
    """Return the terms, with places, to which a word of closing holds its part: the subject for "nobody else", or what is before it."""
    low = lowered_whole(text)
    verb = _VERB.search(low, first, closing.start()) if _NOBODY.search(closing[0]) else None
    if verb is not None and (subject := placed_terms(text, first, verb.start())):
        return list(subject[-CONTENT_BEFORE:])
    phrase = max((m.end() for m in _PHRASE.finditer(low, first, closing.start())), default=first)
    return list(placed_terms(text, phrase, closing.start())[-CONTENT_BEFORE:])


_NOBODY = re.compile(r"\b(?:nobody|no one)\b")


def _granted_for(found: Witness) -> Iterator[Restriction]:
    """Yield whom or what a leave is given for ("for the engineer you may go up to 19")."""
    text, low = found.span.text, lowered_whole(found.span.text)
    fronted = _FRONTED_GRANT.match(low, found.statement.start, found.statement.end)
    if fronted is None:
        return
    at, to = fronted.span("group")
    cut = PIECE.search(low, fronted.end(), found.statement.end)
    topic = frozenset(terms_in(text, fronted.end(), cut.start() if cut else found.statement.end))
    content = tuple(t for t in terms_in(text, at, to) if t.isalpha())[:CONTENT_TERMS]
    if content:
        yield Restriction(found, at, to, content, topic, granted=True)


def _number_behind(low: str, at: int) -> bool:
    word = _WORD.search(low, at)
    return word is not None and (word[0][0].isdigit() or word[0] in SMALL)


CODE_LINE = re.compile(r"\W*(?:from [\w.]+ import|import [\w.{]|def |class \w+[(:]|#include|using |package |require\()")
"""A line of code restricts nothing, whatever words stand in it."""


def dropped(
    statement: Statement, around: str, found: Witness, ledger: Ledger, summary: str = "", of_all: bool = False
) -> Iterator[Restriction]:
    """Yield the restrictions of a witness, or of the sentence that takes it up, of which `around` keeps nothing.

    One that stands apart from what it restricts may be told apart from it as well, anywhere in `summary`. `of_all` is true
    where the statement itself says that it is of all.
    """
    if not statement.terms or not ledger.each(_may_restrict)[found.order] or CODE_LINE.match(found.statement.text):
        return
    for source in (found, *_taken_up(found, ledger)):
        for limit in restrictions(source):
            where = _concepts_of(summary if (limit.behind or source is not found) and not of_all else around)
            if any(holds(where, term) or (term[0].isdigit() and holds(where, term.rstrip(ascii_lowercase))) for term in limit.content):
                continue
            topic = limit.topic | (set(found.statement.terms) if source is not found else set())
            known = concepts(" ".join(topic)) | topic
            shared = {term for term in statement.terms if holds(known, term)}
            own = _piece_of(statement, shared)
            if tells_part(own) or (own == statement.text and tells_part(around)):
                continue
            leave = _is_leave(statement, limit, shared)
            enough = len(shared) > 1 or leave or (limit.granted and any(not term.isalpha() for term in shared))
            least = TOPIC_OF_ALL if of_all or leave else TOPIC
            if enough and rare(ledger, shared) and part_of(ledger, shared, terms(own)) >= least:
                yield limit


def _is_leave(statement: Statement, limit: Restriction, shared: set[str]) -> bool:
    """Do both give leave for one thing to be done, and does the span name, by a figure or a file, what alone it is given for?"""
    named = any(not term.isalpha() for term in limit.content)
    given = _LEAVE.search(lowered(statement.text)) and _LEAVE.search(lowered(limit.witness.statement.text))
    return bool(shared and named and given) and limit.witness.span.role == "user"


def _may_restrict(ledger: Ledger, order: int) -> bool:
    """Has a statement an "only", an "except" or a leave for somebody, or one behind it that takes it up? It needs no summary."""
    start, end = ledger.bounds[order]
    low, behind = lowered(ledger.span_of(order).text[start:end]), order + 1
    if any(pattern(key).search(low) for key in ("only", "closing", "but")) or _FRONTED_GRANT.match(low):
        return True
    return behind in ledger.orders_of(ledger.number_of(order)) and _OPENS.match(lowered(ledger.text(behind))) is not None


@lru_cache(maxsize=8)
def _concepts_of(summary: str) -> frozenset[str | int]:
    """The concepts of a summary or of one of its sentences, asked for once for every witness of each statement."""
    return concepts(lowered(summary))


def _piece_of(statement: Statement, shared: set[str]) -> str:
    """Return the part of a statement between commas or colons that holds all the shared terms, or the whole."""
    for piece in re.split(r"[,;:]\s", statement.text):
        if shared and shared <= set(terms(piece)):
            return piece
    return statement.text


def tells_part(text: str) -> bool:
    """Does a text restrict what it tells by itself: "only", "except", "four of the 17"?"""
    low = lowered(text)
    return pattern("restricting").search(low) is not None or _SHARE.search(low) is not None


def counts_part(text: str) -> bool:
    """Does a text tell a part of a number: "four of the 17"?"""
    return _SHARE.search(lowered(text)) is not None


def _taken_up(found: Witness, ledger: Ledger) -> Iterator[Witness]:
    order = found.order + 1
    if order < len(ledger) and ledger.span_of(order) is found.span and _OPENS.match(lowered(ledger.text(order))):
        yield at_order(ledger, order)


def counted(found: Witness) -> re.Match[str] | None:
    """Return where a witness tells a part of a number: "47 of the 90", "four of the 17"; "one of the 90" tells of that one."""
    match = _SHARE.search(lowered(found.statement.text))
    return match if match and 1 < number(match[1]) < number(match[2]) else None


def shared_out(found: Witness) -> tuple[int, int, int, int] | None:
    """Return where a witness tells a part of a number, the part and the number; also "of the three letters one is issued"."""
    low, start = lowered(found.statement.text), found.statement.start
    plain = _SHARE.search(low)
    if plain and 0 < number(plain[1]) < number(plain[2]):
        return start + plain.start(), start + plain.end(), number(plain[1]), number(plain[2])
    fronted = _FRONTED_SHARE.search(low)
    if fronted and 0 < number(fronted["some"]) < number(fronted["total"]):
        return start + fronted.start(), start + fronted.end("some"), number(fronted["some"]), number(fronted["total"])
    return None


_FRONTED_SHARE = LatePattern(
    lambda: (
        rf"(?:^|[.;:,]\s)\W*(?:out )?of (?:the |our |all |these |those )?(?P<total>\d+|{_COUNT})(?: [a-z-]+){{1,3}},?"
        rf" (?:only |just |so far )?(?P<some>\d+|{_COUNT}) (?:is|are|was|were|has|have|got|came)\b"
    )
)


def number(written: str) -> int:
    """Return the value of a number in figures or as a word; 0 for what is none, or is too long to count anything."""
    return int(written) if written.isdecimal() and len(written) <= LONGEST_COUNT else SMALL.get(written, 0)


def parted(noun: str, around: str, found: Witness) -> tuple[int, int] | None:
    """Return where the witness parts the very noun of the summary from others of its kind: "employees on Leeds terms"."""
    head = stem(noun)
    if not head:
        return None
    text, end = found.span.text, found.statement.end
    told = concepts(lowered(around))
    for term, _, to in placed_terms(text, found.statement.start, end):
        if term != head:
            continue
        opener = re.match(r"\s+(?:\w+\s+)?(\w+)\s", lowered(text[to:end]))
        first = re.match(r"\s+(\w+)\s", lowered(text[to:end]))
        words = [m for m in (first, opener) if m and m[1] in table()["parting"]]
        if not words or _PATH.match(text, to + words[0].end()):
            continue
        at = to + words[0].start(1)
        stop = min((m.start() for cut in (PIECE, _VERB) if (m := cut.search(lowered_whole(text), at, end))), default=end)
        content = [t for t in terms(text[at:stop])[:CONTENT_TERMS] if not t[0].isdigit()]
        if content and not any(holds(told, t) for t in content) and not _EVERYTHING.search(lowered(text[at:stop])):
            return at, stop
    return None
