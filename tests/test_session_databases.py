"""The databases in which agents keep their sessions: which agent's one is, and what its sessions hold."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file

CRUSH = (
    "CREATE TABLE sessions (id TEXT PRIMARY KEY, summary_message_id TEXT)",
    "CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT, created_at INTEGER, is_summary_message INTEGER)",
)
OPENCODE = (
    "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)",
    "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)",
    "CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, data TEXT)",
)


def written(path: Path, tables: tuple[str, ...], *rows: tuple[str, tuple[Any, ...]]) -> str:
    with closing(sqlite3.connect(path)) as database:
        for table in tables:
            database.execute(table)
        for table, row in rows:
            database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        database.commit()
    return str(path)


def crush_message(
    id: str, role: str, *parts: tuple[str, dict[str, Any]], session: str = "one", summary: int = 0
) -> tuple[str, tuple[Any, ...]]:
    return "messages", (id, session, role, json.dumps([{"type": kind, "data": data} for kind, data in parts]), 1, summary)


def read(path: str) -> tuple[list[Compaction], list[str]]:
    found = list(read_file(path))
    errors = [one.reason for one in found if isinstance(one, RecordError)]
    return [one for one in found if isinstance(one, Compaction)], errors


def spans(record: Compaction) -> list[tuple[str, str, str]]:
    return [(span.id, span.role if span.kind == "text" else span.kind, span.text) for span in record.spans]


CALL = {"id": "t1", "name": "bash", "input": '{"command": "ls"}'}
RESUMED = "The previous session was interrupted because it got too long, the initial user request was: `Bake rye.`"


def test_crush_replaces_all_before_a_summary_and_keeps_sessions_apart(tmp_path: Path) -> None:
    path = written(
        tmp_path / "crush.db",
        CRUSH,
        ("sessions", ("one", "s2")),
        crush_message("m1", "user", ("text", {"text": "Bake rye."}), ("finish", {"reason": "stop"})),
        crush_message("m2", "assistant", ("reasoning", {"thinking": "Flour first."}), ("text", {"text": "Yes."}), ("tool_call", CALL)),
        crush_message("x1", "user", ("text", {"text": "Bake wheat."}), session="two"),
        crush_message("m3", "tool", ("tool_result", {"tool_call_id": "t1", "content": "rye.md"}), ("hologram", {"text": "?"})),
        crush_message("s1", "assistant", ("reasoning", {"thinking": "Sum up."}), ("text", {"text": "Rye is baked."}), summary=1),
        crush_message("m4", "user", ("text", {"text": RESUMED})),
        crush_message(
            "m5", "user", ("shell_command", {"command": "date", "output": "Monday"}), ("text", {"text": "go on", "hidden": True})
        ),
        crush_message("s0", "assistant", ("text", {"text": ""}), summary=1),
        crush_message("s2", "assistant", ("text", {"text": "Rye is done."})),
    )
    (first, second), errors = read(path)
    assert errors == []
    assert (first.id, first.summary, second.summary) == ("one/1", "Rye is baked.", "Rye is done.")
    assert spans(first) == [
        ("m1", "user", "Bake rye."),
        ("m2", "thinking", "Flour first."),
        ("m2.2", "assistant", "Yes."),
        ("t1:call", "tool_call", 'bash {"command": "ls"}'),
        ("t1", "tool_output", "rye.md"),
    ]
    assert spans(second) == [
        ("s1", "summary", "Rye is baked."),
        ("m4", "system", RESUMED),
        ("m5", "user", "$ date"),
        ("m5.2", "tool_output", "Monday"),
        ("m5.3", "system", "go on"),
    ]
    assert (second.cycle_depth, second.previous_summary, second.surviving_span_ids) == (1, "Rye is baked.", frozenset())


def test_opencode_keeps_sessions_apart_and_says_what_it_does_not_read(tmp_path: Path) -> None:
    def said(session: str, id: str, role: str, text: str, **about: Any) -> list[tuple[str, tuple[Any, ...]]]:
        data = {"type": "text", "text": text} if text else {"type": "compaction"}
        return [
            ("message", (id, session, int(id[1:]), json.dumps({"role": role, "time": {"created": 1}, **about}))),
            ("part", (f"p-{id}", id, session, json.dumps(data))),
        ]

    rows = [
        *said("ses_a", "m1", "user", "Bake rye."),
        *said("ses_b", "m2", "user", "Bake wheat."),
        *said("ses_a", "m3", "assistant", "Baked."),
        *said("ses_a", "m4", "user", ""),
        *said("ses_a", "m5", "assistant", "Rye is baked.", summary=True),
        *said("ses_b", "m6", "user", ""),
        *said("ses_b", "m7", "assistant", "Wheat is to be baked.", summary=True),
    ]
    (first, second), errors = read(written(tmp_path / "opencode.db", OPENCODE, *rows))
    assert errors == []
    assert [(one.id, one.summary, [span.id for span in one.spans]) for one in (first, second)] == [
        ("ses_a/1", "Rye is baked.", ["p-m1", "p-m3"]),
        ("ses_b/1", "Wheat is to be baked.", ["p-m2"]),
    ]
    newer = ("session_message", ("c1", "ses_c", "compaction", "{}"))
    (records, errors) = read(written(tmp_path / "newer.db", OPENCODE, *rows, newer))
    assert len(records) == 2
    assert "1 sessions lie in the table session_message, which is not read" in errors[0]


def test_a_database_of_something_else_is_an_error(tmp_path: Path) -> None:
    records, (error,) = read(written(tmp_path / "other.db", ("CREATE TABLE messages (id TEXT, body TEXT)",)))
    assert records == []
    assert error == "is no database of sessions that is known (goose, Crush, opencode and Kilo Code)"
    path = written(tmp_path / "crush.db", CRUSH, ("messages", ("m1", "one", "user", "[{", 1, 0)))
    (found,) = read(path)[1]
    assert "cannot be read as Crush sessions" in found


def test_a_database_of_another_agent_than_was_named_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path / "crush.db", CRUSH)
    (error,) = read_file(path, format="goose")
    assert isinstance(error, RecordError)
    assert error.reason == "is a database of Crush sessions, not of goose sessions"
