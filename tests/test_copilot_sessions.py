"""Sessions of GitHub Copilot CLI, Continue, Amp, Droid, Kimi, goose and pi: what a summary replaced, who said it, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts.window import Note


def read(file: Path, text: str) -> tuple[list[Compaction], list[Note]]:
    file.write_text(text, encoding="utf-8")
    notes: list[Note] = []
    records = list(read_file(str(file), on_note=notes.append))
    assert all(isinstance(record, Compaction) for record in records)
    return [record for record in records if isinstance(record, Compaction)], notes


def spans(record: Compaction) -> list[tuple[str, str, str]]:
    return [(span.id, span.role if span.kind == "text" else span.kind, span.text) for span in record.spans]


def event(id: str, kind: str, more: dict[str, Any] | None = None, **data: Any) -> dict[str, Any]:
    return {"type": kind, "id": id, "parentId": None, "timestamp": "2026-03-01T08:00:00Z", "data": data, **(more or {})}


def test_copilot_replaces_what_stood_before_the_compaction_began(tmp_path: Path) -> None:
    events = [
        event("e0", "session.start", sessionId="cop"),
        event("e1", "user.message", content="Bake rye."),
        event("e2", "assistant.message", content="Yes.", reasoningText="Flour first.",
              toolRequests=[{"toolCallId": "t1", "name": "view", "arguments": {"path": "rye.md"}}]),
        event("e3", "tool.execution_start", toolCallId="t1", toolName="view", arguments={}),
        event("e4", "tool.execution_complete", toolCallId="t1", success=True, result={"content": "3 kg", "detailedContent": "3 kg\nmore"}),
        event("x1", "assistant.message", {"agentId": "helper"}, content="I am another."),
        event("e5", "tool.execution_complete", toolCallId="t2", success=False, error={"message": "denied"}),
        event("e6", "user.message", content="Taken back."),
        event("r", "session.snapshot_rewind", upToEventId="e6", eventsRemoved=1),
        event("e7", "user.message", content="A skill.", source="skill-pdf"),
        event("f0", "session.compaction_complete", success=False, error="busy"),
        event("s1", "session.compaction_start"),
        event("e8", "user.message", content="Salt it."),
        event("s2", "session.compaction_complete", success=True, summaryContent="Rye is mixed.", preCompactionTokens=900),
        event("s3", "session.compaction_complete", success=True, summaryContent="Rye is salted."),
        event("s4", "session.compaction_complete", success=True),
    ]  # fmt: skip
    (first, second), notes = read(tmp_path / "events.jsonl", "".join(json.dumps(one) + "\n" for one in events))
    assert (first.id, first.summary, first.window_tokens, first.surviving_span_ids) == ("cop/1", "Rye is mixed.", 900, None)
    assert spans(first) == [
        ("e1", "user", "Bake rye."),
        ("e2", "thinking", "Flour first."),
        ("e2.2", "assistant", "Yes."),
        ("t1:call", "tool_call", 'view {"path": "rye.md"}'),
        ("t1", "tool_output", "3 kg"),
        ("t2", "tool_output", "denied"),
        ("e7", "system", "A skill."),
    ]
    assert [text for _, _, text in spans(second)] == ["Rye is mixed.", "Salt it."]
    assert [(note.kind, note.reason) for note in notes] == [("opaque", "its summary is not in the log")]


def item(role: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, **more.pop("message", {})}
    return {"message": message, "contextItems": more.pop("contextItems", []), **more}


def test_continue_summarises_up_to_the_item_that_holds_the_summary(tmp_path: Path) -> None:
    made = [{"id": "t1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]
    history = [
        item("user", [{"type": "text", "text": "Bake rye."}], contextItems=[{"name": "rye.md", "content": "3 kg"}]),
        item("thinking", "Flour first."),
        item(
            "assistant", "Looking.", message={"toolCalls": made}, toolCallStates=[{"toolCallId": "t1", "output": [{"content": "rye.md"}]}]
        ),
        item("tool", "rye.md", message={"toolCallId": "t1"}),
        item("assistant", "Mixed.", conversationSummary="Rye is mixed."),
        item("user", "Salt it."),
        item("assistant", "Salted.", conversationSummary="Rye is salted."),
    ]
    document = {"sessionId": "con", "title": "Rye", "workspaceDirectory": "/bakery", "history": history}
    (first, second), notes = read(tmp_path / "session.json", json.dumps(document))
    assert notes == []
    assert (first.id, first.summary) == ("con/1", "Rye is mixed.")
    assert spans(first) == [
        ("m1", "user", "Bake rye."),
        ("m1.2", "tool_output", "3 kg"),
        ("m2", "thinking", "Flour first."),
        ("m3", "assistant", "Looking."),
        ("t1:call", "tool_call", "ls {}"),
        ("t1", "tool_output", "rye.md"),
        ("m5", "assistant", "Mixed."),
    ]
    assert [(role, text) for _, role, text in spans(second)] == [
        ("summary", "Rye is mixed."),
        ("user", "Salt it."),
        ("assistant", "Salted."),
    ]


def test_what_continues_command_line_deleted_cannot_be_checked(tmp_path: Path) -> None:
    history = [item("assistant", "[COMPACTED HISTORY]\nRye is mixed.", conversationSummary="Rye is mixed."), item("user", "Salt it.")]
    records, (note,) = read(tmp_path / "session.json", json.dumps({"sessionId": "con", "history": history}))
    assert (records, note.kind, note.reason) == ([], "incomplete", "what it replaced is not in this transcript")


def test_amp_replaces_what_stands_before_an_info_with_a_summary(tmp_path: Path) -> None:
    def said(number: int, role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
        return {"messageId": number, "role": role, "content": list(blocks)}

    messages = [
        said(0, "user", {"type": "text", "text": "Bake rye."}),
        said(1, "assistant", {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"cmd": "ls"}}),
        said(
            2, "user", {"type": "tool_result", "toolUseID": "t1", "run": {"status": "done", "result": {"output": "rye.md", "exitCode": 0}}}
        ),
        said(3, "user", {"type": "tool_result", "toolUseID": "t2", "run": {"status": "rejected-by-user"}}),
        said(4, "info", {"type": "summary", "summary": {"type": "thread", "thread": "T-2"}}),
        said(5, "info", {"type": "summary", "summary": {"type": "message", "summary": "Rye is to be baked."}}),
        said(6, "user", {"type": "text", "text": "Go on."}),
    ]
    (record,), notes = read(tmp_path / "T-1.json", json.dumps({"v": 7, "id": "T-1", "messages": messages}))
    assert notes == []
    assert (record.id, record.summary) == ("T-1/1", "Rye is to be baked.")
    assert spans(record) == [
        ("0", "user", "Bake rye."),
        ("t1:call", "tool_call", 'Bash {"cmd": "ls"}'),
        ("t1", "tool_output", "rye.md"),
        ("t2", "tool_output", "rejected-by-user"),
    ]


def test_goose_tells_the_users_last_message_again(tmp_path: Path) -> None:
    def said(id: str, role: str, text: str, *, user: bool = True, agent: bool = True) -> dict[str, Any]:
        about = {"userVisible": user, "agentVisible": agent}
        return {"id": id, "role": role, "created": 1, "content": [{"type": "text", "text": text}], "metadata": about}

    conversation = [
        said("g1", "user", "Bake rye.", agent=False),
        said("g2", "assistant", "Mixed.", agent=False),
        said("g3", "user", "Salt it.", user=False, agent=False),
        said("s1", "user", "Rye is mixed.", user=False),
        said("s2", "assistant", "Your context was compacted.", user=False),
        said("g4", "user", "Salt it."),
        said("g5", "assistant", "Salted."),
        said("s3", "user", "Rye is salted.", user=False),
        said("s4", "assistant", "Your context was compacted.", user=False),
    ]
    (first, second), _ = read(tmp_path / "goose.json", json.dumps({"id": "goo", "conversation": conversation}))
    assert (first.summary, [span.id for span in first.spans], first.surviving_span_ids) == ("Rye is mixed.", ["g1", "g2", "g3"], {"g3"})
    assert (second.summary, [span.id for span in second.spans], second.surviving_span_ids) == (
        "Rye is salted.",
        ["s1", "g3", "g5"],
        frozenset(),
    )


def test_a_command_that_the_user_ran_is_no_call_of_the_agent(tmp_path: Path) -> None:
    def said(id: str, **message: Any) -> dict[str, Any]:
        return {"type": "message", "id": id, "parentId": None, "timestamp": "t", "message": message}

    lines = [
        {"type": "session", "id": "pi", "cwd": "/", "timestamp": "t"},
        said("p1", role="bashExecution", command="ls", output="rye.md"),
        said("p2", role="bashExecution", command="env", output="SALT=1", excludeFromContext=True),
        {"type": "compaction", "id": "c", "timestamp": "t", "summary": "Rye.", "firstKeptEntryId": "none"},
    ]
    (record,), _ = read(tmp_path / "pi.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert spans(record) == [("p1", "user", "$ ls"), ("p1.2", "tool_output", "rye.md")]


def test_droid_keeps_what_stands_behind_the_anchor(tmp_path: Path) -> None:
    def said(id: str, role: str, *blocks: Any) -> dict[str, Any]:
        return {"type": "message", "id": id, "timestamp": "t", "message": {"role": role, "content": list(blocks)}}

    def text(words: str) -> dict[str, str]:
        return {"type": "text", "text": words}

    call = {"type": "tool_use", "id": "t1", "name": "Read", "input": {}}
    lines = [
        {"type": "session_start", "id": "droid", "title": "Rye", "cwd": "/"},
        said("d1", "user", text("<system-reminder>Monday</system-reminder>"), text("Bake rye.")),
        said("d2", "assistant", call),
        said("d3", "user", {"type": "tool_result", "tool_use_id": "t1", "content": "3 kg"}),
        said("d4", "user", text("Salt it.")),
        {"type": "compaction_state", "id": "c1", "timestamp": "t", "summaryText": "Rye, 3 kg.", "anchorMessage": {"id": "d3", "index": 2}},
        said("d5", "assistant", text("Salted.")),
        {"type": "compaction_state", "id": "c2", "timestamp": "t", "summaryText": "Salted rye.", "anchorMessage": {"id": "gone"}},
    ]
    (first, second), _ = read(tmp_path / "droid.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert (first.id, first.summary, first.surviving_span_ids) == ("droid/1", "Rye, 3 kg.", frozenset())
    assert [(id, role) for id, role, _ in spans(first)] == [
        ("d1", "system"),
        ("d1.2", "user"),
        ("t1:call", "tool_call"),
        ("t1", "tool_output"),
    ]
    assert ([id for id, _, _ in spans(second)], second.surviving_span_ids) == (["c1", "d4", "d5"], None)


def kimi(*records: tuple[str, dict[str, Any]]) -> str:
    header = {"type": "metadata", "protocol_version": "1.5", "created_at": 1}
    return "".join(json.dumps(one) + "\n" for one in (header, *({"type": f"context.{kind}", "time": 2, **more} for kind, more in records)))


def from_user(text: str, **origin: Any) -> tuple[str, dict[str, Any]]:
    message = {"role": "user", "content": [{"type": "text", "text": text}], "toolCalls": [], "origin": origin or {"kind": "user"}}
    return "append_message", {"message": message}


def step(id: str, *events: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    all_of_it = ({"type": "step.begin", "uuid": id}, *({"stepUuid": id, **one} for one in events), {"type": "step.end", "uuid": id})
    return [("append_loop_event", {"event": one}) for one in all_of_it]


def part(text: str) -> dict[str, Any]:
    return {"type": "content.part", "part": {"type": "text", "text": text}}


def test_kimi_keeps_messages_of_the_user(tmp_path: Path) -> None:
    made = {"type": "tool.call", "toolCallId": "t1", "name": "Read", "args": {"path": "rye"}}
    begun, thought, called, ended = step("s1", {"type": "content.part", "part": {"type": "think", "think": "Flour."}}, made)
    given = {"type": "tool.result", "toolCallId": "t1", "result": {"output": "3 kg", "note": "<system>1 line</system>"}}
    text = kimi(
        from_user("Monday", kind="injection", variant="date"),
        from_user("Bake rye."),
        begun, thought, called,
        from_user("And salt it."),  # while the tool is at work
        ("append_loop_event", {"event": given}),
        ended,
        from_user("A skill.", kind="skill_activation", trigger="model-tool"),
        from_user("Mistaken."),
        *step("s2", part("Oh.")),
        ("undo", {"count": 1}),
        ("apply_compaction", {"summary": "Rye, 3 kg.", "contextSummary": "Treat as notes.\nRye, 3 kg.", "compactedCount": 6,
                              "keptUserMessageCount": 1}),
        *step("s3", part("Salted.")),
        from_user("Slice it."),
        ("undo", {"count": 5}),  # as far as the summary
        ("apply_compaction", {"summary": "Salted.", "compactedCount": 3, "keptUserMessageCount": 0}),
        ("clear", {}),
        from_user("Anew."),
        *step("s4", part("Well.")),
        ("apply_compaction", {"summary": "Begun anew.", "compactedCount": 2}),
    )  # fmt: skip
    (first, second, third), _ = read(tmp_path / "wire.jsonl", text)
    assert spans(first) == [
        ("m1", "system", "Monday"),
        ("m2", "user", "Bake rye."),
        ("s1", "thinking", "Flour."),
        ("t1:call", "tool_call", 'Read {"path": "rye"}'),
        ("t1", "tool_output", "3 kg\n<system>1 line</system>"),
        ("m6", "user", "And salt it."),
        ("m7", "system", "A skill."),
    ]
    assert (first.summary, first.surviving_span_ids, first.cycle_depth) == ("Rye, 3 kg.", {"m6"}, 0)
    assert [(role, said) for _, role, said in spans(second)] == [
        ("summary", "Rye, 3 kg."),
        ("user", "And salt it."),
        ("assistant", "Salted."),
    ]
    assert (second.previous_summary, second.surviving_span_ids, second.cycle_depth) == ("Rye, 3 kg.", frozenset(), 1)
    assert [said for _, _, said in spans(third)] == ["Anew.", "Well."]
    assert (third.previous_summary, third.surviving_span_ids, third.cycle_depth) == (None, None, 0)


def test_kimi_kept_what_stands_behind_the_count_at_first(tmp_path: Path) -> None:
    text = kimi(
        from_user("Bake rye."),
        *step("s1", part("Mixed.")),
        from_user("Salt it."),
        ("append_message", {"agentId": "a1", "message": {"role": "user", "content": "Another's."}}),
        ("apply_compaction", {"summary": "Rye is mixed.", "compactedCount": 2}),
        ("apply_compaction", {"agentId": "a1", "summary": "Something else.", "compactedCount": 1}),
        *step("s2", part("Salted.")),
        ("apply_compaction", {"summary": "Rye is salted.", "compactedCount": 3, "droppedCount": 1}),
        ("apply_compaction", {"compactedCount": 1}),
    )
    (first, other, second), (note,) = read(tmp_path / "wire.jsonl", text)
    assert ([said for _, _, said in spans(first)], first.surviving_span_ids) == (["Bake rye.", "Mixed."], frozenset())
    assert [said for _, _, said in spans(second)] == ["Rye is mixed.", "Salt it.", "Salted."]
    assert second.shown_span_ids == {"m3", "s2"}
    assert ([said for _, _, said in spans(other)], other.chain == first.chain, note.kind) == (["Another's."], False, "opaque")


def test_kimi_keeps_what_stayed_before_once_more(tmp_path: Path) -> None:
    text = kimi(
        from_user("Bake rye."),
        *step("s1", part("Mixed.")),
        ("apply_compaction", {"summary": "Rye is mixed.", "compactedCount": 2, "keptUserMessageCount": 1}),
        from_user("Salt it."),
        *step("s2", part("Salted.")),
        ("apply_compaction", {"summary": "Rye is salted.", "compactedCount": 4, "keptUserMessageCount": 2}),
        *step("s3", part("Baked.")),
        ("apply_compaction", {"summary": "Rye is baked.", "compactedCount": 4, "keptUserMessageCount": 1}),
        *step("s4", part("Sliced.")),
        ("apply_compaction", {"summary": "Rye is sliced.", "compactedCount": 3, "keptUserMessageCount": 9}),
    )
    (_, second, third, fourth), _ = read(tmp_path / "wire.jsonl", text)
    assert second.surviving_span_ids == {"m1", "m3"}
    assert {said for _, _, said in spans(third)} == {"Bake rye.", "Salt it.", "Rye is salted.", "Baked."}
    assert third.surviving_span_ids == {"m3"}
    assert fourth.surviving_span_ids == {"m3"}, "more are told to stay than the wire holds"


def test_a_summary_of_kimi_that_is_a_message(tmp_path: Path) -> None:
    summary = {"role": "assistant", "content": [{"type": "text", "text": "Rye is mixed."}], "toolCalls": []}
    text = kimi(from_user("Bake rye."), *step("s1", part("Mixed.")), ("apply_compaction", {"summary": summary, "compactedCount": 2}))
    (only,), _ = read(tmp_path / "wire.jsonl", text)
    assert only.summary == "Rye is mixed."


def test_kimi_cli_keeps_what_it_summarised_elsewhere(tmp_path: Path) -> None:
    summary = [{"type": "text", "text": "<system>Previous context has been compacted. Here:</system>"}, {"type": "text", "text": "Rye."}]
    context = [{"role": "_system_prompt", "content": "Bake."}, {"role": "_checkpoint", "id": 0}, {"role": "user", "content": summary},
               {"role": "user", "content": "Salt it."}]  # fmt: skip
    wire = [{"type": "metadata", "protocol_version": "1.1"}, {"timestamp": 1.0, "message": {"type": "CompactionEnd", "payload": {}}}]
    for lines in (context, wire):
        records, notes = read(tmp_path / "kimi.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        assert ([record.summary for record in records], [note.kind for note in notes]) == ([], ["incomplete"])
