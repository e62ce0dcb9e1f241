"""Voices: who says it. Reading, in a stretch of text, whose word or deed stands there; the words are in lexicon/voices.toml."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.terms import stopwords
from summarylint.language.trie import trie_pattern

_NAME = r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z][\w'’-]+(?: [A-Z][\w'’.-]+){0,2}"
_STAMP = r"(?:\[?\(?\d{1,4}[-:./]\d{1,2}(?:[-:.]\d{1,4})?(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?\)?\]?)"
_LABEL = re.compile(
    rf"[ \t>*•-]*(?:(?:[a-z]{{4,12}} )?(?P<stamp>{_STAMP})[ \t]+)?(?P<name>[^\W\d_][\w'’.-]{{0,60}}(?: [\w'’.-]{{1,60}}){{0,2}})"
    rf"(?: ?\((?P<aside>[^()\n]{{1,40}})\))?:[ \t]+(?=\S)"
)
_CLOCK = re.compile(r"\d:\d\d")
_SOURCE = re.compile(r"[ \t>*•-]*(?P<name>source(?: [A-Z0-9]{1,2})?: [^:\n\"]{3,60})", re.I)
_SENDER = re.compile(r"(?:[^\n]{0,80}\n){0,2}?(?:from|sender|von):[ \t]*(?P<name>[^\n<@]{2,60})[^\n]*\n", re.I)
_LETTER = re.compile(
    r"[ \t>*•-]*(?:\w{1,60} )?(?:e-?mail|mail|letter|note|message|sms|text|reply|answer|voicemail|post|comment) "
    r"(?:from|by) (?P<name>[^:\n]{2,50}): (?=\S)",
    re.I,
)
_TURN = re.compile(r"^[ \t]*[A-Z][A-Z .'-]{0,30}: +(?=[\"“'A-Z])", re.M)
"""A turn of a transcript or play: a name in capitals and a sentence."""

LEAST_NAME = 4
"""Letters of a speaker's name in capitals; shorter ones are mostly abbreviations."""

LEAST_SPOKEN = 3
"""Words behind the label of a person; with fewer it is a field of a form ("Guest: 2")."""

_PER = re.compile(r"\b[Pp]er (?:the|his|her|their|its|our|[A-Z][a-z]+)\b")
_OPENS = r"(?:(?<=[.:;,(\"“] )|(?<=\n)|(?<=^)|(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=\bas )|(?<=\bcause ))"
"""What stands before the subject of a clause; a chat leaves out the article after it."""

_BY_NAME = re.compile(r" (?P<verb>says|said|reckons|claims|swears|insists|told (?:me|us|him|her|them|the))\b")
_NAME_BEFORE = re.compile(rf"{_OPENS}(?P<who>[a-z]{{3,}})\Z", re.MULTILINE)
"""A verb that needs a person, and before it the name in small letters, as chats write it."""

LONGEST_NAME = 20
"""Letters of such a name at most."""


_BETWEEN = (
    "also|still|itself|once|even|just|has|have|had|only|now|always|often|usually|never|repeatedly|later|first|then|simply|really"
    "|already|clearly"
)
"""Words between who says it and the verb."""

_SOURCE_LEAD = re.compile(r"(?<![\w-])(?:[Aa]ccording to|[Aa]s (?:reported|stated|told|claimed) by|[Aa]s per|[Hh]eard from|[Tt]old by)\s+")
"""What stands before the one whose word it is."""

_PARTIES = frozenset({"i", "we", "you", "me", "us", "user", "users", "assistant", "assistants"})


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody's word in a text: `who` as written, the phrase that says so at `[start, end)`, and the stretch it bears on."""

    who: str
    kind: Literal["person", "document", "chat"]
    start: int
    end: int
    scope: tuple[int, int]
    verb: str = ""
    """The reporting verb; empty for a label."""


def lexicon() -> dict[str, Any]:
    """Return lexicon/voices.toml."""
    return read_lexicon("voices")


@lru_cache(maxsize=16)
def words(entry: str) -> frozenset[str]:
    """Return the words of a lexicon entry that lists them in one string."""
    return frozenset(lexicon()[entry].split())


@lru_cache(maxsize=16)
def phrases(entry: str) -> PhrasePattern:
    """Return the pattern of a lexicon entry that lists phrases, to be searched in lower case."""
    return PhrasePattern(lexicon()[entry], lambda group: rf"(?<![\w'+-]){group}(?![\w'-])")


