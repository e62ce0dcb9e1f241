"""The blocks of a Markdown text with the headings above them: list items, table cells, code lines, paragraphs.

markdown-it-py finds the blocks (block rules only) and gives line numbers; the code points inside a line are found here, on
text whose wrapper tags and quotation signs are blanked, so that every offset is one of the text as given.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from summarylint.language import outline as levels
from summarylint.language.block_tokens import BlockToken, read_tokens
from summarylint.language.boundaries import has_word, pieces, trimmed
from summarylint.language.labels import LABEL_WORDS, inline_label, is_bold_only, is_label_line, title, unboxed
from summarylint.language.logs import is_log_line
from summarylint.language.outline import Frame, Outline
from summarylint.language.wrappers import unwrap
from summarylint.model import Form

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST = 60
"""Nested blocks that the parser opens, two for each list; the bound keeps its recursion far from Python's."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_CLOSING = ("list_item_close", "blockquote_close")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)[ \t]*")
_LOOSE_MARKER = re.compile(r"(?:[•◦▪‣·–—*+-]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+(?=\S)")
_QUOTE_SIGNS = re.compile(r"[ \t]*(?:>[ \t]?)+")
_HASHES = re.compile(r"[ \t]*#{1,6}[ \t]+")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[ \t]*\Z")
_CELL_EDGE = re.compile(r"(?<!\\)\|")
_UPPER_LABEL = re.compile(r"[A-Z][A-Z0-9_ /&-]+:?\Z")


class Block(NamedTuple):  # made for every line of a list or code: as a tuple it costs a third
    """A stretch that is not yet cut into statements, with all that its place tells."""

    start: int
    end: int
    form: Form
    headings: tuple[str, ...]
    checked: bool | None = None
    label: str = ""


@dataclass(slots=True)
class _Item:
    """An open list item: its first line, its scope, and whether its own words have been read."""

    line: int
    scope: Frame
    number: int | None
    alone: bool
    has_children: bool
    begun: bool = False
    follows: str = ""
    """A title without children: it stands above what comes after the list."""


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Agents indent whole summaries, so indentation makes no code; wrappers are handled before, so tags make no HTML block; and a
    # reference definition ("[x]: words") would swallow a statement.
    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table")
    return parser.disable(["inline", "code", "html_block", "reference"])


