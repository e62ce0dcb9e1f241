"""Invented consent: the summary lets a person agree, answer, ask or say what no span has that person do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from summarylint.checks.invented_quotations import invented_quotations
from summarylint.checks.view import View
from summarylint.evidence.align import worth_of
from summarylint.evidence.claimed_acts import is_claimed, labels_over
from summarylint.evidence.consent import OWN_SHARE, agreed_to, asked_in_vain, signs, somebody_agrees, speaks, tells_of, writes
from summarylint.evidence.index import Ledger
from summarylint.evidence.voices import best_share, is_assistants, is_earlier, is_users, places_of, share_in, spans_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.orders import find_orders
from summarylint.language.phrases import lowered, one_of
from summarylint.language.quantities import find_quantities
from summarylint.language.terms import placed_terms, stem, terms
from summarylint.language.voices import Act, acts, is_agreement, is_machine, lexicon, opens_with_agreement, words
from summarylint.model import Hit, Place, Span, Statement

KIND = "invented-consent"
FIELDS = frozenset({"who", "act", "claim"})

REQUEST_SHARE = 0.2
"""The part of a matter that the user's words have to hold for a request, which summaries tell in quite other words than his."""

OTHERS_SHARE = 0.6
"""The part of a matter that the assistant's words or a tool's output hold where it is theirs and not the user's."""

CHOICE_SHARE = 0.5
"""The same for a choice, which is told with a verb of its own ("decided to switch to ...")."""

LEAST_RULE_TERMS = 4
"""A shorter rule may be told in quite other words."""

