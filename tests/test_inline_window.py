"""Messages keep their names while a conversation goes on, and what survives of them is told span by span."""

from __future__ import annotations

from typing import Any

from summarylint.inline.codecs import ANTHROPIC, OPENAI_CHAT
from summarylint.inline.window import Window, fresh, read_window, surviving


def said(*texts: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text} for text in texts]


def names(window: Window) -> list[str]:
    return [turn.name for turn in window.turns]


def test_messages_without_an_id_are_numbered() -> None:
    assert names(read_window(said("a one", "a two"), OPENAI_CHAT)) == ["m1", "m2"]


def test_a_message_keeps_its_name_when_those_before_it_are_gone() -> None:
    first = read_window(said("a one", "a two", "a three"), OPENAI_CHAT)
    second = read_window(said("a summary", "a three", "a four"), OPENAI_CHAT, first)
    assert names(second) == ["m4", "m3", "m5"]


def test_its_own_id_is_its_name() -> None:
    assert names(read_window([{"role": "user", "content": "x", "id": "msg_1"}], OPENAI_CHAT)) == ["msg_1"]


def test_the_same_words_twice_are_two_spans() -> None:
    spans = read_window(said("go on", "go on"), OPENAI_CHAT).spans
    assert [span.id for span in spans] == ["m1", "m2"]


def test_an_id_that_no_tag_could_name_is_changed() -> None:
    [span] = read_window([{"role": "user", "content": "x", "id": "a b,[c]"}], OPENAI_CHAT).spans
    assert span.id == "a_b_c_"


def test_an_id_that_comes_twice_names_two_spans() -> None:
    output = {"role": "tool", "tool_call_id": "t1", "content": "4 mm"}
    assert [span.id for span in read_window([output, dict(output)], OPENAI_CHAT).spans] == ["t1", "t1~2"]


def test_what_survives_is_known_by_object_by_id_and_by_content() -> None:
    given: list[dict[str, Any]] = [*said("one", "two"), {"role": "user", "content": "three", "id": "m-3"}, *said("four")]
    before = read_window(given, OPENAI_CHAT)
    after = read_window([given[1], {"role": "user", "content": "three", "id": "m-3"}, *said("four")], OPENAI_CHAT, before)
    assert surviving(before, after.turns) == {"m2", "m-3", "m3"}


def test_of_the_same_words_twice_the_later_ones_survive() -> None:
    before = read_window(said("go on", "one", "go on"), OPENAI_CHAT)
    assert surviving(before, read_window(said("go on"), OPENAI_CHAT).turns) == {"m3"}


def test_of_a_message_that_lost_a_tool_result_the_rest_survives() -> None:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "rain: 4 mm"}
    text = {"type": "text", "text": "and the wind?"}
    before = read_window([{"id": "m1", "role": "user", "content": [result, text]}], ANTHROPIC)
    cleared = {"id": "m1", "role": "user", "content": [{**result, "content": "[cleared]"}, text]}
    assert surviving(before, read_window([cleared], ANTHROPIC).turns) == {"m1"}


def test_what_is_new_is_what_was_not_there() -> None:
    before = read_window(said("one", "two"), OPENAI_CHAT)
    assert fresh(before, read_window(said("summary", "two"), OPENAI_CHAT, before)) == [0]


def test_a_summary_with_an_id_of_its_own_is_new_though_it_says_what_the_last_one_said() -> None:
    block = {"type": "compaction", "content": "The port is 5433."}
    before = read_window([{"role": "assistant", "content": [block], "id": "msg_1"}, *said("go on")], ANTHROPIC)
    assert fresh(before, read_window([{"role": "assistant", "content": [block], "id": "msg_2"}], ANTHROPIC, before)) == [0]
    assert fresh(before, read_window([{"role": "assistant", "content": [block], "id": "msg_1"}], ANTHROPIC, before)) == []
    assert fresh(before, read_window([{"role": "assistant", "content": [block]}], ANTHROPIC, before)) == []
