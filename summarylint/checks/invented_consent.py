"""Invented consent: the summary lets a person agree, answer, ask or say what no span has that person do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.align import worth_of
from summarylint.evidence.consent import OWN_SHARE, agreed_to, signs, somebody_agrees, speaks, tells_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.quoting import TRUE_SHARE, quoted_share
from summarylint.evidence.voices import best_share, is_assistants, is_earlier, is_users, share_in, spans_of
from summarylint.language.order_clauses import order_phrases
from summarylint.language.phrases import lowered
from summarylint.language.quantities import find_quantities
from summarylint.language.terms import placed_terms, stem, stopwords, terms
from summarylint.language.voices import Act, acts, is_machine, lexicon, words
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

LEAST_QUOTED_WORDS = 4
"""A shorter quotation names a thing rather than repeating what was said."""

_IN_LIST = re.compile(r"(?:[\"”][,;]?(?: and| or| then)?|\(\d+\)|^)\W*(?:\(?\d+[.)])?\W*$")
"""What stands before a quotation in a list of the user's messages: nothing, a number, or the quotation before it."""

_SAID = re.compile(
    r"\buser\b[^.;]{0,30}\b(?:said|says|asked|asks|stated|states|wrote|told|replied|requested|messages?|noted|:)\W*"
    r"(?:[^.;]*[\"”],?(?: and| or)?\s*)?$",
    re.I,
)
_USERS_LABEL = re.compile(
    r"\buser(?:'s|’s|s)? (?:\w+ )?(?:messages?|requests?|said|asked|words|quotes?)\b|\bmessages? (?:from|by|of) the user\b", re.I
)


_OPEN = ("negative", "prohibition", "planned", "blocked", "standing")