_WORDS = lexicon()["claiming_acts"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Which acts are looked for."""

    acts: tuple[Literal["consent", "reply", "request", "telling"], ...] = ("consent", "reply", "request", "telling")
    quotations: bool = True
    """Whether a quotation put into the user's mouth is looked for too."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each act and each quotation that no span bears out."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log"):
        return
    if settings.quotations:
        yield from invented_quotations(view)
    rule = _rule(view)
    if rule:
        yield rule
        return
    for act in acts(view.compaction.summary, statement.start, statement.end):
        if act.kind in settings.acts and is_claimed(act, statement, view.compaction.summary):
            hit = _users(view, act) if act.is_users else _persons(view, act)
            if hit:
                yield hit
                return


# ---------------------------------------------------------------- the user


def _users(view: View, act: Act) -> Hit | None:
    text, ledger = view.compaction.summary, view.ledger
    names = set(terms(text[act.start : act.end]))
    first, last = act.matter
    aside = text.find(" (", first, last) if act.kind == "request" else -1  # what stands in brackets was not asked for
    matter = tuple(term for term, _, _ in placed_terms(text, first, aside if aside > first else last) if term not in names)
    if act.kind in ("reply", "telling"):
        return None
    if act.kind == "consent" and len(set(matter)) > 1 and not _before(view, matter) and (asked := asked_in_vain(ledger, matter)):
        return _hit(view, act, asked, 0.0)
    if not any(True for _ in spans_of(ledger, is_users)):
        return None
    unheard = _unheard(view, act, names) if act.kind == "consent" else None
    decides = text[act.start : act.end].split()[-1] in _WORDS["deciding"]
    if not unheard and act.kind == "consent" and not decides and (len(set(matter)) < 2 or _NO_OBJECT.match(text, act.end)):
        return _silent(view, act)  # what a user chooses he names, and need not agree
    if unheard or len(set(matter)) < 2:
        return unheard
    own, _ = best_share(ledger, matter, is_users)
    earlier, _ = best_share(ledger, matter, is_earlier)
    before = _before(view, matter)
    if decides and best_share(ledger, matter, _is_no_question)[0] > 0:
        return None
    if own >= (REQUEST_SHARE if act.kind == "request" else OWN_SHARE) or max(earlier, before) >= OWN_SHARE:
        return None
    _, span = best_share(ledger, matter, is_assistants)
    if span is None or _theirs(ledger, matter) < (CHOICE_SHARE if decides else OTHERS_SHARE):
        return None
    if agreed_to(ledger, matter):
        return None
    return _hit(view, act, places_of(ledger, matter, span, "only here, and not the user's word"), own)


def _theirs(ledger: Ledger, matter: tuple[str, ...]) -> float:
    """What part of the matter stands anywhere in the assistant's words and what tools printed for it."""
    held = [term for term in matter if any(is_assistants(ledger.spans[number]) for number in ledger.holders(term))]
    return worth_of(ledger, held) / (worth_of(ledger, matter) or 1.0)


def _unheard(view: View, act: Act, names: set[str]) -> Hit | None:
    """A consent to what first comes up when the user has no more to say: he could not give it."""
    text, ledger = view.compaction.summary, view.ledger
    ends = _FURTHER.search(text, *act.matter)
    matter = {term for term, _, _ in placed_terms(text, act.matter[0], ends.start() if ends else act.matter[1])} - names
    held = [number for term in matter for number in ledger.holders(term)]
    if not matter or len(held) == 0 or any(not ledger.holders(term) for term in matter) or _before(view, tuple(matter)) > 0:
        return None
    first = ledger.spans[min(held)]
    later = [span for span in ledger.spans[min(held) :] if is_users(span)]
    if later or first.role not in ("assistant", "tool") or agreed_to(ledger, tuple(matter)):
        return None
    return _hit(view, act, places_of(ledger, tuple(matter), first, "it first comes up here, after the user's last word"), 0.0)


def _silent(view: View, act: Act) -> Hit | None:
    """A consent to "it", or to nothing that is named, where the user has neither agreed to anything nor ordered anything at all
    since the assistant first spoke."""
    ledger = view.ledger
    if view.compaction.previous_summary or any(is_earlier(span) for span in ledger.spans):
        return None  # he may have agreed before
    first = next((number for number, span in enumerate(ledger.spans) if span.role == "assistant" and span.kind == "text"), None)
    said = [span for span in ledger.spans[first:] if is_users(span)] if first is not None else []
    if not said or agreed_to(ledger, ()):
        return None
    if any(is_agreement(span.text) or opens_with_agreement(span.text) or find_orders(span.text) for span in said):
        return None
    if any(ledger.statement(order).stance.force != "fact" for span in said for order in ledger.orders(span.id)):
        return None  # "Lightning it is"
    last = said[-1]
    end = min(len(last.text), LONGEST_ANSWER)
    return _hit(view, act, Place(last.id, 0, end, last.text[:end], "all that the user said since"), 0.0)


_NO_OBJECT = re.compile(r"\s*(?:[.;)]|\Z|(?:, )?(?:and|but|then)\b)")
"""Behind a verb of consent: nothing is named that was agreed to."""

LONGEST_ANSWER = 200
"""Code points of an answer that are shown as evidence."""

_FURTHER = LatePattern(lambda: rf",| {one_of(_WORDS['further'])}\b|[;:(]")
"""Where the thing agreed to ends and a further claim begins."""


def _is_no_question(span: Span) -> bool:
    return is_users(span) and "?" not in span.text


def _before(view: View, matter: tuple[str, ...]) -> float:
    """What part of the matter the previous summary of the record holds."""
    previous = view.compaction.previous_summary or ""
    return share_in(view.ledger, matter, previous, 0, len(previous))[0]


def _rule(view: View) -> Hit | None:
    """A rule told as the user's of which no span holds more than a word or two."""
    statement = view.statement
    if not any(_USERS_RULES.search(label) for label in (*labels_over(statement), *_label_of_clause(view))):
        return None
    matter = tuple(dict.fromkeys(statement.terms))
    if len(matter) < LEAST_RULE_TERMS or not any(True for _ in spans_of(view.ledger, is_users)):
        return None
    shares = [best_share(view.ledger, matter, test) for test in (is_users, is_earlier, is_assistants)]
    before = _before(view, matter)
    if before >= OWN_SHARE or any(share >= OWN_SHARE for share, _ in shares):
        return None
    if _ordered(view, matter) or _hour_said(view):
        return None
    act = Act("the user", "request", statement.start, statement.end, (statement.start, statement.end))
    span = shares[0][1]
    return _hit(view, act, places_of(view.ledger, matter, span, "the nearest there is") if span else (), shares[0][0])


def _hour_said(view: View) -> bool:
    """Does the user name a clock time of the rule, in whatever notation?"""
    hours = {mark.value for mark in view.statement.marks if mark.type == "time"}
    said = (mark for span in spans_of(view.ledger, is_users) for mark in find_quantities(span.text)) if hours else ()
    return any(mark.type == "time" and mark.value in hours for mark in said)


def _ordered(view: View, matter: tuple[str, ...]) -> bool:
    """Does the user give an order that holds any word of the rule? A summary tells orders in quite other words."""
    ledger = view.ledger
    orders = (order for term in matter for order in ledger.postings.get(term, ()) if is_users(ledger.span_of(order)))
    return any(_is_order(ledger.statement(order)) for order in orders)


def _is_order(statement: Statement) -> bool:
    stance = statement.stance
    return stance.force in ("request", "prohibition", "permission") or stance.polarity == "negative"


def _label_of_clause(view: View) -> tuple[str, ...]:
    """The label of the first clause of the same sentence, cut at its semicolons."""
    first = view.sentence[0]
    same_line = "\n" not in view.compaction.summary[first.start : view.statement.start]
    return (first.segment.label,) if first is not view.statement and same_line else ()


_RULE = one_of(_WORDS["rules"])
_USERS_RULES = LatePattern(lambda: rf"\b{_RULE} (?:\w+ )?(?:from|by|of) the user\b|\buser(?:'s|’s) (?:\w+ )?{_RULE}\b", re.I)


# ---------------------------------------------------------------- somebody else


def _persons(view: View, act: Act) -> Hit | None:
    """A third person's act needs a span that tells of such an act, or that person's own words."""
    if _is_standing(view, act):
        return None
    name = next((term for word in reversed(re.findall(r"[\w'’-]+", lowered(act.who))) if (term := stem(word.removesuffix("'s")))), "")
    ledger, text = view.ledger, view.compaction.summary
    mentions = ledger.postings.get(name, [])
    if not name or any(is_machine(word) for word in act.who.split()):
        return None
    if name in terms(view.compaction.previous_summary or ""):  # what was agreed before this window cannot be seen
        return None
    if not mentions:
        return _stranger(view, act) if act.kind != "request" else None
    silent = act.kind in ("telling", "request")  # only where nobody has heard that person say anything
    if silent and (writes(ledger, name) or any(speaks(ledger, order, name) for order in mentions) or "," in text[act.start : act.end]):
        return None
    confirms = lowered(text[act.start : act.end]).split()[-1].startswith("confirm")  # which any message from them may do
    told: Literal["consent", "reply"] = "consent" if act.kind == "consent" and not confirms else "reply"
    if any(tells_of(ledger, order, name, told) for order in mentions) or signs(ledger, name):
        return None
    if not act.who[:1].isupper() or lowered(act.who).split()[0] in _WORDS["articles"]:  # a role; a span may well call its holder by name
        matter = tuple(term for term, _, _ in placed_terms(text, *act.matter))
        if somebody_agrees(ledger, matter, told):
            return None
    order = mentions[-1]
    start, end = ledger.bounds[order]
    span = ledger.span_of(order)
    return _hit(view, act, Place(span.id, start, end, span.text[start:end], "the last word on it"), 0.0)


def _is_standing(view: View, act: Act) -> bool:
    """Does a body, known by its initials or behind a relative, take something as a rule? Persons accept a thing once."""
    summary = view.compaction.summary
    verb = lowered(summary[act.start : act.end]).split()[-1]
    relative = _RELATIVE.search(lowered(summary[view.statement.start : act.start]))
    return bool(act.who.isupper() or relative) and verb in words("standing_consents")


_RELATIVE = LatePattern(lambda: rf"\b{one_of(_WORDS['limiting'])}\s+(?:the |our |my )?$")
"""Before the one who accepts: "what the airline accepts" is a limit, and no act."""


def _stranger(view: View, act: Act) -> Hit | None:
    """An act of a named person of whom no span knows."""
    text = view.compaction.summary
    first = act.who.split()[0]
    opens = not text[: act.start].rstrip(" *_-•") or text[: act.start].rstrip(" *_-•")[-1] in ".!?:\n|"
    no_name = not first[:1].isupper() or not stem(lowered(first)) or lowered(first) in words("no_names")
    if act.kind == "telling" or no_name or (opens and _COMMON_NOUN.search(act.who)):
        return None
    matter = tuple(term for term, _, _ in placed_terms(text, *act.matter))
    share, span = best_share(view.ledger, matter, lambda span: span.role in ("user", "assistant", "tool"))
    if span is None or share < OWN_SHARE or lowered(act.who) in text:
        return None
    return _hit(view, act, places_of(view.ledger, matter, span, "here, and without that name"), 0.0)


_COMMON_NOUN = LatePattern(lambda: rf"{one_of(_WORDS['noun_endings'])}$")
"""How a common noun may end that opens a sentence ("Testing confirmed ...", "A check confirmed ...")."""

# ---------------------------------------------------------------- the hit


_ARTICLE = re.compile(r"^The (?=[a-z])")
"""An article that opened the sentence; the message has it in its middle."""


def _hit(view: View, act: Act, evidence: Place | tuple[Place, ...], share: float) -> Hit:
    text = view.compaction.summary
    start, end = min(act.start, act.matter[0]), max(act.end, act.matter[1])
    verb = {"consent": "agreed to it", "reply": "answered", "request": "asked for it", "telling": "said or did it"}[act.kind]
    return Hit(
        start=start,
        end=end,
        evidence=evidence if isinstance(evidence, tuple) else (evidence,),
        fields={"who": _ARTICLE.sub("the ", act.who.strip()), "act": verb, "claim": text[start:end]},
        why={"act": act.kind, "share": round(share, 3)},
    )
