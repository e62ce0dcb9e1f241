"""Changed speaker: the summary credits one party with what only another one said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from summarylint.checks.changed_doer import asked_for, other_doer
from summarylint.checks.changed_voice import LEAST_TERMS, best_statement, other_name, speakers
from summarylint.checks.view import View
from summarylint.evidence.doers import ADVERBS, OTHER
from summarylint.evidence.voices import agreed_after, best_share, is_assistants, is_earlier, is_users, spans_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import one_of
from summarylint.language.terms import placed_terms, terms
from summarylint.language.voices import lexicon, words
from summarylint.model import Hit, Place, Share, Span

KIND = "changed-speaker"
FIELDS = frozenset({"who", "other", "fault", "claim", "span_id"})
_WORDS = lexicon()["crediting_parties"]
_OWNED = one_of(_WORDS["owned"])
_LABEL = LatePattern(
    lambda: (
        rf"\busers?(?:'s|’s|s)? (?:\w+ ){{0,2}}?{_OWNED}\b"
        rf"|\b(?:{_OWNED}|facts) (?:\w+ )?(?:from|by|of) the user\b"
    ),
    re.I,
)

_BARE_LABEL = LatePattern(lambda: rf"^\W*(?:\w+ )?(?P<first>{_OWNED})(?: (?:and|&|/) {_OWNED})?\W*$", re.I)
"""A heading that does not say whose they are."""

_MATTERS = LatePattern(lambda: rf"\b{one_of(_WORDS['demanding'])}", re.I)
"""What a thing may demand as well as a person; under such a heading only a mere suggestion is out of place."""

_SUGGESTS = LatePattern(lambda: rf"\b{one_of(_WORDS['suggesting'])}\b", re.I)


@dataclass(frozen=True, slots=True)
class Settings:
    """`others_share` is the part of the matter that one statement of the other party has to hold, `own_share` the part that all
    words of the credited party may hold at most."""

    others_share: Share = 0.6
    own_share: Share = 0.2
    labels: bool = True
    """Whether a heading such as `User preferences` credits what stands under it to the user."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: what the statement credits to one party while another one said it."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log"):
        return
    text = view.compaction.summary
    asked = asked_for(view)
    if asked:
        yield asked
        return
    moved = other_doer(view) or other_name(view)
    if moved:
        yield moved
        return
    for who, start, end, holds in _credited(view, text, settings):
        parties = _PARTIES[who]
        matter = tuple(term for term, _, _ in placed_terms(text, start, end))
        if len(set(matter)) < 2:
            continue
        hit = _misplaced(view, settings, who, matter, parties, (start, end), holds)
        if hit:
            yield hit
            return
    found = (_listed(view, settings) if settings.labels else None) or _shown(view, settings)
    if found:
        yield found


def _credited(view: View, text: str, settings: Settings) -> Iterator[tuple[str, int, int, bool]]:
    """Yield who is credited with what stretch, and whether a plain "ok" of the user would make it his."""
    statement = view.statement
    for match in _as_told().finditer(text, statement.start, statement.end):  # "a brim of 6 mm, as the user requested"
        yield match["who"].lower(), _last_told(text, statement.start, match), match.start(), True
    for match in _says().finditer(text, statement.start, statement.end):
        start = match.start("verb") if match["verb"] in words("deeds") else match.end()
        if text[match.end() : match.end() + 1] in (",", ";", ".", ")"):
            continue  # "not the 12th the user remembered, ...": what was said stands before
        end = _credit_end(text, statement.start, start, statement.end)
        if _RELATIVE.search(text, statement.start, match.start()):
            if not _OF_IT.match(text, match.end()):
                continue  # "with the rate that the user gave the total is 90": what was given stands before
            comma = text.find(",", start, end)
            end = comma if comma >= 0 else end  # "X, which the user had believed to be sound, has failed"
        yield match["who"].lower(), start, end, match["verb"] in words("shared_by_ok")


_RELATIVE = LatePattern(lambda: rf"\b{one_of(_WORDS['relatives'])}\s+(?:the\s+)?\Z")

_OF_IT = re.compile(r"\s+(?:to|as|was|were|is|are|had|has|would|might|could|should)\b")
"""What goes on behind "which the user believed" if it is told of the same thing."""


