"""One JSON document, however large, value by value: the members of its list, or of the lists in its object."""

from __future__ import annotations

import codecs
import json
from typing import TYPE_CHECKING, Any, BinaryIO

from summarylint.reading.json_text import SPACE, TextFault

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 20
"""Bytes read at once. A value that is longer is met with ever longer reads, so that parsing it again stays cheap."""


def members(file: BinaryIO) -> Iterator[tuple[str | None, Any, int]]:
    """Yield (key, value, line) for each part of the document, in order.

    A list gives its members, with key None. An object gives its fields by key; a field that is a list gives each member
    by itself. Raises TextFault where the document breaks; what stands before has been yielded by then.
    """
    text = _Text(file)
    opening = text.peek()
    if opening == "[":
        yield from ((None, value, line) for value, line in text.items())
    elif opening == "{":
        yield from text.fields()
    elif opening:
        value, line = text.value()
        yield None, value, line


WHOLE = (str, list, dict, bool, type(None))
AFTER_NUMBER = SPACE + ",]}"
"""A number ends where one of these follows; before that it may go on in the next chunk."""


class _Text:
    """The part of the document that is in memory, and the place reached in it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.decode = file, codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self.buffer, self.at, self.ended = "", 0, False
        self.line, self.counted = 1, 0

    def fill(self) -> None:
        data = self.file.read(max(CHUNK, len(self.buffer) - self.at))
        self.ended = not data
        self.here()
        self.buffer, self.at, self.counted = self.buffer[self.at :] + self.decode(data, final=self.ended), 0, 0

    def peek(self) -> str:
        """The next character that is no space, "" at the end."""
        while True:
            while self.at < len(self.buffer):
                if self.buffer[self.at] not in SPACE:
                    return self.buffer[self.at]
                self.at += 1
            if self.ended:
                return ""
            self.fill()

    def take(self, wanted: str) -> str:
        found = self.peek()
        if not found or found not in wanted:
            raise TextFault(f"not JSON: expecting {' or '.join(wanted)}, found {found or 'the end'!r}", self.here())
        self.at += 1
        return found

    def here(self) -> int:
        self.line, self.counted = self.line + self.buffer.count("\n", self.counted, self.at), self.at
        return self.line

    def value(self) -> tuple[Any, int]:
        self.peek()
        line = self.here()
        while True:
            try:
                value, end = _DECODER.raw_decode(self.buffer, self.at)
            except RecursionError:
                raise TextFault("not readable JSON: it is nested too deeply", line) from None
            except ValueError as error:
                if self.ended:
                    raise TextFault(f"not JSON: {getattr(error, 'msg', error)}", line) from None
            else:
                if self.ended or (end < len(self.buffer) and (isinstance(value, WHOLE) or self.buffer[end] in AFTER_NUMBER)):
                    self.at = end
                    return value, line
            self.fill()

    def items(self) -> Iterator[tuple[Any, int]]:
        self.take("[")
        if self.peek() == "]":
            self.at += 1
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return

    def fields(self) -> Iterator[tuple[str | None, Any, int]]:
        self.take("{")
        if self.peek() == "}":
            self.at += 1
            return
        while True:
            key, _ = self.value()
            self.take(":")
            if self.peek() == "[":
                yield from ((str(key), value, line) for value, line in self.items())
            else:
                value, line = self.value()
                yield str(key), value, line
            if self.take(",}") == "}":
                return


_DECODER = json.JSONDecoder(strict=False)
