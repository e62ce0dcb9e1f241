"""The appendix of a summary: one block at its end with what is unverified in it, and with sentences of the replaced messages.

It is bounded, and it is taken off before a summary is compared with anything; so a cycle replaces it and never adds to it.
What it quotes goes on being the word of the message that it was taken from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from summarylint.language.secrecy import redact
from summarylint.model import Origin, Role, Span, SpanKind

OPEN, CLOSE = "<summary-check>", "</summary-check>"
NOTES, QUOTES = "Unverified, check it before you rely on it:", "From the replaced messages, word for word:"

MOST_QUOTES = 12
"""Quotations in one appendix: what was lost and is still due is seldom more, and a reader takes in no more."""

MOST_NOTES = 5
"""Statements that are named as unverified; the others are counted."""

LONGEST_QUOTE = 300
"""Code points of one quotation, about two sentences."""

LONGEST_NOTE = 240
"""Code points of one note."""

_LINE = rf"(?:{re.escape(NOTES)}|{re.escape(QUOTES)}|- [^\n]*)"
_BLOCK = re.compile(rf"(?:\n\n|^){re.escape(OPEN)}\n(?:{_LINE}\n)*+(?:{re.escape(CLOSE)}|{_LINE}?\Z)", re.MULTILINE)
"""A block, also one that was cut off; with any other line in it, it is text of the summary's writer and stays."""

DEEPEST = 8
"""Blocks within blocks that are taken off; what is deeper is no work of a guard, and only its edges are."""

_EDGE = re.compile(r"<(?=\s*/?\s*summary-check)", re.IGNORECASE)
"""What a reader could take for an edge of the block, however it is spelled."""
_QUOTE = re.compile(r'^- (user|assistant|tool|call|system): ("(?:[^"\\]|\\.)*") \[([a-z-]+):([^\[\]\s,]+)\]$', re.MULTILINE)
_WORDS: dict[tuple[Role, SpanKind], str] = {("tool", "tool_output"): "tool", ("assistant", "tool_call"): "call"}
_KINDS: dict[str, tuple[Role, SpanKind]] = {
    "user": ("user", "text"),
    "assistant": ("assistant", "text"),
    "tool": ("tool", "tool_output"),
    "call": ("assistant", "tool_call"),
    "system": ("system", "text"),
}


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a replaced span, word for word; `origin` is what its tag says."""

    span: Span
    origin: Origin | str = "inferred"


@dataclass(frozen=True, slots=True)
class Appendix:
    """What the block holds."""

    notes: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.notes or self.quotes)


def shortened_quote(text: str) -> str:
    """The text as far as it may be quoted, cut at the end of a word."""
    if len(text) <= LONGEST_QUOTE:
        return text
    cut = text.rfind(" ", LONGEST_QUOTE // 2, LONGEST_QUOTE)
    return text[: cut if cut > 0 else LONGEST_QUOTE]


def with_appendix(summary: str, appendix: Appendix) -> str:
    """`summary` with `appendix` at its end in the place of any that it has, or without one where there is nothing to say."""
    bare = split(summary)[0]
    if not appendix:
        return bare
    lines = [OPEN]
    if appendix.notes:
        lines += [NOTES, *(f"- {_one_line(note)}" for note in appendix.notes[:MOST_NOTES])]
        if len(appendix.notes) > MOST_NOTES:
            lines.append(f"- and {len(appendix.notes) - MOST_NOTES} more")
    quotes = tuple(quote_line(quote) for quote in _allowed(appendix.quotes))
    if quotes:
        lines += [QUOTES, *quotes]
    return "\n".join((f"{bare}\n", *lines, CLOSE)) if len(lines) > 1 else bare


def quote_line(quote: Quote) -> str:
    """A quotation as a line that `quotes_in` reads back."""
    word = _WORDS.get((quote.span.role, quote.span.kind), quote.span.role)
    text = _EDGE.sub(r"\\u003c", json.dumps(shortened_quote(quote.span.text), ensure_ascii=False))
    return f"- {word}: {text} [{quote.origin}:{quote.span.id}]"


def quotes_in(text: str) -> tuple[Quote, ...]:
    """The quotations that stand in a text, each as a span of the message that it was taken from; a line that cannot be read is none."""
    found = []
    for match in _QUOTE.finditer(text):
        try:
            said = json.loads(match[2], strict=False)
        except ValueError:  # a writer who copied the line undid its escapes
            continue
        role, kind = _KINDS[match[1]]
        found.append(Quote(Span(match[4], role, said, kind), match[3]))
    return tuple(found)


def split(summary: str) -> tuple[str, tuple[Quote, ...]]:
    """The summary without the blocks in it, and what they quote."""
    if OPEN not in summary:
        return summary, ()
    quotes: dict[str, Quote] = {}
    bare = summary
    for _ in range(DEEPEST):  # what is left may close up to another one
        if not (taken := [*_BLOCK.finditer(bare)]):
            return bare, tuple(quotes.values())
        for quote in (quote for block in taken for quote in quotes_in(block[0])):
            quotes[quote.span.id] = _joined(quotes.get(quote.span.id), quote)
        bare = _BLOCK.sub("", bare)
    return _EDGE.sub("‹", bare), tuple(quotes.values())


def _joined(first: Quote | None, second: Quote) -> Quote:
    """Two stretches of one span as one quotation, a line each."""
    if first is None or second.span.text in first.span.text.split("\n"):
        return first or second
    return replace(first, span=replace(first.span, text=f"{first.span.text}\n{second.span.text}"))


def _allowed(quotes: Iterable[Quote]) -> list[Quote]:
    """The first quotations, each once, without those that hold a secret."""
    kept = {(quote.span.id, quote.span.text): quote for quote in quotes if redact(quote.span.text) == quote.span.text}
    return [*kept.values()][:MOST_QUOTES]


def _one_line(note: str) -> str:
    line = _EDGE.sub("‹", " ".join(redact(note).split()))
    return line if len(line) <= LONGEST_NOTE else line[: LONGEST_NOTE - 1] + "…"