def _credit_end(text: str, first: int, start: int, end: int) -> int:
    """An aside in brackets credits what stands inside them, a clause what stands before its semicolon."""
    stop = text.find(";", start, end)
    end = stop if stop >= 0 else end
    opened = text.rfind("(", first, start)
    closed = text.find(")", start, end)
    return closed if opened >= 0 and closed >= 0 and text.find(")", opened, start) < 0 else end


_COMPARED = re.compile(r"\b(?:against|versus|vs\.?|compared (?:with|to)|rather than|instead of|up from|down from|from)\s")


def _last_told(text: str, start: int, credit: re.Match[str]) -> int:
    """Where begins what is credited behind it: who remembered a thing did so of what stands last ("0.81 against 0.74, as she recalled")."""
    if credit["verb"] in words("requesting"):
        return start
    return max((match.end() for match in _COMPARED.finditer(text, start, credit.start())), default=start)


@lru_cache(maxsize=1)
def _as_told() -> re.Pattern[str]:
    """Who is credited, at the end of a clause, with what stands before it."""
    verbs = "|".join(sorted({*words("reporting"), *words("crediting"), *words("requesting")}, key=len, reverse=True))
    return re.compile(rf"(?:,|\s\()\s?as (?:the )?(?P<who>[Uu]ser|[Aa]ssistant) (?:had |has )?(?P<verb>{verbs})(?=[.,;)]|\Z)", re.MULTILINE)


_EACH = r"(?<!\bper )(?<!\beach )(?<!\bevery )(?<!\bany )(?<!\ba )"
"""Before these no party stands: "a query per user took 2 s"."""


@lru_cache(maxsize=1)
def _says() -> re.Pattern[str]:
    verbs = "|".join(sorted({*words("reporting"), *words("crediting"), *words("deeds")}, key=len, reverse=True))
    return re.compile(rf"{_EACH}\b(?:[Tt]he )?(?P<who>[Uu]ser|[Aa]ssistant){ADVERBS} (?P<verb>{verbs})\b(?: out)?(?: that)?")


_PARTIES = {"user": (is_users, is_assistants), "assistant": (is_assistants, is_users)}
_ADDRESSED = LatePattern(lambda: rf"\b{one_of(_WORDS['addressed'])}\b", re.I)


def _misplaced(
    view: View,
    settings: Settings,
    who: str,
    matter: tuple[str, ...],
    parties: tuple[Callable[[Span], bool], Callable[[Span], bool]],
    place: tuple[int, int],
    holds: bool,
) -> Hit | None:
    ledger, (own, other) = view.ledger, parties
    if best_share(ledger, matter, own)[0] > settings.own_share or best_share(ledger, matter, is_earlier)[0] > 2 * settings.own_share:
        return None
    if _told_before(view, matter):
        return None
    found = best_statement(view, matter, other)
    least = settings.others_share if len(set(matter)) >= LEAST_TERMS else 1.0
    if found is None or found[0] < least:
        return None
    if holds and who == "user" and agreed_after(ledger, ledger.span_of(found[1])):
        return None
    share, order = found
    span = ledger.span_of(order)
    if span.role in OTHER and _ADDRESSED.search(ledger.text(order)):
        return None  # told of the one who is spoken to
    start, end = ledger.bounds[order]
    speaks = {"user": "the user", "assistant": "the assistant", "tool": "a tool output"}[span.role]
    quote = span.text[start:end]
    told = view.compaction.summary[place[0] : place[1]]
    lead = len(told) - len(told.lstrip(" ,:"))
    return Hit(
        start=place[0] + lead,
        end=place[1],
        evidence=(Place(span.id, start, end, quote, f"{speaks} says it"),),
        fields=speakers(f"the {who}", speaks, f"{speaks} says this, not the {who}", told, span),
        why={"share": round(share, 3)},
    )


