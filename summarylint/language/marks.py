"""Identifiers, quantities, quotations and code of a text in one list, each number counted once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.language.identifiers import find_identifiers, is_error_string
from summarylint.language.quantities import find_quantities
from summarylint.model import Mark

# One line each, except curly and angled quotation marks, which cannot be mistaken for an apostrophe or an inch.
_CONTAINER = re.compile(
    r"(?P<fence>^```.*\n(?:(?!```).*\n)*?```[ \t]*$)|(?P<code>(?<!`)`(?!`)[^`\n]{1,400}`(?!`)|(?<!`)``(?!`)[^\n]{1,400}?``(?!`))"
    r"|(?P<double>(?<![\w\"])\"(?![\s\"])[^\"\n]{1,600}?(?<!\s)\"(?!\w))|(?P<single>(?<![\w'])'(?![\s'])[^'\n]{1,300}?(?:(?<=\w)'(?=\w)[^'\n]{1,300}?)*(?<!\s)'(?![\w']))"
    r"|(?P<curly>“[^“”]{1,600}”|‘[^‘’\n]{1,300}’(?!\w)|«[^«»]{1,600}»|„[^„“”]{1,600}[“”])",
    re.M,
)


def find_quotations(text: str, start: int = 0, end: int | None = None) -> tuple[Mark, ...]:
    """Quotations and code in `text[start:end]`: the mark covers the delimiters, its value is what stands between them.

    A quotation that reads as an error message is an identifier of the type "error-string".
    """
    return tuple(_quotations(text, start, len(text) if end is None else end))


_OPENING = re.compile("[`\"'“‘«„]")
"""What every container begins with; a set, to which re can skip."""


def _quotations(text: str, start: int, stop: int) -> Iterator[Mark]:
    position = start
    while opening := _OPENING.search(text, position, stop):
        found = _CONTAINER.match(text, opening.start(), stop)
        position = found.end() if found else opening.end()
        if found is None:
            continue
        kind, whole = found.lastgroup, found[0]
        if kind == "fence":
            content = whole[whole.index("\n") + 1 : whole.rindex("```")]
        else:
            content = whole.strip("`") if kind == "code" else whole[1:-1]
        if kind in ("code", "fence"):
            yield Mark("code", "block" if kind == "fence" else "inline", found.start(), found.end(), whole, content.strip("\n"))
        else:
            yield Mark("quotation", "quotation", found.start(), found.end(), whole, content)
        if kind != "fence" and is_error_string(content):
            begin = found.start() + whole.index(content)
            yield Mark("identifier", "error-string", begin, begin + len(content), content, " ".join(content.split()))


def _weight(mark: Mark) -> tuple[int, bool]:
    """Longer marks first; of two marks on the same stretch the identifier says more."""
    return mark.end - mark.start, mark.kind == "identifier"


def resolve(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """`marks` in text order without overlaps: where two share a character, the longer one stays."""
    if len(marks) < 2:
        return marks
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, mark.end)):
        while kept and mark.start < kept[-1].end and _weight(mark) > _weight(kept[-1]):
            kept.pop()
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return tuple(kept)


def find_marks(text: str, start: int = 0, end: int | None = None) -> tuple[Mark, ...]:
    """All marks of `text[start:end]` but cues and tags, sorted by start, the enclosing one first.

    Identifiers and quantities never overlap each other; quotations, code and error strings may hold other marks.
    """
    flat = resolve((*find_identifiers(text, start, end), *find_quantities(text, start, end)))
    quotations = find_quotations(text, start, end)
    if not quotations:
        return flat
    return tuple(sorted((*flat, *quotations), key=lambda mark: (mark.start, -mark.end)))