def blocks(text: str) -> tuple[str, list[Block]]:
    """The text with tags and quotation signs blanked (same length), and its blocks in order."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text, tags = unwrap(text)
        self._tags = tags[::-1]
        self._outline = Outline()
        self._blocks: list[Block] = []
        self._items: list[_Item] = []
        self._quotes: list[Frame] = []

    def read(self) -> tuple[str, list[Block]]:
        ends = [(match.start(), match.end()) for match in _LINE_END.finditer(self._text)]
        starts = [0, *(end for _, end in ends)]
        self._lines = list(zip(starts, [*(start for start, _ in ends), len(self._text)], strict=True))
        lines = self._dedented()
        quick = read_tokens(lines)
        if quick is not None:
            self._take_all(quick)
            return self._text, self._blocks
        tokens = _markdown().parse("\n".join(lines))
        self._blank_quote_signs(tokens)
        self._take_all(tokens)
        if any(token.level >= DEEPEST - 1 for token in tokens):
            self._add_unread(tokens)
        return self._text, self._blocks

    def _take_all(self, tokens: Sequence[Token | BlockToken]) -> None:
        for at, token in enumerate(tokens):
            if self._tags and token.map and token.map[0] < len(self._lines):
                self._pass_tags(self._lines[token.map[0]][1])
            if token.nesting >= 0 or token.type in _CLOSING:
                self._take(tokens, at, token)

    def _add_unread(self, tokens: Sequence[Token]) -> None:
        """Lines nested so deep that the parser left them out: bullets without headings, so that no words are lost."""
        leaves = ("paragraph_open", "heading_open", "fence", "table_open", "hr")
        read = {number for token in tokens if token.type in leaves and token.map for number in range(*token.map)}
        for number, (start, end) in enumerate(self._lines):
            while number not in read and (match := _MARKER.match(self._text, start, end)) and match.end() > start:
                start = match.end()
            if number not in read and has_word(self._text, start, end):
                self._add(*trimmed(self._text, start, end), "bullet", inside=())
        self._blocks.sort(key=lambda block: block.start)

    def _dedented(self) -> list[str]:
        """The lines of the text without the indentation that all between two wrapper tags share.

        The first line of the text may lack it: tools put a name before an indented summary.
        """
        lines = [self._text[start:end] for start, end in self._lines]
        begin, tags = 0, [*(tag.at for tag in reversed(self._tags)), len(self._text) + 1]
        for at in tags:
            stop = bisect_left(self._lines, (at, 0))
            first = begin + 1 if begin == 0 and lines and not _MARKER.match(lines[0]) else begin
            region = range(first, stop)
            depth = min((len(lines[n]) - len(lines[n].lstrip(" ")) for n in region if lines[n].strip()), default=0)
            for number in region if depth > 1 else ():
                lines[number] = lines[number][depth:]
            begin = stop
        return lines

    def _blank_quote_signs(self, tokens: Sequence[Token]) -> None:
        numbers = {number for token in tokens if token.type == "blockquote_open" and token.map for number in range(*token.map)}
        if not numbers:
            return
        parts, done = [], 0
        for number in sorted(numbers & set(range(len(self._lines)))):
            start, end = self._lines[number]
            match = _QUOTE_SIGNS.match(self._text, start, end)
            if match:
                parts += [self._text[done:start], match.group().replace(">", " ")]
                done = match.end()
        self._text = "".join([*parts, self._text[done:]])

    def _pass_tags(self, upto: int) -> None:
        while self._tags and self._tags[-1].at <= upto:
            tag = self._tags.pop()
            if tag.opens:
                self._outline.open_scope(tag.name)
            else:
                self._outline.close_named(tag.name)

    def _take(self, tokens: Sequence[Token | BlockToken], at: int, token: Token | BlockToken) -> None:
        match token.type:
            case "paragraph_open":
                self._paragraph(token)
            case "heading_open":
                self._heading(token)
            case "list_item_open":
                self._open_item(tokens, at, token)
            case "list_item_close":
                self._close_item()
            case "blockquote_close":
                self._outline.close_scope(self._quotes.pop())
            case "bullet_list_open" | "ordered_list_open" | "blockquote_open" | "fence" | "table_open":
                self._take_container(tokens, at, token)

    def _take_container(self, tokens: Sequence[Token | BlockToken], at: int, token: Token | BlockToken) -> None:
        if token.type == "ordered_list_open":
            self._outline.meet_number(int(token.attrs.get("start", 1)))
        self._outline.meet_container()
        if token.type == "blockquote_open":
            self._quotes.append(self._outline.open_scope())
        elif token.type == "fence":
            self._fence(token)
        elif token.type == "table_open":
            self._table(tokens, at)

    # ------------------------------------------------------------ lists

    def _open_item(self, tokens: Sequence[Token | BlockToken], at: int, token: Token | BlockToken) -> None:
        rest = range(at + 1, len(tokens))
        inner = next((n for n in rest if tokens[n].level <= token.level + 1 and tokens[n].nesting < 0), at)
        has_children = tokens[inner].type == "paragraph_close" and tokens[inner + 1].nesting >= 0
        last = next((n for n in rest if tokens[n].type == "list_item_close" and tokens[n].level == token.level), at)
        alone = tokens[at - 1].type.endswith("list_open") and tokens[last + 1].type.endswith("list_close")
        line = token.map[0] if token.map else 0
        number = int(token.info) if token.info.isascii() and token.info.isdigit() else None
        self._items.append(_Item(line, self._outline.open_scope(), number, alone, has_children))

    def _close_item(self) -> None:
        item = self._items.pop()
        self._outline.close_scope(item.scope)
        if item.follows:
            self._outline.enter(levels.NUMBERED, item.follows, item.number)

    def _item_words(self, item: _Item, start: int, end: int) -> None:
        """The first line or lines of a list item."""
        item.begun = True
        start, end, checked = unboxed(self._text, *trimmed(self._text, start, end))
        words = self._text[start:end]
        # Bold alone makes no title here: "- **No dragging**" is a statement, unless something stands under it.
        stands_above = item.has_children or words.endswith((":", ":**")) or (item.number is not None and item.alone)
        is_title = stands_above and "\n" not in words and is_label_line(words)
        self._add(start, end, "heading" if is_title else "bullet", checked)
        if is_title and not item.has_children:
            item.follows = title(words) if item.number is not None else ""
        elif item.has_children:
            label = inline_label(self._text, start, end)
            if is_title or words.endswith(":"):
                last = pieces(self._text, start, end)[-1:] or [(start, end)]
                self._outline.enter(levels.NUMBERED, title(self._text[slice(*last[0])]))
            elif label:
                self._outline.enter(levels.NUMBERED, title(label.name))
            elif len(words.split()) <= LABEL_WORDS and words[-1:] not in ".!?;,":
                self._outline.enter(levels.NUMBERED, title(words))

    # ------------------------------------------------------------ paragraphs and headings

    def _content(self, number: int) -> tuple[int, int]:
        """The line without the markers of the list items that begin on it."""
        start, end = self._lines[number]
        for item in self._items:
            if item.line == number:
                match = _MARKER.match(self._text, start, end)
                start = match.end() if match else start
        return trimmed(self._text, start, end)

    def _heads_list(self, token: Token | BlockToken, words: str) -> bool:
        """Does a line in capitals stand right above a list, as the title of a template's section (`CURRENT_STATE`)?"""
        below = self._lines[(token.map or (0, 0))[1] :][:1]
        return _UPPER_LABEL.match(words) is not None and any(_MARKER.match(self._text, *line) for line in below)

    def _paragraph(self, token: Token | BlockToken) -> None:
        lines = [self._content(number) for number in range(*(token.map or (0, 0))) if number < len(self._lines)]
        lines = [line for line in lines if line[0] < line[1]]
        item = self._items[-1] if self._items else None
        fresh = item is not None and not item.begun
        if not fresh:
            self._outline.meet_paragraph()
        begin: int | None = None
        stop = 0
        form: Form = "bullet" if fresh else "sentence"
        for start, end in lines:
            marker = _LOOSE_MARKER.match(self._text, start, end)
            words = self._text[start:end]
            # A line in lower case after another is the end of a wrapped sentence, not a title.
            titled = not (fresh and len(lines) == 1) and not (begin is not None and words[:1].islower()) and is_label_line(words)
            titled = titled or (item is None and len(lines) == 1 and words.isupper() and self._heads_list(token, words))
            log = not fresh and is_log_line(words, strict=True)
            if begin is not None and (marker or titled or log):
                self._words(begin, stop, form, item if fresh else None)
                begin, fresh, form = None, False, "sentence"
            if titled:
                self._title_line(marker.end() if marker and not words[0].isdigit() else start, end)
                if item:
                    item.begun, fresh = True, False
            elif log:
                self._add(start, end, "log")
            elif begin is None:
                begin = marker.end() if marker else start
                form = "bullet" if marker or fresh else "sentence"
            stop = end
        if begin is not None:
            self._words(begin, stop, form, item if fresh else None)

    def _words(self, start: int, end: int, form: Form, item: _Item | None) -> None:
        if item:
            self._item_words(item, start, end)
            return
        start, end, checked = unboxed(self._text, *trimmed(self._text, start, end))
        self._add(start, end, form, checked)
        if self._text[start:end].endswith(":"):
            last = pieces(self._text, start, end)[-1:] or [(start, end)]
            self._outline.enter(levels.LEAD_IN, title(self._text[slice(*last[0])]))

    def _title_line(self, start: int, end: int) -> None:
        words = self._text[start:end]
        numbered = words[0].isdigit() or _UPPER_LABEL.match(words)
        level = levels.NUMBERED if numbered else levels.BOLD if is_bold_only(words) else levels.LABEL
        self._outline.enter(level, title(words))
        self._add(start, end, "heading", inside=self._outline.headings()[:-1])

    def _heading(self, token: Token | BlockToken) -> None:
        first, last = token.map or (0, 0)
        underlined = token.markup in ("=", "-")
        # A rule right below a paragraph is meant as a rule, not as an underline that makes all of it a heading.
        if underlined and (last - first > 2 or self._text[slice(*self._content(first))].endswith((".", "!", "?", ",", ";"))):
            token.map = [first, last - 1]
            self._paragraph(token)
            return
        start, end = self._content(first)
        hashes = _HASHES.match(self._text, start, end)
        start = hashes.end() if hashes else start
        words = self._text[start:end].rstrip("# \t").rstrip() if not underlined else self._text[start:end]
        self._outline.enter(int(token.tag[1:]), title(words))
        self._add(start, start + len(words), "heading", inside=self._outline.headings()[:-1])
        if self._items:
            self._items[-1].begun = True

    # ------------------------------------------------------------ code and tables

    def _fence(self, token: Token | BlockToken) -> None:
        first, last = token.map or (0, 0)
        for number in range(first + 1, min(last, len(self._lines))):
            start, end = trimmed(self._text, *self._lines[number])
            if start < end and not (number == last - 1 and _FENCE.match(self._text, start, end)):
                self._add(start, end, "code")

    def _table(self, tokens: Sequence[Token | BlockToken], at: int) -> None:
        names: list[str] = []
        for token in tokens[at:]:
            if token.type == "table_close":
                return
            if token.type != "tr_open" or not token.map:
                continue
            cells = self._cells(token.map[0])
            if not names:
                names = [title(self._text[start:end]) for start, end in cells]
            else:
                self._row(names, cells)

    def _cells(self, number: int) -> list[tuple[int, int]]:
        start, end = self._content(number)
        edges = [match.start() for match in _CELL_EDGE.finditer(self._text, start, end)]
        bounds = [-1 + start, *edges, end]
        cells = [trimmed(self._text, left + 1, right) for left, right in pairwise(bounds)]
        if edges and edges[0] == start:
            cells = cells[1:]
        return cells[:-1] if edges and edges[-1] == end - 1 and len(cells) > 1 else cells

    def _row(self, names: list[str], cells: list[tuple[int, int]]) -> None:
        """One block a cell; a single cell that is only a mark tells the state of its whole row."""
        bare = [unboxed(self._text, *cell) for cell in cells]
        marks = [state for start, end, state in bare if state is not None and not has_word(self._text, start, end)]
        above = self._outline.headings()
        key = title(self._text[slice(*bare[0][:2])]) if bare else ""
        for place, (start, end, state) in enumerate(bare):
            if state is None and len(marks) == 1:
                state = marks[0]
            name = (names[place],) if place < len(names) and names[place] else ()
            self._add(start, end, "row", state, inside=above + name, label=key if place else "")

    def _add(
        self, start: int, end: int, form: Form, checked: bool | None = None, *, inside: tuple[str, ...] | None = None, label: str = ""
    ) -> None:
        if start >= end:
            return
        if self._quotes and form in ("sentence", "bullet"):
            form = "quotation"
        headings = self._outline.headings() if inside is None else inside
        self._blocks.append(Block(start, end, form, headings, checked, label))
