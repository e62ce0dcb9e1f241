"""Cues with their scopes: the words by which a statement shows how it stands to what it says.

Cue, scope, terminator and pseudo-cue are the four notions of ConText (Harkema et al. 2009): a cue bears on the words
before or after it up to a terminator, and a pseudo-cue is a longer phrase that holds a cue and means something else.
The words themselves are data, in lexicon/cues.toml.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered
from summarylint.model import Mark

GROUPS = {
    "causal": "cause", "guarded": "guard",
    "possible": "certainty", "probable": "certainty", "asked": "certainty", "conditional": "certainty",
    "approximate": "approximation", "bound": "approximation", "negative": "polarity", "attributed": "attribution",
    "consent": "consent", "wish": "consent",
    "prohibition": "force", "standing": "force", "permission": "force", "decision": "force",
    "planned": "status", "ongoing": "status", "done": "status", "failed": "status",
    "reverted": "status", "blocked": "status", "untested": "status",
    "resolved": "resolution", "refuted": "resolution",
}  # fmt: skip
"""Category to group; within a group the longest phrase at a place wins, and a pseudo-cue silences its own group only."""

TAG_WORDS = 3
"""So few words behind the last comma are asked by themselves; what stands before them is told."""

LIST_COMMAS = 3
"""From so many commas on a statement is an enumeration, and a cue in one item says nothing of the others."""

_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.S)
_WORD = re.compile(r"\w")
_SENTENCE = re.compile(r"[.!;]\s")
_COMMA = re.compile(r",(?=\s)")
_STOPS = re.compile(r"[;()\u2014]|: |[.!?][\"\u201d']?\s|\s-\s|, (?=(?:and|so|then|or) )")
_COORDINATED = re.compile(r" and (?=(?:the|an?|our|my|your|its|his|her|their|this|that|it|he|she|they|we|i|there)\b)")
_ASIDE = re.compile(r", ")
_ASIDE_END = re.compile(r"(?: [\w-]+){1,2}(?=\W*$|[;:)])")
"""A doubt set off at the end bears on the word or two behind it ("it reads the clock each time, perhaps costly")."""

_OTHER_SUBJECT = re.compile(r", (?=(?:my|our|your|his|her|i|we|you|he|she|it|they|there|don't|do not|please)\b)")
"""Before a doubt that closes its clause: where that clause begins ("the van comes at 8, my brother comes maybe")."""

_JUDGED = re.compile(
    r", (?=(?:that|this|which)(?:'s| is| was| should be| must be) "
    r"(?!it\b|right\b|correct\b|so\b|true\b|the\b|what\b|how\b|why\b|where\b)[a-z]+)"
)
"""Before a judgement of what was just told ("I weighed it, 31 kg, that's fine I think"): the doubt is of the judgement alone."""

_RELATIVE = re.compile(r", (?:which|who)\Z")
RELATIVE_REACH = 8
"""A clause set off in the middle of a sentence ("the parser, which may be rewritten, lives in ...") ends at its comma."""

_SEEN = re.compile(r", (?=\d[\d.,]* (?:out )?of )")
"""Behind a denial of knowledge: how many were counted is the reason for it, and no part of what is not known."""

_OWN_ORDER = re.compile(r"(?: and|, then| then|;) (?=(?:(?:also|then|please|kindly|me|us) ){0,2}(?:[a-z]+ ){0,2}\Z)")
"""Before the verb of an inquiry that is one more order beside another ("raise it to 40 and check whether the others follow")."""

_NEW_SUBJECT = re.compile(r", (?=(?:i|we|you|he|she|it|they|there|this)['’]?\w* )")


@dataclass(frozen=True, slots=True)
class _Entry:
    category: str
    group: str
    direction: str
    reach: str


class _Meanings(dict[str, tuple[tuple[str, int, _Entry | None], ...]]):
    """What a phrase says, found when it first stands in a text: for each group its entry (None for a pseudo-cue) and 0.

    Where its own groups do not speak, the longest phrase that it begins with does; then its number of words stands for the 0.
    """

    def __init__(self, own: Mapping[str, Mapping[str, _Entry | None]]) -> None:
        super().__init__()
        self._own = own

    def __missing__(self, phrase: str) -> tuple[tuple[str, int, _Entry | None], ...]:
        words, found = phrase.split(), dict[str, tuple[int, _Entry | None]]()
        if phrase not in self._own:  # a line end, two blanks, one that does not break
            return self[" ".join(words)]
        for count in range(len(words), 0, -1):
            for group, entry in self._own.get(" ".join(words[:count]), {}).items():
                found.setdefault(group, (count, entry))
        self[phrase] = tuple((group, count if count < len(words) else 0, entry) for group, (count, entry) in found.items())
        return self[phrase]


@dataclass(frozen=True, slots=True)
class CueLexicon:
    """The cues: `own` maps a phrase to its entry for each group, `phrases` adds those of its beginnings."""

    matcher: PhrasePattern
    own: Mapping[str, Mapping[str, _Entry | None]]
    phrases: _Meanings
    patterns: tuple[tuple[str, re.Pattern[str], _Entry], ...]
    pseudo_patterns: tuple[tuple[str, re.Pattern[str]], ...]
    terminators: re.Pattern[str]


@lru_cache(maxsize=1)
def lexicon() -> CueLexicon:
    """Load lexicon/cues.toml, once in a process. The value is immutable."""
    table = read_lexicon("cues")
    entries: dict[str, dict[str, _Entry | None]] = {}
    patterns: list[tuple[str, re.Pattern[str], _Entry]] = []
    pseudo_patterns: list[tuple[str, re.Pattern[str]]] = []
    for cue in table["cue"]:
        group = GROUPS[cue["category"]]
        entry = _Entry(cue["category"], group, cue["direction"], cue.get("reach", "clause"))
        for phrase in (written for raw in cue["phrases"] for written in expand(raw)):
            entries.setdefault(phrase, {}).setdefault(group, entry)
        patterns += [(p["literal"], re.compile(p["pattern"]), entry) for p in cue.get("patterns", ())]
        pseudo_patterns += [(group, re.compile(p)) for p in cue.get("pseudo_patterns", ())]
    for cue in table["cue"]:  # a pseudo-cue of one category may be a cue of another: "find out if" asks, it sets no condition
        for phrase in (written for raw in cue.get("pseudo", ()) for written in expand(raw)):
            entries.setdefault(phrase, {}).setdefault(GROUPS[cue["category"]], None)
    terminators = re.compile(rf"(?<!\bas )\b(?:{'|'.join(table['terminators'])})\b")
    matcher = PhrasePattern(entries, lambda group: rf"(?<![\w'-])(?=({group})(?![\w]))")
    return CueLexicon(matcher, entries, _Meanings(entries), tuple(patterns), tuple(pseudo_patterns), terminators)


def find_cues(text: str, start: int = 0, end: int | None = None, *, code: bool = False) -> tuple[Mark, ...]:
    """Return the cues in `text[start:end]` as marks with scopes, in text order; offsets are into `text`.

    The stretch is taken as one statement, so no scope leaves it. Cues in backticks are none, unless `code` is true.
    """
    stretch = lowered(text[start:end])
    found = list(_found(stretch, text[start:end]))
    if not found:
        return ()
    hidden = () if code or "`" not in stretch else tuple(m.span() for m in _CODE.finditer(stretch))
    stops = _stops(stretch)
    marks = [
        Mark("cue", entry.category, start + at, start + to, text[start + at : start + to], value=entry.group,
             scope=tuple(start + x for x in _scope(entry, at, to, stops, stretch)))  # type: ignore[arg-type]
        for at, to, entry in found
        if not any(a <= at and to <= b for a, b in hidden)
    ]  # fmt: skip
    return tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))


def holds_cue(text: str, start: int, end: int, categories: Collection[str]) -> bool:
    """Is there a cue of one of `categories` in `text[start:end]`, outside code? The same as to ask `find_cues`, at half the cost."""
    stretch = lowered(text[start:end])
    literals, phrases = _any_of(frozenset(categories))
    if not phrases.search(stretch) and not any(literal in stretch for literal in literals):
        return False
    places = [(at, to) for at, to, entry in _found(stretch, text[start:end]) if entry.category in categories]
    if not places or "`" not in stretch:
        return bool(places)
    hidden = [match.span() for match in _CODE.finditer(stretch)]
    return any(all(not (a <= at and to <= b) for a, b in hidden) for at, to in places)


@lru_cache(maxsize=16)
def _any_of(categories: frozenset[str]) -> tuple[tuple[str, ...], PhrasePattern]:
    """What every statement with a cue of these categories holds one of: literals, and phrases."""
    known = lexicon()
    phrases = [phrase for phrase, own in known.own.items() if any(entry and entry.category in categories for entry in own.values())]
    literals = tuple(literal for literal, _, entry in known.patterns if entry.category in categories)
    return literals, PhrasePattern(phrases, lambda group: rf"(?<![\w'-]){group}(?!\w)")


def _found(stretch: str, written: str) -> Iterator[tuple[int, int, _Entry]]:
    known = lexicon()
    taken: dict[str, int] = {}
    barred = [(group, m.span()) for group, pattern in known.pseudo_patterns if "may" in stretch for m in pattern.finditer(written)]
    for match in known.matcher.finditer(stretch):
        for group, words, entry in known.phrases[match[1]]:
            at = match.start(1)
            if at < taken.get(group, 0):
                continue
            to = _end_of_word(stretch, at, words) if words else match.end(1)
            taken[group] = to
            if entry and not any(group == g and a < to and at < b for g, (a, b) in barred):
                yield at, to, entry
    for literal, pattern, entry in known.patterns:
        if literal in stretch:
            yield from ((m.start(), m.end(), entry) for m in pattern.finditer(stretch))


def _end_of_word(stretch: str, at: int, words: int) -> int:
    match = re.compile(rf"\S+(?:\s+\S+){{{words - 1}}}").match(stretch, at)
    return match.end() if match else at


def _stops(stretch: str) -> list[tuple[int, int]]:
    listed = [m.span() for m in _COMMA.finditer(stretch)] if stretch.count(",") >= LIST_COMMAS else []
    return sorted(listed + [m.span() for m in lexicon().terminators.finditer(stretch)] + [m.span() for m in _STOPS.finditer(stretch)])


def _scope(entry: _Entry, at: int, to: int, stops: list[tuple[int, int]], words: str) -> tuple[int, int]:
    length = len(words)
    if entry.reach == "sentence":
        start = max((m.end() for m in _SENTENCE.finditer(words, 0, at)), default=0)
        tail = words.rfind(", ", start, at) + 1
        return (tail if tail and len(words[tail:at].split()) <= TAG_WORDS else start), to  # "it shows the old page, cache?"
    if entry.reach != "clause":
        joint = _OWN_ORDER.search(words, 0, at) if entry.category == "asked" else None
        return (joint.end() if joint else 0), (to if _SEEN.match(words, to) else length)
    direction = entry.direction
    if direction == "onward":
        stops = [(a, b) for a, b in stops if words[a:b] not in ("because", "since")]  # whoever thinks so thinks of the reason as well
        following = min((a for a, _ in stops if a >= to), default=length)
        direction = "forward" if _WORD.search(words, to, following) else "backward"
    if entry.direction == "both" and _ASIDE.match(words, at - 2) and (aside := _ASIDE_END.match(words, to)):
        return at, aside.end()
    before = max((b for _, b in stops if b <= at), default=0) if direction != "forward" else at
    if entry.direction == "both" and not _WORD.search(words, to, min((a for a, _ in stops if a >= to), default=length)):
        before = max((m.end() for m in _OTHER_SUBJECT.finditer(words, before, at) if _WORD.search(words, m.end(), at)), default=before)
    if entry.direction == "onward" and direction == "backward":
        ends = [match.end() for cut in (_COORDINATED, _JUDGED) for match in cut.finditer(words, before, at)]
        before = max(ends, default=before)
    after = to
    if direction != "backward":
        after = min((a for a, _ in stops if a >= to), default=length)
        if _RELATIVE.search(words, max(0, before - RELATIVE_REACH), before):
            after = min(after, comma if (comma := words.find(",", to)) >= 0 else after)
        opening = _NEW_SUBJECT.search(words, to, after)
        after = opening.start() if opening and entry.category != "conditional" else after  # a condition reaches what follows from it
    return before, after
