"""Degenerate summary: a text that is no summary at all, such as nothing, a heading, a tool call, or an error message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from summarylint.model import Hit, Place

if TYPE_CHECKING:
    from summarylint.checks.view import WholeView

KIND = "degenerate-summary"
SUBJECT = "summary"
FIELDS = frozenset({"fault", "quote"})

LONGEST_QUOTE = 80
"""Code points of the summary, or of what it leaves untold, that a finding marks: it points, it does not underline."""
LONGEST_ERROR = 600
"""Code points up to which a text that begins as an error message is one; a longer one tells more than the error."""
LEAST_CUT = 200
"""Code points from which a last word can count as cut off: a shorter text may well be notes."""
LEAST_STUB = 4
"""Letters that a cut word keeps, below which it is an abbreviation or a name as likely."""

_HEADING = re.compile(r"^\s{0,3}#{1,6}\s.*$|^\s*\*\*[^*\n]+\*\*:?\s*$|^\s*[^\n:]{1,60}:\s*$|^\s*[-=*_]{3,}\s*$", re.M)
_WRAPPER = re.compile(r"</?(?:summary|analysis|state_snapshot|context|compressed_chat_history)>")
_OPENING = re.compile(r"<(summary|analysis|state_snapshot|compressed_chat_history)>")
_OPEN_TAG = re.compile(r"</?[a-z_]*$")
_CLOSING = re.compile(r"\s*</")
"""A last line that closes a tag: the call goes on to the end of the text."""
_LAST_WORD = re.compile(r"(?:^|[\s(])([a-z]+)$")
_INFLECTION = re.compile(r"(?:[a-z]?(?:s|es|ed|d|ing|ings|er|ers|r|ly|y|n|en|al|able|or|ors|ion|ions|ment|ments|ity))$")


@dataclass(frozen=True, slots=True)
class Settings:
    """`placeholders` stand for a text that was never written; `markup` begins a raw tool call; `errors` begin a message of
    the program or the provider; `announcements` begin a sentence that says what the writer is about to do. All are regular
    expressions without regard to case."""

    placeholders: tuple[str, ...] = ()
    markup: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    announcements: tuple[str, ...] = ()


def check(view: WholeView, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for a summary that is none, saying why."""
    summary = view.compaction.summary
    if not any(span.text.strip() for span in view.compaction.spans):
        return
    found = next(_faults(view, summary, settings), None)
    if found is None:
        return
    fault, start, end = found
    empty = start == end
    yield Hit(
        start=None if empty else start,
        end=None if empty else end,
        evidence=(_untold(view),),
        fields={"fault": fault, "quote": summary[start:end]},
        why={"length": len(summary.strip())},
    )


def _faults(view: WholeView, summary: str, settings: Settings) -> Iterator[tuple[str, int, int]]:
    """The faults with the place of each, the graver ones first."""
    start = len(summary) - len(summary.lstrip())
    text = summary.strip()
    if not text:
        yield "is empty", 0, 0
        return
    place = (start, start + min(len(text.split("\n")[0]), LONGEST_QUOTE))
    rest = re.sub(_pattern(settings.placeholders), "", _WRAPPER.sub("", _HEADING.sub("", text)), flags=re.I | re.M)
    if not re.search(r"\w", rest):
        yield "holds a heading or placeholder and nothing else", *place
    elif len(text) <= LONGEST_ERROR and re.match(_pattern(settings.errors), text, re.I):
        yield "is an error message", *place
    elif mark := re.search(rf"^(?:{_pattern(settings.markup)})", text, re.I | re.M):
        if _announces(text[: mark.start()], settings) or _CLOSING.match(text.rsplit("\n", 1)[1] if "\n" in text else text):
            at = start + mark.start()
            yield "is a raw tool call", at, min(at + LONGEST_QUOTE, at + len(text[mark.start() :].split("\n")[0]))
    elif _announces(rest, settings):
        yield "only announces what the writer is about to do", *place
    yield from _cut(view, summary.rstrip())


def _cut(view: WholeView, text: str) -> Iterator[tuple[str, int, int]]:
    """Where the summary breaks off: in a tag, before a closing tag, in a word."""
    if (tag := _OPEN_TAG.search(text)) and text.rfind("\n", 0, tag.start()) + 1 == tag.start():
        yield "breaks off inside a tag", tag.start(), len(text)
        return
    opening = _OPENING.match(text.lstrip())
    if opening and f"</{opening[1]}>" not in text and f"<{opening[1]}>" not in text.lstrip()[opening.end() :]:
        line = text.rfind("\n") + 1
        yield f"breaks off before </{opening[1]}>", max(line, len(text) - LONGEST_QUOTE), len(text)
        return
    word = _LAST_WORD.search(text)
    if word and len(text) >= LEAST_CUT and len(word[1]) >= LEAST_STUB and _is_stub(view, word[1], text[: word.start(1)]):
        yield f"breaks off in the word {word[1]!r}", word.start(1), word.end(1)


def _is_stub(view: WholeView, word: str, before: str) -> bool:
    """Does the word stand nowhere else, and is it the beginning of one that does, no mere form of which it is?"""
    longer = re.compile(rf"\b{word}([a-z]*)")
    ends = {match[1] for text in (before, *(span.text for span in view.compaction.spans)) for match in longer.finditer(text.lower())}
    return bool(ends) and "" not in ends and not any(_INFLECTION.fullmatch(end) for end in ends)


def _announces(text: str, settings: Settings) -> bool:
    """Says every sentence what the writer is about to do?"""
    sentences = [sentence.strip() for sentence in re.split(r"(?<=[.!?:])\s+|\n+", text) if re.search(r"\w", sentence)]
    return all(re.match(_pattern(settings.announcements), sentence, re.I) for sentence in sentences)


def _pattern(alternatives: tuple[str, ...]) -> str:
    """One pattern for all; one that never matches for none."""
    return "|".join(f"(?:{one})" for one in alternatives) or r"(?!)"


def _untold(view: WholeView) -> Place:
    """What is lost with the summary: the user's last words, else the last span with text."""
    spans = [span for span in view.compaction.spans if span.text.strip()]
    span = next((span for span in reversed(spans) if span.role == "user"), spans[-1])
    start = len(span.text) - len(span.text.lstrip())
    line = span.text[start:].split("\n")[0]
    end = start + min(len(line.rstrip()), LONGEST_QUOTE)
    return Place(span.id, start, end, span.text[start:end], "nothing is told of this")
