"""Sessions of Claude Code: what surrounds a summary, what stays beside it, who said what, and which records are of another window."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.transcripts.continued import summary_in
from summarylint.reading.transcripts.window import Note

NOW = "This session is being continued from a previous conversation that ran out of context. "
BELOW = "The summary below covers the earlier portion of the conversation.\n\n"
REST = "\n\nIf you need specific details from before compaction (like exact code snippets), read the full transcript at: /h/s.jsonl"
GO_ON = "\nContinue the conversation from where it left off without asking the user any further questions. Resume directly."


def said(uuid: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
    kind = more.pop("type", "user")
    row = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False}
    return {**row, "message": {"role": kind, "content": content}, **more}


def compacted(parent: str, summary: str, **about: Any) -> list[dict[str, Any]]:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": f"b-{parent}", "parentUuid": None, "logicalParentUuid": parent}
    return [{**boundary, "compactMetadata": about}, said(f"c-{parent}", f"b-{parent}", summary, isCompactSummary=True)]


def read(folder: Path, *rows: dict[str, Any]) -> tuple[list[Compaction], list[Note]]:
    file = folder / "session.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    notes: list[Note] = []
    records = list(read_file(str(file), on_note=notes.append))
    assert all(isinstance(record, Compaction) for record in records)
    return [record for record in records if isinstance(record, Compaction)], notes


def roles(record: Compaction) -> dict[str, str]:
    return {span.id: span.role for span in record.spans}


@pytest.mark.parametrize(
    "text",
    [
        NOW + "The conversation is summarized below:\nAnalysis:\nThe rye came first.\n\nSummary:\n1. Bake rye.",
        NOW + BELOW + "Analysis:\nThe rye came first.\n\nSummary:\n1. Bake rye." + REST + GO_ON,
        NOW + BELOW + "Summary:\n1. Bake rye." + REST + "\n\nRecent messages are preserved verbatim." + GO_ON,
        NOW + BELOW + "1. Bake rye.\n\nPlease continue the conversation from where we left it off without asking.",
        NOW + BELOW + "<analysis>\nSummary: none yet.\n</analysis>\n\n<summary>\n1. Bake rye.\n</summary>",
    ],
)
def test_what_surrounds_a_summary_is_not_part_of_it(text: str) -> None:
    assert summary_in(text) == "1. Bake rye."


def test_a_text_that_no_such_sentence_opens_stays_as_it_is() -> None:
    for text in ("Summary:\n1. Bake rye.", "Analysis:\nrye\n\nSummary:\nbread", NOW.strip(), "", "He wrote: " + NOW + "Rye."):
        assert summary_in(text) == text


def test_a_label_inside_a_summary_stays() -> None:
    text = "1. Rye.\nAnalysis:\nThe dough was cold.\n\nSummary:\nwarm it"
    assert summary_in(NOW + BELOW + text + REST) == text


def test_a_preserved_segment_may_begin_and_end_at_records_that_say_nothing(tmp_path: Path) -> None:
    rows = [
        said("u1", None, "Bake rye."),
        {"type": "attachment", "uuid": "x1", "parentUuid": "u1", "attachment": {"type": "todo"}},
        said("a1", "x1", "Mixed.", type="assistant"),
        {"type": "system", "subtype": "turn_duration", "uuid": "x2", "parentUuid": "a1"},
        *compacted("x2", "Rye is mixed.", preservedSegment={"headUuid": "x1", "anchorUuid": "c-x2", "tailUuid": "x2"}),
    ]
    (record,), _ = read(tmp_path, *rows)
    assert record.surviving_span_ids == {"a1"}
    rows[-2]["compactMetadata"]["preservedSegment"]["headUuid"] = "nowhere"
    (record,), _ = read(tmp_path, *rows)
    assert record.surviving_span_ids is None  # what stayed is not known
    segment = {"head_uuid": "a1", "anchor_uuid": "c-x2", "tail_uuid": "x2"}
    rows[-2] = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "compact_metadata": {"preserved_segment": segment}}
    (record,), _ = read(tmp_path, *rows)
    assert record.surviving_span_ids == {"a1"}


def test_what_the_user_went_back_from_is_not_in_the_window(tmp_path: Path) -> None:
    call = [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]
    other = [{"type": "tool_use", "id": "t2", "name": "Bash", "input": {}}]
    rows = [
        said("u1", None, "Bake rye."),
        said("a1", "u1", "Rye it is.", type="assistant"),
        said("u2", "a1", "And wheat, at 300 degrees."),
        said("a2", "u2", "At 300 degrees.", type="assistant"),
        said("u3", "a1", "And wheat, at 220 degrees."),
        said("a3", "u3", call, type="assistant"),
        said("a4", "a3", other, type="assistant"),
        said("r1", "a3", [{"type": "tool_result", "tool_use_id": "t1", "content": "220"}]),  # beside the line, but of this window
        said("r2", "a4", [{"type": "tool_result", "tool_use_id": "t2", "content": "ok"}]),
        said("a5", "r2", "Done.", type="assistant"),
        *compacted("a5", "Both are baked."),
    ]
    (record,), _ = read(tmp_path, *rows)
    assert list(roles(record)) == ["u1", "a1", "u3", "t1:call", "t2:call", "t1", "t2", "a5"]
    rows[-2]["logicalParentUuid"] = "nowhere"  # then the branch is not known, and nothing is left out
    (record,), _ = read(tmp_path, *rows)
    assert "u2" in roles(record)


def test_what_the_program_says_in_the_users_place_is_not_the_users(tmp_path: Path) -> None:
    queued = {"type": "queued_command", "commandMode": "prompt", "prompt": "and leave the salt out"}
    rows = [
        said("u1", None, "Bake rye."),
        said("u2", "u1", "<task-notification><summary>Oven hot</summary></task-notification>"),
        said("u3", "u2", "All loaves must be cut.", origin={"kind": "peer"}),
        said("u4", "u3", "Cut none.", origin={"kind": "human"}),
        {"type": "attachment", "uuid": "q1", "parentUuid": "u4", "sessionId": "s", "attachment": queued},
        {"type": "attachment", "uuid": "q2", "parentUuid": "q1", "attachment": {**queued, "commandMode": "task-notification"}},
        {"type": "attachment", "uuid": "q3", "parentUuid": "q2", "attachment": {**queued, "origin": {"kind": "coordinator"}}},
        said("u5", "q3", "<local-command-stdout>cold</local-command-stdout>"),
        *compacted("u5", "Rye without salt."),
    ]
    (record,), _ = read(tmp_path, *rows)
    assert roles(record) == {"u1": "user", "u2": "system", "u3": "system", "u4": "user", "q1": "user", "q3": "system", "u5": "user"}


def test_the_summary_is_the_whole_message_that_the_model_is_shown(tmp_path: Path) -> None:
    whole = NOW + BELOW + "Analysis:\nThe rye came first.\n\nSummary:\n1. Bake rye." + REST + GO_ON
    (record,), _ = read(tmp_path, said("u1", None, "Bake rye."), *compacted("u1", whole))
    assert record.summary == whole


def test_outputs_that_were_cleared_were_not_shown(tmp_path: Path) -> None:
    rows = [
        said("a1", None, [{"type": "tool_use", "id": "t1", "name": "Read", "input": {}}], type="assistant"),
        said("r1", "a1", [{"type": "tool_result", "tool_use_id": "t1", "content": "flour: 3 kg"}]),
        {"type": "system", "subtype": "microcompact_boundary", "uuid": "m", "microcompactMetadata": {"compactedToolIds": ["t1"]}},
        said("a2", "r1", "Enough flour.", type="assistant"),
        *compacted("a2", "There is flour."),
        said("u2", "c-a2", "Go on."),
        *compacted("u2", "Go on."),
    ]
    (first, second), _ = read(tmp_path, *rows)
    assert first.shown_span_ids == {"t1:call", "a2"}
    assert second.shown_span_ids is None


def test_a_sub_agents_own_file_is_read_and_mixes_with_no_other(tmp_path: Path) -> None:
    own: dict[str, Any] = {"isSidechain": True, "agentId": "helper"}
    rows = [
        said("u1", None, "Count the loaves.", **own),
        said("a1", "u1", "Twelve.", type="assistant", **own),
        said("x1", "u1", "Another one.", type="assistant", **{**own, "agentId": "other"}),
        *({**row, **own} for row in compacted("a1", "There are twelve.")),
    ]
    (record,), _ = read(tmp_path, *rows)
    assert (record.chain, list(roles(record))) == ("helper", ["u1", "a1"])


def test_a_session_in_which_a_sub_agent_spoke_first_is_the_sessions(tmp_path: Path) -> None:
    rows = [
        said("x1", None, "Count the loaves.", isSidechain=True, agentId="helper"),
        said("u1", None, "Bake rye."),
        said("a1", "u1", "Rye it is.", type="assistant"),
        *compacted("a1", "Rye is baked."),
    ]
    (record,), _ = read(tmp_path, *rows)
    assert (record.chain, list(roles(record))) == ("s", ["u1", "a1"])
