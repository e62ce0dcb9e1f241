"""The fenced blocks of a Markdown page, with what the page says of each to those who test it.

A comment before a block, which readers do not see, says what it is: `<!-- file: NAME -->` is the content of a file that later
blocks find in the working directory, `<!-- not run: REASON -->` is shown only. Every other block runs: `console` holds commands
behind `$ `, each with what it prints; the `text` behind a `python` block is what that prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_BLOCK = re.compile(
    r"^(?:<!-- (?P<note>file|not run): (?P<told>.+?) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (?P<words>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: `note` is "file", "not run" or "", `told` the file's name or the reason; `line` counts from 1."""

    language: str
    text: str
    line: int
    note: str
    told: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page in order."""
    for match in _BLOCK.finditer(page):
        line = page.count("\n", 0, match.start("text"))
        yield Block(match["language"], match["text"], line, match["note"] or "", match["told"] or "")


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a `console` block with what it prints."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def links(page: str) -> list[str]:
    """The targets of the links of a page, in order, without addresses elsewhere."""
    prose = _BLOCK.sub("", page)
    return [match["target"] for match in _LINK.finditer(prose) if not match["target"].startswith(("https://", "http://"))]


def anchors(page: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    return {re.sub(r"[^\w -]", "", match["words"].lower()).replace(" ", "-") for match in _HEADING.finditer(_BLOCK.sub("", page))}
