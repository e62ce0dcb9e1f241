"""Every transcript format gives its compactions: summaries, spans with their roles and ids, what stays, and how deep it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from summarylint.errors import RecordError, UsageError
from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts import registry
from summarylint.reading.transcripts.registry import FORMATS
from summarylint.reading.transcripts.window import Note

FIXTURES = Path(__file__).parent / "fixtures" / "transcripts"

ASK = "Move the oven schedule to the new table. Do not touch the orders table."
LOOK = "I will look at the table first."
OUT = "oven_schedule: 42 rows, port 5433"
GUESS = "I think the Friday batch is wrong, but check it."
MORE = "Copied 42 rows."
FIRST = "The oven schedule (42 rows) is being moved; the orders table stays as it is."
SECOND = "All 42 rows of the oven schedule were copied. The Friday batch may be wrong."

TWO = (
    "claude_code.jsonl", "codex.jsonl", "pi_v1.jsonl", "pi_v3.jsonl", "openhands_v0.json", "openhands_v1/bakery/events", "opencode.json",
    "gemini.jsonl", "qwen.jsonl", "cline.json", "roo.json", "goose.json", "langchain_messages.json", "openai_chat.json",
)  # fmt: skip
ONE = ("codex_ledger.json", "gemini_session.json", "gemini_export/checkpoint-b.json", "langgraph_history.json", "specstory.md")


def read(name: str, **options: str) -> tuple[list[Compaction], list[Note]]:
    notes: list[Note] = []
    records = list(read_file(str(FIXTURES / name), on_note=notes.append, **options))  # type: ignore[arg-type]
    assert [record for record in records if isinstance(record, RecordError)] == []
    return [record for record in records if isinstance(record, Compaction)], notes


def spans(compaction: Compaction) -> list[tuple[str, str, str]]:
    return [(span.id, span.role if span.kind == "text" else span.kind, span.text) for span in compaction.spans]


@pytest.mark.parametrize("name", TWO)
def test_a_run_of_two_compactions_is_a_chain(name: str) -> None:
    (first, second), notes = read(name)
    assert notes == []
    assert FIRST in first.summary
    assert SECOND in second.summary
    assert (first.previous_summary, second.previous_summary) == (None, first.summary)
    assert (first.cycle_depth, second.cycle_depth) == (0, 1)
    assert first.chain == second.chain
    assert [first.id, second.id] == [f"{first.chain}/1", f"{first.chain}/2"]
    assert [span.text for span in second.spans if span.role == "summary"] == [first.summary]
    assert (first.path, second.path) == (str(FIXTURES / name),) * 2
    assert 0 < (first.line or 0) < (second.line or 0)


@pytest.mark.parametrize("name", ONE)
def test_a_transcript_with_one_compaction(name: str) -> None:
    (only,), notes = read(name)
    assert notes == []
    assert FIRST in only.summary
    assert only.cycle_depth == 0
    assert only.spans[0].text == ASK


@pytest.mark.parametrize("name", [*TWO, *ONE])
def test_span_ids_are_unique_and_the_same_in_every_reading(name: str) -> None:
    records, _ = read(name)
    again, _ = read(name)
    assert records == again
    for record in records:
        assert len({span.id for span in record.spans}) == len(record.spans)
        assert (record.surviving_span_ids or frozenset()) <= {span.id for span in record.spans}


@pytest.mark.parametrize("name", [*TWO, *ONE])
def test_words_have_the_role_of_who_said_them(name: str) -> None:
    roles = {(span.text, span.role, span.kind) for record in read(name)[0] for span in record.spans}
    wanted = {(ASK, "user", "text"), (LOOK, "assistant", "text"), (GUESS, "user", "text"), (MORE, "assistant", "text")}
    known = {text for text, _, _ in wanted}
    assert {told for told in roles if told[0] in known} <= wanted
    assert {(role, kind) for text, role, kind in roles if OUT in text} <= {("tool", "tool_output")}
    assert {(role, kind) for text, role, kind in roles if text == "Count first."} <= {("assistant", "thinking")}
    calls = [text for text, _, kind in roles if kind == "tool_call" and "psql" in text]
    assert all(text.split(" ", 1)[1].startswith("{") for text in calls)


def test_claude_code_keeps_preserved_messages_and_splits_what_the_user_said() -> None:
    first, second = read("claude_code.jsonl")[0]
    assert spans(first)[0] == ("u1", "user", ASK)
    assert ("a1", "thinking", "The table may be large.") in spans(first)
    assert ("toolu_1:call", "tool_call", 'Bash {"command": "psql -c \'select count(*)\'"}') in spans(first)
    assert ("toolu_1", "tool_output", OUT + "\n(1 row)") in spans(first)
    assert spans(first)[-1] == ("u4", "user", "no, leave orders.sql alone")
    assert first.surviving_span_ids == {"toolu_2", "u4"}
    assert [span.id for span in second.spans] == ["c1", "toolu_2", "u4", "u5", "a4"]
    assert second.surviving_span_ids == frozenset()
    assert (first.window_tokens, first.chain) == (9000, "bakery-1")


def test_claude_code_leaves_out_sub_agents_and_what_the_program_adds() -> None:
    texts = " ".join(span.text for record in read("claude_code.jsonl")[0] for span in record.spans)
    assert "sub-agent" not in texts
    assert "ignore me" not in texts


def test_a_session_that_goes_on_from_another_file_finds_it() -> None:
    (only,), notes = read("claude_code_series/second.jsonl")
    assert notes == []
    assert spans(only) == [("f1", "user", ASK), ("f2", "assistant", LOOK)]
    assert only.chain == "bakery-1"


def test_a_session_whose_beginning_is_nowhere_says_so(tmp_path: Path) -> None:
    (only,), (note,) = read("claude_code_continued.jsonl")
    assert (note.kind, note.line) == ("incomplete", 1)
    assert (only.cycle_depth, only.surviving_span_ids) == (1, None)  # what its facts rest on is not known
    assert only.previous_summary is not None
    assert only.previous_summary.endswith("The ovens are being moved.")
    alone = tmp_path / "second.jsonl"
    shutil.copy(FIXTURES / "claude_code_series/second.jsonl", alone)
    notes: list[Note] = []
    assert list(read_file(str(alone), on_note=notes.append)) == []
    assert [note.kind for note in notes] == ["incomplete"]


def test_codex_keeps_the_user_and_tells_the_program_apart() -> None:
    first, second = read("codex.jsonl")[0]
    assert first.summary == FIRST  # without the line that Codex puts before it
    assert first.surviving_span_ids == {"m3"}
    assert [role for _, role, text in spans(first) if text.startswith("<environment_context>")] == ["system"]
    assert second.surviving_span_ids == {span.id for span in second.spans if span.text == GUESS}


def test_an_encrypted_summary_is_opaque_and_the_one_made_from_it_incomplete() -> None:
    records, notes = read("codex_opaque.jsonl")
    assert records == []
    assert [(note.kind, note.line, note.id) for note in notes] == [("opaque", 11, "roll-1/1"), ("incomplete", 15, "roll-1/2")]
    (only,), (note,) = read("anthropic.json")
    assert (only.summary, note.kind) == (FIRST, "opaque")
    assert read("openai_responses.json")[1][0].kind == "opaque"


def test_a_ledger_does_not_count_a_summary_twice_nor_its_request() -> None:
    (only,), _ = read("codex_ledger.json")
    assert spans(only) == [("m1", "user", ASK), ("m2", "assistant", MORE)]


@pytest.mark.parametrize("name", ["pi_v1.jsonl", "pi_v3.jsonl"])
def test_pi_leaves_the_kept_entries_to_the_next_window(name: str) -> None:
    first, second = read(name)[0]
    assert MORE not in [span.text for span in first.spans]
    assert MORE in [span.text for span in second.spans]
    assert first.window_tokens == 500


def test_pi_reads_only_the_branch_that_led_to_the_summary() -> None:
    first, _ = read("pi_v3.jsonl")[0]
    assert [text for _, _, text in spans(first) if "9999" in text] == []
    assert first.author.summary == "extract"


def test_openhands_takes_the_forgotten_events_and_no_others() -> None:
    first, second = read("openhands_v0.json")[0]
    assert [span.id for span in first.spans] == ["4", "call_9:call", "call_9"]
    assert [span.id for span in second.spans] == ["7", "6", "8"]
    first, second = read("openhands_v1/bakery/events")[0]
    assert first.chain == "bakery"
    assert ("r2", "user", "no, never drop anything") in spans(first)
    assert [span.id for span in second.spans] == ["c1", "m2"]  # the earlier summary is forgotten under a name of its own


def test_opencode_knows_the_tail_and_what_was_cleared() -> None:
    first, second = read("opencode.json")[0]
    assert first.shown_span_ids == {"p1", "p3", "tool_1:call", "tool_2:call", "tool_2"}
    assert [span.id for span in second.spans] == ["m4", "p9"]
    assert second.shown_span_ids is None


def test_gemini_takes_the_last_writing_and_leaves_out_what_was_rewound() -> None:
    first, _ = read("gemini.jsonl")[0]
    assert [span.id for span in first.spans] == ["g1", "g2", "g2.2", "run-1:call", "run-1"]
    assert first.surviving_span_ids == frozenset()
    assert read("gemini_session.json")[0][0].surviving_span_ids is None


def test_an_export_without_its_predecessor_is_incomplete() -> None:
    records, (note,) = read("gemini_export_alone.json")
    assert (records, note.kind) == ([], "incomplete")


def test_qwen_leaves_the_tail_and_other_branches() -> None:
    first, second = read("qwen.jsonl")[0]
    assert [span.id for span in first.spans] == ["q1", "q2", "q2.2", "f1:call", "f1"]
    assert "q4" in [span.id for span in second.spans]


def test_cline_tells_the_summary_from_what_stands_beside_it() -> None:
    first, second = read("cline.json")[0]
    assert (first.summary, second.summary) == (FIRST, SECOND)
    assert first.surviving_span_ids == {"m1", "m2", "t1:call"}  # the task and the first answer


def test_roo_takes_what_names_the_summary_as_its_parent() -> None:
    first, second = read("roo.json")[0]
    assert first.summary == FIRST
    assert [text for _, _, text in spans(second)] == [first.summary, MORE]


def test_goose_does_not_count_its_own_answer_to_a_summary() -> None:
    texts = [span.text for record in read("goose.json")[0] for span in record.spans]
    assert [text for text in texts if "context was compacted" in text] == []


def test_langchain_keeps_messages_that_come_again() -> None:
    first, second = read("langchain_messages.json")[0]
    assert [span.id for span in first.spans] == ["l1", "l2", "c1:call", "c1"]
    assert [span.id for span in second.spans] == ["s1", "l4", "l5"]
    assert first.summary == FIRST
    (only,), _ = read("langgraph_history.json")
    assert [span.id for span in only.spans] == ["l1", "l2", "c1:call", "c1"]
    assert only.chain == "th-1"
    assert [note.kind for note in read("langgraph_checkpoint.json")[1]] == ["incomplete"]


def test_a_summary_among_chat_messages_needs_a_mark() -> None:
    first, second = read("openai_chat.json")[0]
    assert (first.surviving_span_ids, second.surviving_span_ids) == (None, None)


def test_specstory_knows_the_phrase_at_the_beginning_of_a_turn_only() -> None:
    (only,), _ = read("specstory.md")
    assert "somebody quoted" in only.spans[-1].text
    assert only.spans[-1].kind == "tool_output"
    assert "sub-agent" not in " ".join(span.text for span in only.spans)


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("claude_code.jsonl", "claude-code"), ("codex.jsonl", "codex"), ("codex_ledger.json", "codex-ledger"), ("pi_v1.jsonl", "pi"),
        ("pi_v3.jsonl", "pi"), ("openhands_v0.json", "openhands-v0"), ("opencode.json", "opencode"), ("gemini.jsonl", "gemini"),
        ("gemini_session.json", "gemini"), ("gemini_export/checkpoint-b.json", "gemini-export"), ("qwen.jsonl", "qwen"),
        ("cline.json", "cline"), ("roo.json", "roo"), ("goose.json", "goose"), ("langchain_messages.json", "langchain"),
        ("langgraph_history.json", "langchain"), ("anthropic.json", "anthropic"), ("openai_chat.json", "openai-chat"),
        ("openai_responses.json", "openai-responses"), ("specstory.md", "specstory"),
    ],
)  # fmt: skip
def test_a_format_is_found_by_itself_as_well_as_named(name: str, format_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(name) == read(name, format=format_name)
    monkeypatch.setattr(registry, "FORMATS", {format_name: FORMATS[format_name]})
    records, notes = read(name)
    assert [record.summary for record in records] + [note.kind for note in notes]


def test_every_format_is_held_by_a_fixture() -> None:
    assert set(FORMATS) == {
        "claude-code", "codex", "codex-ledger", "droid", "kimi", "pi", "openhands-v0", "openhands-v1",
        "opencode", "crush", "amp", "copilot", "vscode",
        "continue", "gemini", "gemini-export", "qwen", "roo", "cline", "goose", "langchain", "anthropic", "openai-chat", "openai-responses",
        "specstory",
    }  # fmt: skip


def test_an_unknown_format_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'claude-code'"):
        list(read_file("-", format="claude-cod"))
