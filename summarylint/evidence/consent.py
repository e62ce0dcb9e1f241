"""Consent in the spans: did a person agree, answer or decide there, in his own words or in somebody's report of them?"""

from __future__ import annotations

import re
from typing import Literal

from summarylint.evidence.index import Ledger
from summarylint.evidence.voices import agreed_after, is_earlier, is_users, share_in, spans_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.orders import find_orders
from summarylint.language.phrases import lowered, one_of
from summarylint.language.terms import placed_terms, terms
from summarylint.language.voices import is_agreement, lexicon, opens_with_agreement, phrases, reported, speaker_label, words
from summarylint.model import Place, Span

OWN_SHARE = 0.3
"""The part of a matter's worth that somebody's words have to hold for him to have spoken of it."""

NEAR_BEST = 0.75
"""What a span holds of a matter, beside the one that holds most of it, for an answer to it to be an answer to the matter."""

RECENT_MESSAGES = 3
"""A go-ahead holds for what the assistant does over the user's next few messages."""

AFTER_THE_NAME = 2
"""Sentences behind the one that names a person in which a pronoun may still speak of him."""

_WORDS = lexicon()["consenting_people"]
_TOOL_TELLS = re.compile(r"\buser (?:has )?(?:approved|accepted|confirmed|answered|chose|selected|said)\b", re.I)
"""How a tool output tells what the user decided outside the messages, in a dialogue of the harness."""


def agreed_to(ledger: Ledger, matter: tuple[str, ...]) -> bool:
    """Did the user agree before or after anything that held the matter, or does a tool output tell that he did?"""
    if any(span.role == "tool" and _TOOL_TELLS.search(span.text[:2000]) for span in ledger.spans):
        return True
    proposing = [span for span in ledger.spans if span.role in ("assistant", "tool")]
    shares = {span.id: share_in(ledger, matter, span.text, 0, len(span.text))[0] for span in proposing}
    least = max(OWN_SHARE, NEAR_BEST * max(shares.values(), default=0.0))
    for number, span in enumerate(ledger.spans):
        if shares.get(span.id, 0.0) < least:
            continue
        before = [s for s in ledger.spans[:number] if is_users(s)][-RECENT_MESSAGES:]
        if any(opens_with_agreement(message.text) for message in before):
            return True
        if agreed_after(ledger, span, matter) or _taken_up(ledger, span, matter):
            return True
    return False


def asked_in_vain(ledger: Ledger, matter: tuple[str, ...]) -> Place | None:
    """Return the assistant's question for leave to do the matter ("Shall I ...?") that the user neither answered nor had settled before.

    None where there is no such question, where he agreed, and where any word of his or of an earlier summary on the matter is no
    question itself.
    """
    asked: int | None = None
    for order in sorted({order for term in matter for order in ledger.postings.get(term, ())}):
        span, (start, end) = ledger.span_of(order), ledger.bounds[order]
        if is_earlier(span) or (is_users(span) and not _SENTENCE_ASKED.match(span.text, start)):
            return None
        if span.role == "assistant" and span.kind == "text" and _asks_leave(ledger, order, matter):
            asked = order
    if asked is None or agreed_to(ledger, matter):
        return None
    span, (start, end) = ledger.span_of(asked), ledger.bounds[asked]
    answers = (s for s in ledger.spans[ledger.number(span.id) + 1 :] if is_users(s))
    if any(opens_with_agreement(said.text) or is_agreement(said.text) or find_orders(said.text) for said in answers):
        return None
    return Place(span.id, start, end, span.text[start:end], "only asked here, and not answered")


_ASKING_LEAVE = LatePattern(lambda: rf"\b{one_of(_WORDS['asking_leave'])}\b")
_SENTENCE_ASKED = re.compile(r"[^.!?\n]*\?")

ASKED_SHARE = 0.6
"""The part of a matter's worth that a question has to hold to ask for it."""


def _asks_leave(ledger: Ledger, order: int, matter: tuple[str, ...]) -> bool:
    text = ledger.text(order)
    asks = text.rstrip(" *_)\"'").endswith("?") and _ASKING_LEAVE.search(lowered(text))
    return bool(asks) and share_in(ledger, matter, text, 0, len(text))[0] >= ASKED_SHARE


def _taken_up(ledger: Ledger, span: Span, matter: tuple[str, ...]) -> bool:
    """Does the user's next message speak of what `span` proposed in a word of the matter, or one soon after order it ("drop it")?"""
    following = [s for s in ledger.spans[ledger.number(span.id) + 1 :] if is_users(s)][:RECENT_MESSAGES]
    spoken = [s for s in following if "?" not in s.text and set(matter) & set(terms(s.text))]
    return any(s is following[0] or any(order.kind == "request" for order in find_orders(s.text)) for s in spoken)


