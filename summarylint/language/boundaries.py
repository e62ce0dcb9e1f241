"""Where one statement ends and the next begins: sentence ends, line ends, semicolons, clauses.

One compiled pattern finds candidates; a cheap test on the word before and the character after decides. The abbreviations
and closed word classes are data in `lexicon/segmentation.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Protocol

LONGEST = 600
"""Code points after which a statement is cut at the next best place; longer ones are machine output, not sentences."""
LONG_SENTENCE = 200
"""Code points after which a sentence is cut at its clauses, so that one hedge or negation does not colour all of it."""
WRAP_COLUMN = 40
"""Lines shorter than this were ended on purpose, not wrapped."""
ENCLOSURE = 200
"""Code points within which a bracket, code or quotation must close to count as one; else the opening sign is a stray."""

# The first set alone decides the speed: re skips to its members without trying the alternatives. A line end takes the blank
# lines and the indentation behind it along. Sentence marks right before a line end are left out: the line ends there anyhow.
_CANDIDATE = re.compile(
    r"[\n\r.!?;…。！？\\]"
    r"(?:(?<=[\n\r])\s*+"
    r"|(?<=[.!?…])(?<![.!?…][.!?…])[.!?…]*(?:(?=[^\S\n\r])|[\"'”’)\]*_]++(?=\s))"
    r"|(?<=;)(?=\s)"
    r"|(?<=\\)(?:r\\)?n(?:\\[rnt])* *+"
    r"|(?<=[。！？]))"
)
_WORD = re.compile(r"[^\W_]")
_OPENERS = frozenset("-*/#\"'<>{}()[]|+$@&")
_WORDS = re.compile(r"[^\W_][\w'’.-]*")
_WRAPPED_AFTER = frozenset(",`)'’\"”-*")
_WRAPPED = re.compile(r"[ \t]*(?:([a-z][\w'’-]*)(?=[ ,.;)])|[\w`\"“(])")
_CODE_SIGN = re.compile(r"[{}<>=|(](?:(?<!\()|\))")  # a set first, to which re can skip
_ENTITY = re.compile(r"&#?\w{1,8}\Z")
_CUTS = (", ", " ", ",", "\t", "/")


@cache
def lexicon() -> dict[str, dict[str, Any]]:
    """The tables of `lexicon/segmentation.toml`; lists of words are frozensets in lower case."""
    data = tomllib.loads((Path(__file__).parent / "lexicon" / "segmentation.toml").read_text(encoding="utf-8"))
    return {
        table: {key: frozenset(value) if isinstance(value, list) else value for key, value in entries.items()}
        for table, entries in data.items()
    }


def scan(text: str) -> list[tuple[int, int]]:
    """Statement boundaries of a text as (start, end) in code points: trimmed, in order, without overlap.

    Markers of bullets, quotations and logs stay inside. Lines that open or close a code fence, and pieces without a
    letter or digit, are left out.
    """
    return pieces(text, 0, len(text))


def pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """As `scan`, for `[start, end)` of the text."""
    found: list[tuple[int, int]] = []
    add_pieces(text, start, end, found)
    return found


class Appending(Protocol):
    """What takes boundaries one by one: a list, or something smaller."""

    def append(self, pair: tuple[int, int], /) -> None:
        """Take the next pair."""


def add_pieces(text: str, start: int, end: int, found: Appending) -> None:
    """Append the boundaries of `[start, end)` of the text to `found`, as `scan` gives them."""
    append, has_letter = found.append, _WORD.search
    begin = line = start
    for match in _CANDIDATE.finditer(text, start, end):
        at, after = match.span()
        stop, sign = at, text[at]
        if sign == "\n" or sign == "\r":
            last = text[at - 1] if begin < at else ""
            ends_open = at - line >= WRAP_COLUMN and at - begin < LONGEST and (last in _WRAPPED_AFTER or last.isalnum())
            if ends_open and _goes_on(text, line, at, end):
                line = at + 1
                continue
            line = at + 1
        elif sign == "\\":
            if _in_path(text, begin, at):
                continue
        elif _ends_sentence(text, begin, at, after):
            stop = at if sign == ";" else after
            after += text[after : after + 1] == " "
        else:
            continue
        if begin < stop:
            # nearly all statements, and much of the time of all this
            opener = text[begin]
            if (opener.isalnum() or (opener in _OPENERS and has_letter(text, begin, stop))) and (
                stop - begin <= LONGEST and not text[stop - 1].isspace()
            ):
                append((begin, stop))
            else:
                _append(found, text, begin, stop)
        begin = after
    _append(found, text, begin, end)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` without white space at either side; empty at `start` where nothing else is there."""
    piece = text[start:end]
    bare = piece.strip()
    if not bare:
        return start, start
    start += len(piece) - len(piece.lstrip())
    return start, start + len(bare)


