"""Stance: how sure a statement is, which way it points, how far things have got, and who says it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import cast

from summarylint.language.cues import find_cues
from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand, lowered, whole_words
from summarylint.model import Certainty, Force, Mark, Segment, Stance, Status

CERTAINTY_ORDER: tuple[Certainty, ...] = ("asked", "possible", "conditional", "probable", "certain")
"""From the weakest to the strongest."""

_STATUS_ORDER: tuple[Status, ...] = ("untested", "failed", "reverted", "blocked", "planned", "ongoing", "done")
"""Where a statement holds several status cues, the first in this order speaks: "not yet deployed" is no deployment."""

_FORCE_ORDER: tuple[Force, ...] = ("prohibition", "permission", "decision", "request")
_FORCE_CATEGORY = {"standing": "request", "wish": "request"}
_PARTY = re.compile(r"\b(?:the )?(user|assistant|agent|customer|client|i|we)(?:'s)?\b")
_NAMED = re.compile(r"(?<!\w)([A-Z][\w.'-]+(?: [A-Z][\w.'-]+){0,2})\W*$")
_NAMES_AFTER = re.compile(r"(?: to|\bby|\bper|\bvia)(?: (?:the|our|their|its))?$|^source:$")
"""Cues behind which the one who says it stands: "according to", "as told by", "per the"."""

_REMARK = re.compile(r"\W*(?:note|nb|n\.b\.|remark|fyi|by the way)\W*", re.IGNORECASE)
"""A label that sets a remark off from what the headings ask for."""

PARTY_DISTANCE = 40
"""Code points before a cue in which "the user" or "we" is still its subject."""

NAME_DISTANCE = 60
"""Code points before a cue in which a name is looked for; titles and three words fit in."""

_NAMED_AFTER = re.compile(r"^\W*((?:the |a |an )?[\w.'-]+(?: [A-Z][\w.'-]+){0,2})")


@lru_cache(maxsize=1)
def _headings() -> tuple[PhrasePattern, dict[str, dict[str, str]]]:
    table = read_lexicon("headings")
    gives: dict[str, dict[str, str]] = {}
    for entry in table["heading"]:
        for phrase in (written for raw in entry["phrases"] for written in expand(raw)):
            gives.setdefault(phrase, entry["gives"])
    return whole_words(gives, possessive=True), gives


@lru_cache(maxsize=4096)
def heading_stance(heading: str) -> dict[str, str]:
    """Return what a heading or label gives to the statements under it, such as `{"status": "planned"}`."""
    matcher, gives = _headings()
    found: dict[str, str] = {}
    for match in matcher.finditer(lowered(heading)):
        for key, value in gives[" ".join(match[0].split())].items():
            found.setdefault(key, value)
    return found


def read_stance(text: str, segment: Segment, cues: tuple[Mark, ...] | None = None) -> Stance:
    """Return the stance of the statement at `segment` of `text`: its own cues first, then its label and headings.

    `cues` are those of its words, where they are known already.
    """
    if segment.form == "code":
        cues = ()
    elif cues is None:
        cues = find_cues(text, segment.start, segment.end)
    if segment.form == "log":  # what a machine prints has a result and a polarity, and no doubts, wishes or speakers
        cues = tuple(cue for cue in cues if cue.value in ("status", "polarity", "approximation"))
    given: dict[str, str] = {}
    if _REMARK.fullmatch(segment.label):
        given["force"] = "fact"
    for heading in (*((segment.label,) if segment.label else ()), *reversed(segment.headings)):
        for key, value in heading_stance(heading).items():
            given.setdefault(key, value)
    return Stance(
        certainty=_certainty(cues, given),
        polarity="negative" if any(c.type in ("negative", "prohibition") for c in cues) else "positive",
        status=_status(cues, segment, given),
        force=_force(cues, given),
        speaker=next((who for cue in cues if _tells_whose(cue) and (who := speaker(text, segment, cue))), None),
        cues=cues,
    )


def _tells_whose(cue: Mark) -> bool:
    return cue.value in ("attribution", "consent") or cue.type == "probable"


def _certainty(cues: tuple[Mark, ...], given: dict[str, str]) -> Certainty:
    own = {cue.type for cue in cues if cue.value == "certainty"} | ({given["certainty"]} if "certainty" in given else set())
    return next((level for level in CERTAINTY_ORDER if level in own), "certain")


def _status(cues: tuple[Mark, ...], segment: Segment, given: dict[str, str]) -> Status | None:
    own = {cue.type for cue in cues if cue.value == "status"}
    if segment.checked is not None:
        own |= {"done" if segment.checked else "planned"}
    found = next((status for status in _STATUS_ORDER if status in own), None)
    if segment.checked is None and found in (None, "done") and given.get("status") in ("planned", "failed", "blocked", "ongoing"):
        return given["status"]  # type: ignore[return-value]
    return found or given.get("status")  # type: ignore[return-value]


def _force(cues: tuple[Mark, ...], given: dict[str, str]) -> Force:
    own = {_FORCE_CATEGORY.get(cue.type, cue.type) for cue in cues if cue.value in ("force", "consent")}
    return next((force for force in _FORCE_ORDER if force in own), cast(Force, given.get("force", "fact")))


def speaker(text: str, segment: Segment, cue: Mark) -> str | None:
    """Return whom the text names as holding what the cue bears on, or None where it names nobody.

    That is "user", "assistant", "i" or "we" as the writer of the text calls himself, or a name as written.
    """
    before, words = text[segment.start : cue.start], lowered(cue.text)
    inside = _PARTY.match(words)  # further in stands whom it was told to: "told the assistant"
    party = inside or next(iter(reversed(list(_PARTY.finditer(lowered(before), max(0, len(before) - PARTY_DISTANCE))))), None)
    if _NAMES_AFTER.search(words) and not inside:
        after = _NAMED_AFTER.match(text[cue.end : segment.end])
        return _plain(after[1]) if after else None
    if party:
        return {"agent": "assistant", "customer": "user", "client": "user"}.get(party[1], party[1])
    named = _NAMED.search(before, max(0, len(before) - NAME_DISTANCE))
    return named[1] if named else None


def _plain(name: str) -> str:
    bare = re.sub(r"^(?:the|a|an) ", "", name, flags=re.I)
    return bare.lower() if bare.lower() in ("user", "assistant", "agent") else bare