@lru_cache(maxsize=1)
def _reports() -> tuple[LatePattern, LatePattern]:
    """Who is told to say it: before the verb, and behind "according to" and its like."""
    verbs, people, papers = ("|".join(sorted(words(entry), key=len, reverse=True)) for entry in ("reporting", "persons", "documents"))
    trades = rf"[a-z]{{2,}}(?:{'|'.join(words('person_endings'))})"
    kinds = rf"(?:(?P<person>{people}|{trades})|(?P<paper>{papers}))"
    noun = rf"(?:[Tt]he|[Aa]n?|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Oo]ne|[Tt]hat|[Tt]his)\s+(?:[\w'’-]+\s+){{0,2}}{kinds}s?\b"
    bare = rf"(?:{_OPENS}(?:[a-z-]+ )?(?:(?:{people}|{trades})s?|[\w-]+['’]s (?:{papers}))\b)"
    who = rf"(?P<who>{noun}|[Vv]endor\s+{_NAME}|[Ss]upplier\s+{_NAME}|\b(?:[Hh]e|[Ss]he|[Tt]hey)\b|{bare}|{_NAME})"
    where = "next door|over there|there|here|downstairs|upstairs"
    whose = rf"(?: (?:of|from|at|in|on) (?:the |our |my |a )?[^\s,;:]+(?: [^\s,;:]+)?| (?:{where}))?"
    between = whose + rf"(?:,? (?:\([^()]*\)|who|which|{_BETWEEN}),?)*"
    plural = "|".join(words("plural_reporting"))
    answers = rf"(?:{'|'.join(sorted(words('answering'), key=len, reverse=True))})\b(?=[^.;:\n]{{0,40}}:\s)"
    sure = "|".join(re.escape(phrase) for phrase in lexicon()["convinced"])
    rules = "|".join(sorted(words("laying_down"), key=len, reverse=True))
    told = (
        rf"(?:{verbs})\b|(?P<rule>{rules})\b|(?<=[Tt]hey )(?:{plural})\b|"
        rf"(?<=[a-rt-z]s )(?:{plural})\b|{answers}|(?:{sure}) (?=that\b|it\b|the\b)"
    )
    source = rf"(?P<who>{noun}|{_NAME}|[\w'’ -]{{2,40}}?(?=,))"
    return (
        LatePattern(lambda: rf"(?<![\w-]){who}{between},?\s+(?P<verb>{told})"),
        LatePattern(lambda: rf"{_SOURCE_LEAD.pattern}{source}"),
    )


@lru_cache(maxsize=1)
def _any_verb() -> PhrasePattern:
    """Any verb of saying; a cheap test, since few statements hold one."""
    entries = ("reporting", "answering", "plural_reporting", "laying_down")
    return PhrasePattern([*(word for entry in entries for word in words(entry)), *lexicon()["convinced"]], lambda group: rf"\b{group}\b")


def reported(text: str, start: int, end: int) -> Iterator[Voice]:
    """Yield the voices of others in the statement at `[start, end)` of `text`: reported speech, and the label of its line."""
    label = speaker_label(text, start, end)
    if label:
        yield label
    tells, against = _reports()
    for match in tells.finditer(text, start, end) if _any_verb().search(text, start, end) else ():
        who = match["who"]
        if match["rule"] and not match["paper"]:
            continue  # whoever gives something need not say anything; a guideline does
        if _own(who) or lowered(who) in words("no_speakers") or (is_machine(who) and not (match["paper"] or match["person"])):
            continue
        stop, behind = _stop(text, match.end(), end), text[match.end() : match.end() + 1]
        if behind == "," and match.start() > start and text[: match.start()].rstrip()[-1:] not in ".,;:(":
            scope = (start, match.start())  # "three degrees they say, so ..."
        elif stop - match.end() < LEAST_SAID or (behind and behind in ".,"):
            scope = (_said_before(text, start, match.start()), end)
        else:
            scope = (match.end(), stop)
        paper = match["paper"] or lowered(who).split()[-1] in words("documents")
        yield Voice(who, "document" if paper else "person", match.start(), match.end(), scope, match["verb"])
    yield from _names(text, start, end)
    heard = phrases("hearsay").search(lowered(text[start:end]))
    if heard:
        at = start + heard.end()
        yield Voice("somebody", "person", start + heard.start(), at, (at, _stop(text, at, end)), "say")
    for match in against.finditer(text, start, end) if _SOURCE_LEAD.search(text, start, end) else ():
        if _own(match["who"]):
            continue
        yield Voice(match["who"], "document" if match["paper"] else "person", match.start(), match.end(), (start, end))


