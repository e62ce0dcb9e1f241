"""JSON text to values: strict where the json module is lenient, and every fault one sentence with its place."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

BYTE_ORDER_MARK = "\ufeff"
SPACE = " \t\n\r"
WIDE_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""The first bytes by which a file in another encoding of Unicode is known."""


class TextFault(ValueError):
    """Text that is not what it should be; `line` counts from 1 inside the text."""

    def __init__(self, reason: str, line: int = 1) -> None:
        self.reason, self.line = reason, line
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a document: `index` is its place in the document's list, None where the document is no list."""

    value: Any
    line: int
    index: int | None


def decode(data: bytes, offset: int = 0) -> str:
    """The text of `data` without a byte order mark; `offset` is where it starts in its file, in bytes.

    Raises TextFault naming the first byte that is not UTF-8, counted in the file from 0.
    """
    try:
        return data.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        wide = WIDE_ENCODINGS.get(data[:2]) if offset == 0 else None
        hint = f"it looks like {wide}: save it as UTF-8" if wide else "save the file as UTF-8"
        line = data.count(b"\n", 0, error.start) + 1
        raise TextFault(f"byte {offset + error.start} of the file (0x{data[error.start]:02x}) is not UTF-8; {hint}", line) from None


def parse(text: str) -> Any:
    """The one value that `text` holds. Raises TextFault for anything else."""
    return _guarded(text, lambda: _DECODER.decode(text))


def items(text: str) -> Iterator[Item]:
    """The values of a document, one at a time: the members of its list, or its only value.

    Raises TextFault where the document breaks; what stands before has been yielded by then.
    """
    at = _skip(text, 0)
    if not text.startswith("[", at):
        yield Item(parse(text), text.count("\n", 0, at) + 1, None)
        return
    at, index, line, counted = _skip(text, at + 1), 0, 1, 0
    if text.startswith("]", at):
        _finish(text, at + 1)
        return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        value, at = _guarded(text, lambda at=at: _DECODER.raw_decode(text, at))
        yield Item(value, line, index)
        index, at = index + 1, _skip(text, at)
        if text.startswith("]", at):
            _finish(text, at + 1)
            return
        if not text.startswith(",", at):
            raise _broken(text, "expecting ',' or ']'", at)
        at = _skip(text, at + 1)


def _finish(text: str, at: int) -> None:
    at = _skip(text, at)
    if at < len(text):
        raise _broken(text, "more text after the end of the list", at)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def _guarded(text: str, read: Any) -> Any:
    try:
        return read()
    except json.JSONDecodeError as error:
        raise _broken(text, error.msg[:1].lower() + error.msg[1:], error.pos) from None
    except RecursionError:
        raise TextFault("not readable JSON: it is nested too deeply") from None
    except ValueError as error:  # a constant or key refused below, or what Python says of a number of too many digits
        reason = "a number in it has more digits than any count or measure" if "set_int_max_str_digits" in str(error) else str(error)
        raise TextFault(f"not readable JSON: {reason}") from None


def _broken(text: str, what: str, at: int) -> TextFault:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    found = f", found {text[at]!r}" if at < len(text) else ", found the end"
    return TextFault(f"not JSON at column {column}: {what}{found}", line)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands twice is refused, as it is unknown which of its values was meant."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twin = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twin!r} stands twice in one object")
    return made


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_refuse_twins)
