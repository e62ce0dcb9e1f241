"""Patterns that are compiled when a text first needs them, and match what they would match compiled at once."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language import late_pattern
from summarylint.language.late_pattern import LatePattern, PhrasePattern
from summarylint.language.phrases import whole_words
from summarylint.language.trie import trie_pattern

PHRASES = st.lists(st.text(alphabet="abé'-. ", min_size=1).map(lambda text: " ".join(text.split())).filter(bool), min_size=1, max_size=12)
TEXTS = st.lists(st.text(alphabet="abé'-. \n", max_size=30), max_size=6)


def frame(group: str) -> str:
    return rf"(?<![\w'-]){group}(?![\w-])"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The patterns that the module has compiled since."""
    seen: list[str] = []
    compiler = re.compile

    def record(pattern: str, flags: int = 0) -> re.Pattern[str]:
        seen.append(pattern)
        return compiler(pattern, flags)

    monkeypatch.setattr(late_pattern.re, "compile", record)
    return seen


def test_a_pattern_is_compiled_once_and_on_first_use(compiled: list[str]) -> None:
    pattern = LatePattern(lambda: "so+n", re.IGNORECASE)
    assert compiled == []
    assert pattern.sub("late", "SOON, soooon") == "late, late"
    found = pattern.search("not soon")
    assert found is not None and found[0] == "soon"
    assert pattern.pattern == "so+n"
    assert compiled == ["so+n"]


def test_what_the_source_does_wrong_is_raised_at_each_use() -> None:
    pattern = LatePattern(lambda: "(")
    for _ in range(2):
        with pytest.raises(re.error):
            pattern.search("a text")


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="'LatePattern' object has no attribute 'serach'"):
        LatePattern(lambda: "a").serach  # type: ignore[attr-defined]  # noqa: B018


@given(PHRASES, TEXTS)
def test_a_part_finds_what_the_whole_finds(phrases: list[str], texts: list[str]) -> None:
    part, whole = PhrasePattern(phrases, frame), re.compile(frame(f"(?:{trie_pattern(phrases)})"))
    part._cost = -10_000  # never so dear that the whole is compiled
    for text in texts:
        assert [match.span() for match in part.finditer(text)] == [match.span() for match in whole.finditer(text)]
        for start in range(0, len(text), 3):
            for end in (start + 1, start + 4, len(text)):
                found = [getattr(pattern, name)(text, start, end) for pattern in (part, whole) for name in ("search", "match")]
                spans = [match and match.span() for match in found]
                assert spans[:2] == spans[2:]


def test_a_phrase_is_not_compiled_for_a_text_without_one_of_its_words(compiled: list[str]) -> None:
    pattern = PhrasePattern(["not yet", "not sure", "rather odd", "open"], frame)
    assert pattern.search("nothing here") is None
    assert pattern.search("no, not odd, and sure of it") is None
    assert compiled == ["(?!)", frame(r"(?:not\s+sure)")]


def test_the_whole_is_compiled_when_much_was_searched(compiled: list[str]) -> None:
    pattern = PhrasePattern(["not yet", "open"], frame)
    assert pattern.search("." * late_pattern.LONGEST_COLD) is None
    assert [text for text in compiled if "yet" in text] == []
    assert pattern.search(".") is None
    assert [text for text in compiled if "yet" in text and "open" in text] == [frame("(?:(?:not\\s+yet|open))")]


def test_the_whole_is_compiled_when_the_parts_become_dearer(compiled: list[str]) -> None:
    pattern = PhrasePattern(["one", "two", "three", "four"], frame)
    assert [bool(pattern.search(text)) for text in ("one", "two", "three", "five")] == [True, True, True, False]
    assert len([text for text in compiled if "four" in text]) == 1
    assert pattern.search.__self__ is not pattern  # type: ignore[attr-defined]  # the method of the compiled pattern, with nothing between


def test_no_phrases_match_nothing() -> None:
    assert whole_words([]).search("") is None
    assert whole_words([]).sub("x", "a text") == "a text"


@pytest.mark.parametrize("package", ["language", "evidence", "provenance", "checks"])
def test_every_late_pattern_of_a_module_is_one(package: str) -> None:
    home = import_module(f"summarylint.{package}")
    modules = [import_module(f"{home.__name__}.{module.name}") for module in pkgutil.iter_modules(home.__path__)]
    late = [(module.__name__, name) for module in modules for name, value in vars(module).items() if isinstance(value, LatePattern)]
    assert late
    for module, name in late:
        assert re.compile(getattr(import_module(module), name).pattern), f"{module}.{name}"


def test_a_thread_that_searches_while_another_compiles_a_part_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, compiler, found = PhrasePattern(["old rye", "new rye", "white bread"], frame), re.compile, list[re.Match[str] | None]()

    def interrupted(written: str, flags: int = 0) -> re.Pattern[str]:
        monkeypatch.setattr(late_pattern.re, "compile", compiler)
        found.append(pattern.search("bake new rye"))
        return compiler(written, flags)

    monkeypatch.setattr(late_pattern.re, "compile", interrupted)
    found.append(pattern.search("bake new rye"))
    assert [match and match[0] for match in found] == ["new rye", "new rye"]