LEAST_SAID = 12
"""Code points behind a verb of saying that can hold what was said; with fewer it stands before ("..., they said")."""


def _said_before(text: str, start: int, at: int) -> int:
    """Where what was said begins that stands before "he says": with the sentence behind a comma, else behind the last one."""
    before = text[start:at].rstrip()
    return start if before[-1:] in ',"”' else start + max(before.rfind(mark) + 1 for mark in ",;:(")


def opinion(text: str, start: int, end: int) -> Voice | None:
    """Return the voice of the writer himself, where the statement at `[start, end)` marks what it says as his view ("in our view")."""
    found = phrases("opinions").search(lowered(text[start:end]))
    if found is None:
        return None
    at = start + found.start()
    return Voice("the writer", "document", at, start + found.end(), (at, _stop(text, at, end)))


def _own(who: str) -> bool:
    """Is this a party of the talk itself, whose own word is no report?"""
    return bool(_PARTIES.intersection(lowered(who).split()))


def _names(text: str, start: int, end: int) -> Iterator[Voice]:
    """Names in small letters that say something; a word that the language has is none."""
    for match in _BY_NAME.finditer(text, start, end):
        name = _NAME_BEFORE.search(text, max(start, match.start() - LONGEST_NAME), match.start())
        if name is None or is_machine(name["who"]) or name["who"] in stopwords() or name["who"] in words("documents"):
            continue
        if not name["who"].endswith(("ing", "er", "or", "one", "body", "thing")) and name["who"] not in words("persons"):
            scope = match.end(), _stop(text, match.end(), end)
            yield Voice(name["who"], "person", name.start(), match.end(), scope, match["verb"].split()[0])


def is_machine(who: str) -> bool:
    """Is the last word of this subject a thing that shows, and does not tell?"""
    last = lowered(who).split()[-1:]
    return bool(words("machines").intersection(last)) and not words("persons").intersection(last)


_BREAK = re.compile(r"[;\n]|(?<!\ball)(?<!\bnone)(?<!\bany)(?<!\bnothing)(?<!\bnot),? but (?!for\b|not\b|only\b|also\b|then\b)")
"""Where another thing is told than what somebody says. "All but two" and "not X but only Y" go on with it."""


def _stop(text: str, at: int, end: int) -> int:
    found = _BREAK.search(text, at, end)
    return found.start() if found else end


def speaker_label(text: str, start: int, end: int) -> Voice | None:
    """Return the speaker whose name opens the line of `[start, end)`, as in a chat, a transcript or notes, or None."""
    line = text.rfind("\n", 0, start) + 1
    match = _SOURCE.match(text, line)
    if match and match.end() < end:
        return Voice(match["name"], "document", match.start("name"), match.end(), (max(start, match.end()), end))
    letter = _LETTER.match(text, line)
    if letter and letter.end() < end:
        return Voice(letter["name"], "chat", letter.start("name"), letter.end(), (max(start, letter.end()), end))
    sender = _sender(text, start)
    if sender:  # mails bring plain facts as well, so that a writer's word counts as little as a colleague's
        return Voice(sender["name"].strip(), "chat", sender.start(), sender.end(), (start, end))
    match = _LABEL.match(text, line)
    if match is None or match.end() >= end or not _speaks(match):
        return None
    kind: Literal["person", "chat"] = "chat" if match["stamp"] and not match["name"].isupper() else "person"
    return Voice(match["name"], kind, match.start("name"), match.end() - 1, (max(start, match.end()), end))


def _sender(text: str, at: int) -> re.Match[str] | None:
    """The head of the mail that `at` stands in: the last one before it, where the text opens with one."""
    first = _SENDER.match(text)
    if first is None or at < first.end():
        return None
    head = text.rfind("\nFrom: ", 0, at) + 1
    last = _SENDER.match(text, head) if head else None
    return last if last and at >= last.end() else first


