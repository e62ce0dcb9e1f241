"""Signs that are the same to a reader as another sign, or as none: blanks, line ends, hyphens, letters in parts, what is not shown."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

from summarylint.language.code_places import within
from summarylint.language.late_pattern import LatePattern
from summarylint.language.offsets import Pieces

_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f"
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS = "\x85\u2028\u2029"
_HYPHENS = "\u2010\u2011"
_LINES = "\u2012\u2013\u2212"
_MINUS = "\u2212"
_MARKS = "\u0300-\u036f\u0653-\u0655\u3099\u309a"
_JAMO = "\u1100-\u1112"
LONGEST_DECOMPOSED = 4
"""The most code points that one letter is written in (a Greek one with breathing, accent and iota below), so a longer run is none."""
_WIDE = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"
_GROUPING = "\u202f"
"""The blank between groups of digits; it and U+00A0 are read as one wherever numbers are."""

_SPECIAL = LatePattern(lambda: f"[{_INVISIBLE}{_BLANKS}{_LINE_ENDS}{_HYPHENS}{_LINES}{_MARKS}{_JAMO}{_WIDE}]")
_CONTROL = LatePattern(lambda: r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,4000}(?:\x07|\x1b\\)|[()*+][0-9A-Z]|[=>78cDEHMNOZ])?")
_HIDDEN = LatePattern(lambda: f"[{_INVISIBLE}]+")
_ODD_TOKEN = LatePattern(lambda: rf"(?<![^\s{_INVISIBLE}])[^\s{_INVISIBLE}]++(?:[{_INVISIBLE}]+[^\s{_INVISIBLE}]++)+")
_CORE = LatePattern(lambda: r"(?s:\w.*\w)")
_WORD = LatePattern(lambda: r"\W*[^\W\d_]+(?:['’-][^\W\d_]+)*\W*")
_RETURN = LatePattern(lambda: r"\r\n?")
_PLAINLY = LatePattern(lambda: f"[{_BLANKS}{_LINE_ENDS}{_HYPHENS}{_LINES}]")
_GROUP = LatePattern(lambda: r"\d{3}(?!\d)")
_DECOMPOSED = LatePattern(lambda: f"[{_MARKS}]+|[{_JAMO}][\u1161-\u1175][\u11a8-\u11c2]?")
_WIDE_WORD = LatePattern(lambda: rf"[{_WIDE}](?<![A-Za-z0-9_{_WIDE}][{_WIDE}])(?:[\uff01-\uff5e]*[{_WIDE}])?(?![A-Za-z0-9_{_WIDE}])")
_TO_ASCII = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}


def may_hold_odd_signs(text: str) -> bool:
    """Is there a sign in the text that may be written plainly? Costs one look at a text of ASCII, one pass over another one."""
    if not text.isascii() and _SPECIAL.search(text):
        return True
    return "\x1b" in text or "\r" in text


def controls(text: str) -> Pieces:
    """Control sequences of terminals."""
    return ((*match.span(), "") for match in _CONTROL.finditer(text)) if "\x1b" in text else ()


def hidden(text: str, copied: Callable[[str], bool] | None) -> Pieces:
    """What is invisible; with `copied` all but what stands inside a name, unless `copied` says that the spans hold that so."""
    kept = []
    if copied is not None and holds_hidden(text):
        kept = [match.span() for match in _ODD_TOKEN.finditer(text) if _is_name(match[0]) and not copied(_bare(match[0]))]
    for match in _HIDDEN.finditer(text):
        if not within(match.start(), kept):
            yield *match.span(), ""


def holds_hidden(text: str) -> bool:
    """Is there an invisible sign in the text?"""
    return not text.isascii() and _HIDDEN.search(text) is not None


def _bare(token: str) -> str:
    """A name without the punctuation of the sentence around it."""
    core = _CORE.search(token)
    return core[0] if core and holds_hidden(core[0]) else token


def _is_name(token: str) -> bool:
    """May this be a name, number or path, which is copied sign by sign? A word of letters alone is none."""
    return not _WORD.fullmatch(_HIDDEN.sub("", token))


def plain(text: str) -> Pieces:
    """Blanks, line ends and hyphens."""
    for match in _PLAINLY.finditer(text):
        at, sign = match.start(), match[0]
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if sign in _LINE_ENDS:
            instead = "\n"
        elif sign in _HYPHENS:
            instead = "-"
        elif sign in _LINES:
            alone = sign == _MINUS and not (before.isalnum() or before in ("_", "."))
            instead = "-" if after.isdigit() and (before.isdigit() or alone) else sign
        else:
            instead = _GROUPING if before.isdigit() and _GROUP.match(text, at + 1) else " "
        if instead != sign and not (instead == _GROUPING and sign == "\u00a0"):
            yield at, at + 1, instead


def returns(text: str) -> Pieces:
    """Carriage returns, with the line feed that follows: patterns of lines know one line end."""
    return ((*match.span(), "\n") for match in _RETURN.finditer(text)) if "\r" in text else ()


def composed(text: str) -> Pieces:
    """Letters that are written in parts, where one sign is all of them."""
    for match in _DECOMPOSED.finditer(text):
        start, end = match.span()
        if not match[0][0].isalpha():  # marks, which belong to the letter before them
            start -= 1
        if start < 0 or end - start > LONGEST_DECOMPOSED:
            continue
        letter = normalize("NFC", text[start:end])
        if len(letter) == 1 and letter.isalpha():
            yield start, end, letter


def narrow(text: str) -> Pieces:
    """Words of full-width letters and digits."""
    for match in _WIDE_WORD.finditer(text):
        yield *match.span(), match[0].translate(_TO_ASCII)
