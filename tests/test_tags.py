"""Tags: the project's own and other spellings, and the stretch of a claim without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.errors import SettingsError
from summarylint.language.tags import ORIGINS, compiled, find_tags, leading_tags, without_tags

AT_SIGN = r"\((?P<origin>[\w-]+)@(?P<ids>[\w ,]*)\)"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Rent is due. [user-said:s1]", [("user-said", "s1")]),
        ("Rent is due [tool-output:s3, s9].", [("tool-output", "s3,s9")]),
        ("Rent is due [hedged:call_7/2] and paid [inferred:s4]", [("hedged", "call_7/2"), ("inferred", "s4")]),
        ("Rent is due. [unverified]", [("unverified", "")]),
        ("[hedged:]", []),
        ("[hedged]", []),
        ("[guessed:s1]", []),
        ("[Hedged:s1]", []),
        ("[hedged:s1", []),
        ("[unverified:s1]", []),
        ("", []),
    ],
)
def test_tags_of_the_project(text: str, tags: list[tuple[str, str]]) -> None:
    found = find_tags(text)
    assert [(tag.type, tag.value) for tag in found] == tags
    assert all(text[tag.start : tag.end] == tag.text and tag.kind == "tag" for tag in found)


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("Rent is due (USER@a, b)", [("user", "a,b")]),
        ("Rent is due (tool@m1) [hedged:s2]", [("tool", "m1"), ("hedged", "s2")]),
        ("Rent is due (tool@)", [("tool", "")]),
    ],
)
def test_another_spelling(text: str, tags: list[tuple[str, str]]) -> None:
    assert [(tag.type, tag.value) for tag in find_tags(text, patterns=compiled([AT_SIGN]))] == tags


def test_a_group_that_took_no_part_is_an_empty_word() -> None:
    (tag,) = find_tags("{m4}", patterns=compiled([r"\{(?:(?P<origin>[a-z]+)@)?(?P<ids>\w+)\}"]))
    assert (tag.type, tag.value) == ("", "m4")


def test_only_the_stretch_is_searched() -> None:
    text = "[hedged:s1] [hedged:s2] [hedged:s3]"
    assert [tag.value for tag in find_tags(text, 12, 23)] == ["s2"]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [("(", "is no regular expression"), (r"@(?P<ids>\w+)", "lacks the groups"), (r"(?P<origin>\w+)", "lacks the groups")],
)
def test_a_spelling_that_cannot_be_read(pattern: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        compiled([pattern])


def test_a_spelling_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarylint.language.tags.PATTERN_SECONDS", 0.02)
    slow = compiled([r"(?P<origin>(?:a|aa)+)(?P<ids>\d)"])
    with pytest.raises(SettingsError, match="make it simpler"):
        find_tags("a" * 60, patterns=slow)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Rent is due [user-said:s1]", "Rent is due"),
        ("Rent is due [user-said:s1].", "Rent is due"),
        ("Rent is due. [user-said:s1] [hedged:s2]", "Rent is due."),
        ("Rent is due [user-said:s1] on Friday", "Rent is due [user-said:s1] on Friday"),
        ("[user-said:s1] Rent is due", "Rent is due"),
        ("[user-said:s1]", ""),
        ("Rent is due", "Rent is due"),
    ],
)
def test_a_claim_without_its_tags(text: str, left: str) -> None:
    start, end = without_tags(text, 0, len(text), find_tags(text))
    assert text[start:end] == left


def test_only_the_tags_before_the_first_word_lead() -> None:
    text = "[hedged:s1] [hedged:s2] Rent is due [hedged:s3]"
    assert [tag.value for tag in leading_tags(text, 0, len(text), find_tags(text))] == ["s1", "s2"]


@given(st.sampled_from(ORIGINS), st.lists(st.from_regex(r"[A-Za-z0-9_./-]{1,8}", fullmatch=True), min_size=1, max_size=4))
def test_a_written_tag_reads_back(origin: str, ids: list[str]) -> None:
    (tag,) = find_tags(f"Rent is due [{origin}:{','.join(ids)}]")
    assert (tag.type, tag.value.split(",")) == (origin, ids)
