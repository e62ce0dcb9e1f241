"""The block tokens of ordinary Markdown, read line by line: what markdown-it-py gives for it, at a fraction of its cost.

Headings, lists, code fences, rules, tables and paragraphs are read here by the rules of CommonMark and of GitHub's tables,
without indented code, HTML blocks and reference definitions, as language/structure.py sets the parser up. Quotations and
very deep lists are left to the parser itself: `read_tokens` returns None for a text that has one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

DEEPEST_READ = 20
"""Nesting (two for each list) beyond which a text is left to the parser, whose bound on depth drops words that are kept then."""

LAZY_INDENT = 3
"""A line indented by more than this under a paragraph goes on with it, whatever sign it begins with."""

WIDEST_PADDING = 4
"""More blanks than this behind a list marker belong to what follows."""

_MARKER = re.compile(r"(?:[*+-]|([0-9]{1,9})[.)])(?=[ \t]|\Z)")
_HEADING = re.compile(r"(#{1,6})(?=[ \t]|\Z)")
_FENCE = re.compile(r"(`{3,})[^`]*\Z|(~{3,})", re.DOTALL)
_RULE = re.compile(r"([*_-])[ \t]*(?:\1[ \t]*){2,}\Z")
_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*\Z")
_TABLE_RULE = re.compile(r"(?:[|:]|-(?![ \t]))[|: \t-]+\Z")
_ALIGNMENT = re.compile(r":?-+:?\Z")
_CELL_EDGE = re.compile(r"(?<!\\)\|")
_TRIMMED = " \t\n\x0b\x0c\r"
MOST_CELLS = 1 << 16
"""Cells missing in the rows of one table, from which on the parser ends it."""

_SIGNS = frozenset("`~>*_-+#=0123456789|:")
"""What a line begins with that may be more than words; most lines begin with none of these."""


class BlockToken:
    """A token of markdown-it-py, with the fields that the reading of the structure asks for."""

    __slots__ = ("attrs", "info", "level", "map", "markup", "nesting", "tag", "type")

    def __init__(self, type_: str, nesting: int, level: int, lines: list[int] | None = None, *, tag: str = "", markup: str = "") -> None:
        self.type = type_
        self.nesting = nesting
        self.level = level
        self.map = lines
        self.tag = tag
        self.markup = markup
        self.info = ""
        self.attrs: dict[str, str | int | float] = {}


class _NotOrdinary(Exception):
    """The text has a quotation, or lists in great depth."""


def read_tokens(lines: Sequence[str]) -> list[BlockToken] | None:
    """Return the block tokens of a text given by its lines, or None where the parser has to read it."""
    try:
        return _Blocks(lines).read()
    except _NotOrdinary:
        return None


class _Blocks:
    def __init__(self, lines: Sequence[str]) -> None:
        last = len(lines) - 1 if lines and not lines[-1].strip(" \t") else len(lines)
        self.words = [line.lstrip(" \t") for line in lines[:last]]
        self.indents = [_width(line[: len(line) - len(words)]) for line, words in zip(lines, self.words, strict=False)]
        self.count = last
        self.tokens: list[BlockToken] = []

    def read(self) -> list[BlockToken]:
        self._blocks(0, 0, -1, 0)
        return self.tokens

    def _blocks(self, line: int, indent: int, outer: int, level: int) -> int:
        """Read blocks from `line` on that stand at least `indent` deep, in a list at `outer` (-1: none); return the line behind."""
        if level > DEEPEST_READ:
            raise _NotOrdinary
        words, indents, count = self.words, self.indents, self.count
        while line < count:
            while line < count and not words[line]:
                line += 1
            if line >= count or indents[line] < indent:
                break
            line = self._block(line, indent, outer, level)
            if line < count and not words[line]:
                line += 1
        return line

    def _block(self, line: int, indent: int, outer: int, level: int) -> int:
        words = self.words[line]
        columns = self._columns(line, indent)
        if columns:
            return self._table(line, indent, outer, level, columns)
        if words[0] in _SIGNS:
            if words[0] == ">":
                raise _NotOrdinary
            fence = _FENCE.match(words)
            if fence:
                return self._fence(line, indent, level, fence[1] or fence[2])
            if _RULE.match(words):
                self.tokens.append(BlockToken("hr", 0, level, [line, line + 1]))
                return line + 1
            if _MARKER.match(words):
                return self._list(line, indent, level)
            heading = _HEADING.match(words)
            if heading:
                return self._heading(line, line + 1, level, len(heading[1]), heading[1])
        return self._paragraph(line, indent, outer, level)

    def _columns(self, line: int, indent: int) -> int:
        """Return the number of columns of a table whose head stands at `line`, 0 where none begins."""
        below = line + 1
        if "|" not in self.words[line] or below >= self.count or self.indents[below] < indent or not _TABLE_RULE.match(self.words[below]):
            return 0
        edges = [cell.strip(_TRIMMED) for cell in self.words[below].split("|")]
        inner = [cell for at, cell in enumerate(edges) if cell or 0 < at < len(edges) - 1]
        columns = _cells(self.words[line])
        return columns if columns == len(inner) and all(_ALIGNMENT.match(cell) for cell in inner) else 0

    def _table(self, first: int, indent: int, outer: int, level: int, columns: int) -> int:
        tokens, line, missing = self.tokens, first + 2, 0
        tokens += [BlockToken("table_open", 1, level, [first, first + 2]), BlockToken("tr_open", 1, level + 2, [first, first + 1])]
        while line < self.count and self.indents[line] >= indent and self.words[line].strip():
            if self._ends_list(line) or _HEADING.match(self.words[line]) or self._marked(line, indent, outer):
                break
            missing += columns - _cells(self.words[line])
            if missing > MOST_CELLS:
                raise _NotOrdinary
            tokens.append(BlockToken("tr_open", 1, level + 2, [line, line + 1]))
            line += 1
        tokens.append(BlockToken("table_close", -1, level))
        return line

    def _heading(self, first: int, end: int, level: int, rank: int, markup: str) -> int:
        self.tokens.append(BlockToken("heading_open", 1, level, [first, end], tag=f"h{rank}", markup=markup))
        self.tokens.append(BlockToken("heading_close", -1, level))
        return end

    def _fence(self, first: int, indent: int, level: int, opening: str) -> int:
        words, line = self.words, first + 1
        closed = re.compile(rf"{opening[0]}{{{len(opening)},}}[ \t]*\Z")
        while line < self.count:
            if words[line] and self.indents[line] < indent:
                break
            if closed.match(words[line]):
                line += 1
                break
            line += 1
        self.tokens.append(BlockToken("fence", 0, level, [first, line]))
        return line

    def _paragraph(self, first: int, indent: int, outer: int, level: int) -> int:
        words, indents, line = self.words, self.indents, first + 1
        while line < self.count and words[line]:
            if indents[line] - indent <= LAZY_INDENT:
                if indents[line] >= indent and _UNDERLINE.match(words[line]):
                    sign = words[line][0]
                    return self._heading(first, line + 1, level, 1 if sign == "=" else 2, sign)
                if self._ends_paragraph(line, indent, outer):
                    break
            line += 1
        self.tokens.append(BlockToken("paragraph_open", 1, level, [first, line]))
        self.tokens.append(BlockToken("paragraph_close", -1, level))
        return line

    def _ends_paragraph(self, line: int, indent: int, outer: int) -> bool:
        if self._columns(line, indent):
            return True
        words = self.words[line]
        if words[0] not in _SIGNS:
            return False
        if self._ends_list(line) or _HEADING.match(words):
            return True
        marker = self._marked(line, indent, outer)
        if marker is None:
            return False
        fresh = self.indents[line] >= indent  # such a list interrupts a paragraph, another one goes on with the list around
        first = marker[1] is None or int(marker[1]) == 1
        return not fresh or (first and bool(words[marker.end() :].strip(" \t")))

    def _ends_list(self, line: int) -> bool:
        words = self.words[line]
        if words[:1] == ">":
            raise _NotOrdinary
        return _FENCE.match(words) is not None or _RULE.match(words) is not None

    def _marked(self, line: int, indent: int, outer: int) -> re.Match[str] | None:
        """Return the list marker at `line`; none where it stands too deep for the list around and too shallow for its item."""
        deep = 0 <= outer <= self.indents[line] - 4 and self.indents[line] < indent
        return None if deep else _MARKER.match(self.words[line])

    def _list(self, line: int, indent: int, level: int) -> int:
        marker = _MARKER.match(self.words[line])
        assert marker is not None
        ordered, sign = marker[1] is not None, marker[0][-1]
        name = "ordered_list" if ordered else "bullet_list"
        opening = BlockToken(f"{name}_open", 1, level, [line, line])
        if ordered and int(marker[1]) != 1:
            opening.attrs = {"start": int(marker[1])}
        self.tokens.append(opening)
        while marker is not None and (marker[1] is not None) == ordered and marker[0][-1] == sign:
            line = self._item(line, indent, level + 1, marker)
            if line >= self.count or self.indents[line] < indent or self._ends_list(line):
                break
            marker = _MARKER.match(self.words[line])
        self.tokens.append(BlockToken(f"{name}_close", -1, level))
        return line

    def _item(self, line: int, indent: int, level: int, marker: re.Match[str]) -> int:
        """Read a list item; its first line stands for the while as deep as the words behind the marker."""
        whole, depth = self.words[line], self.indents[line]
        behind = whole[marker.end() :]
        words = behind.lstrip(" \t")
        least = depth + marker.end()
        found = _width(behind[: len(behind) - len(words)], least)
        padding = found - least if words and found - least <= WIDEST_PADDING else 1
        opening = BlockToken("list_item_open", 1, level, [line, line])
        opening.info = marker[1] or ""
        self.tokens.append(opening)
        self.words[line], self.indents[line] = words, found
        if not words and (line + 1 >= self.count or not self.words[line + 1]):
            end = min(line + 2, self.count)
        else:
            end = self._blocks(line, least + padding, indent, level + 1)
        self.words[line], self.indents[line] = whole, depth
        self.tokens.append(BlockToken("list_item_close", -1, level))
        opening.map = [line, end]
        return end


def _cells(line: str) -> int:
    bare = line.strip(_TRIMMED)
    if bare != bare.strip():  # blanks beyond ASCII are trimmed by some versions of the parser and not by others
        raise _NotOrdinary
    columns = _CELL_EDGE.split(bare)
    return len(columns) - (columns[0] == "") - (len(columns) > 1 and columns[-1] == "")


def _width(blanks: str, column: int = 0) -> int:
    """Return the column behind `blanks` that begin at `column`; a tab goes on to the next multiple of four."""
    if "\t" not in blanks:
        return column + len(blanks)
    for blank in blanks:
        column += 4 - column % 4 if blank == "\t" else 1
    return column
