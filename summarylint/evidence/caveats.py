"""Caveats and leads: what an assistant warned of at the end of a window, and what it suspected when its search was cut off.

Both are owed by a summary like an order: whoever goes on without the caveat takes the result for better than it is, and
whoever goes on without the lead begins the search anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from summarylint.evidence.dues import Due, sentences, witness_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.telling import Key, keys_of
from summarylint.language.late_pattern import PhrasePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, whole_words
from summarylint.language.prose import is_prose
from summarylint.model import Span

RECENT_TURNS = 2
"""Messages of the user behind a caveat up to which it is about the work at hand."""

LEAST_WORTH = 3.0
"""What the words of a caveat have to be worth, for its absence to be told from that of any remark."""

_LEADS_UP = re.compile(r"[\s>*_#–•-]*(?:\d+[.)]\s+)?[*_]*")
_CLOSES = re.compile(r"[*_]*\s*[:,–—-]|[*_]+\s|\s")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6} +[^\n]+|\*\*[^*\n]+\*\*:?[ \t]*)$", re.MULTILINE)


@lru_cache(maxsize=16)
def _phrases(entry: str) -> PhrasePattern:
    return whole_words(read_lexicon("caveats")[entry])


def find_caveats(ledger: Ledger) -> Iterator[Due]:
    """Yield the caveats of the assistant's last answers, the lead that it was on when the window ended, in text order."""
    for number in _answers(ledger):
        yield from _caveats(ledger, ledger.spans[number])
    yield from _leads(ledger)


def _users(ledger: Ledger) -> list[int]:
    return [number for number in ledger.by_users if not is_summariser_prompt(ledger.spans[number])]


def _answers(ledger: Ledger) -> list[int]:
    """The places of the assistant's last texts before each of the user's last messages, and at the end."""
    users = _users(ledger)
    ends = [*users[-RECENT_TURNS:], len(ledger.spans)]
    begin = users[-RECENT_TURNS - 1] if len(users) > RECENT_TURNS else -1
    found = []
    for end in ends:
        spoken = (number for number in range(end - 1, begin, -1) if _speaks(ledger.spans[number]))
        found += [number for number in [next(spoken, None)] if number is not None]
        begin = end
    return found


def _speaks(span: Span) -> bool:
    return span.role == "assistant" and span.kind == "text"


def _caveats(ledger: Ledger, span: Span) -> Iterator[Due]:
    text, low = span.text, lowered(span.text)
    headings = [(match.start(), bool(_phrases("headings").search(low, *match.span()))) for match in _HEADING.finditer(low)]
    for start, end in sentences(text):
        opened = _opened(low, start, end)
        under = next((warns for at, warns in reversed(headings) if at < start), False)
        if (opened is None and not under) or text[start:end].endswith("?") or not is_prose(text[start:end]):
            continue
        begin = start if opened is None else opened
        keys, point = keys_of(text, begin, end), _point(text, low, begin, end)
        if point and sum(key.worth for key in keys) >= LEAST_WORTH:
            yield Due("caveat", witness_of(ledger, span, start, end), keys, head=point, last=True)


def _opened(low: str, start: int, end: int) -> int | None:
    """Return where a sentence goes on behind the words that announce a caveat, or None."""
    at = _LEADS_UP.match(low, start, end)
    found = _phrases("openers").match(low, at.end() if at else start, end)
    behind = _CLOSES.match(low, found.end(), end) if found else None
    return behind.end() if behind else None


def _point(text: str, low: str, start: int, end: int) -> tuple[str, ...]:
    """Return the terms of what does not hold: the words that say so themselves, and the one behind a denial."""
    own = [key.term for match in _phrases("shortcomings").finditer(low, start, end) for key in keys_of(text, *match.span())]
    denied = [keys_of(text, match.end(), end)[:1] for match in _phrases("denials").finditer(low, start, end)]
    return tuple(dict.fromkeys((*own, *(key.term for keys in denied for key in keys))))


def falls_short(text: str) -> bool:
    """Does a text say that something does not hold, or may not?"""
    low = lowered(text)
    return any(_phrases(entry).search(low) for entry in ("denials", "shortcomings", "headings"))


def _leads(ledger: Ledger) -> Iterator[Due]:
    """Yield the last suspicion of a search that nobody brought to an end: the assistant said nothing to the user behind it."""
    spoken = max((number for number, span in enumerate(ledger.spans) if _speaks(span)), default=0)
    for number in range(len(ledger.spans) - 1, spoken - 1, -1):
        span = ledger.spans[number]
        if span.role != "assistant" or span.kind not in ("text", "thinking"):
            continue
        for start, end in reversed(list(sentences(span.text))):
            keys = _suspected(span.text, start, end)
            if sum(key.worth for key in keys) >= LEAST_WORTH:
                yield Due("lead", witness_of(ledger, span, start, end), keys, last=True)
                return


def _suspected(text: str, start: int, end: int) -> tuple[Key, ...]:
    """Return what a sentence suspects ("the cause is likely that ...", "my guess is that ..."), as keys; none where it suspects nothing."""
    low = lowered(text[start:end])
    own = _phrases("own").search(low)
    if own is not None and not low.endswith("?"):
        return keys_of(text, start + own.end(), end)
    trouble = _phrases("troubles").search(low)
    hedge = _phrases("suspected").search(low, trouble.end()) if trouble else None
    if trouble is None or hedge is None or len(low[trouble.end() : hedge.start()].split()) > 1 or low.endswith("?"):
        return ()
    return keys_of(text, start + hedge.end(), end)