def _listed(view: View, settings: Settings) -> Hit | None:
    """What stands under a heading such as `User preferences`, and only the assistant or a file says."""
    statement, ledger = view.statement, view.ledger
    labels = (*statement.segment.headings[-2:], statement.segment.label)
    whose, bare = any(map(_LABEL.search, labels)), any(map(_BARE_LABEL.match, labels))
    matter = tuple(dict.fromkeys(statement.terms))
    if not (whose or bare) or statement.segment.form not in ("bullet", "row", "pair"):
        return None  # a paragraph below a list has left its heading's matter
    if len(matter) < LEAST_TERMS or not any(True for _ in spans_of(ledger, is_users)):
        return None
    own = best_share(ledger, matter, is_users)[0]
    if own > settings.own_share or best_share(ledger, matter, is_earlier)[0] > 2 * settings.own_share or _told_before(view, matter):
        return None
    found = best_statement(view, matter, is_assistants, thoughts=True)
    if found is None or agreed_after(ledger, ledger.span_of(found[1]), matter):
        return None
    unheard = not own and len(matter) >= LEAST_UNHEARD and best_share(ledger, matter, _is_own_work)[0] >= settings.others_share
    if found[0] < settings.others_share and not unheard:
        return None
    span, (start, end) = ledger.span_of(found[1]), ledger.bounds[found[1]]
    demands = span.role == "tool" or any(map(_MATTERS.search, labels))
    if not whose and demands and not _SUGGESTS.search(ledger.text(found[1])):
        return None
    speaks = "the assistant" if span.role == "assistant" else "a tool output"
    place = Place(span.id, start, end, span.text[start:end], f"{speaks} says it")
    fields = speakers("the user", speaks, f"{speaks} says this, not the user", statement.text, span)
    return Hit(statement.start, statement.end, (place,), fields, {"share": round(found[0], 3)}, None, "note" if own else None)


def _is_own_work(span: Span) -> bool:
    return span.role == "assistant"


LEAST_UNHEARD = 6
"""Terms that an instruction has to have for it to say something that, where no message of the user holds one of them, he never asked for.

Then it need not stand in one sentence either: what the assistant wrote and thought over a whole span may have made it.
"""


def _told_before(view: View, matter: Iterable[str]) -> bool:
    """Does the previous summary of the record hold most of the matter?"""
    distinct = set(matter)
    return bool(view.compaction.previous_summary) and 2 * len(distinct & set(terms(view.compaction.previous_summary or ""))) > len(distinct)


def _shown(view: View, settings: Settings) -> Hit | None:
    """What a log, a test or a file is told to show, while it is a guess of the assistant or the user."""
    statement, ledger = view.statement, view.ledger
    for match in _showing().finditer(statement.text):
        stop = statement.text.find(";", match.end())
        start, end = statement.start + match.end(), statement.start + (stop if stop >= 0 else len(statement.text))
        matter = tuple(dict.fromkeys(term for term, _, _ in placed_terms(view.compaction.summary, start, end)))
        if len(matter) < LEAST_TERMS or best_share(ledger, matter, _is_no_word)[0] > settings.own_share:
            continue
        found = best_statement(view, matter, lambda span: span.role in OTHER)
        if found is None or found[0] < settings.others_share or ledger.statement(found[1]).stance.certainty == "certain":
            continue  # who read the log may well tell in his own words what it shows
        if re.search(rf"\b{re.escape(match['source'])} (?:\w+ ){{0,4}}?{one_of(_WORDS['showing'])}", ledger.text(found[1]), re.I):
            continue  # "the console says 4 %, if I read it right" names the source itself
        span, (first, last) = ledger.span_of(found[1]), ledger.bounds[found[1]]
        place = Place(span.id, first, last, span.text[first:last], f"only the {span.role} says it")
        fault = f"only the {span.role} says this, the {match['source']} does not show it"
        fields = speakers(f"the {match['source']}", f"the {span.role}", fault, statement.text, span)
        return Hit(statement.start, end, (place,), fields, {"share": round(found[0], 3)})
    return None


def _is_no_word(span: Span) -> bool:
    """Is this anything but the words of the two parties?"""
    return span.role not in OTHER


@lru_cache(maxsize=1)
def _showing() -> re.Pattern[str]:
    things = "|".join(sorted(words("machines") | words("documents"), key=len, reverse=True))
    return re.compile(rf"\b[Tt]he (?:[\w.-]+ ){{0,2}}?(?P<source>(?:{things})s?) (?:also )?{one_of(_WORDS['showing'])} (?:that )?")
