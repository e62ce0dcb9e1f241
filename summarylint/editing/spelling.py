"""How a changed text is written where its literal stands: in the same quotes, indentation and line ends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from summarylint.model import Edit
    from summarylint.reading.fixtures.tree import Part, Text

YAML_STYLES = ("plain", "single", "double", "literal", "folded")
LINED = ("literal", "folded", "fence", "page")
"""Styles in which a line of the text is a line of the file."""


class UnwritableError(ValueError):
    """An edit that cannot be written in the way in which the literal is written."""


@dataclass(frozen=True, slots=True)
class Change:
    """Replace [start, end) of the file by `text`; offsets are code points of the file without its byte order mark."""

    start: int
    end: int
    text: str


def in_place(page: str, text: Text, edits: Iterable[Edit]) -> list[Change]:
    """The changes that write `edits` into the literal and leave all else in it as it is. Raises UnwritableError."""
    return [change for edit in edits for change in _one(page, text, edit)]


def anew(page: str, text: Text, value: str) -> list[Change]:
    """The literal written anew in another style, for a text that its own style cannot hold. Raises UnwritableError."""
    if len(text.parts) != 1:
        raise UnwritableError("it is joined from several literals")
    part = text.parts[0]
    raw = page[part.start : part.end]
    if part.style in YAML_STYLES:
        ends = raw[len(raw.rstrip("\r\n")) :] if part.style in ("literal", "folded") else ""
        return [Change(part.start, part.end, json.dumps(value, ensure_ascii=False) + ends)]
    if part.style == "python" and "f" not in part.opening.lower():
        quote = part.closing
        return [Change(part.start, part.end, quote + _python(value, quote, "\n" if len(quote) == 3 else "\\n") + quote)]
    raise UnwritableError("its way of writing cannot hold the change")


def _one(page: str, text: Text, edit: Edit) -> Iterator[Change]:
    ranges = list(_ranges(text, edit.start, edit.end))
    if edit.start == edit.end or not ranges:
        place, part = _gap(text, edit.start)
        yield Change(place, place, _spelled(edit.text, text.parts[part], page))
        return
    for number, (start, end, part) in enumerate(ranges):
        yield Change(start, end, "" if number else _spelled(edit.text, text.parts[part], page))


def _ranges(text: Text, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The places in the file of a stretch of the text, one for each literal that it stands in."""
    at = 0
    found: dict[int, tuple[int, int]] = {}
    for piece in text.pieces:
        low, high = max(start, at), min(end, at + piece.length)
        if low < high:
            if piece.length == piece.width:
                first, last = piece.place + low - at, piece.place + high - at
            elif high - low == piece.length:
                first, last = piece.place, piece.place + piece.width
            else:
                raise UnwritableError("the change begins or ends inside of an escape or a line break")
            found[piece.part] = (found.get(piece.part, (first, last))[0], last)
        at += piece.length
    yield from ((first, last, part) for part, (first, last) in found.items())


def _gap(text: Text, offset: int) -> tuple[int, int]:
    """The place in the file before the character at an offset, and the number of its literal."""
    at = 0
    for piece in text.pieces:
        if offset < at + piece.length:
            if offset > at and piece.length != piece.width:
                raise UnwritableError("the change stands inside of an escape or a line break")
            return piece.place + offset - at, piece.part
        at += piece.length
    if text.pieces:
        last = text.pieces[-1]
        return last.place + last.width, last.part
    return text.parts[0].start + len(text.parts[0].opening), 0


def _spelled(new: str, part: Part, page: str) -> str:
    """A stretch of text as it is written inside of a literal. Raises UnwritableError where it cannot be."""
    ends = "\r\n" if "\r\n" in page[part.start : part.end] else "\n"
    if part.style == "double":
        return json.dumps(new, ensure_ascii=False)[1:-1]
    if part.style == "json":
        return json.dumps(new, ensure_ascii=page.isascii())[1:-1]
    if part.style in LINED:
        return new.replace("\n", ends + part.prefix)
    if part.style == "python":
        return _in_python(new, part, ends)
    if "\n" in new:
        raise UnwritableError("its style cannot hold a line break")
    return new.replace("'", "''") if part.style == "single" else new


def _in_python(new: str, part: Part, ends: str) -> str:
    prefix, quote = part.opening[: -len(part.closing)].lower(), part.closing
    if "r" in prefix:
        if quote in new or (len(quote) == 1 and "\n" in new):
            raise UnwritableError("a raw string cannot hold the change")
        written = new.replace("\n", ends + part.prefix)
    else:
        written = _python(new, quote, ends + part.prefix if len(quote) == 3 else "\\n")
    return written.replace("{", "{{").replace("}", "}}") if "f" in prefix else written


def _python(new: str, quote: str, line_break: str) -> str:
    """Text inside of a string that is not raw; a quote is escaped where it could end the string."""
    written = []
    for mark in new:
        if mark == "\\":
            written.append("\\\\")
        elif mark == quote[0] and (len(quote) == 1 or quote in new or new.endswith(quote[0]) or new.startswith(quote[0])):
            written.append("\\" + mark)
        elif mark == "\n":
            written.append(line_break)
        elif mark != "\t" and not mark.isprintable():
            written.append(
                f"\\x{ord(mark):02x}" if ord(mark) < 256 else f"\\u{ord(mark):04x}" if ord(mark) < 65536 else f"\\U{ord(mark):08x}"
            )
        else:
            written.append(mark)
    return "".join(written)
