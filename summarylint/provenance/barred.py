"""What a ban bars, a deed and the thing that it names, and whether the text of an action would do that. See lexicon/bans.toml."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache

from summarylint.language.command_lines import commands_of
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.terms import stem as stem_of
from summarylint.provenance.actions import LONGEST_READ, classify
from summarylint.provenance.deeds import only_looks

_TOKEN = re.compile(r"[\w/.~@:#-]*\w")
_NAME = re.compile(r"[\w/.~#-]*\w")
"""One name, without what it is told beside (`HEAD:main`, `build@host`)."""

_IDENTIFIER = re.compile(r"\w[_/.:#@-]\w|^[/~]|\d|^#")
_QUALIFIER = re.compile(r"\s(?:in|on|of|from|within|under|inside|at|to|with|for|into|onto|against)\s")
_PLACE = re.compile(r"\s(?:in|on|of|from|within|under|inside|at)\s")
_OTHER = re.compile(r"\s*,\s*(?:and\s|or\s|nor\s)?\s*|\s(?:and|or|nor)\s")
_PARTS = re.compile(r"[^\W_]+")
_BESIDE = r"(?![\w-])(?!\.(?:bak|old|orig|tmp|new|csv|tsv|sql|json|gz|zip|tar|parquet)\b)"
"""Behind a name: what goes on here names another thing."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that a ban names: by `names` (identifiers, any of which tells it) or by common `words`, all of them."""

    names: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Barred:
    """What a ban bars: `deeds` by their number in the lexicon, or `anything`; `things` are what it names, `narrowed` what these stand in.

    `verbs` are its other words, where the lexicon knows no deed of it; one of them has to stand in the action.
    """

    anything: bool
    deeds: frozenset[int]
    verbs: tuple[str, ...]
    things: tuple[Thing, ...]
    narrowed: tuple[str, ...] = ()
    place: bool = False
    """Do the narrowing words tell only where the thing is, so that an action may leave them out?"""

    def named_in(self, text: str) -> bool:
        """Does a text name one of the things?"""
        return self.end_of_name(lowered(text)) is not None

    def end_of_name(self, low: str) -> int | None:
        """Return where the first name of one of the things ends in a text in small letters, None where it names none."""
        return min((end for thing in self.things if (end := _named(thing, low)) is not None), default=None)

    def spoken_of(self, text: str) -> bool:
        """Does a text name one of the things by the last part of its name ("the archive"), and no other thing by a name?"""
        heads = {_stem(_PARTS.findall(name)[-1]) for thing in self.things for name in thing.names if _PARTS.findall(name)}
        found = _tokens(lowered(text))
        return not any(map(_is_identifier, found)) and bool(heads & {_stem(one) for one in found})

    def end_of_deed(self, low: str) -> int | None:
        """Return where the first word of a barred deed ends in a text in small letters, None where it tells of none."""
        table = _deeds()
        if self.deeds or self.anything:
            pairs = table if self.anything else [table[number] for number in self.deeds]
            found = [match.end() for pair in pairs for pattern in pair for match in [pattern.search(low)] if match]
            found += [match.end() for match in [_anything().search(low)] if match and self.anything]
            return min(found, default=None)
        verbs = {_stem(verb) for verb in self.verbs}
        return next((match.end() for match in _TOKEN.finditer(low) if _stem(match[0]) in verbs), None)


