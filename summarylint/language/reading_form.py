r"""The reading form of a text: what is only written oddly is written plainly, and every offset can be told of the text as given.

Everything behind this module may take a blank for one blank and an apostrophe of a name for none. What is changed, and where:

- in every text: terminal control sequences and invisible signs (zero-width space and joiner, soft hyphen, byte order mark,
  direction controls) go; the blanks of Unicode are blanks, except between groups of digits, where they make one number
  (`1 204` with a narrow blank); NEL, LS, PS and a lone carriage return end a line; U+2010 and U+2011 are hyphens, as is a dash
  or minus between digits or before one (`1250–11`); decomposed letters are composed; words of full-width letters and digits
  are words of ASCII.
- in prose, outside of code: two blanks or a tab between two words are one blank, unless columns stand there; HTML entities and
  the escapes of Markdown are what they stand for, unless they would make structure (a list, a tag at the start of a line).
- in tool output: `&amp;` in a URL, an apostrophe's entity inside a word, `&nbsp;` between two and `\_` inside a name only; all else
  of HTML and every other backslash is content there. In a tool call no entity and no escape is read: it is code.

What stays apart because a copy that differs is a fault: case; letters of another alphabet (a Cyrillic а in a name), a word that
mixes full-width and ASCII letters, K and the Kelvin sign; an invisible sign inside a name, number or path of the summary, unless
a span holds the name so (`strict`, `copied`). Typographic quotation marks, apostrophes and ellipses stay, since they are read as
such everywhere, and tell more than the ASCII ones. A backslash in a text with Windows paths, before a letter or digit, or in what
may be a regular expression is never an escape. No text changes that has nothing odd: it is handed back itself.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import merge
from html import unescape
from re import Match
from typing import Literal
from unicodedata import normalize

from summarylint.language.offsets import Offsets, rewritten
from summarylint.language.wrappers import FENCED

Manner = Literal["prose", "output", "call"]
"""What kind of text it is: written for readers, by a tool, or as the call of a tool."""

ROUNDS = 4
"""How often a text is rewritten at most: taking one oddity away may uncover another (an entity in two parts), but not for long."""

_INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS = "\x85\u2028\u2029"
_HYPHENS = "\u2010\u2011"
_LINES = "\u2012\u2013\u2212"
_MINUS = "\u2212"
_MARKS = "\u0300-\u036f\u0653-\u0655\u3099\u309a"
_JAMO = "\u1100-\u1112"
_WIDE = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
_GROUPING = "\u202f"
"""The blank between groups of digits; it and U+00A0 are read as one wherever numbers are."""

_SPECIAL = re.compile(f"[{_INVISIBLE}{_BLANKS}{_LINE_ENDS}{_HYPHENS}{_LINES}{_MARKS}{_JAMO}{_WIDE}]")
_CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,4000}(?:\x07|\x1b\\)|[()*+][0-9A-Z]|[=>78cDEHMNOZ])?")
_HIDDEN = re.compile(f"[{_INVISIBLE}]+")
_ODD_TOKEN = re.compile(rf"(?<![^\s{_INVISIBLE}])[^\s{_INVISIBLE}]++(?:[{_INVISIBLE}]+[^\s{_INVISIBLE}]++)+")
_WORD = re.compile(r"\W*[^\W\d_]+(?:['’-][^\W\d_]+)*\W*")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_PLAINLY = re.compile(f"[{_BLANKS}{_LINE_ENDS}{_HYPHENS}{_LINES}]")
_GROUP = re.compile(r"\d{3}(?!\d)")
_DECOMPOSED = re.compile(f"[{_MARKS}]+|[{_JAMO}][\u1161-\u1175][\u11a8-\u11c2]?")
_WIDE_WORD = re.compile(rf"[{_WIDE}](?<![A-Za-z0-9_{_WIDE}][{_WIDE}])(?:[\uff01-\uff5e]*[{_WIDE}])?(?![A-Za-z0-9_{_WIDE}])")
_TO_ASCII = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_MAKES_ENTITY = re.compile(r"#?\w+;")
_DECODED = frozenset("&<>\"'/=:,;() ")
"""The ASCII signs, beside letters and digits, that an entity may stand for; others would be read as Markdown."""
_NO_URL = re.compile(r"[\s<>\"'`]")
_LONGEST_TOKEN = 120
"""Code points on either side of a sign in which the token that it is a part of is looked at."""
_ESCAPE = re.compile(r"\\(?<!\\\\)[_*~#\[\]<>]")
_NAME_ESCAPE = re.compile(r"\\_(?<=\w\\_)(?=\w)")
_WINDOWS = re.compile(r"\\(?:(?<=[A-Za-z]:\\)(?<!\w\w:\\)|(?<=\\\\)\w|(?<=\w\\)[A-Za-z0-9])")
_PATTERN = re.compile(r"\\[^_*~#\[\]<>]|\.\\?[*+?]|\\\[\^|\(\?|[$^]$|^\^|\\[<>]\w+\\[<>]")
"""What tells of a regular expression."""
_OPENING = frozenset("#><~")
_DEEPEST = 80
"""Code points of indentation and quotation signs that are looked at before what may open a line."""
_INLINE_CODE = re.compile(r"(?<![\\`])(?:``(?!`)[^\n]+?``(?!`)|`[^`\n]+`(?!`))")

_TWO_BLANKS = re.compile(r"  (?<=[\w,;]  )(?=\w)")
_TAB = re.compile(r"\t(?<=[\w,;]\t)(?=\w)")
WIDE_GAP = 2
"""Blanks beyond which a gap parts columns, whoever wrote it."""
_COLUMN = re.compile(r"(?<=\S)(?: {2,}| ?\t[ \t]*)(?=\S)")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text in its reading form, with what tells its offsets as those of the text as given."""

    text: str
    offsets: tuple[Offsets, ...] = ()

    def start(self, at: int) -> int:
        """Return where what begins at `at` begins in the text as given."""
        for offsets in reversed(self.offsets):
            at = offsets.start(at)
        return at

    def end(self, at: int) -> int:
        """Return where what ends at `at` ends in the text as given."""
        for offsets in reversed(self.offsets):
            at = offsets.end(at)
        return at

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch of the text as given for one of the reading form; an empty one stays empty."""
        first = self.start(start)
        return first, (first if start == end else self.end(end))


def reading_form(text: str, manner: Manner = "prose", *, strict: bool = False, copied: Callable[[str], bool] | None = None) -> Reading:
    """Return the reading form of `text`; its text is `text` itself, the same object, where nothing in it is odd.

    With `strict` an invisible sign inside a name, number or path stays, unless `copied` says that the spans hold the name so.
    """
    offsets: list[Offsets] = []
    kept = (copied or _never) if strict else None
    for _ in range(ROUNDS):
        if not _may_be_odd(text, manner):
            break
        before = text
        for pieces in _STEPS:
            text, moved = rewritten(text, pieces(text, manner, kept))
            if moved is not None:
                offsets.append(moved)
        if text is before:
            break
    return Reading(text, tuple(offsets))


def _may_be_odd(text: str, manner: Manner) -> bool:
    """Is there anything to look at? Of nearly every text there is not, and a look at a few signs tells."""
    if not text.isascii() and _SPECIAL.search(text):
        return True
    if "\x1b" in text or ("\r" in text and _LONE_RETURN.search(text)):
        return True
    if manner == "call":
        return False
    if ("\\" in text and (_ESCAPE if manner == "prose" else _NAME_ESCAPE).search(text)) or ("&" in text and _ENTITY.search(text)):
        return True
    return manner == "prose" and bool(("  " in text and _TWO_BLANKS.search(text)) or ("\t" in text and _TAB.search(text)))


Pieces = Iterable[tuple[int, int, str]]
Copied = Callable[[str], bool] | None


def _controls(text: str, manner: Manner, copied: Copied) -> Pieces:
    return ((*match.span(), "") for match in _CONTROL.finditer(text)) if "\x1b" in text else ()


def _hidden(text: str, manner: Manner, copied: Copied) -> Pieces:
    """What is invisible."""
    kept = []
    if copied is not None and _HIDDEN.search(text):
        kept = [match.span() for match in _ODD_TOKEN.finditer(text) if _is_name(match[0]) and not copied(match[0])]
    for match in _HIDDEN.finditer(text):
        if not _within(match.start(), kept):
            yield *match.span(), ""


def _never(token: str) -> bool:
    return False


def _is_name(token: str) -> bool:
    """May this be a name, number or path, which is copied sign by sign? A word of letters alone is none."""
    return not _WORD.fullmatch(_HIDDEN.sub("", token))


def _plain(text: str, manner: Manner, copied: Copied) -> Pieces:
    """Blanks, line ends and hyphens."""
    for match in _PLAINLY.finditer(text):
        at, sign = match.start(), match[0]
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if sign in _LINE_ENDS:
            plain = "\n"
        elif sign in _HYPHENS:
            plain = "-"
        elif sign in _LINES:
            alone = sign == _MINUS and not (before.isalnum() or before in ("_", "."))
            plain = "-" if after.isdigit() and (before.isdigit() or alone) else sign
        else:
            plain = _GROUPING if before.isdigit() and _GROUP.match(text, at + 1) else " "
        if plain != sign and not (plain == _GROUPING and sign == "\u00a0"):
            yield at, at + 1, plain


def _returns(text: str, manner: Manner, copied: Copied) -> Pieces:
    return ((*match.span(), "\n") for match in _LONE_RETURN.finditer(text)) if "\r" in text else ()


def _unescaped(text: str, manner: Manner, copied: Copied) -> Pieces:
    if manner == "call" or "\\" not in text:
        return
    found = [*(_ESCAPE if manner == "prose" else _NAME_ESCAPE).finditer(text)]
    if not found or _WINDOWS.search(text):
        return
    code = _code(text)
    for match in found:
        at, sign = match.start(), match[0][1]
        opening = sign in _OPENING or (sign == "*" and text[at + 2 : at + 3].isspace())
        if not (opening and _opens_line(text, at)) and not _within(at, code) and not _PATTERN.search(_token(text, at)):
            yield *match.span(), sign


def _decoded(text: str, manner: Manner, copied: Copied) -> Pieces:
    if manner == "call" or "&" not in text:
        return
    code: list[tuple[int, int]] | None = None
    for match in _ENTITY.finditer(text):
        at, end = match.span()
        sign = unescape(match[0])
        if len(sign) != 1 or (sign.isascii() and not (sign.isalnum() or sign in _DECODED)) or _HIDDEN.match(sign):
            continue
        if text[at - 1 : at] == "\\" or (sign == "&" and _MAKES_ENTITY.match(text, end)) or sign in _LINE_ENDS:
            continue
        if manner == "output":
            if not _is_shown_so(text, at, end, sign):
                continue
        elif sign in "<>" and _opens_line(text, at):
            continue
        code = _code(text) if code is None else code
        if not _within(at, code):
            yield at, end, sign


def _is_shown_so(text: str, at: int, end: int, sign: str) -> bool:
    """In the output of a tool: is it an ampersand of a URL, an apostrophe inside a word, or a blank between two words?"""
    before, after = text[at - 1 : at], text[end : end + 1]
    if sign == "\u00a0":
        return before.isalnum() and after.isalnum()
    if sign in "'’":
        return before.isalpha() and after.isalpha()
    token = _NO_URL.split(text[max(0, at - _LONGEST_TOKEN) : at])[-1] if sign == "&" else ""
    return "http://" in token or "https://" in token


def _composed(text: str, manner: Manner, copied: Copied) -> Pieces:
    """Letters that are written in parts, where one sign is all of them."""
    for match in _DECOMPOSED.finditer(text):
        start, end = match.span()
        if not match[0][0].isalpha():  # marks, which belong to the letter before them
            start -= 1
        letter = normalize("NFC", text[max(0, start) : end])
        if start >= 0 and len(letter) == 1 and letter.isalpha():
            yield start, end, letter


def _narrow(text: str, manner: Manner, copied: Copied) -> Pieces:
    """Words of full-width letters and digits."""
    for match in _WIDE_WORD.finditer(text):
        yield *match.span(), match[0].translate(_TO_ASCII)


def _single(text: str, manner: Manner, copied: Copied) -> Pieces:
    """Two blanks or a tab between two words of prose."""
    if manner != "prose" or not ("\t" in text or "  " in text):
        return
    code: list[tuple[int, int]] | None = None
    stop, kept = 0, False
    for match in merge(_TWO_BLANKS.finditer(text), _TAB.finditer(text), key=Match.start):
        start, end = match.span()
        if start >= stop:  # of another line than the one before
            kept = _in_columns(text, text.rfind("\n", stop, start) + 1 or stop)
            stop = text.find("\n", start) + 1 or len(text) + 1
        code = _code(text) if code is None else code
        if not kept and not _within(start, code):
            yield start, end, " "


def _in_columns(text: str, start: int) -> bool:
    """Does the line that begins here hold columns: a wide gap, or gaps of which most end where those of a line beside it end?"""
    end = text.find("\n", start)
    end = end if end >= 0 else len(text)
    gaps = list(_COLUMN.finditer(text, start, end))
    if any(len(match[0]) > WIDE_GAP for match in gaps):
        return True
    own = _ends(gaps, start)
    first, after = text.rfind("\n", 0, max(0, start - 1)) + 1, text.find("\n", end + 1)
    for line, stop in ((first, max(0, start - 1)), (end + 1, after if after >= 0 else len(text))):
        beside = _ends(_COLUMN.finditer(text, line, stop), line)
        if beside and 2 * len(own & beside) >= max(len(own), len(beside)):
            return True
    return False


def _ends(gaps: Iterable[Match[str]], line: int) -> set[int]:
    """Where gaps end, counted from the beginning of their line; those with a tab, which may reach to any place, by their number."""
    return {-number if "\t" in match[0] else match.end() - line for number, match in enumerate(gaps, 1)}


def _code(text: str) -> list[tuple[int, int]]:
    """The fenced and inline code of a text, in order."""
    if "`" not in text and "~~~" not in text:
        return []
    fenced = [match.span() for match in FENCED.finditer(text)]
    inline = [match.span() for match in _INLINE_CODE.finditer(text)]
    return sorted([*fenced, *(place for place in inline if not _within(place[0], fenced))])


def _within(at: int, places: list[tuple[int, int]]) -> bool:
    number = bisect_right(places, (at, sys.maxsize)) - 1
    return number >= 0 and at < places[number][1]


def _token(text: str, at: int) -> str:
    """What stands around a place between blanks, as far as a token is read."""
    before, after = text[max(0, at - _LONGEST_TOKEN) : at], text[at : at + _LONGEST_TOKEN]
    return (before.split()[-1] if before and not before[-1].isspace() else "") + after.split(maxsplit=1)[0]


def _opens_line(text: str, at: int) -> bool:
    """Is there nothing before this place on its line but blanks and quotation signs?"""
    head = text[max(0, at - _DEEPEST) : at].rstrip(" \t>")
    return head.endswith("\n") or (not head and at <= _DEEPEST)


_STEPS = (_hidden, _controls, _plain, _returns, _unescaped, _decoded, _composed, _narrow, _single)
"""In an order in which one seldom uncovers what another one before it takes away."""
