"""Rows of Claude Code are told apart one by one, whatever stands in them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.reading.claude_code_rows import is_aside, is_boundary, is_spoken, is_summary, listed_as_preserved

NAMES = st.sampled_from(["type", "subtype", "message", "isSidechain", "isCompactSummary", "preservedMessages", "uuids", "allUuids"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["system", "user", "compact_boundary"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("row", "tests"),
    [
        ({"type": "system", "subtype": "compact_boundary"}, [is_boundary]),
        ({"type": "system", "subtype": "local_command"}, []),
        ({"type": "user", "message": {}}, [is_spoken]),
        ({"type": "assistant", "message": {}, "isSidechain": True}, [is_spoken, is_aside]),
        ({"type": "user", "message": {}, "isCompactSummary": True}, [is_spoken, is_summary]),
        ({"type": "user", "message": "text"}, []),
    ],
)
def test_a_row_is_what_it_says(row: dict[str, Any], tests: list[Any]) -> None:
    assert [test for test in (is_boundary, is_spoken, is_aside, is_summary) if test(row)] == tests


@pytest.mark.parametrize(
    ("about", "wanted"),
    [
        ({"preservedMessages": {"uuids": ["a", 1, ""], "allUuids": ["b"]}}, {"a", "b"}),
        ({"preservedMessages": {"uuids": "a"}}, set()),
        ({"preservedSegment": {}}, None),
        (None, None),
    ],
)
def test_preserved_messages_are_named_by_their_uuids(about: Any, wanted: set[str] | None) -> None:
    assert listed_as_preserved(about) == wanted


@given(st.dictionaries(NAMES, ANYTHING, max_size=4))
def test_any_row_can_be_looked_at(row: dict[str, Any]) -> None:
    assert {test(row) for test in (is_boundary, is_spoken, is_aside, is_summary)} <= {True, False}


@given(st.lists(ANYTHING | st.text(min_size=1)), st.sampled_from(["uuids", "allUuids"]))
def test_of_what_is_listed_as_preserved_only_names_count(listed: list[Any], name: str) -> None:
    wanted = {uuid for uuid in listed if isinstance(uuid, str) and uuid}
    assert listed_as_preserved({"preservedMessages": {name: listed}}) == wanted