@dataclass(frozen=True, slots=True)
class Doing:
    """The part of an action's text that does something, in small letters, by commands: none that looks, no text that is only carried."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, action: str) -> Doing:
        """Read the action of a record: prose, a command line, or a call as `tool {arguments}`."""
        text = _without_carried(action[:LONGEST_READ])
        parts = (lowered(part) for part in commands_of(text) if not only_looks(part))
        carried, reading = ban_words("carried", "patterns"), ban_words("reading", "patterns")
        return cls(tuple(reading.sub(" ", carried.sub(" ", part)) for part in parts))

    def breaks(self, barred: Barred) -> bool:
        """Does one part of the action do what is barred, to a thing that the ban names?"""
        return any(_names_all(barred, part) and _does(barred, part) for part in self.parts)


def _names_all(barred: Barred, part: str) -> bool:
    """Does a part of an action name a barred thing, and what narrows it down?"""
    if all(_named(thing, part, sparing=True) is None for thing in barred.things):
        return False
    if not barred.narrowed or _named(Thing((), barred.narrowed), part) is not None:
        return True
    names = [name for thing in barred.things for name in thing.names]
    others = (token for token in _tokens(part) if _is_identifier(token) and not any(name in token for name in names))
    return barred.place and bool(names) and not any(others)  # else it may stand in another place


def _does(barred: Barred, part: str) -> bool:
    if barred.anything:
        found = classify(part)
        return found is None or found.kind != "send"  # a message speaks of things
    if barred.deeds:
        return any(_deeds()[number][1].search(part) for number in barred.deeds)
    return not {_stem(verb) for verb in barred.verbs}.isdisjoint(map(_stem, _tokens(part)))


@lru_cache(maxsize=256)
def barred_by(ban: str) -> Barred:
    """Read what the words of a ban bar; `ban` is its clause alone."""
    low = f" {lowered(ban)} ".replace("'", "")
    excepted = ban_words("excepting").search(low, len(low) - len(low.lstrip()) + 1)
    low = low[: excepted.start()] if excepted else low
    if ban_words("manner").search(low):
        return Barred(False, frozenset(), (), ())
    idioms = _anything()
    anything = bool(idioms.search(low))
    deeds = frozenset(number for number, (told, _) in enumerate(_deeds()) if told.search(low))
    rest = idioms.sub(" ", low)
    for number in deeds:
        rest = _deeds()[number][0].sub(" ", rest)
    rest = f" {rest.strip(' .!;')} "
    parts = _QUALIFIER.split(rest)
    place = all(map(_PLACE.fullmatch, _QUALIFIER.findall(rest)))
    filled = [part for part in parts if _content(part)]
    if not filled:
        return Barred(anything, deeds, (), ())
    known = anything or bool(deeds)
    verbs = () if known else tuple(word for part in filled for word in _content(part) if not _is_identifier(word))
    first = filled[0]
    if not known and len(filled) > 1 and not any(map(_is_identifier, _content(first))) and len(_content(first)) == 1:
        first, filled = filled[1], filled[1:]  # "subscribe to x": the first part is the verb
    narrowed = tuple(word for part in filled[1:] for word in _content(part))
    things = tuple(thing for one in _OTHER.split(first) if (thing := _thing(one)) is not None)
    return Barred(anything, deeds, verbs, things, narrowed, place)


def _thing(part: str) -> Thing | None:
    words = _content(part)
    names = tuple(filter(_is_identifier, words))
    return Thing(names, () if names else words) if words else None


def _content(part: str) -> tuple[str, ...]:
    idle = frozenset(read_lexicon("bans")["idle"]["words"].split())
    return tuple(token for token in _tokens(part) if token not in idle)


def _stem(word: str) -> str:
    word = _long_forms().get(word, word)
    return stem_of(word) or word  # stop words stay themselves


@lru_cache(maxsize=1)
def _long_forms() -> dict[str, str]:
    """The one word that stands for each short form and what it is short for ("prod", "production")."""
    return {word: line.split()[0] for line in read_lexicon("orders")["short"]["forms"] for word in line.split()}


def _tokens(low: str) -> list[str]:
    return [token.strip(".:-") for token in _TOKEN.findall(low) if token.strip(".:-")]


def _is_identifier(token: str) -> bool:
    return _IDENTIFIER.search(token) is not None


def _named(thing: Thing, low: str, *, sparing: bool = False) -> int | None:
    """Return where the name of a thing ends, the first one that is not spared; None where it is not named."""
    for name in thing.names:
        for match in re.finditer(rf"(?<![\w-]){re.escape(name)}{_BESIDE}", low):
            if not (sparing and _spared(low, match.start())):
                return match.end()
    return _words_named(thing.words, low, sparing=sparing) if thing.words else None


def _words_named(words: tuple[str, ...], low: str, *, sparing: bool) -> int | None:
    """As `_named`, for common words: all stand there, each by itself or in one name that is made of them alone ("billing-service")."""
    wanted, kinds = {_stem(word) for word in words}, read_lexicon("bans")["kinds"]
    found, end = set[str](), 0
    for match in _NAME.finditer(low):
        parts = {_stem(part) for part in _PARTS.findall(match[0])}
        if parts and parts <= wanted and not parts <= found and not (sparing and _spared(low, match.start())):
            found |= parts
            end = match.end()
    missing = [word for word in words if _stem(word) not in found]
    if len(missing) == len(words):
        return None  # a kind alone is no name
    told = set(_tokens(low))
    return end if all(word in kinds and told & set(kinds[word].split()) for word in missing) else None


def _spared(low: str, at: int) -> bool:
    return bool(
        re.search(
            rf"{ban_words('sparing').pattern}[=\s:\"'`(]+(?:(?:the|table|any|from|branch|db)\s+)?[\"'`*%]*$", low[max(0, at - 40) : at]
        )
    )


def _without_carried(action: str) -> str:
    """The text of an action without what its call carries along as content; of one with a command, that command."""
    tool, _, given = action.partition(" ")
    if not given.lstrip().startswith("{"):
        return action
    try:
        arguments = json.loads(given)
    except (ValueError, RecursionError):
        return action  # cut, or no call: all of it is read
    commands = [arguments[name] for name in read_lexicon("commands")["command_arguments"] if arguments.get(name)]
    if commands:
        return "\n".join(" ".join(map(str, one)) if isinstance(one, list) else str(one) for one in commands)
    carried = read_lexicon("bans")["carried"]["arguments"]
    return f"{tool.replace('_', ' ')} " + " ".join(
        json.dumps(value, ensure_ascii=False) for name, value in arguments.items() if name not in carried
    )


@lru_cache(maxsize=8)
def ban_words(table: str, key: str = "words") -> re.Pattern[str]:
    """Return the pattern of one entry of the lexicon of bans, to be searched in small letters."""
    return _bounded(read_lexicon("bans")[table][key])


@lru_cache(maxsize=1)
def _anything() -> re.Pattern[str]:
    return _bounded(read_lexicon("bans")["anything"])


@lru_cache(maxsize=1)
def _deeds() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """For each deed how a ban tells it, and how an action does."""
    return tuple((_bounded(entry["ban"]), _bounded(entry["action"])) for entry in read_lexicon("bans")["deed"])


def _bounded(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w-])")