def has_word(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit stands in `[start, end)`."""
    return _WORD.search(text, start, end) is not None


def _append(found: Appending, text: str, start: int, end: int) -> None:
    bare = text[start:end].strip()
    if not bare or not (bare[0].isalnum() or _WORD.search(bare)):
        return
    start = text.index(bare[0], start)
    end = start + len(bare)
    if len(bare) <= LONGEST and bare[0] not in "`~":  # nearly all; the rest of this is for the few others
        found.append((start, end))
        return
    if text[start] in "`~" and text.startswith(("```", "~~~"), start) and "`" not in text[start:end].lstrip("`"):
        return
    while end - start > LONGEST:
        cut = _cut(text, start)
        head = trimmed(text, start, cut)
        if has_word(text, *head):
            found.append(head)
        start = trimmed(text, cut, end)[0]
    if has_word(text, start, end):
        found.append((start, end))


def _cut(text: str, start: int) -> int:
    for sign in _CUTS:
        at = text.rfind(sign, start + LONGEST // 2, start + LONGEST)
        if at >= 0:
            return at + len(sign)
    return start + LONGEST


def _goes_on(text: str, line: int, at: int, end: int) -> bool:
    """Whether the line `[line, at)`, whose last sign allows it, was wrapped amid a sentence that the next line continues.

    Blank lines may stand before it.
    """
    following = _WRAPPED.match(text, at + 1, end)
    if following is None:
        return False
    if text[line].isspace():
        line = max(line, text.rfind("\n", line, at) + 1, text.rfind("\r", line, at) + 1)
        if at - line < WRAP_COLUMN:
            return False
    words, word = lexicon()["wrapping"], following[1]
    if word:
        # A repeated first word is a column of messages ("npm warn ..."), not a paragraph.
        goes_on = word not in words["code_openers"] and not text[line:at].lstrip().startswith(word + " ")
    else:
        goes_on = text[at - 1].isalpha() and text[line:at].rsplit(None, 1)[-1] in words["unfinished"]
    return goes_on and not _CODE_SIGN.search(text, line, at)


def _in_path(text: str, begin: int, at: int) -> bool:
    """Whether the backslash at `at` is itself escaped or parts a Windows path (`C:\\new`), so that no line ends there."""
    if at > 0 and text[at - 1] == "\\":
        return True
    held = text[begin if begin > at - 80 else at - 80 : at]
    if ":" not in held and "\\\\" not in held:
        return False
    token = held.rsplit(None, 1)[-1:] or [""]
    return ":\\" in token[0] or (token[0].endswith(":") and len(token[0]) == 2) or token[0].startswith("\\\\")


def _ends_sentence(text: str, begin: int, at: int, stop: int) -> bool:
    """Whether the sentence marks at `[at, stop)` end the statement that begins at `begin`."""
    if text[at] in "。！？":
        return True
    if enclosed(text, begin, at):
        return False
    if text[at] == ";":
        before = text[begin if begin > at - 10 else at - 10 : at]
        return "&" not in before or not _ENTITY.search(before)
    following = text[stop : stop + 24].lstrip()[:1]
    if following.islower() and (text[stop - 1] == ")" or text[at : at + 2] == ".." or text[at] == "…"):
        return False
    return text[at] != "." or _full_stop(text, begin, at, following)


def _full_stop(text: str, begin: int, at: int, following: str) -> bool:
    """Whether the full stop at `at` ends a sentence and no abbreviation, initial or list number."""
    before = text[max(begin, at - 40) : at].split()
    word = before[-1].lstrip("([{\"'“‘*_") if before else ""
    if not word:
        return False
    known = lexicon()["abbreviations"]
    lower = word.lower()
    if lower in known["never"]:
        return False
    if lower in known["before_capital"]:
        return not (following.islower() or following.isdigit())
    if lower in known["before_number"]:
        return not following.isdigit()
    if len(word) <= 2 and word.isdigit():
        return len(before) > 1 and before[-2][-1] not in ":;,("
    if len(word) == 1 and word.isalpha():
        if len(before) > 1 and before[-2][-1].isdigit():  # a unit: "60 s."
            return not (following.islower() or following.isdigit())
        named = len(before) > 1 and before[-2].lower() in known["letter_names"]
        return named or (word.isupper() and len(before) > 1 and not following.isupper() and word != "I")
    return True


def enclosed(text: str, begin: int, at: int) -> bool:
    """Whether `at` stands inside a parenthesis, inline code or a quotation that opened after `begin` and soon closes."""
    held, high = text[begin if begin > at - 2 * ENCLOSURE else at - 2 * ENCLOSURE : at], at + ENCLOSURE
    if "`" in held and held.count("`") % 2 and text.find("`", at, high) >= 0:
        return True
    if "(" in held:
        opened = held.count("(")
        # A bracket around the whole statement is transparent.
        if opened > held.count(")") and text.find(")", at, high) >= 0 and not (opened == 1 and held.lstrip()[:1] == "("):
            return True
    if '"' in held and held.count('"') % 2 and text.find('"', at + 2, high) >= 0:
        return True
    return "“" in held and held.count("“") > held.count("”") and text.find("”", at + 2, high) >= 0


# ---------------------------------------------------------------- clauses


@cache
def _joint() -> re.Pattern[str]:
    words = lexicon()["clauses"]
    after_comma = "|".join(sorted(words["after_comma"] | words["if_clausal"]))
    bare = "|".join(sorted(words["bare"]))
    return re.compile(rf";\s+|,\s+(?=(?P<joined>{after_comma})\s)|(?<=\S)\s+(?=(?P<bare>{bare})\s)", re.IGNORECASE)


def clauses(text: str, start: int, end: int, *, least_words: int = 2) -> list[tuple[int, int]]:
    """The clauses of one statement, in order; a conjunction belongs to the clause that it opens.

    Cuts stand at `;`, at a comma before `but`, `though`, `while` and the like, at a bare `but`, and at a comma before `and`,
    `or`, `so`, `which` where what follows has a subject or a verb of its own. Each side keeps `least_words` words. Nothing is
    cut inside brackets, code or quotations.
    """
    found: list[tuple[int, int]] = []
    begin = start
    for match in _joint().finditer(text, start, end):
        if _parts(text, begin, match, end, least_words):
            found.append(trimmed(text, begin, match.start()))
            begin = match.end()
    found.append(trimmed(text, begin, end))
    return [piece for piece in found if piece[0] < piece[1]]


def _parts(text: str, begin: int, match: re.Match[str], end: int, least_words: int) -> bool:
    left = _WORDS.findall(text, max(begin, match.start() - ENCLOSURE), match.start())
    right = [word.lower() for word in _WORDS.findall(text, match.end(), min(end, match.end() + 120))]
    joined, bare = match.group("joined"), match.group("bare")
    least = least_words + 1 if bare else least_words
    opener = 1 if joined or bare else 0
    if len(left) < least or len(right) - opener < (least if opener else 1) or enclosed(text, begin, match.start()):
        return False
    words = lexicon()["clauses"]
    if bare:
        return bare.lower() != "but" or left[-1].lower() not in words["except_before"]
    return joined is None or joined.lower() in words["after_comma"] or _clausal(right[1:8], words)


def _clausal(words: list[str], classes: dict[str, Any]) -> bool:
    """Whether words read as a clause: a subject first, an auxiliary among them, or an early word in -ed."""
    if not words:
        return False
    if words[0] in classes["subjects"] or any(word in classes["auxiliaries"] for word in words):
        return True
    return any(len(word) > 4 and word.endswith("ed") for word in words[:4])
