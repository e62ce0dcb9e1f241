"""The tokens of a text that can be identifiers, taken by one compiled pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from summarylint.language.lexicon import read_lexicon

_DATA = read_lexicon("identifiers")
# Latin, Greek and Cyrillic letters; scripts without spaces end a token.
LETTER = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
# Plain words, capitalised or not, and all that begins no token; possessive, so that no character is tried twice.
_SKIPPED = rf"(?:[A-Za-z]?+[a-z]*+(?<!file)(?:[’'][a-z]++)?+[,;:.!?)]*+\s++|\\[nrt\"]|[^{LETTER}0-9$~@#./\\:%*+`-]++)*+"
_URL = r"[a-z][a-z0-9+.-]*+://[^\s<>\"'`|\\^\u201c\u201d]+"
_QUOTED = r"`[^`\s]{1,300}`"
_DRIVE = r"(?:[A-Za-z]:\\|\\\\(?=\w{2,}\\))[\w.\\$~@%+-]+"
_TOKEN = (
    # Outside a Windows path `\n`, `\t` and `\"` are line breaks and quotation marks of JSON.
    rf"(?:[{LETTER}0-9$~@#./%*+-]++|\\{{1,2}}(?![nrt\"\\])|:(?=[\w/\\:])|(?<=[\w/-])<[\w-]+>|(?<=[$@./*\w-])\{{[\w,.-]+\}}|(?<=/)\[[\w.]+\]"
    r"|(?<=\w)\(\)(?:\.(?=\w))?|(?<=[\w])!(?=\d)|(?<=HEAD)\^)++"
)
_CANDIDATE = re.compile(rf"{_SKIPPED}(?:(?P<url>{_URL})|(?P<quoted>{_QUOTED})|(?P<drive>{_DRIVE})|(?P<token>{_TOKEN})|.|\Z)", re.S)
MARKED = re.compile(
    r"[0-9/\\_@#$~]|\w[.:]\w|[a-z][A-Z]|[A-Z]{2,}[a-z]|\(\)|\*\.|::|^(?:\.\w|--?[A-Za-z]|E[A-Z]{3,}|SIG[A-Z]|HEAD|X-[A-Z])"
    rf"|(?:{'|'.join(_DATA['file_names'])}|-[a-h]|[a-z](?:Error|Exception))[.:*+-]*$"
)
_OPENING = {")": "(", "]": "[", "}": "{"}


def tokens_in(text: str, start: int, stop: int) -> Iterator[tuple[int, int, bool]]:
    """Start, end and whether it stands alone in backticks, of every token that can be an identifier."""
    for found in _CANDIDATE.finditer(text, start, stop):
        kind = found.lastgroup
        if kind is None:
            continue
        begin, end = found.span(kind)
        if kind == "quoted":
            yield begin + 1, end - 1, True
        elif kind == "url":
            yield begin, _url_end(text, begin, end), False
        elif MARKED.search(text[begin:end]) and not text.startswith("</", begin - 1):
            trimmed = _trimmed(text, begin, end)
            if trimmed:
                yield (*trimmed, False)


def _url_end(text: str, begin: int, end: int) -> int:
    """Where a URL ends: sentence marks and an unopened closing bracket do not belong to it."""
    while end > begin + 1:
        last = text[end - 1]
        opening = _OPENING.get(last)
        unopened = opening is not None and text.count(last, begin, end) > text.count(opening, begin, end)
        if not unopened and last not in ".,;:!?*'…":
            break
        end -= 1
    return end


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """The token without emphasis marks and sentence punctuation; None where nothing is left."""
    while begin < end and text[begin] in "*:+" and not text.startswith(("*.", "**/", "*/", "::", "*-", "*_"), begin):
        begin += 1
    while begin < end and text[end - 1] in ".:+*-\\@#$%~":
        if text[end - 1] == "*" and text[end - 2 : end - 1] in ("/", "*", ".", "-", "_") and text[end - 3 : end - 1].find("/") >= 0:
            break
        end -= 1
    while begin < end - 1 and text[begin] in "-\\" and text[begin + 1] in '-*\\"' and not text.startswith(("--", "\\\\"), begin):
        begin += 1
    if end - begin > 2 and text[begin] == "_" == text[end - 1] and text[begin + 1 : end - 1].isalpha():
        return None
    return (begin, end) if begin < end else None


def candidate_tokens(text: str, start: int = 0, end: int | None = None) -> Iterable[tuple[int, int]]:
    """Offsets of the tokens of `text[start:end]` that can be identifiers or numbers, in one pass, unclassified."""
    return ((begin, stop) for begin, stop, _ in tokens_in(text, start, len(text) if end is None else end))
