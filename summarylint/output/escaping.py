"""Text as a terminal may show it: nothing that moves the cursor, hides, or turns the line around."""

from __future__ import annotations

import unicodedata

TAB = "    "

DIRECTION_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The characters of Unicode's property Bidi_Control (UAX 9): they reorder what follows, so a quote could lie."""

ESCAPED_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Controls, lone surrogates, private use, and line and paragraph separators."""


def visible(text: str) -> str:
    """`text` on one line, with tabs as spaces and each harmful or invisible control as its Python escape (`\\x1b`)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible_character, text))


def visible_character(character: str) -> str:
    """One character as `visible` shows it."""
    if character == "\t":
        return TAB
    if character in DIRECTION_CONTROLS or unicodedata.category(character) in ESCAPED_CATEGORIES:
        return character.encode("unicode_escape", "surrogatepass").decode("ascii")
    return character
