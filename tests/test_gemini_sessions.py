"""Gemini CLI and Qwen Code: the setup that opens each window, a summariser that thinks aloud, answers of tools that come twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts.gemini_content import is_snapshot, summary_of
from summarylint.reading.transcripts.window import Note

SETUP = "<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\nToday is Monday.\n</session_context>"
SNAPSHOT = "<state_snapshot>\nRye is mixed.\n</state_snapshot>"
THOUGHT = f"<scratchpad>\nWhat was said of <state_snapshot>? Much.\n</scratchpad>\n\n{SNAPSHOT}"
ACK = "Got it. Thanks for the additional context!"


def content(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": text}]}


def message(id: str, kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": "2026-03-01T08:00:00Z", "type": kind, "content": [{"text": text}] if text else "", **more}


def written(path: Path, *values: Any, lines: bool = True) -> str:
    text = "".join(json.dumps(value) + "\n" for value in values) if lines else json.dumps(list(values))
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(path: str) -> tuple[list[Compaction], list[Note]]:
    notes: list[Note] = []
    records = list(read_file(path, on_note=notes.append))
    assert all(isinstance(record, Compaction) for record in records)
    return [record for record in records if isinstance(record, Compaction)], notes


@pytest.mark.parametrize(
    "text", [SNAPSHOT, THOUGHT, f"{SNAPSHOT}\n\nResume the prior task using the summary above. Do not greet.", f"\n{SNAPSHOT}"]
)
def test_a_summary_is_what_stands_in_the_snapshot(text: str) -> None:
    assert is_snapshot(text)
    assert summary_of(text) == SNAPSHOT


def test_a_snapshot_that_is_only_spoken_of_is_none() -> None:
    for text in ("What is <state_snapshot>?", "<scratchpad>hm</scratchpad>", "<scratchpad> and <state_snapshot>"):
        assert not is_snapshot(text)
    assert summary_of("<scratchpad>hm</scratchpad>") == "<scratchpad>hm</scratchpad>"


def test_an_export_opens_with_the_setup_and_not_with_what_was_replaced(tmp_path: Path) -> None:
    opening = [content("user", SETUP), content("model", "Got it. Thanks for the context!")]
    before = [content("user", "Bake rye."), content("model", "Mixed.")]
    tail = [content("user", "Now bake it."), content("model", "Baking.")]
    written(tmp_path / "checkpoint-a.json", *opening, *before, *tail, lines=False)
    later = written(tmp_path / "checkpoint-b.json", *opening, content("user", THOUGHT), content("model", ACK), *tail, lines=False)
    (record,), notes = read(later)
    assert (record.summary, notes) == (SNAPSHOT, [])
    assert [(span.role, span.text) for span in record.spans if span.text != "Got it. Thanks for the context!"] == [
        ("user", "Bake rye."),
        ("assistant", "Mixed."),
    ]
    (tmp_path / "checkpoint-a.json").unlink()
    records, (note,) = read(later)
    assert (records, note.kind) == ([], "incomplete")


def test_a_rewritten_session_keeps_the_tail_with_its_calls_and_no_output_twice(tmp_path: Path) -> None:
    answer = {"functionResponse": {"id": "t1", "name": "ls", "response": {"output": "rye.md"}}}
    called = message("g4", "gemini", "", toolCalls=[{"id": "t1", "name": "ls", "args": {}, "result": [answer]}])
    told = message("x4", "user", content=[answer])
    setup = message("x0", "user", SETUP)
    talk = [message("g1", "user", "Bake rye."), message("g2", "gemini", "Mixed."), message("g3", "user", "Now look.")]
    compression = [message("x0b", "user", SETUP), message("s1", "user", THOUGHT), message("s2", "gemini", ACK)]
    review = [message("x0c", "user", SETUP), message("s3", "user", "My review: all is there."), message("s4", "gemini", ACK)]
    session = [
        {"sessionId": "gem", "projectHash": "p", "startTime": "t", "kind": "main"},
        {"$set": {"messages": [setup]}},
        *talk,
        called,
        {"$set": {"messages": [setup, *talk, called, told]}},
        {"$set": {"messages": [*compression, talk[2], called, told]}},
        message("g5", "gemini", "One file."),
        {"$set": {"messages": review}},
    ]
    (first, second), notes = read(written(tmp_path / "session-1.jsonl", *session))
    assert notes == []
    assert (first.summary, second.summary) == (SNAPSHOT, "My review: all is there.")
    assert [(span.id, span.role) for span in first.spans] == [("x0", "system"), ("g1", "user"), ("g2", "assistant")]
    assert [span.id for span in second.spans] == ["s1", "g3", "t1:call", "t1", "g5"]


def record(uuid: str, parent: str | None, kind: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    role = "model" if kind == "assistant" else "user"
    row = {"uuid": uuid, "parentUuid": parent, "sessionId": "qw", "type": kind, **more}
    return row if kind == "system" else {**row, "message": {"role": role, "parts": list(parts)}}


def compressed(uuid: str, parent: str, *history: dict[str, Any]) -> dict[str, Any]:
    return record(uuid, parent, "system", subtype="chat_compression", systemPayload={"compressedHistory": list(history)})


def test_qwen_tells_its_notices_and_its_clearing_of_outputs_apart(tmp_path: Path) -> None:
    session = [
        record("q1", None, "user", {"text": "Bake rye."}, provenance="real_user"),
        record("q2", "q1", "user", {"text": "The oven is hot."}, subtype="notification", provenance="system"),
        record("q3", "q2", "assistant", {"text": "Mixed."}),
        compressed("q4", "q3", content("user", "Bake rye."), content("model", "Mixed.")),
        record("q5", "q4", "user", {"text": "Go on."}),
        compressed("q6", "q5", content("user", SETUP), content("user", THOUGHT), content("model", ACK)),
    ]
    (only,), notes = read(written(tmp_path / "chat.jsonl", *session))
    assert (only.summary, notes) == (SNAPSHOT, [])
    assert [(span.id, span.role) for span in only.spans] == [("q1", "user"), ("q2", "system"), ("q3", "assistant"), ("q5", "user")]
