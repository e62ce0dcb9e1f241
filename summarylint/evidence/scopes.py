"""Scopes: a statement that held of one thing, one group or one occasion, told as if it held of all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.evidence.coverage import gaps
from summarylint.evidence.grants import exceeded
from summarylint.evidence.index import Ledger
from summarylint.evidence.restrictions import CODE_LINE, counted, dropped, number, parted, pattern, shared_out, table, tells_part
from summarylint.evidence.turns import asserts, at_order, part_of, speaks
from summarylint.language.phrases import lowered, lowered_whole
from summarylint.language.quantity_likeness import same_quantity
from summarylint.language.terms import stem, terms
from summarylint.model import Statement, Witness

COVERS = 0.5
"""The part of the summary statement that its witness has to hold before a lost restriction is looked for."""

NARROWED_COVERS = 0.55
"""The same where the restriction is but a modifier of a noun."""

GROUP_WORDS = 6
"""Words behind the opening preposition in which the name of the group stands."""

FRAGMENT_WORDS = 8
"""Words behind the witness among which its occasion may stand ("..., for now"); further off another thing is told."""

_WORD = re.compile(r"[\w.-]*\w")
_ATTRIBUTE = re.compile(r" (?:of )?(?:the )?\w")
_EXCEPTED = re.compile(r"\b(?:all|every|none|nothing|everything|everyone|nobody)\b[^,;.]{0,20}\b(?:but|except|save)\b")
_ARTICLES = frozenset(("the", "of", "in", "for", "our", "your", "their", "its"))
_MEMBER = re.compile(r"((?:[a-z][\w]*[-_.])+)\w+")


@dataclass(frozen=True, slots=True)
class Widening:
    """A restriction of the witness, at `[at, to)` of its span, that the summary drops; `sign` is the word that says "all" there."""

    witness: Witness
    at: int
    to: int
    sign: str


def widenings(
    told: str, sentence: str, statement: Statement, witnesses: tuple[Witness, ...], ledger: Ledger, summary: str = ""
) -> Iterator[Widening]:
    """Yield the restrictions that `statement` of `summary` drops; `told` is its stretch, `sentence` all that stands around it."""
    lower = lowered(told)
    signs = [m[0] for m in pattern("universal").finditer(lower) if not _in_a_name(lower, m)]
    above = " ".join((*statement.segment.headings[-1:], statement.segment.label))
    standing = pattern("standing").search(lowered(above))
    if not signs and standing:
        signs = [standing[0]]
    for found in witnesses:
        if CODE_LINE.match(found.statement.text):
            continue
        for at, to in exceeded(statement, sentence, found, ledger):
            yield Widening(found, at, to, signs[0] if signs else "")
        if found.span.role in ("system", "summary") or found.span.kind == "tool_call":
            continue
        for widening in _widened(statement, sentence, found, ledger, summary, lower, signs):
            if not asserts(found.statement):  # asked last, since its message has to be read for that
                break
            yield widening


def _widened(
    statement: Statement, sentence: str, found: Witness, ledger: Ledger, summary: str, lower: str, signs: list[str]
) -> Iterator[Widening]:
    yield from _set_apart(statement, sentence, signs, found, ledger, summary)
    yield from _whole_number(statement, sentence, found, ledger)
    if signs:
        theirs = lowered(found.statement.text)
        for sign in signs:
            yield from _generalised(lower, sign, sentence, statement, found, theirs, ledger)
    if found.span.role != "tool" and ledger.each(_sisters)[found.order]:
        for widening in _one_group(statement, sentence, found, ledger, of_all=bool(signs)):
            if signs or speaks(found):
                yield widening


def _set_apart(statement: Statement, sentence: str, signs: list[str], found: Witness, ledger: Ledger, summary: str) -> Iterator[Widening]:
    """Yield what the witness itself holds its words to, and what it says that they do not cover."""
    sign = signs[0] if signs else ""
    for limit in dropped(statement, sentence, found, ledger, summary, bool(signs)):
        yield Widening(limit.witness, limit.at, limit.to, sign)
    for gap in gaps(statement, sentence, signs, found, ledger, summary):
        if signs or speaks(found):
            yield Widening(found, gap.at, gap.to, sign)


def _in_a_name(lower: str, sign: re.Match[str]) -> bool:
    """Does the word stand in a path, a code or a quoted name?"""
    return any(
        char in "/`_=\"'."
        for char in (lower[max(0, sign.start() - 1) : sign.start()], lower[sign.end() : sign.end() + 1])
        if char and char != "."
    )


def _generalised(
    lower: str, sign: str, sentence: str, statement: Statement, found: Witness, theirs: str, ledger: Ledger
) -> Iterator[Widening]:
    if pattern("covering").search(theirs) or _EXCEPTED.search(lower):
        return
    start = found.statement.start
    own = set(statement.terms) - set(terms(sign))
    covers = part_of(ledger, found.statement.terms, own)
    share = counted(found)
    about = {stem(word) for word in _WORD.findall(theirs[share.end() : share.end() + 40])[:3]} if share else set()
    after = lower[lower.find(sign) :]
    told = {number(word) for word in _WORD.findall(lowered(sentence))}
    counts = sign in table()["quantifiers"] and _ATTRIBUTE.match(after, len(sign)) is not None
    if share and _counted_out(found, number(share[2]), ledger):
        return
    if share and counts and about & own and about & set(terms(after)) and number(share[1]) not in told:
        yield Widening(found, start + share.start(), start + share.end(), sign)
        return
    if covers < COVERS:
        return
    behind = lower.find(sign) + len(sign) if sign in table()["over_a_noun"] else len(lower)
    noun = next((word for word in _WORD.findall(lower[behind:])[:3] if stem(word)), "")
    narrowed = _narrowed(noun, lowered(sentence), theirs) if covers >= NARROWED_COVERS else None
    if narrowed:
        yield Widening(found, start + narrowed[0], start + narrowed[1], sign)
        return
    nouns = [word for word in _WORD.findall(lower[behind:])[:3] if stem(word)] if sign in table()["over_a_noun"] else []
    apart = next(filter(None, (parted(word, sentence, found) for word in nouns[:2])), None) if covers >= NARROWED_COVERS else None
    if apart:
        yield Widening(found, *apart, sign)
        return
    text, end = lowered_whole(found.span.text), found.statement.end
    following = " ".join(text[end : end + 60].split("\n")[0].split(" ")[: FRAGMENT_WORDS + 1])
    occasion = pattern("occasion").search(theirs) or pattern("occasion").search(following)
    if occasion and not pattern("occasion").search(lowered(sentence)):
        at = start if occasion.string is theirs else end
        yield Widening(found, at + occasion.start(), at + occasion.end(), sign)


def _whole_number(statement: Statement, sentence: str, found: Witness, ledger: Ledger) -> Iterator[Widening]:
    """The witness tells something of some of a number ("180 of 212 terms are approved"), the summary of the number ("the 212 terms")."""
    if not ledger.each(_tells_share)[found.order] or statement.stance.status in ("planned", "ongoing", "failed", "untested", "blocked"):
        return
    told = {number(word) for word in _WORD.findall(lowered(statement.text))} - {0, 1}
    part = shared_out(found) if told else None
    if part is None or part[3] not in told or tells_part(sentence):
        return
    at, to, some, total = part
    around = {number(word) for word in _WORD.findall(lowered(sentence))}
    if some in around or _counted_out(found, total, ledger) or statement.stance.polarity != found.statement.stance.polarity:
        return
    shared = {term for term in set(statement.terms) & set(found.statement.terms) if term.isalpha()}
    verbs = {stem(match[0]) for match in _PARTICIPLE.finditer(lowered(found.statement.text), to - found.statement.start)}
    if len(shared) > 1 and shared & verbs:
        yield Widening(found, at, to, str(total))


def _tells_share(ledger: Ledger, order: int) -> bool:
    return shared_out(at_order(ledger, order)) is not None


_PARTICIPLE = re.compile(
    r"(?<=\b(?:is|re) )[a-z]{4,}|(?<=\b(?:are|was|has) )[a-z]{4,}|(?<=\b(?:were|have|been) )[a-z]{4,}|\b[a-z]{2,}(?:ed|en)\b"
)


def _counted_out(found: Witness, total: int, ledger: Ledger) -> bool:
    """Does a later statement count all of them ("3 of 12", and then "12 of 12")?"""
    whole = re.compile(rf"\b(?:{total} ?(?:/|(?:out )?of (?:the )?) ?{total}|all (?:the |of the )?{total})\b")
    later = (order for order in ledger.postings.get(str(total), ()) if order > found.order)
    return any(whole.search(lowered(ledger.text(order))) for order in later)


def _narrowed(noun: str, sentence: str, theirs: str) -> tuple[int, int] | None:
    """Return where the witness has a parting word before the very noun that the summary puts under "all"."""
    head = stem(noun)
    if not head:
        return None
    words = list(_WORD.finditer(theirs))
    for article, before, word in zip(words, words[1:], words[2:], strict=False):
        modifier = before[0]
        if (
            (
                article[0] in _ARTICLES
                and stem(word[0]) == head
                and modifier not in table()["plain_modifiers"]
                and stem(modifier)
                and theirs[before.end() : word.start()] == " "
            )
            and not re.search(rf"\b{re.escape(modifier)}\b", sentence)
            and not modifier.isdigit()
        ):
            return before.start(), word.end()
    return None


def _one_group(statement: Statement, sentence: str, found: Witness, ledger: Ledger, *, of_all: bool) -> Iterator[Widening]:
    """The witness speaks of one group and its neighbour of another one of the kind; the summary names neither."""
    for order in ledger.each(_sisters)[found.order]:
        parted = _parted(found.statement.text, ledger.text(order), sentence)
        if parted:
            at = found.statement.start
            whole = of_all and part_of(ledger, found.statement.terms, statement.terms) >= COVERS
            if whole or _same_result(statement, found, ledger):
                yield Widening(found, at, at + parted, "")
            return


def _sisters(ledger: Ledger, order: int) -> tuple[int, ...]:
    """The statements around one that may speak of another group of its kind, whatever the summary names."""
    orders = ledger.orders_of(ledger.number_of(order))
    return tuple(
        other for other in (order + 1, order - 1, order + 2) if other in orders and _open_alike(ledger.text(order), ledger.text(other))
    )


def _open_alike(one: str, other: str) -> bool:
    """Do two statements open with members of one family, or with the same preposition?"""
    first, second = _WORD.findall(one[:120]), _WORD.findall(other[:120])
    if len(first) < 4 or len(second) < 4:
        return False
    if first[0] != second[0] and _MEMBER.fullmatch(first[0]) and _MEMBER.fullmatch(second[0]):
        return True
    return first[0].lower() in table()["fronting"] and first[0].lower() == second[0].lower()


def _same_result(statement: Statement, found: Witness, ledger: Ledger) -> bool:
    own = [m for m in statement.marks if m.kind in ("quantity", "identifier")]
    theirs = [m for m in found.statement.marks if m.kind in ("quantity", "identifier")]
    shared = sum(
        1 for m in own if any(m.type == o.type and (m.value == o.value or (m.kind == "quantity" and same_quantity(m, o))) for o in theirs)
    )
    return shared >= 2 or (shared == 1 and part_of(ledger, found.statement.terms, statement.terms) >= 0.3)


def _parted(one: str, other: str, sentence: str) -> int:
    """Return where the name of the group ends in `one`, or 0: "In clinic A ..." beside "In clinic B ..."."""
    first, second = _WORD.findall(one[:120]), _WORD.findall(other[:120])
    if len(first) < 4 or len(second) < 4:
        return 0
    member, sister = _MEMBER.fullmatch(first[0]), _MEMBER.fullmatch(second[0])
    if member and sister and first[0] != second[0]:
        family = member[1].rstrip("-_.")
        within = member[1] == sister[1] and re.search(rf"\b{re.escape(family)}\b", sentence) and first[0] not in sentence
        return one.index(first[0]) + len(first[0]) if within else 0
    if first[0].lower() not in table()["fronting"] or first[0].lower() != second[0].lower():
        return 0
    if first[1] != second[1] and all(word != word.lower() for word in (first[1], second[1])):  # "In HeLa ...", "In HEK ..."
        named = any(re.search(rf"\b{re.escape(word)}\b", sentence, re.IGNORECASE) for word in (first[1], second[1]))
        return 0 if named else one.index(first[1]) + len(first[1])
    left, right = first[1 : 1 + GROUP_WORDS], second[1 : 1 + GROUP_WORDS]
    kinds = [n for n, word in enumerate(left) if word in right and stem(word.lower())]
    if not kinds:
        return 0
    name = left[: kinds[-1] + 2]
    parting = [w for w in name if w not in right and (stem(w.lower()) or (len(w) == 1 and w.isupper()))]
    last = left[kinds[-1] + 1 : kinds[-1] + 2]
    if last and not (len(last[0]) == 1 and last[0].isupper()) and not last[0].isdigit():
        parting = [w for w in parting if w != last[0]]
    sister_name = [w for w in right[: right.index(left[kinds[-1]]) + 2] if w not in left]
    if not parting or any(re.search(rf"\b{re.escape(w)}\b", sentence) for w in (*parting, *sister_name)):
        return 0
    return one.index(left[kinds[-1]]) + len(left[kinds[-1]])
