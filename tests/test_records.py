"""Records are read strictly, and an error names the place in the data."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.errors import RecordError
from summarylint.model import Author, Compaction, Ignore, Span
from summarylint.reading.records import read_record

USER = {"role": "user", "text": "keep this"}


def read(**fields: Any) -> Compaction:
    return read_record({"spans": [USER], "summary": "kept", **fields}, path="a.jsonl", line=3)[0]


def error_of(data: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(data, path="a.jsonl", line=3)
    return caught.value


def test_a_record_with_all_fields() -> None:
    made = read(
        id="run-41/2",
        spans=[{"id": "a", "role": "tool", "text": "x", "kind": "tool_call", "time": "2026-11-08T10:41:00Z", "pinned": True, "meta": 1}],
        previous_summary="before",
        surviving_span_ids=["a"],
        recoverable_span_ids=["b"],
        shown_span_ids=[],
        chain="run-41",
        cycle_depth=1,
        window_tokens=40000,
        author={"prune": "external", "summary": "model-a"},
        pending_action="kubectl delete ns staging",
        pending_action_irreversible=True,
        prompt="Summarise.",
        protected=["do not push"],
        ignore=[{"rule": "vague-identifier", "quote": "DB", "reason": "named in the runbook"}],
        meta={"free": [1]},
    )
    assert made == Compaction(
        id="run-41/2",
        spans=(Span("a", "tool", "x", "tool_call", "2026-11-08T10:41:00Z", True),),
        summary="kept",
        previous_summary="before",
        surviving_span_ids=frozenset({"a"}),
        recoverable_span_ids=frozenset({"b"}),
        shown_span_ids=frozenset(),
        chain="run-41",
        cycle_depth=1,
        window_tokens=40000,
        author=Author("external", "model-a"),
        pending_action="kubectl delete ns staging",
        pending_action_irreversible=True,
        prompt="Summarise.",
        protected=("do not push",),
        ignore=(Ignore("vague-identifier", "DB", "named in the runbook"),),
        path="a.jsonl",
        line=3,
    )


def test_defaults_come_from_role_and_place() -> None:
    made = read(spans=[{"role": role, "text": ""} for role in ("user", "assistant", "tool", "system", "summary")])
    assert [span.kind for span in made.spans] == ["text", "text", "tool_output", "text", "text"]
    assert [span.id for span in made.spans] == ["s1", "s2", "s3", "s4", "s5"]
    assert made.id == "a.jsonl:3"
    assert made.surviving_span_ids is None
    assert made.cycle_depth == 0


def test_null_is_the_same_as_a_field_left_out() -> None:
    optional = set(Compaction.__dataclass_fields__) - {"spans", "summary", "path", "line"}
    assert read(**dict.fromkeys(optional)) == read()


def test_surviving_nothing_is_not_the_same_as_unknown() -> None:
    assert read(surviving_span_ids=[]).surviving_span_ids == frozenset()


@pytest.mark.parametrize(
    ("data", "pointer", "words"),
    [
        ([], "$", "a record must be an object, not a list"),
        ({"summary": "x"}, "$.spans", "'spans' is required and missing"),
        ({"spans": []}, "$.summary", "'summary' is required and missing"),
        ({"spans": [], "summary": None}, "$.summary", "'summary' must be a string, not null"),
        ({"spans": {}, "summary": ""}, "$.spans", "'spans' must be a list, not an object"),
        ({"spans": [USER, "hi"], "summary": ""}, "$.spans[1]", "an item of 'spans' must be an object, not the string 'hi'"),
        ({"spans": [USER, {"role": "bot", "text": ""}], "summary": ""}, "$.spans[1].role", "not the string 'bot'"),
        ({"spans": [{"role": "user", "text": 5}], "summary": ""}, "$.spans[0].text", "must be a string, not the number 5"),
        ({"spans": [USER | {"pinned": 1}], "summary": ""}, "$.spans[0].pinned", "must be true or false, not the number 1"),
        ({"spans": [], "summary": "", "cycle_depth": True}, "$.cycle_depth", "must be a whole number, not true"),
        ({"spans": [], "summary": "", "cycle_depth": 1.0}, "$.cycle_depth", "must be a whole number, not the number 1.0"),
        ({"spans": [], "summary": "", "cycle_depth": -1}, "$.cycle_depth", "must be 0 or more"),
        ({"spans": [], "summary": "", "surviving_span_ids": ["a", 2]}, "$.surviving_span_ids[1]", "must be a string"),
        ({"spans": [], "summary": "", "ignore": [{"rule": "x", "quote": "y"}]}, "$.ignore[0].reason", "required and missing"),
        ({"spans": [], "summary": "", "ignore": [{"rule": "x", "reason": " "}]}, "$.ignore[0].reason", "must say its reason"),
        ({"spans": [USER | {"id": ""}], "summary": ""}, "$.spans[0].id", "is empty"),
        ({"spans": [USER | {"id": "s2"}, USER], "summary": ""}, "$.spans[1].id", "'s2' is taken by $.spans[0]"),
        ({"spans": [], "summary": "", "id": ""}, "$.id", "leave it out"),
        ({"spans": [], "summary": "", "author": {"prune": 3}}, "$.author.prune", "must be a string"),
    ],
)
def test_an_error_names_the_place(data: Any, pointer: str, words: str) -> None:
    error = error_of(data)
    assert error.pointer == pointer
    assert words in error.reason
    assert str(error).startswith(f"a.jsonl:3 at {pointer}: ")


def test_an_error_knows_the_records_own_id() -> None:
    assert error_of({"id": "r1", "spans": []}).id == "r1"
    assert error_of({"id": 7, "spans": [], "summary": ""}).id is None


def test_a_long_wrong_value_is_not_repeated_in_full() -> None:
    assert len(error_of({"spans": "x" * 10_000, "summary": ""}).reason) < 200


def test_unknown_fields_are_returned_with_the_nearest_known_one() -> None:
    data = {
        "spans": [USER | {"txt": 1, "meta": {"roel": 1}}],
        "summary": "",
        "previous_sumary": "",
        "zzz": 1,
        "author": {"prunes": ""},
        "ignore": [{"rule": "a", "reason": "b", "quotes": ""}],
    }
    unknown = read_record(data)[1]
    assert [field.pointer for field in unknown] == [
        "$.previous_sumary", "$.zzz", "$.spans[0].txt", "$.author.prunes", "$.ignore[0].quotes",
    ]  # fmt: skip
    assert unknown[0].reason == "unknown field 'previous_sumary'; did you mean 'previous_summary'?"
    assert "under 'meta'" in unknown[1].reason


def test_a_record_inside_a_list_is_named_by_its_place() -> None:
    with pytest.raises(RecordError) as caught:
        read_record({"spans": [1], "summary": ""}, root="$[4]")
    assert caught.value.pointer == "$[4].spans[0]"


@given(st.text(st.characters()), st.text(st.characters(categories=["Cs", "Cc", "L"])))
def test_any_text_comes_through_as_given(summary: str, text: str) -> None:
    made = read_record({"spans": [{"role": "user", "text": text}], "summary": summary})[0]
    assert (made.summary, made.spans[0].text) == (summary, text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["spans", "summary", "role", "text", "id"]), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_value_is_a_record_or_a_record_error(value: Any) -> None:
    try:
        made, _ = read_record(value)
    except RecordError as error:
        assert error.pointer
        assert error.pointer.startswith("$")
    else:
        assert made.summary == value["summary"]


@pytest.mark.parametrize("field", ["window_tokens", "cycle_depth"])
def test_a_count_that_no_window_has_is_an_error(field: str) -> None:
    error = error_of({"spans": [USER], "summary": "kept", field: 10**400})
    assert error.pointer == f"$.{field}"
    assert "must be 1000000000000 or less, not the number 1000" in error.reason
