"""Messages of every kind become pieces whose role is their origin, and a summary in one can be replaced."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import date
from functools import reduce
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.inline.codecs import ANTHROPIC, LANGCHAIN, OPENAI_CHAT, PLAIN, RESPONSES, Codec, UnwritableSummaryError
from summarylint.inline.codecs.codec import rewritten_content
from summarylint.inline.window import read_window
from summarylint.model import Span

WORDS = st.text(max_size=12)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["text", "tool_use", "tool_result", "thinking", "compaction", "function_call", "function_call_output", "image"])
FIELDS = ("id", "text", "name", "input", "tool_use_id", "tool_calls", "tool_call_id", "metadata", "additional_kwargs", "kind", "output")
BLOCKS = st.fixed_dictionaries({}, optional={"type": TYPES, "content": ANYTHING, **dict.fromkeys(FIELDS, ANYTHING)})
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["user", "assistant", "tool", "system", "summary"]) | ANYTHING,
        "type": TYPES | ANYTHING,
        "content": WORDS | st.lists(BLOCKS | WORDS, max_size=3) | ANYTHING,
        **dict.fromkeys(FIELDS, ANYTHING),
    },
)


@pytest.mark.parametrize("codec", [ANTHROPIC, LANGCHAIN, OPENAI_CHAT, PLAIN, RESPONSES])
@given(messages=st.lists(MESSAGES, max_size=3))
def test_whatever_a_message_holds_it_is_read(codec: Codec, messages: list[dict[str, Any]]) -> None:
    given_back = [SimpleNamespace(**message) for message in messages] if codec is LANGCHAIN else messages
    window = read_window(given_back, codec)
    assert len(window.turns) == len(messages)
    assert len({span.id for span in window.spans}) == len(window.spans)


def told(codec: Codec, message: Any) -> list[tuple[str, str, str]]:
    return [(piece.role, piece.kind, piece.text) for piece in codec.pieces(message)]


@dataclass(frozen=True)
class Block:
    """A block of an SDK: an object, here one that cannot be changed."""

    type: str
    text: str | None = None


IMAGE = Block("image")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ((Block("text", "Earlier: old."), IMAGE), (Block("text", "Earlier: new."), IMAGE)),
        ([IMAGE, Block("text", "gone"), Block("text", "too")], [IMAGE, Block("text", "new")]),
        (({"type": "text", "text": "old"}, IMAGE), ({"type": "text", "text": "new"}, IMAGE)),
        ([SimpleNamespace(type="text", text="old"), IMAGE], [SimpleNamespace(type="text", text="new"), IMAGE]),
        (None, "new"),
        ([], "new"),
    ],
)
def test_of_a_content_only_the_summary_is_changed(content: Any, wanted: Any) -> None:
    before = copy.deepcopy(content)
    assert rewritten_content(content, "old", "new") == wanted
    assert content == before


@pytest.mark.parametrize("content", [[IMAGE], (IMAGE,), {"parts": ["old"]}])
def test_a_content_without_text_is_not_replaced(content: Any) -> None:
    with pytest.raises(UnwritableSummaryError, match="a summary cannot be written into a content"):
        rewritten_content(content, "old", "new")


def human(text: str, **more: Any) -> SimpleNamespace:
    return SimpleNamespace(type="human", content=text, **more)


MARKED = [
    (OPENAI_CHAT, {"role": "user", "content": "It rains.", "meta": {"context_compaction": {"strategy": "s"}}}),
    (OPENAI_CHAT, {"role": "assistant", "content": "It rains.", "metadata": {"__summary__": True}}),
    (OPENAI_CHAT, {"role": "user", "content": "It rains.", "metadata": {"summary": True}}),
    (OPENAI_CHAT, {"role": "user", "content": "Summary of earlier conversation (compacted): It rains."}),
    (ANTHROPIC, {"role": "assistant", "content": [{"type": "compaction", "content": "It rains."}]}),
    (RESPONSES, {"type": "compaction", "content": "It rains."}),
    (LANGCHAIN, human("Here is a summary of the conversation to date:\n\nIt rains.", additional_kwargs={"lc_source": "summarization"})),
    (LANGCHAIN, SimpleNamespace(type="system", content="Summary of the conversation so far: It rains.")),
    (PLAIN, {"role": "summary", "text": "It rains."}),
    (PLAIN, Span("s1", "summary", "It rains.")),
]


@pytest.mark.parametrize(("codec", "message"), MARKED)
def test_a_marked_summary_is_a_summary_whoever_it_is_addressed_from(codec: Codec, message: Any) -> None:
    assert told(codec, message) == [("summary", "text", "It rains.")]


@pytest.mark.parametrize(("codec", "message"), [case for case in MARKED if case[0] is not ANTHROPIC and case[0] is not RESPONSES])
def test_a_summary_is_replaced_in_a_copy_and_what_stands_around_it_stays(codec: Codec, message: Any) -> None:
    as_it_was = copy.deepcopy(message)
    changed = codec.rewritten(message, "It rains.", "It snows.")
    assert told(codec, changed) == [("summary", "text", "It snows.")]
    assert message == as_it_was


@pytest.mark.parametrize(("codec", "message"), [case for case in MARKED if case[0] in (ANTHROPIC, RESPONSES)])
def test_what_the_provider_wrote_is_never_changed(codec: Codec, message: Any) -> None:
    with pytest.raises(UnwritableSummaryError):
        codec.rewritten(message, "It rains.", "It snows.")


def test_a_user_who_writes_about_a_summary_wrote_no_summary() -> None:
    text = "Give me a <summary> of this, please. Summary of earlier conversation (compacted): is what I want to see."
    assert told(OPENAI_CHAT, {"role": "user", "content": text}) == [("user", "text", text)]


def test_a_tool_result_inside_a_user_message_is_the_tool_s() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "rain: 4 mm"}]}
    message = {"role": "user", "content": [result, {"type": "text", "text": "so?"}]}
    assert told(ANTHROPIC, message) == [("tool", "tool_output", "rain: 4 mm"), ("user", "text", "so?")]
    assert [piece.id for piece in ANTHROPIC.pieces(message)] == ["t1", None]


def test_a_tool_s_output_has_the_id_of_its_call() -> None:
    assert [piece.id for piece in OPENAI_CHAT.pieces({"role": "tool", "tool_call_id": "t1", "content": "4 mm"})] == ["t1"]
    assert [piece.id for piece in RESPONSES.pieces({"type": "function_call_output", "call_id": "t1", "output": "4 mm"})] == ["t1"]
    message = SimpleNamespace(type="tool", content="4 mm", tool_call_id="t1", id="x")
    assert [piece.id for piece in LANGCHAIN.pieces(message)] == ["t1"]


def test_an_encrypted_summary_is_one_without_text() -> None:
    assert told(RESPONSES, {"type": "compaction", "encrypted_content": "gAAA"}) == [("summary", "text", "")]
    block = {"type": "compaction", "content": None, "encrypted_content": "gAAA"}
    assert told(ANTHROPIC, {"role": "assistant", "content": [block]}) == [("summary", "text", "")]


def test_a_summary_over_several_blocks_comes_into_the_first_of_them() -> None:
    blocks = [{"type": "text", "text": "It rains."}, {"type": "image", "data": "…"}, {"type": "text", "text": "And blows."}]
    changed = OPENAI_CHAT.rewritten({"role": "user", "content": blocks}, "It rains.\nAnd blows.", "It snows.")
    assert changed["content"] == [{"type": "text", "text": "It snows."}, {"type": "image", "data": "…"}]


def test_objects_are_read_as_dicts_are() -> None:
    message = SimpleNamespace(role="user", content="It rains.", id="m7")
    assert (OPENAI_CHAT.key(message), told(OPENAI_CHAT, message)) == ("m7", [("user", "text", "It rains.")])


@pytest.mark.parametrize("text", ["<summary>\nIt rains.\n</summary>", "Here is a summary of the conversation to date:\n\nIt rains."])
def test_what_a_tool_gave_is_no_summary_however_it_opens(text: str) -> None:
    message = {"role": "tool", "tool_call_id": "t1", "content": text}
    for codec in (OPENAI_CHAT, ANTHROPIC):
        assert told(codec, message) == [("tool", "tool_output", text)]
    assert "summary" not in [piece.role for piece in RESPONSES.pieces(message)]
    assert told(RESPONSES, {"type": "function_call_output", "call_id": "t1", "output": text}) == [("tool", "tool_output", text)]


WITHIN: dict[str, Any] = {}
WITHIN["self"] = WITHIN
DEEP: dict[str, Any] = {"top": reduce(lambda inner, _: [inner], range(5_000), [])}  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(
    ("given", "words"), [({"at": date(2026, 11, 30)}, "2026-11-30"), ({(1, 2): "pair"}, "(1, 2)"), (WITHIN, "self"), (DEEP, "top")]
)
def test_values_that_json_does_not_have_are_told_by_their_own_words(given: Any, words: str) -> None:
    block = {"type": "tool_use", "id": "t1", "name": "save", "input": given}
    [piece] = ANTHROPIC.pieces({"role": "assistant", "content": [block]})
    assert words in piece.text
