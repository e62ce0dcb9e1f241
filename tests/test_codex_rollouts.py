"""Rollouts of Codex: turns that were taken back, summaries that stand elsewhere, and compactions that hold none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts.window import Note

PREFIX = "Another language model started to solve this problem and produced a summary of its thinking process. Build on it:"
META = {"type": "session_meta", "payload": {"id": "roll"}}


def said(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "response_item", "payload": item(role, text, kind)}


def item(role: str, text: str, kind: str = "input_text") -> dict[str, Any]:
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def compacted(message: str = "", history: list[Any] | None = None) -> dict[str, Any]:
    return {"type": "compacted", "payload": {"message": message, "replacement_history": history}}


def back(count: int) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": count}}


def read(folder: Path, *lines: dict[str, Any]) -> tuple[list[Compaction], list[Note]]:
    file = folder / "rollout-1.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in (META, *lines)), encoding="utf-8")
    notes: list[Note] = []
    records = list(read_file(str(file), on_note=notes.append))
    assert all(isinstance(record, Compaction) for record in records)
    return [record for record in records if isinstance(record, Compaction)], notes


def texts(record: Compaction) -> list[str]:
    return [span.text for span in record.spans]


def test_turns_that_were_taken_back_are_not_in_the_window(tmp_path: Path) -> None:
    talk = [said("user", "Bake rye."), said("assistant", "Mixed."), said("user", "At 300 degrees."), said("assistant", "300."),
            said("user", "And wheat."), said("assistant", "Wheat.")]  # fmt: skip
    (record,), _ = read(tmp_path, *talk, back(2), said("user", "At 220 degrees."), compacted(f"{PREFIX}\nRye at 220."))
    assert texts(record) == ["Bake rye.", "Mixed.", "At 220 degrees."]
    assert record.summary == "Rye at 220."
    assert record.surviving_span_ids is not None


def test_more_turns_taken_back_than_followed_the_summary_leave_survival_unknown(tmp_path: Path) -> None:
    first = [said("user", "Bake rye."), said("assistant", "Mixed."), compacted(f"{PREFIX}\nRye is mixed.")]
    (_, second), _ = read(tmp_path, *first, said("user", "Salt it."), back(2), said("user", "Bake it."), compacted(f"{PREFIX}\nBaked."))
    assert "Salt it." not in texts(second)
    assert second.surviving_span_ids is None


def test_the_answer_that_is_the_summary_is_no_witness_of_itself(tmp_path: Path) -> None:
    (record,), _ = read(tmp_path, said("user", "Bake rye."), said("assistant", "Rye is baked."), compacted(f"{PREFIX}\nRye is baked."))
    assert texts(record) == ["Bake rye."]


def test_a_summary_in_clear_may_stand_in_the_new_history_alone(tmp_path: Path) -> None:
    history = [item("user", "Bake rye."), item("user", f"{PREFIX}\nRye is mixed.")]
    (record,), notes = read(tmp_path, said("user", "Bake rye."), said("assistant", "Mixed."), compacted("", history))
    assert (record.summary, notes) == ("Rye is mixed.", [])
    assert [span.text for span in record.spans if span.id in (record.surviving_span_ids or ())] == ["Bake rye."]


def test_a_compaction_without_a_summary_is_not_called_encrypted(tmp_path: Path) -> None:
    for history in ([], None, [item("user", "Bake rye.")]):
        records, (note,) = read(tmp_path, said("user", "Bake rye."), compacted("", history))
        assert (records, note.kind, note.reason) == ([], "opaque", "it holds no summary")


def test_what_the_program_put_in_is_not_the_users(tmp_path: Path) -> None:
    lines = [
        said("user", "<subagent_notification>done</subagent_notification>"),
        said("user", "<ENVIRONMENT_CONTEXT>cwd</ENVIRONMENT_CONTEXT>"),
    ]
    (record,), _ = read(tmp_path, *lines, said("user", "Bake rye."), compacted("Rye."))
    assert [span.role for span in record.spans] == ["system", "system", "user"]