@lru_cache(maxsize=256)
def _talkers(text: str) -> frozenset[str]:
    """The names that open the lines of a talk, in lower case: two or more, one of which speaks twice, or a head that says so."""
    found = [match[1].lower() for match in _TURN_OF_TALK.finditer(text)]
    names = {name for name in found if not is_machine(name) and name not in words("levels") and name not in words("documents")}
    again = any(found.count(name) > 1 for name in names) or _TALK.search(text.split("\n", 1)[0])
    if len(names) < 2 or len(found) > len(text.splitlines()) or not again:
        return frozenset()
    return frozenset(names)


_TALK = re.compile(r"\b(?:chat|transcript|minutes|thread|channel|messages|interview|call|group)\b|#\w", re.I)
_TURN_OF_TALK = re.compile(r"^[ \t>]*([^\W\d_]{2,14})(?: ?\([^()\n]{1,40}\))?: (?=(?:\S+ ){2,}\S*[^\W\d_])", re.M)


def _speaks(match: re.Match[str]) -> bool:
    name, aside = match["name"], lowered(match["aside"] or "")
    if any(word in lexicon()["narrators"] for word in (*aside.split(), *lowered(name).split())):
        return False
    if lowered(name).split()[-1] in words("persons"):
        spoken_line = match.string[match.end() :].split("\n", 1)[0]
        return len(spoken_line.split()) >= LEAST_SPOKEN and bool(_VERB.search(spoken_line))
    if match["stamp"] is None and lowered(name) in _talkers(match.string):
        return True
    timed = match["stamp"] is not None and bool(_CLOCK.search(match["stamp"]))
    spoken = match["stamp"] is None and name.isupper() and len(name) >= LEAST_NAME and len(_TURN.findall(match.string)) > 1
    return (timed or spoken) and name.replace(" ", "").isalpha() and lowered(name) not in words("levels")


_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|may|might|must|should|shall)\b"
    r"|'(?:s|re|ve|ll|m|d)\b|n't\b|\b[a-z]{2,}(?:s|ed)\b",
    re.I,
)
"""A sign of a verb; what stands behind a name without one is a field of a form and nobody's sentence."""


def told_apart(text: str) -> bool:
    """Does this text say, in whatever way, whose word it is? Then nothing has been lost."""
    lower = lowered(text)
    if any(word in words("told_apart") for word in re.findall(r"[\w'-]+", lower)):
        return True
    return bool(_PER.search(text) or re.search(r"\b(?:user|assistant|agent)\b", lower))


def opens_with_agreement(text: str) -> bool:
    """Does this message begin by agreeing ("go ahead with the split")?"""
    return bool(phrases("agreement").match(lowered(text).lstrip(" \n\t*_\"'"))) and is_agreement(text[:200])


def is_agreement(text: str) -> bool:
    """Does a person who says this agree to what stands before it?"""
    lower = " ".join(lowered(text).split())
    if re.match(r"(?:no|nope|nah|stop|don't|dont)\b", lower):
        return False
    return bool(phrases("agreement").search(phrases("no_agreement").sub(" ", lower)))


# ---------------------------------------------------------------- acts of consent, answers and requests


@dataclass(frozen=True, slots=True)
class Act:
    """What a summary says that a party did with words: `matter` is the stretch that says what it was about."""

    who: str
    kind: Literal["consent", "reply", "request", "telling"]
    start: int
    end: int
    matter: tuple[int, int]

    @property
    def is_users(self) -> bool:
        """Is it the user's act?"""
        return lowered(self.who).removeprefix("the ").rstrip("'s") in ("user", "u")


