"""Copilot's chats in VS Code: what a summary covers, who said it, and sessions that are kept as changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts.window import Note

HINT = """
If you need specific details from before compaction (such as code), use the read_file tool to look up the transcript at: "/t.jsonl"
At the time this summary was created, the transcript had 9 lines.
Example usage: read_file(filePath: "/t.jsonl")"""


def read(file: Path, *values: Any) -> tuple[list[Compaction], list[Note]]:
    file.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    notes: list[Note] = []
    return [record for record in read_file(str(file), on_note=notes.append) if isinstance(record, Compaction)], notes


def spans(record: Compaction) -> list[tuple[str, str, str]]:
    return [(span.id, span.role if span.kind == "text" else span.kind, span.text) for span in record.spans]


def request(id: str, text: str, *rounds: dict[str, Any], **about: Any) -> dict[str, Any]:
    told = {"requestId": id, "timestamp": 1, "message": {"text": text, "parts": []}, "response": [{"value": "Well."}, {"kind": "thinking"}]}
    return told | {"result": {"metadata": {"toolCallRounds": list(rounds), **about}}}


def tree(*texts: str) -> dict[str, Any]:
    leaves = [{"type": 2, "text": text, "lineBreakBefore": True} for text in texts]
    return {"node": {"type": 1, "children": [{"type": 1, "children": leaves}]}}


FIRST = request(
    "q1",
    "Bake rye.",
    {"id": "r1", "response": "Yes.", "thinking": {"text": ["Fl", "our."]}, "toolCalls": [{"id": "t1", "name": "read", "arguments": "{}"}]},
    {"id": "r2", "response": "Mixed.", "toolCalls": []},
    {"id": "r3", "response": "Done.", "toolCalls": []},
    toolCallResults={"t1": {"content": [{"value": tree("3 kg", "of rye")}]}},
    renderedUserMessage=[{"type": 1, "text": "<attachment>oven.md</attachment><userRequest>Bake rye.</userRequest>"}],
    summaries=[{"toolCallRoundId": "r1", "text": f"<analysis>Hm.</analysis>\n\n<summary>\nRye, 3 kg.\n</summary>{HINT}"}],
)
SECOND = request("q2", "/compact", summary={"toolCallRoundId": "r3", "text": "Rye is done."}, summaries=[{"toolCallRoundId": "gone"}])
TAKEN_BACK = request("q0", "Burn it.") | {"isHidden": True}


def check(records: list[Compaction], notes: list[Note]) -> None:
    first, second = records
    assert (first.id, first.summary, first.surviving_span_ids, first.cycle_depth) == ("chat/1", "Rye, 3 kg.", {"r2"}, 0)
    assert spans(first) == [
        ("q1", "user", "Bake rye."),
        ("q1.2", "system", "<attachment>oven.md</attachment>"),
        ("r1", "thinking", "Flour."),
        ("r1.2", "assistant", "Yes."),
        ("t1:call", "tool_call", "read {}"),
        ("t1", "tool_output", "3 kg\nof rye"),
        ("r2", "assistant", "Mixed."),
    ]
    assert [text for _, _, text in spans(second)] == ["Rye, 3 kg.", "Mixed.", "Done."]
    assert (second.previous_summary, second.surviving_span_ids, second.cycle_depth) == ("Rye, 3 kg.", frozenset(), 1)
    assert [note.kind for note in notes] == ["incomplete"]


def test_a_session_in_one_document(tmp_path: Path) -> None:
    check(*read(tmp_path / "chat.json", {"version": 3, "requests": [TAKEN_BACK, FIRST, SECOND], "sessionId": "chat"}))


def test_a_session_that_is_kept_as_changes(tmp_path: Path) -> None:
    begun = {key: value for key, value in FIRST.items() if key != "result"} | {"timestamp": 0, "extra": 1}
    changes = [
        {"kind": 0, "v": {"version": 3, "sessionId": "chat", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [TAKEN_BACK, request("q9", "Dropped.")]},
        {"kind": 2, "k": ["requests"], "i": 1, "v": [begun]},
        {"kind": 1, "k": ["requests", 1, "result"], "v": FIRST["result"]},
        {"kind": 3, "k": ["requests", 1, "extra"]},
        {"kind": 2, "k": ["requests"], "v": [SECOND]},
    ]
    records, notes = read(tmp_path / "chat.jsonl", *changes)
    check(records, notes)
    assert [record.line for record in records] == [5, 6]


def test_a_change_that_does_not_fit_is_told(tmp_path: Path) -> None:
    first = {"kind": 0, "v": {"version": 3, "sessionId": "chat", "requests": [FIRST]}}
    records, (note,) = read(tmp_path / "chat.jsonl", first, {"kind": 1, "k": ["requests", 4, "result"], "v": {}})
    assert (records, note.kind, note.line) == ([], "incomplete", 2)


def test_a_chat_without_tools_holds_no_compaction(tmp_path: Path) -> None:
    records, notes = read(tmp_path / "chat.json", {"version": 3, "requests": [request("q1", "Hello.")], "sessionId": "chat"})
    assert (records, [note.kind for note in notes]) == ([], ["none"])
