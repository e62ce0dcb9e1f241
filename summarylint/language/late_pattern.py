"""Patterns of word lists that are compiled when a text first needs them: most texts need few, and compiling takes long.

Python's compiler of patterns takes a second for a megabyte of pattern, so the word lists together would cost each start of the
program more than a short check.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from summarylint.language.trie import trie_pattern

LONGEST_COLD = 10_000
"""Code points that are searched with parts of a list. Whoever reads more will need most of it, and a part costs each search more."""

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split", "pattern")
_WORD = re.compile(r"\w+")


class LatePattern:
    """A pattern that is compiled on first use; from then on its methods are those of the compiled pattern itself.

    `written` gives the pattern; what it does wrong (a lexicon that does not read, a broken pattern) is raised at first use.
    """

    __slots__ = (*_METHODS, "_flags", "_source")

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[Any]]
    sub: Callable[..., str]
    split: Callable[..., list[Any]]
    pattern: str

    def __init__(self, written: Callable[[], str], flags: int = 0) -> None:
        self._source, self._flags = written, flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern: Python calls this only while the slot `name` is empty."""
        if name not in _METHODS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._compiled(), name)

    def _compiled(self) -> re.Pattern[str]:
        compiled = re.compile(self._source(), self._flags)
        for name in _METHODS:
            setattr(self, name, getattr(compiled, name))
        return compiled


class PhrasePattern(LatePattern):
    """A pattern of whole phrases, of which at first only those are compiled whose words all stand in the texts searched so far.

    The others cannot match, so the matches are those of the whole pattern. The whole is compiled when more than LONGEST_COLD code
    points were searched, or when the parts compiled one after the other hold more phrases than it.
    `frame` writes the pattern around the group of phrases. It must let a phrase neither begin nor end within a word, and must
    not match without one.
    """

    __slots__ = ("_cost", "_frame", "_index", "_part", "_phrases", "_read")

    def __init__(self, phrases: Iterable[str], frame: Callable[[str], str]) -> None:
        super().__init__(lambda: frame(f"(?:{trie_pattern(self._phrases)})" if self._phrases else "(?!)"))
        self._phrases, self._frame = tuple(phrases), frame
        self._index: dict[str, list[str]] = {}
        self._part: tuple[set[str], re.Pattern[str]] = (set(), re.compile("(?!)"))
        self._read = self._cost = 0
        self.search, self.match, self.finditer = (partial(self._cold, name) for name in ("search", "match", "finditer"))

    def _cold(self, name: str, text: str, start: int = 0, end: int = sys.maxsize) -> Any:
        return getattr(self._enough_for(text, start, end), name)(text, start, end)

    def _enough_for(self, text: str, start: int, end: int) -> re.Pattern[str]:
        """The whole, or a part that finds the same in `text[start:end]`."""
        self._read += max(0, min(end, len(text)) - start)
        if self._read > LONGEST_COLD:
            return self._compiled()
        (known, pattern), index = self._part, self._by_word()
        words = {"", *_WORD.findall(text, start, end)}
        new = [
            phrase
            for word in words & index.keys()
            for phrase in index[word]
            if phrase not in known and words.issuperset(_WORD.findall(phrase))
        ]
        if new:
            known = known.union(new)  # another thread may be at the set that the part was made of
            self._cost += len(known)
            if self._cost > len(self._phrases):
                return self._compiled()
            pattern = re.compile(self._frame(f"(?:{trie_pattern(known)})"))
            self._part = known, pattern
        return pattern

    def _by_word(self) -> dict[str, list[str]]:
        """The phrases by their longest word, which is the rarest as a rule."""
        if not self._index:
            index: dict[str, list[str]] = {}
            for phrase in self._phrases:
                index.setdefault(max(_WORD.findall(phrase), key=len, default=""), []).append(phrase)
            self._index = index
        return self._index