def signs(ledger: Ledger, name: str) -> bool:
    """Is the named person the user, who signs a message so and agrees in one?"""
    users = list(spans_of(ledger, is_users))
    greeting = "|".join(map(re.escape, lexicon()["signing"]))
    own = re.escape(name)
    signed = re.compile(rf"(?:{greeting})[\s,!.]+(?:\w+\.? )?{own}|\n[^\n]{{0,20}}{own}\w*\s*$", re.I)
    return any(signed.search(span.text) for span in users) and any(opens_with_agreement(span.text) for span in users)


def speaks(ledger: Ledger, order: int, name: str) -> bool:
    """Does statement number `order`, which names a person by the term `name`, show that person saying, wishing or being anything?

    Only where all that names a person asks or seeks him is it sure that he has said nothing.
    """
    span, text = ledger.span_of(order), ledger.text(order)
    if span.role in ("summary", "system") or speaker_label(span.text, *ledger.bounds[order]):
        return True
    placed = next(((a, b) for term, a, b in placed_terms(text) if term == name), None)
    if placed is None:
        return True
    before, behind = lowered(text[max(0, placed[0] - BEFORE_THE_NAME) : placed[0]]), lowered(text[placed[1] :])
    following = order + 1
    if following in ledger.orders_of(ledger.number_of(order)) and span.role == "user":
        behind += " " + lowered(ledger.text(following))
    if (
        _SOUGHT.search(before)
        or (_SOUGHT_YET.search(behind) and not _REPORTS.search(behind))
        or (span.role == "tool" and _MADE.search(before))
    ):
        return False
    return not text.rstrip().endswith("?") or bool(_SENDER.search(before)) or behind.lstrip()[:1] in (":", "<", ">")


_SOUGHT_YET = LatePattern(
    lambda: (
        rf"\b(?:will|[a-z]+['’]ll|ill|have to|need to|must|should|can you|could you|please|pls|going to|gonna|let me)\b[^.;!?]{{0,20}}?"
        rf"\b{one_of(_WORDS['sought'])} (?:him|her|them)\b"
    )
)
"""Behind a name: that somebody has yet to ask its bearer ("Mirek built that ramp, I'll ask him tomorrow")."""
_MADE = re.compile(r"\b(?:built|made|written|done|created|owned|maintained|installed|drawn|sewn|packed|cut) by\s*:?\s*$")
_REPORTS = LatePattern(
    lambda: (
        r"\b(?:he|she|they|said|says|told|wrote|writes|wants|wanted|likes|prefers|thinks|thought|would|asked|asks|needs|agreed|agrees|knows)\b"
    )
)

BEFORE_THE_NAME = 30
"""Code points before a name in which it may stand whether the person is asked or is the sender."""

_SOUGHT = LatePattern(lambda: rf"(?:\b{one_of(_WORDS['sought'])}|\bto:)\s+(?:\w+\.?\s+)?[\"'@]?$|@$")
_SENDER = re.compile(r"\b(?:from|sender|author|by|user|name)[\"']?\s*:?\s*[\"']?$")


def writes(ledger: Ledger, name: str) -> bool:
    """Does a file, an address or a handle have the name in it ("letter_dr_moretti.pdf")? It may hold that person's words."""
    pattern = re.compile(rf"[\w.]{re.escape(name)}|{re.escape(name)}\w*[._@-]\w")
    return any(pattern.search(lowered(span.text)) for span in ledger.spans)


def tells_of(ledger: Ledger, order: int, name: str, kind: Literal["consent", "reply", "request"]) -> bool:
    """Does statement number `order`, which names a person by the term `name`, or what follows it, tell of such an act of his?"""
    span = ledger.span_of(order)
    for at in range(order, min(order + 1 + AFTER_THE_NAME, len(ledger))):
        if ledger.span_of(at) is not span:
            break
        start, end = ledger.bounds[at]
        text = span.text[start:end]
        label = speaker_label(span.text, start, end)
        own = (label is not None and name in terms(label.who)) or _opens_with(span.text, start, name)
        if at > order and label and not own:
            break
        if own and _CONTENT.search(lowered(text)):
            return True
        if own and (kind == "reply" or is_agreement(span.text[label.scope[0] if label else start : end])):
            return True
        voices = tuple(reported(span.text, start, end))
        if kind == "reply" and voices:
            return True
        if any(name in terms(voice.who) and voice.verb for voice in voices) and _is_settled(ledger, at):
            return True  # "raul says take it": what he said is for the reader of the span to judge
        if (_acts_in(text if at > order else _told_of(text, name, kind), kind) and _is_settled(ledger, at)) or _is_content(text):
            return True
        if not own and at == order and _yes_after(text, name):
            return True
    return span.role == "user" and _told_next(ledger, span)


def _told_next(ledger: Ledger, span: Span) -> bool:
    """Does the user's next message open with a pronoun for the one he has just named, and tell that that one is content?"""
    following = next((s for s in ledger.spans[ledger.number(span.id) + 1 :] if is_users(s)), None)
    return following is not None and _PRONOUN.match(lowered(following.text)) is not None and _is_content(following.text)