@lru_cache(maxsize=1)
def _acts() -> list[tuple[LatePattern, LatePattern, str]]:
    """The patterns of acts by kind, those that name it last first; before each a pattern of the words without which it matches nothing."""
    people = "|".join(sorted(words("persons"), key=len, reverse=True))
    trades = rf"[a-z]{{2,}}(?:{'|'.join(words('person_endings'))})"
    noun = rf"(?:[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Aa]ll|[Bb]oth)\s+(?:[\w-]+\s+){{0,2}}(?:{people}|{trades})s?"
    user = r"(?:[Tt]he )?[Uu]sers?"
    person = rf"(?P<who>(?<![\w'-])(?:{user}|{noun}|{_NAME}))"
    aside = r"(?:,[^,.;:()\n]{2,60},| \([^()\n]*\)|,? who)?"
    adverbs = rf"(?:\s+(?:{'|'.join(words('act_adverbs'))}))*"
    simple = {
        "consent": [*sorted(words("consenting"), key=len, reverse=True), *lexicon()["consenting_phrases"]],
        "reply": words("replying"),
        "request": words("requesting"),
        "telling": sorted(words("telling") | words("deeds")),
    }
    joined = r"(?:\s[^.;:,\n]{1,60}?\sand)?"  # "the publisher likes it and has accepted it"
    nouns = one_of(lexicon()["consent_nouns"])
    some_noun, passives = LatePattern(lambda: nouns), "|".join(words("passives"))
    having = r"(?P<verb>[Ww]ith|[Oo]n|has|have|had|got|received|under)"

    def told(verbs: Collection[str]) -> LatePattern:
        written = "|".join(map(re.escape, verbs))
        return LatePattern(lambda: rf"{person}{aside}{joined}{adverbs}\s+(?P<verb>{written})\b")

    return [
        (LatePattern(lambda: r"\sby\s"), LatePattern(lambda: rf"(?P<verb>(?i:{passives}|signed off))\s+by\s+{person}"), "passive"),
        (some_noun, LatePattern(lambda: rf"\b{having}\s+{person}['’]s?\s+{nouns}\b"), "noun"),
        (some_noun, LatePattern(lambda: rf"\b{nouns}\s+(?P<verb>from|by|of)\s+{person}"), "noun"),
        *((PhrasePattern(verbs, lambda group: rf"\s{group}\b"), told(verbs), kind) for kind, verbs in simple.items()),
    ]


@lru_cache(maxsize=1)
def _act_words() -> re.Pattern[str]:
    """Any word by which an act is told; a cheap test, since few statements hold one."""
    single = {*words("consenting"), *words("replying"), *words("requesting"), *words("telling"), *words("deeds"), *words("passives")}
    return re.compile(trie_pattern({*single, *lexicon()["consenting_phrases"], *lexicon()["consent_nouns"]}))


def acts(text: str, start: int, end: int) -> Iterator[Act]:
    """Yield the acts of consent, answers and requests that the statement at `[start, end)` of `text` tells of."""
    if not _act_words().search(lowered(text[start:end])):
        return
    taken: list[tuple[int, int]] = []
    for sign, pattern, kind in _acts():
        for match in pattern.finditer(text, start, end) if sign.search(text, start, end) else ():
            if any(a < match.end() and match.start() < b for a, b in taken) or re.match(r"\s+by\b", text[match.end() : end]):
                continue
            taken.append(match.span())
            yield _act(match, kind, text, start, end)


_ENDS = re.compile(r"\s+(?:for|to|about)\s*[,.;)]")
"""Behind a verb whose object stands before it: "with the 16M the user asked for, ..."."""

_BEHIND = re.compile(r"\b(?:as|which|that)\s+(?:the\s+)?$")
_OBJECT = re.compile(r"\s+(?:the|a|an|it|this|that|these|those|his|her|their|its|all|both|\d)\b")
"""What a person agrees to may stand before the clause that tells of it, or behind its verb."""


def _act(match: re.Match[str], kind: str, text: str, start: int, end: int) -> Act:
    if kind in ("passive", "noun"):
        ordered = match["verb"].lower() in ("requested", "ordered", "demanded")
        matter = (start, match.start()) if match.start() - start > 3 else (match.end(), end)
        return Act(match["who"], "request" if ordered else "consent", match.start(), match.end(), matter)
    behind = _BEHIND.search(text[start : match.start()]) and not _OBJECT.match(text, match.end("verb"), end)
    if behind or _ENDS.match(text, match.end("verb"), end):  # "upgraded, as the user asked"
        matter = (start, match.start())
    else:
        matter = (match.end("verb"), _stop(text, match.end(), end))
    first, _, name = match["who"].partition(" ")
    no_name = bool(name) and lowered(first) in words("no_names")  # "Once Ingrid agrees, ..."
    who, at = (name, match.start("who") + len(first) + 1) if no_name else (match["who"], match.start("who"))
    return Act(who, kind, at, match.end("verb"), matter)  # type: ignore[arg-type]
