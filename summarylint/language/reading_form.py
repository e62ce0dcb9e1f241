r"""The reading form of a text: what is only written oddly is written plainly, and every offset can be told of the text as given.

Everything behind this module may take a blank for one blank and an apostrophe of a name for none. What is changed, and where:

- in every text: terminal control sequences and invisible signs (zero-width space and joiner, soft hyphen, byte order mark,
  direction controls) go; the blanks of Unicode are blanks, except between groups of digits, where they make one number
  (`1 204` with a narrow blank); NEL, LS, PS and a carriage return, alone or with a line feed, are a line feed; U+2010 and
  U+2011 are hyphens, as is a dash or minus between digits or before one (`1250–11`); decomposed letters are composed; words of
  full-width letters and digits are words of ASCII.
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

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from summarylint.language import gaps, inline_markup, odd_signs
from summarylint.language.offsets import Offsets, Pieces, rewritten

Manner = Literal["prose", "output", "call"]
"""What kind of text it is: written for readers, by a tool, or as the call of a tool."""
ROUNDS = 4
"""How often a text is rewritten at most: taking one oddity away may uncover another (an entity in two parts), but not for long."""


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
    for _ in range(ROUNDS):
        if not _may_be_odd(text, manner):
            break
        before = text
        for pieces in _steps(manner, (copied or _never) if strict else None):
            text, moved = rewritten(text, pieces(text))
            if moved is not None:
                offsets.append(moved)
        if text is before:
            break
    return Reading(text, tuple(offsets))


def _may_be_odd(text: str, manner: Manner) -> bool:
    """Is there anything to look at? In nearly every text there is not, and a look at a few signs tells."""
    if odd_signs.may_hold_odd_signs(text):
        return True
    if manner == "call":
        return False
    return inline_markup.may_hold_markup(text, names=manner == "output") or (manner == "prose" and gaps.may_hold_gaps(text))


def _steps(manner: Manner, copied: Callable[[str], bool] | None) -> tuple[Callable[[str], Pieces], ...]:
    """What is done to a text, in an order in which one step seldom uncovers what another one before it takes away."""
    first = (partial(odd_signs.hidden, copied=copied), odd_signs.controls, odd_signs.plain, odd_signs.returns)
    last = (odd_signs.composed, odd_signs.narrow)
    if manner == "call":
        return (*first, *last)
    if manner == "output":
        return (*first, inline_markup.unescaped_names, inline_markup.decoded_in_output, *last)
    return (*first, inline_markup.unescaped, inline_markup.decoded, *last, gaps.gaps)


def _never(token: str) -> bool:
    return False
