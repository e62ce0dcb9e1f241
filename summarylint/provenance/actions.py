"""Actions: may a pending action be taken back, and would others see it? The words are in lexicon/actions.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered
from summarylint.language.shortening import shortened

if TYPE_CHECKING:
    from summarylint.model import Compaction

LONGEST_READ = 4_000
"""Code points of a pending action that are read; what follows is the content that a call carries."""

LONGEST_SHOWN = 80
"""Code points of a pending action that are shown."""


@dataclass(frozen=True, slots=True)
class Action:
    """What makes an action irreversible or visible outside: its kind (`delete`, `write`, `deploy`, `push`, `pay`, `send`, or
    `given` where the record says so), and the words that say it."""

    kind: str
    words: str


def irreversible_action(compaction: Compaction) -> Action | None:
    """Return why the pending action of `compaction` is irreversible or visible outside, None where it is neither.

    What the record says itself goes before what its text looks like.
    """
    given = compaction.pending_action_irreversible
    if given is not None:
        return Action("given", shortened(compaction.pending_action or "an irreversible action", LONGEST_SHOWN)) if given else None
    found = classify(compaction.pending_action) if compaction.pending_action else None
    return None if found is None else Action(found.kind, shortened(compaction.pending_action or found.words, LONGEST_SHOWN))


def classify(text: str) -> Action | None:
    """Return the first irreversible or visible deed in the text or tool call of an action, None where it names none.

    A rehearsal (`--dry-run`) and a look (`git status`) are none.
    """
    lower = lowered(text[:LONGEST_READ])
    harmless, reads, kinds = _patterns()
    if harmless.search(lower):
        return None
    rest = reads.sub(lambda match: " " * len(match[0]), lower)
    found = [(match.start(), number, name, match) for number, (name, pattern) in enumerate(kinds) if (match := pattern.search(rest))]
    if not found:
        return None
    _, _, name, match = min(found, key=lambda entry: entry[:2])
    return Action(name, text[match.start() : match.end()].strip())


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], tuple[tuple[str, re.Pattern[str]], ...]]:
    table = read_lexicon("actions")
    kinds = tuple((entry["name"], _joined(entry["patterns"], entry.get("raw", ()))) for entry in table["action"])
    return _joined(table["harmless"]["patterns"]), _joined(table["harmless"]["reads"]), kinds


def _joined(patterns: list[str], raw: list[str] | tuple[str, ...] = ()) -> re.Pattern[str]:
    bounded = rf"(?<![\w-])(?:{'|'.join(patterns)})(?![\w-])"
    return re.compile("|".join((bounded, *raw)))
