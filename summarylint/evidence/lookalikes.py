"""Look-alikes: a name in the summary that is not told apart from another one of the spans (`orders-sync`, `order-sync`).

Presence says nothing where both names exist. What the summary says of the name does: when all of it stands beside
the other name in the spans, and none of it beside this one alone, the wrong one was taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.align import worth
from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import LONGEST_STRETCH, MOST_STATEMENTS, close_by, holding, occurs, slips
from summarylint.language.likeness import near_identifier
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.terms import WORD, stem, terms
from summarylint.language.tokens import token_at
from summarylint.model import Mark, Statement, Witness

LEAST_SUPPORT = 0.3
"""The share of what the statement says that has to stand beside the other name."""

LEAST_WITH_VALUE = 0.2
"""The same where an identifier or number that the statement tells is found beside the other name alone."""

SURE_SUPPORT = 0.6
"""The same where the summary tells the other name as well, of other things: it knew the two apart."""

OWN_SUPPORT = 0.15
"""The share that has to stand beside the other name and not beside this one."""

SPOKEN_FOR = 0.4
"""The share of what the statement says from which one statement with the name settles that it is meant."""

BESIDE = 24
"""Code points between two identifiers that the summary tells together ("the pod p-1 on node n-7")."""

MOST_READ = 40
"""Statements that are searched for names which a word of the summary nearly repeats."""

SAME_TOPIC = 0.4
"""The score of a witness whose names are those that the statement is about."""

_HYPHENATED = re.compile(r"(?<![\w./@#:-])[a-z]{2,}(?:-[a-z]{2,}){1,3}(?![\w/@:-]|\.\w)")
_ANY_HYPHENATED = re.compile(r"(?<![\w-])[a-z]{2,}(?:-[a-z]{2,}){1,3}(?![\w-])")
_NAMED_THERE = r"(?:[/`'\"]{0}|{0}[:#@/`'\"(]|^\W*{0}(?:\s{{2,}}|\s+\S*\d))"
_TOKEN = re.compile(r"[\w#~/$@-][\w./:@#+-]+(?<![.:])")
_JOINTS = re.compile(r"[\W_]")
"""What parts the words of a name: a field has one name in the code and another in its tag, which are no look-alikes."""
_PART = re.compile(r"[\n;,]|\b(?:and|but|while)\b")
_DENIAL = re.compile(r"\b(?:not|dont|\w+n't|never|instead of|rather than|no longer)\b")
_LISTED = re.compile(r"(?<=[,(] )[a-z]{3,}(?=,|;|\.?$|\)| and )")
_BARE = re.compile(r"(?<![\w'-])[a-z]{3,}(?![\w'/-])")
_ARTICLE = re.compile(r"\b(?:the|a|an|this|that|its|our|their|one|each|every|no)\s+(?:\w+\s+)?$", re.I)


@dataclass(frozen=True, slots=True)
class Lookalike:
    """The name that was meant, with its place in a span; `score` is the share of the statement that speaks for it."""

    text: str
    span_id: str
    start: int
    end: int
    score: float


def lookalike(
    text: str, statement: Statement, told: str, nearby: Sequence[int], ledger: Ledger, known: Sequence[str] = ()
) -> Lookalike | None:
    """Return the name that was meant where the statement holds its look-alike `text`, or None.

    `told` is the whole summary: a name that it holds as well was told apart. `nearby` are the span statements closest
    to the statement: what is said of the name that was meant leads to it. `known` are the names that look like it,
    where the caller knows them.
    """
    if _spoken_for(text, close_by(text, nearby, ledger), statement, ledger, unsaid=False):
        return None
    beside = lowered(statement.text)
    others = [other for other in known or _others(text, nearby, ledger) if token_at(lowered(other), beside) < 0]
    here = holding(text, ledger) if others else []
    if not here or len(here) > MOST_STATEMENTS or _spoken_for(text, here, statement, ledger):
        return None
    lower = lowered_whole(told)
    told_apart = {other for other in others if token_at(lowered(other), lower) >= 0}
    found = [one for other in others if (one := _compared(text, other, here, statement, ledger, other in told_apart)) is not None]
    return max(found, key=lambda one: one.score, default=None)


def _spoken_for(text: str, here: Sequence[int], statement: Statement, ledger: Ledger, unsaid: bool = True) -> bool:
    """Does one statement with the name itself hold so much of what is said that no other one can be meant?

    `unsaid` is the answer where nothing is said of the name.
    """
    names = set(terms(text))
    said = {term: worth(ledger, term) for term in dict.fromkeys(statement.terms) if term not in names}
    most = SPOKEN_FOR * sum(said.values())
    if not said:
        return unsaid
    for order in here:
        if sum(said[term] for term in set(ledger.terms[order]) if term in said) >= most:
            near = "\n".join(part for part in _PART.split(lowered(ledger.text(order))) if token_at(lowered(text), part) >= 0)
            if sum(said[term] for term in set(terms(near)) if term in said) >= most / 2:
                return True
    return False


def _others(text: str, nearby: Sequence[int], ledger: Ledger) -> Iterator[str]:
    """The names in these statements that look like `text`."""
    plain = _HYPHENATED.fullmatch(text) is not None
    lower, bare, size, seen = lowered(text), _JOINTS.sub("", lowered(text)), len(text), {text}
    head, tail = text[:2], text[-2:]
    for order in nearby:
        for name in _tokens(order, ledger):
            # Nearly all tokens are of another length, or begin and end otherwise: only what is left is read as marks.
            if not -3 < len(name) - size < 3 or (name[:2] != head and name[-2:] != tail) or name in seen:
                continue
            if lowered(name) == lower or _JOINTS.sub("", lowered(name)) == bare:
                continue
            how = near_identifier(text, name)
            if plain and _ANY_HYPHENATED.fullmatch(name):
                alike = how == "altered" and named_in_spans(name, ledger)
            else:
                alike = not plain and how in ("sibling", "altered") and name in _named(order, ledger)
            if alike:
                seen.add(name)
                yield name


def _tokens(order: int, ledger: Ledger) -> tuple[str, ...]:
    return ledger.each(_tokens_at)[order]


def _tokens_at(ledger: Ledger, order: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_TOKEN.findall(ledger.text(order)[:LONGEST_STRETCH])))


def _named(order: int, ledger: Ledger) -> Iterator[str]:
    return (mark.text for mark in ledger.statement(order).marks if mark.kind in ("identifier", "quantity"))


def _compared(
    text: str, other: str, here: Sequence[int], statement: Statement, ledger: Ledger, told_apart: bool = False
) -> Lookalike | None:
    there = holding(other, ledger)
    beside_here, shares = _beside(text, other, here, ledger), _beside(other, text, there, ledger)
    names = {*terms(text), *terms(other)}
    said = {term: worth(ledger, term) for term in dict.fromkeys((*terms(statement.segment.label), *statement.terms)) if term not in names}
    total = sum(said.values())
    partner = None if told_apart else _partner(text, other, here, there, statement, ledger)
    if partner is None and not told_apart and all(denied(text, order, ledger) for order in here):
        partner = next((order for order in there if not denied(other, order, ledger)), None)
        partner = None if statement.stance.polarity == "negative" else partner
    if partner is not None:
        return placed(other, partner, 1.0, ledger)
    if not total or not shares or len(there) > MOST_STATEMENTS:
        return None
    here_too = {term for held in beside_here.values() for term in held if term in said}
    order = max(shares, key=lambda one: sum(said[term] for term in shares[one] if term in said))
    if here_too - set().union(*shares.values()):
        return None
    shared = {term for term in shares[order] if term in said}
    own = shared - here_too
    score = sum(said[term] for term in shared) / total
    valued = any(not term.isalpha() for term in own)
    if (
        score < (LEAST_WITH_VALUE if valued else LEAST_SUPPORT)
        or not (valued or len(own) > 1)
        or (told_apart and (score < SURE_SUPPORT or len(own) < 2))
        or sum(said[term] for term in own) / total < OWN_SUPPORT
    ):
        return None
    return placed(other, order, score, ledger)


def _partner(text: str, other: str, here: Sequence[int], there: Sequence[int], statement: Statement, ledger: Ledger) -> int | None:
    """The statement where a row holds `other` with a name that the summary puts right beside `text`, and none holds it with `text`."""
    marks = [mark for mark in statement.marks if mark.kind == "identifier"]
    own = next((mark for mark in marks if mark.text == text), None)
    for mark in marks if own is not None else ():
        between = max(mark.start - own.end, own.start - mark.end)  # type: ignore[union-attr]
        if mark is own or not 0 < between <= BESIDE or near_identifier(mark.text, text) is not None:
            continue
        beside = lowered(mark.text)
        if any(token_at(beside, row) >= 0 for order in here for row in _rows(text, order, ledger)):
            continue
        found = next((order for order in there for row in _rows(other, order, ledger) if token_at(beside, row) >= 0), None)
        if found is not None:
            return found
    return None


def denied(name: str, order: int, ledger: Ledger) -> bool:
    """Return whether the name is told in statement number `order` only as the one that is not meant ("dont confuse it with v2_eu")."""
    clauses = _PART.split(lowered(ledger.text(order)))
    return all(_DENIAL.search(clause[:at]) for clause in clauses if (at := token_at(lowered(name), clause)) >= 0)


def _rows(name: str, order: int, ledger: Ledger) -> list[str]:
    return [row for row in lowered(ledger.text(order)).split("\n") if token_at(lowered(name), row) >= 0]


def _beside(name: str, other: str, orders: Sequence[int], ledger: Ledger) -> dict[int, set[str]]:
    """The terms beside `name` in each statement that holds it; of one with both names only the rows or clauses that hold this one alone."""
    found = {}
    for order in orders:
        held = lowered(ledger.text(order))
        if token_at(lowered(other), held) < 0:
            found[order] = set(ledger.terms[order])
            continue
        lines = [line for line in _PART.split(held) if token_at(lowered(name), line) >= 0 > token_at(lowered(other), line)]
        if lines:
            found[order] = set(terms("\n".join(lines)))
    return found


def placed(name: str, order: int, score: float, ledger: Ledger) -> Lookalike:
    """Return `name` with its place in statement number `order`."""
    start, end = ledger.bounds[order]
    span = ledger.span_of(order)
    at = start + max(0, token_at(lowered(name), lowered(span.text[start:end])))
    return Lookalike(span.text[at : at + len(name)], span.id, at, at + len(name), round(score, 4))


def hyphenated_like(text: str, ledger: Ledger) -> Iterator[str]:
    """Yield the hyphenated names of the spans that `text` looks like a damaged copy of."""
    words = [stem(word) or word for word in WORD.findall(text)]
    lists = [held for word in words if (held := ledger.postings.get(word))]
    if not lists:  # every word of it damaged, or its only one
        lists = [held for word in words for near in slips(word) if (held := ledger.postings.get(near))]
    rarest = min(lists, key=len, default=[])
    found = {match[0] for order in rarest[:MOST_READ] for match in _ANY_HYPHENATED.finditer(ledger.text(order))}
    for other in sorted(found):
        if other != text and near_identifier(text, other) == "altered":
            yield other


def named_in_spans(name: str, ledger: Ledger) -> bool:
    """Does a hyphenated word stand as a name somewhere in the spans: in code, in a path, before a value, at the head of a row?"""
    pattern = re.compile(_NAMED_THERE.format(re.escape(name)), re.M)
    return any(pattern.search(ledger.text(order)) for order in holding(name, ledger)[:MOST_READ])


def unmarked(
    text: str, statement: Statement, witnesses: Sequence[Witness], nearby: Sequence[int], ledger: Ledger
) -> Iterator[tuple[Mark, Lookalike, str]]:
    """Yield plain words of `statement` (of the summary `text`) that are a name of the spans damaged or cut: the word, the name, how."""
    taken = [(mark.start, mark.end) for mark in statement.marks]
    for match in _HYPHENATED.finditer(text, statement.start, statement.end):
        if any(a < match.end() and match.start() < b for a, b in taken):
            continue
        mark = Mark("identifier", "name", match.start(), match.end(), match[0], match[0])
        if occurs(match[0], ledger, nearby) is None:
            likes = (other for other in hyphenated_like(match[0], ledger) if named_in_spans(other, ledger))
            found = next((placed(other, holding(other, ledger)[-1], 1.0, ledger) for other in likes), None)
            if found is not None:
                yield mark, found, "altered"
        else:
            swapped = lookalike(match[0], statement, text, nearby, ledger)
            if swapped is not None and named_in_spans(match[0], ledger):
                yield mark, swapped, "swapped"
    yield from _cut(text, statement, witnesses, ledger)


def _cut(text: str, statement: Statement, witnesses: Sequence[Witness], ledger: Ledger) -> Iterator[tuple[Mark, Lookalike, str]]:
    """A name that lost its number (`tank` for `tank2`), or a field of a list that lost its second half (`amount`)."""
    names = {mark.text for mark in statement.marks if mark.kind == "identifier"}
    if len(names) < 2 and all(term in ledger.postings for term in statement.terms):
        return
    listed = {match.start() for match in _LISTED.finditer(text, statement.start, statement.end)} if len(names) > 1 else set()
    for match in _BARE.finditer(text, statement.start, statement.end):
        word = match[0]
        in_list = match.start() in listed
        if not in_list and (ledger.postings.get(stem(word) or word) or _ARTICLE.search(text[max(0, match.start() - 24) : match.start()])):
            continue
        longer = _longer(word, in_list, witnesses, text)
        if longer is not None:
            yield Mark("identifier", "name", match.start(), match.end(), word, word), longer, "shortened"


def _longer(word: str, in_list: bool, witnesses: Sequence[Witness], told: str) -> Lookalike | None:
    for witness in witnesses:
        held = witness.statement.text
        after = held[held.find(word) + len(word) :][:1] if word in held else ""
        if (witness.score < SAME_TOPIC and not in_list) or not after or after not in ("_" if in_list else "-0123456789"):
            continue
        for other in witness.statement.marks:
            rest = other.text[len(word) :] if other.kind == "identifier" and other.text.startswith(word) else ""
            cut = re.fullmatch(r"_\w+" if in_list else r"-?\d{1,3}", rest)
            whole = in_list and token_at(word, held) >= 0
            if cut and not whole and token_at(lowered(other.text), lowered_whole(told)) < 0:
                return Lookalike(other.text, witness.span.id, other.start, other.end, witness.score)
    return None