@dataclass(frozen=True, slots=True)
class Settings:
    """Which acts are looked for."""

    acts: tuple[str, ...] = ("consent", "reply", "request", "telling")
    quotations: bool = True
    """Whether a quotation put into the user's mouth is looked for too."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield a hit for each act and each quotation that no span bears out."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log"):
        return
    if settings.quotations:
        yield from _quotations(view)
    rule = _rule(view)
    if rule:
        yield rule
        return
    for act in acts(view.compaction.summary, statement.start, statement.end):
        if act.kind in settings.acts and not _taken_back(view, act):
            hit = _users(view, act) if act.is_users else _persons(view, act)
            if hit:
                yield hit
                return


def _taken_back(view: View, act: Act) -> bool:
    """A refusal, a wait, a condition or a question is no consent that the summary claims."""
    statement, text = view.statement, view.compaction.summary
    if act.kind == "request":
        return act.matter[1] <= act.start  # "with two coats, as the user wanted": much of that is no part of the wish
    around = lowered(text[statement.start : act.end])
    if _NOUN.search(around) and not _GIVEN.search(around):
        return True  # "it hangs on an approval from Tomas"
    if act.kind == "reply" and text[act.end : act.end + 2].strip()[:1].isdigit():
        return True  # "the gateway answers 429"
    above = lowered(". ".join((*statement.segment.headings[-1:], statement.segment.label)))
    if act.kind == "consent" and not act.is_users and order_phrases("headings").search(above):
        return True  # "Rules: the editor signs off each chapter" tells what has to be
    if act.kind == "telling" and _INDIRECT.search(lowered(text[statement.start : act.start])):
        return True  # "await what Kiril says"
    if _SUFFERED.search(lowered(text[act.start : act.end])):
        return True  # "dedupe was blamed first and then cleared"
    if _WHENEVER.search(lowered(text[statement.start : act.start])) or _is_headline(text, act):
        return True
    if _NOUN.search(lowered(text[statement.start : act.end])) and (
        statement.stance.status == "planned" or statement.stance.certainty == "asked"
    ):
        return True  # "Open: consent of the landlord" tells what is missing
    before = [cue for cue in statement.stance.cues if cue.start < act.end]
    return statement.text.rstrip(" \"'*").endswith("?") or any(cue.value == "certainty" or cue.type in _OPEN for cue in before)


_GIVEN = re.compile(r"\b(?:with|has|have|had|got|received|obtained|given|gave|after|per|came|comes|thanks to|is there|is in)\b")
_INDIRECT = re.compile(r"\b(?:what|whatever|how|whether)\s+(?:the |our |my )?$")
_SUFFERED = re.compile(r"\b(?:was|were|been|being|is|are|be|gets?|got)\b")
_NOUN = re.compile(rf"\b(?:{lexicon()['consent_nouns']})\s+(?:of|from|by)\b")
_WHENEVER = re.compile(
    r"\b(?:once|until|till|when|whenever|if|before|unless|after|as soon as|provided(?: that)?|whether|should|in case|assuming|so that|for)"
    r"\s+(?:all |both |either )?$"
)
"""What opens a clause that tells when or whether, and not that."""

_AFTER_PASSIVE = re.compile(
    r"\s*(?:[.,;:)|\n]|$|(?:as|in|on|at|only|until|from|after|if|for|by|per|unless|with|without|under|up|and|or|when)\b)"
)


def _is_headline(text: str, act: Act) -> bool:
    """Is the verb a participle without its auxiliary ("Pets allowed as long as ...")? What stands before it is no person then."""
    told = text[act.start : act.end].split()
    verb = lowered(told[-1])
    return verb.endswith("ed") and verb != "agreed" and len(told) == 2 and bool(_AFTER_PASSIVE.match(text, act.end))


# ---------------------------------------------------------------- the user


def _users(view: View, act: Act) -> Hit | None:
    text, ledger = view.compaction.summary, view.ledger
    names = set(terms(text[act.start : act.end]))
    matter = tuple(term for term, _, _ in placed_terms(text, *act.matter) if term not in names)
    if act.kind in ("reply", "telling") or not any(True for _ in spans_of(ledger, is_users)):
        return None
    unheard = _unheard(view, act, names) if act.kind == "consent" else None
    if unheard or len(set(matter)) < 2:
        return unheard
    own, _ = best_share(ledger, matter, is_users)
    earlier, _ = best_share(ledger, matter, is_earlier)
    before = _before(view, matter)
    decides = text[act.start : act.end].split()[-1] in _DECIDING
    if decides and best_share(ledger, matter, _is_no_question)[0] > 0:
        return None
    if own >= (REQUEST_SHARE if act.kind == "request" else OWN_SHARE) or max(earlier, before) >= OWN_SHARE:
        return None
    _, span = best_share(ledger, matter, is_assistants)
    if span is None or _theirs(ledger, matter) < (CHOICE_SHARE if decides else OTHERS_SHARE):
        return None
    if agreed_to(ledger, matter):
        return None
    return _hit(view, act, _place(view, matter, span, "only here, and not the user's word"), own)


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
    return _hit(view, act, _place(view, tuple(matter), first, "it first comes up here, after the user's last word"), 0.0)


_FURTHER = re.compile(r",| and (?:it|they|he|she|this|that|the|is|was|will|wants|goes)\b| so\b| which\b|[;:(]")
"""Where the thing agreed to ends and a further claim begins."""

_DECIDING = ("decided", "chose", "opted", "picked")
"""Verbs for a choice, which a user makes by an order ("switch it off") and not by a yes."""


def _is_no_question(span: Span) -> bool:
    return is_users(span) and "?" not in span.text


def _before(view: View, matter: tuple[str, ...]) -> float:
    """What part of the matter the previous summary of the record holds."""
    previous = view.compaction.previous_summary or ""
    return share_in(view.ledger, matter, previous, 0, len(previous))[0]


def _rule(view: View) -> Hit | None:
    """A rule told as the user's of which no span holds more than a word or two."""
    statement = view.statement
    if not any(_USERS_RULES.search(label) for label in (*_labels(statement), *_label_of_clause(view))):
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
    return _hit(view, act, _place(view, matter, span, "the nearest there is") if span else (), shares[0][0])


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


def _labels(statement: Statement) -> tuple[str, ...]:
    return (statement.segment.label, *statement.segment.headings[-1:])


_RULE = r"(?:rules?|instructions?|constraints?|orders?|requirements?)"
_USERS_RULES = re.compile(rf"\b{_RULE} (?:\w+ )?(?:from|by|of) the user\b|\buser(?:'s|’s) (?:\w+ )?{_RULE}\b", re.I)


# ---------------------------------------------------------------- somebody else


def _persons(view: View, act: Act) -> Hit | None:
    """A third person's act needs a span that tells of such an act, or that person's own words."""
    if act.kind == "request" or _is_standing(view, act):
        return None
    name = next((term for word in reversed(re.findall(r"[\w'’-]+", lowered(act.who))) if (term := stem(word.removesuffix("'s")))), "")
    ledger, text = view.ledger, view.compaction.summary
    mentions = ledger.postings.get(name, [])
    if not name or any(is_machine(word) for word in act.who.split()):
        return None
    if name in terms(view.compaction.previous_summary or ""):  # what was agreed before this window cannot be seen
        return None
    if not mentions:
        return _stranger(view, act)
    if act.kind == "telling" and (any(speaks(ledger, order, name) for order in mentions) or "," in text[act.start : act.end]):
        return None
    confirms = lowered(text[act.start : act.end]).split()[-1].startswith("confirm")  # which any message from them may do
    told = "reply" if act.kind == "telling" or confirms else act.kind
    if any(tells_of(ledger, order, name, told) for order in mentions) or signs(ledger, name):
        return None
    if not act.who[:1].isupper() or lowered(act.who).split()[0] in _ARTICLES:  # a role; a span may well call its holder by name
        matter = tuple(term for term, _, _ in placed_terms(text, *act.matter))
        if somebody_agrees(ledger, matter, told):
            return None
    order = mentions[-1]
    start, end = ledger.bounds[order]
    span = ledger.span_of(order)
    return _hit(view, act, Place(span.id, start, end, span.text[start:end], "the last word on it"), 0.0)


