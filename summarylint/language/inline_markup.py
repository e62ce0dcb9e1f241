"""Markup inside of words: escapes of Markdown and entities of HTML, read as the signs that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from summarylint.language.code_places import code_places, within
from summarylint.language.late_pattern import LatePattern
from summarylint.language.offsets import Pieces

_ENTITY = LatePattern(lambda: r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_MAKES_ENTITY = LatePattern(lambda: r"#?\w+;")
_DECODED = frozenset("&<>\"'/=:,;() ")
"""The ASCII signs, beside letters and digits, that an entity may stand for; others would be read as Markdown."""
_NO_URL = LatePattern(lambda: r"[\s<>\"'`]")
_LONGEST_TOKEN = 120
"""Code points on either side of a sign in which the token that it is a part of is looked at."""
_ESCAPE = LatePattern(lambda: r"\\(?<!\\\\)[_*~#\[\]<>]")
_NAME_ESCAPE = LatePattern(lambda: r"\\_(?<=\w\\_)(?=\w)")
_WINDOWS = LatePattern(lambda: r"\\(?:(?<=[A-Za-z]:\\)(?<!\w\w:\\)|(?<=\\\\)\w|(?<=\w\\)[A-Za-z0-9])")
_PATTERN = LatePattern(lambda: r"\\[^_*~#\[\]<>]|\.\\?[*+?]|\\\[\^|\(\?|[$^]$|^\^|\\[<>]\w+\\[<>]")
"""What tells of a regular expression."""
_OPENING = frozenset("#><~")
_DEEPEST = 80
"""Code points of indentation and quotation signs that are looked at before what may open a line."""


def may_hold_markup(text: str, *, names: bool) -> bool:
    """Is there an entity or an escape in the text, with `names` one inside a name?"""
    if "\\" in text and (_NAME_ESCAPE if names else _ESCAPE).search(text):
        return True
    return "&" in text and _ENTITY.search(text) is not None


def unescaped(text: str) -> Pieces:
    """Escapes of Markdown in prose, but for those that keep structure from being read."""
    return _unescaped(text, _ESCAPE) if "\\" in text else ()


def unescaped_names(text: str) -> Pieces:
    """Escaped underscores inside of names."""
    return _unescaped(text, _NAME_ESCAPE) if "\\" in text else ()


def _unescaped(text: str, escapes: LatePattern) -> Pieces:
    found = list(escapes.finditer(text))
    if not found or _WINDOWS.search(text):
        return
    code = code_places(text)
    for match in found:
        at, sign = match.start(), match[0][1]
        opening = sign in _OPENING or (sign == "*" and text[at + 2 : at + 3].isspace())
        if not (opening and _opens_line(text, at)) and not within(at, code) and not _PATTERN.search(_token(text, at)):
            yield *match.span(), sign


def decoded(text: str) -> Pieces:
    """Entities in prose, but for those that keep a tag from being read."""
    for start, end, sign in _entities(text):
        if not (sign in "<>" and _opens_line(text, start)):
            yield start, end, sign


def decoded_in_output(text: str) -> Pieces:
    """Entities in the output of a tool: the ampersand of a URL, an apostrophe inside a word, a blank between two words."""
    for start, end, sign in _entities(text):
        if _is_shown_so(text, start, end, sign):
            yield start, end, sign


def _entities(text: str) -> Iterator[tuple[int, int, str]]:
    """The entities outside of code that stand for one sign, and neither make another entity or escape nor any Markdown."""
    code: list[tuple[int, int]] | None = None
    for match in _ENTITY.finditer(text) if "&" in text else ():
        start, end = match.span()
        sign = unescape(match[0])
        if len(sign) != 1 or not (sign.isprintable() or sign.isspace()) or sign in "\x85\u2028\u2029":
            continue
        if sign.isascii() and not (sign.isalnum() or sign in _DECODED):
            continue
        if text[start - 1 : start] == "\\" or (sign == "&" and _MAKES_ENTITY.match(text, end)):
            continue
        code = code_places(text) if code is None else code
        if not within(start, code):
            yield start, end, sign


def _is_shown_so(text: str, at: int, end: int, sign: str) -> bool:
    before, after = text[at - 1 : at], text[end : end + 1]
    if sign == "\u00a0":
        return before.isalnum() and after.isalnum()
    if sign in "'’":
        return before.isalpha() and after.isalpha()
    token = _NO_URL.split(text[max(0, at - _LONGEST_TOKEN) : at])[-1] if sign == "&" else ""
    return "http://" in token or "https://" in token


def _token(text: str, at: int) -> str:
    """What stands around a place between blanks, as far as a token is read."""
    before, after = text[max(0, at - _LONGEST_TOKEN) : at], text[at : at + _LONGEST_TOKEN]
    return (before.split()[-1] if before and not before[-1].isspace() else "") + after.split(maxsplit=1)[0]


def _opens_line(text: str, at: int) -> bool:
    """Is there nothing before this place on its line but blanks and quotation signs?"""
    head = text[max(0, at - _DEEPEST) : at].rstrip(" \t>")
    return head.endswith("\n") or (not head and at <= _DEEPEST)
