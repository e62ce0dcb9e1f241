"""Text to segments: stretches that hold one statement each, with the structure that bears on them.

`scan` gives boundaries only, for long texts; `segment` reads structure too; `clauses` cuts one segment finer.
"""

from __future__ import annotations

from collections.abc import Iterator

from summarylint.language.boundaries import LONG_SENTENCE, LONGEST, clauses, has_word, pieces, scan, trimmed
from summarylint.language.labels import inline_label, title
from summarylint.language.logs import is_log_line
from summarylint.language.structure import Block, blocks
from summarylint.model import Form, Segment

__all__ = ["clauses", "scan", "segment"]

CLAUSE_WORDS = 4
"""Words that each side of a cut in a long sentence keeps, so that no scrap becomes a statement."""


def segment(text: str, *, markdown: bool = True) -> tuple[Segment, ...]:
    """The segments of a text in order, trimmed and without overlap; offsets are code points of the text as given.

    With `markdown` false no markup is read: every line is a log line, a pair or a sentence.
    """
    if not markdown:
        return tuple(_plain(text))
    bare, found = blocks(text)
    return tuple(part for block in found for part in _parts(bare, block))


def _plain(text: str) -> Iterator[Segment]:
    stop = 0
    for start, end in scan(text):
        between = text[stop:start]
        opens_line, stop = stop == 0 or "\n" in between or "\r" in between, end
        if opens_line and is_log_line(text[start:end], strict=False):
            yield Segment(start, end, "log")
        else:
            yield from _statements(text, Block(start, end, "sentence", ()), [(start, end)])


def _parts(text: str, block: Block) -> Iterator[Segment]:
    if block.form in ("heading", "row", "code", "log"):
        start, end = _undecorated(text, block.start, block.end) if block.form == "heading" else (block.start, block.end)
        if start < end:
            yield Segment(start, end, block.form, block.headings, block.checked, block.label)
    else:
        yield from _statements(text, block, pieces(text, block.start, block.end))


def _undecorated(text: str, start: int, end: int) -> tuple[int, int]:
    """A heading from its first to its last word, without the signs, numbering and colon around it."""
    words = title(text[start:end]).split()
    if not words:
        return trimmed(text, start, end)
    first = text.find(words[0], start, end)
    return (start if first < 0 else first), start + len(text[start:end].rstrip("*: \t"))


def _statements(text: str, block: Block, stretches: list[tuple[int, int]]) -> Iterator[Segment]:
    """Sentences with their labels; the label of a bullet, and a bold one, holds for all sentences of its block."""
    kept = ""
    for start, end in stretches:
        label = inline_label(text, start, end)
        name = kept
        if label:
            name = title(label.name) or label.name
            kept = name if label.bold or block.form == "bullet" else kept
            start = label.start
            if end - start > 1 and text[end - 1] == ",":
                end -= 1
        form: Form = "pair" if name and block.form != "quotation" else block.form
        for left, right in _shortened(text, *trimmed(text, start, end)):
            yield Segment(left, right, form, block.headings, block.checked, name)


def _shortened(text: str, start: int, end: int) -> list[tuple[int, int]]:
    if end - start <= LONG_SENTENCE or end - start > LONGEST:
        return [(start, end)] if start < end else []
    return [part for part in clauses(text, start, end, least_words=CLAUSE_WORDS) if has_word(text, *part)]