_ARTICLES = ("the", "our", "my", "his", "her", "their", "all", "both")


def _is_standing(view: View, act: Act) -> bool:
    """Does a body, known by its initials or behind a relative, take something as a rule? Persons accept a thing once."""
    summary = view.compaction.summary
    verb = lowered(summary[act.start : act.end]).split()[-1]
    relative = _RELATIVE.search(lowered(summary[view.statement.start : act.start]))
    return bool(act.who.isupper() or relative) and verb in words("standing_consents")


_RELATIVE = re.compile(r"\b(?:what|whatever|than|which|as|that)\s+(?:the |our |my )?$")
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
    return _hit(view, act, _place(view, matter, span, "here, and without that name"), 0.0)


_COMMON_NOUN = re.compile(r"(?:ing|tion|sion|ment|ness|sis|s|er|or|al|ck|st|view|run)$")
"""How a common noun may end that opens a sentence ("Testing confirmed ...", "A check confirmed ...")."""

# ---------------------------------------------------------------- quotations


def _quotations(view: View) -> Iterator[Hit]:
    """Quotations that the summary puts into the user's mouth and that stand in no word of his."""
    statement, text = view.statement, view.compaction.summary
    labelled = any(_USERS_LABEL.search(label) for label in (*_labels(statement), *_label_of_sentence(view)))
    for match in re.finditer(r"[\"“]([^\"“”\n]{12,400})[\"”]", text[statement.start : statement.end]):
        quotation = match[1]
        lead = text[statement.start : statement.start + match.start()]
        says = _SAID.search(lead)
        if quotation.startswith("[") or len(quotation.split()) < LEAST_QUOTED_WORDS or not (says or (labelled and _IN_LIST.search(lead))):
            continue
        users = [span.text for span in spans_of(view.ledger, is_users)]
        if not users or not _is_latin(" ".join(users)):
            return
        best = quoted_share(quotation, "\n".join(users))
        if best >= TRUE_SHARE or any(quoted_share(quotation, said) >= TRUE_SHARE for said in users) or _stands_elsewhere(view, quotation):
            continue
        start = statement.start + match.start()
        yield Hit(
            start=start,
            end=statement.start + match.end(),
            evidence=_nearest(view, quotation),
            fields={"who": "the user", "act": "said", "claim": match[0]},
            why={"act": "quotation", "share": round(best, 3)},
        )


def _label_of_sentence(view: View) -> tuple[str, ...]:
    """The label that opens the sentence or line, which later clauses of it share."""
    line = view.compaction.summary.rfind("\n", 0, view.statement.start) + 1
    return tuple(part.segment.label for part in view.statements[max(0, view.number - 12) : view.number] if part.start >= line)


def _stands_elsewhere(view: View, quotation: str) -> bool:
    earlier = [s.text for s in view.ledger.spans if is_earlier(s)] + [view.compaction.previous_summary or ""]
    key = " ".join(lowered(quotation).split())[:40]
    return any(quoted_share(quotation, text) >= TRUE_SHARE for text in earlier if text and len(text) < 40_000) or any(
        key in " ".join(lowered(span.text).split()) for span in view.ledger.spans if span.role == "tool"
    )


def _is_latin(text: str) -> bool:
    if (text := text[:4000]).isascii():
        return re.search("[A-Za-z]", text) is not None
    letters = [char for char in text if char.isalpha()]
    return sum(char < "\u0250" for char in letters) >= 0.8 * max(1, len(letters))


def _nearest(view: View, quotation: str) -> tuple[Place, ...]:
    found = tuple(term for term in terms(quotation) if term not in stopwords())
    _, span = best_share(view.ledger, found, lambda span: span.role in ("user", "assistant", "tool"))
    return () if span is None else _place(view, found, span, "the nearest there is")


# ---------------------------------------------------------------- the hit


def _place(view: View, matter: tuple[str, ...], span: Span, label: str) -> tuple[Place, ...]:
    ledger = view.ledger
    orders = ledger.orders(span.id)
    if not len(orders):
        return ()
    best = max(orders, key=lambda order: share_in(ledger, matter, span.text, *ledger.bounds[order])[0])
    start, end = ledger.bounds[best]
    return (Place(span.id, start, end, span.text[start:end], label),)


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