_PRONOUN = re.compile(r"\W*(?:(?:ok|okay|good|yes|yep|so|and|update|great),? )?(?:he|she|they)\b")


def somebody_agrees(ledger: Ledger, matter: tuple[str, ...], kind: Literal["consent", "reply", "request"]) -> bool:
    """Does any statement on the matter, by whomever, tell of such an act as done?"""
    orders = {order for term in matter for order in ledger.postings.get(term, ())}
    return any(
        _acts_in(ledger.text(order), kind)
        and _is_settled(ledger, order)
        and share_in(ledger, matter, ledger.text(order), 0, len(ledger.text(order)))[0] >= OWN_SHARE
        for order in sorted(orders)
    )


def _opens_with(text: str, at: int, name: str) -> bool:
    """Does the line of `at` open with the name and a colon, or the mail it stands in with the name as its sender?"""
    line = text.rfind("\n", 0, at) + 1
    head = re.match(r"[ \t>*•-]*(?:\S+ )?([^\W\d_][\w'’.-]*(?: [\w'’.-]+){0,2}):\s", text[line:])
    return (head is not None and name in terms(head[1])) or name in terms(" ".join(_FROM.findall(text[:at])[-1:]))


_FROM = re.compile(r"^(?:(?:From|Sender|Von|De): *|[Ff]rom (?=[^\n:]{1,40}:))([^\n]*)$", re.M)

_CONTENT = LatePattern(
    lambda: (
        rf"(?:\b(?:he|she|they|it|is|was|are|were|seems|sounds)(?:'s|'re|s)?|'s) (?:\w+ )?{one_of(_WORDS['content_with'])}\b"
        rf"|\b{one_of(_WORDS['content'])}\b|\b(?:does|did|do|would|wouldn|doesn|don|didn)(?:'?n?'?t| not)? mind\b|\bis in\b(?! the)"
    )
)
"""How a text tells that somebody is content with a thing, without a verb of consent."""


def _told_of(text: str, name: str, kind: str) -> str:
    """What a statement that names a person tells of him: for an answer what stands behind the name, or "reply from" before it."""
    placed = next(((a, b) for term, a, b in placed_terms(text) if term == name), None)
    if kind != "reply" or placed is None:
        return text
    before = _ANSWER_FROM.search(lowered(text[: placed[0]]))
    return (before[0] + " " if before else "") + text[placed[1] :]


_ANSWER_FROM = re.compile(r"\b(?:reply|answer|message|mail|email|call|note|letter|word)(?: \w+)? from (?:\w+ )?$")


def _is_content(text: str) -> bool:
    lower = lowered(text)
    return bool(_CONTENT.search(lower)) and not lower.rstrip().endswith("?") and not phrases("still_open").search(lower)


_SIGNED_OFF = re.compile(r"\bsign(?:ed|s)?(?: [\w'-]+){1,6} off\b")
"""A phrase of consent with its object in the middle."""


def _acts_in(text: str, kind: str) -> bool:
    lower = lowered(text)
    if kind == "reply":
        return bool(phrases("answers").search(lower))
    found = re.findall(r"[\w'-]+", lower)
    return (
        any(word in words("consenting") for word in found)
        or bool(_SIGNED_OFF.search(lower))
        or any(phrases(entry).search(lower) for entry in ("consenting_phrases", "consent_words"))
    )


def _is_settled(ledger: Ledger, order: int) -> bool:
    """Is the act told as done, and not asked for, refused or forbidden in its own part of the statement?"""
    statement = ledger.statement(order)
    lower = lowered(ledger.text(order))
    if statement.stance.certainty in ("asked", "conditional", "possible") or phrases("still_open").search(lower):
        return False
    refusing = [cue for cue in statement.stance.cues if cue.type in ("negative", "prohibition", "blocked")]
    if not refusing:
        return True
    text = ledger.span_of(order).text
    parts = [(m.start(), m.end()) for m in _PART.finditer(text, statement.start, statement.end)]
    return any(_acts_in(text[start:end], "consent") and not any(start <= cue.start < end for cue in refusing) for start, end in parts)


_PART = re.compile(r"[^,;]+")


def _yes_after(text: str, name: str) -> bool:
    """ "Noor is fine with it", "Noor: ok": agreement right behind the name."""
    placed = [b for term, _, b in placed_terms(text) if term == name]
    return not phrases("still_open").search(lowered(text)) and any(_YES.match(lowered(text[at:])) for at in placed)


_YES = re.compile(
    r"(?:'s)?,? ?(?:\([^()]*\))?(?:is|was|seems|says|said|:|-|just|has|gave|,| )*\s*"
    r"(?:yes|ok\b|okay|fine|happy|agreed|sure|good with|cool|on board|in favou?r)"
)
