"""Transcripts as files: cut off, broken, compressed, piped, searched for; and what the window does with spans."""

from __future__ import annotations

import gzip
import json
import lzma
import shutil
import sqlite3
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.cli.main import cli
from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.compressed import inner_name
from summarylint.reading.files import read_file
from summarylint.reading.json_stream import members
from summarylint.reading.json_text import TextFault
from summarylint.reading.search import find_files
from summarylint.reading.transcripts.content import pieces
from summarylint.reading.transcripts.window import Note, Piece, Window

FIXTURES = Path(__file__).parent / "fixtures" / "transcripts"
SESSION = (FIXTURES / "claude_code.jsonl").read_bytes()


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def row(uuid: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "uuid": uuid, "sessionId": "s", "message": {"role": "user", "content": text}, **more}


def lines(*rows: Any) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in rows)


BOUNDARY = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "sessionId": "s", "compactMetadata": {}}


def compressed_by_zstd(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):  # from there on the standard library has it
        from compression import zstd

        return zstd.compress(data)
    import zstandard

    return zstandard.ZstdCompressor().compress(data)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress), (".zst", compressed_by_zstd)])
def test_compressed_files_are_known_by_their_first_bytes(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    record = lines({"id": "r", "spans": [{"role": "user", "text": "a"}], "summary": "b"})
    named, unnamed, cut = tmp_path / f"a.jsonl{suffix}", tmp_path / "b", tmp_path / f"c.jsonl{suffix}"
    named.write_bytes(pack(SESSION))
    unnamed.write_bytes(pack(record * 2))
    cut.write_bytes(pack(SESSION)[:-40])
    assert [found.id for found in read_file(str(named))] == ["bakery-1/1", "bakery-1/2"]
    assert [found.id for found in read_file("-", stream=BytesIO(pack(SESSION)))] == ["bakery-1/1", "bakery-1/2"]
    assert [found.id for found in read_file(str(unnamed))] == ["r", "r"]
    error = list(read_file(str(cut)))[-1]
    assert isinstance(error, RecordError)
    assert "breaks off" in error.reason


def test_the_name_inside_a_compressed_name() -> None:
    assert [inner_name(name) for name in ("x/a.jsonl.zst", "a.json.GZ", "a.json", "a.gz")] == ["a.jsonl", "a.json", "a.json", "a"]


def test_a_last_line_that_breaks_off_is_no_error_but_a_line_in_the_middle_is(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        lines(row("1", "x")) + b'{"type": "user", "uu\n' + lines(BOUNDARY, row("c", "It is x.", isCompactSummary=True)) + b'{"ty'
    )
    error, compaction = read_file(str(path))
    assert isinstance(error, RecordError)
    assert (error.line, "left out" in error.reason) == (2, True)
    assert isinstance(compaction, Compaction)
    assert [span.text for span in compaction.spans] == ["x"]


def test_a_document_that_breaks_off_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes((FIXTURES / "opencode.json").read_bytes()[:-60])
    found = list(read_file(str(path)))
    assert [type(one) for one in found] == [Compaction, Compaction, RecordError]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_reads_the_same_with_and_without_line_breaks(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(json.loads((FIXTURES / "opencode.json").read_text()), indent=indent))
    assert [found.id for found in read_file(str(path))] == ["ses_1/1", "ses_1/2"]


def test_records_stay_records_beside_transcripts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines({"type": "user", "spans": [], "summary": 1}, row("1", "x")))
    first, second = read_file(str(path))
    assert isinstance(first, RecordError)
    assert first.pointer == "$.summary"
    assert isinstance(second, RecordError)
    assert "'spans' is required" in second.reason


def test_the_format_of_a_transcript_can_be_refused(tmp_path: Path) -> None:
    found = list(read_file(str(FIXTURES / "claude_code.jsonl"), format="records"))
    assert found
    assert {type(one) for one in found} == {RecordError}


@pytest.mark.parametrize("summary", ["", "  \n", "## Handoff", "<tool_call>\n{}\n</tool_call>"])
def test_a_degenerate_summary_comes_out_as_a_compaction(tmp_path: Path, summary: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(row("1", "Bake at 220 degrees."), BOUNDARY, row("c", summary, isCompactSummary=True)))
    (compaction,) = read_file(str(path))
    assert isinstance(compaction, Compaction)
    assert compaction.summary == summary
    result = run("check", "--isolated", "--select", "PRV006", "--output-format", "concise", str(path))
    assert result.exit_code == 1
    assert "degenerate-summary" in result.stdout


def test_notes_are_told_and_counted_and_nothing_else_is_checked() -> None:
    result = run("check", "--isolated", "--select", "PRV006", str(FIXTURES / "codex_opaque.jsonl"))
    assert result.exit_code == 3
    assert "11: opaque compaction roll-1/1" in result.stderr
    assert "1 opaque compaction and 1 with missing spans could not be checked" in result.stderr


def test_a_search_passes_over_transcripts_without_a_compaction(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(row("1", "x")))
    (tmp_path / "b.jsonl").write_bytes(SESSION)
    found = run("check", "--isolated", "--select", "PRV006", str(tmp_path))
    assert (found.exit_code, found.stderr) == (0, "")
    (tmp_path / "b.jsonl").unlink()
    assert "1 transcript without a compaction" in run("check", "--isolated", str(tmp_path)).stderr
    named = run("check", "--isolated", str(tmp_path / "a.jsonl"))
    assert (named.exit_code, "holds no compaction (Claude Code)" in named.stderr) == (3, True)


def test_a_search_finds_event_folders_and_agents_files(tmp_path: Path) -> None:
    for name in ("conv/events/event-00001-a.json", ".specstory/history/a.md", "chats/session-1.json", "t/api_conversation_history.json",
                 "s/subagents/agent-1.jsonl", "other.md", "a.jsonl.zst", "b.summary.parquet"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (place,) = find_files([str(tmp_path)])
    found = [Path(file).relative_to(tmp_path).as_posix() for file in place.files]
    assert found == ["a.jsonl.zst", "b.summary.parquet", "chats/session-1.json", "conv/events", "t/api_conversation_history.json"]
    (place,) = find_files([str(tmp_path / ".specstory" / "history")])
    assert [Path(file).name for file in place.files] == ["a.md"]


def test_the_database_of_goose_gives_each_session_its_own_chain(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    conversation = json.loads((FIXTURES / "goose.json").read_text())["conversation"]
    with closing(sqlite3.connect(path)) as database:
        columns = "id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER, metadata_json TEXT"
        database.execute(f"CREATE TABLE messages ({columns})")
        for session, count in (("one", 8), ("two", 5)):
            for message in conversation[:count]:
                row = (session, message["role"], json.dumps(message["content"]), 1, json.dumps(message["metadata"]))
                database.execute("INSERT INTO messages VALUES (NULL, ?, ?, ?, ?, ?)", row)
        database.commit()
    found = list(read_file(str(path)))
    assert [(one.id, one.cycle_depth) for one in found if isinstance(one, Compaction)] == [("one/1", 0), ("one/2", 1), ("two/1", 0)]
    path.write_bytes(path.read_bytes()[:100])
    (error,) = read_file(str(path))
    assert isinstance(error, RecordError)
    assert "cannot be read" in error.reason


STRANGE = st.sampled_from([None, 1, -1.5, True, "", "x", [], {}, [1], {"type": "text"}, ["a", None], {"text": 5}])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(inner, (*path, key))


@pytest.mark.parametrize("name", sorted(file.name for file in FIXTURES.glob("*.json*")))
@settings(max_examples=25)
@given(data=st.data())
def test_a_field_that_holds_something_strange_is_no_crash(name: str, data: st.DataObject) -> None:
    text = (FIXTURES / name).read_text()
    whole = [json.loads(line) for line in text.splitlines() if line.endswith("}")] if name.endswith("l") else json.loads(text)
    *above, last = data.draw(st.sampled_from(list(places(whole))))
    inner = whole
    for key in above:
        inner = inner[key]
    inner[last] = data.draw(STRANGE)
    packed = lines(*whole) if name.endswith("l") else json.dumps(whole).encode()
    for found in read_file("-", stream=BytesIO(packed), on_note=lambda note: None):
        if isinstance(found, Compaction):
            assert len({span.id for span in found.spans}) == len(found.spans)


@pytest.mark.parametrize("first", ["e²", "e1²", "e" + "9" * 5000])
def test_what_only_looks_like_a_number_names_no_entry_of_pi(tmp_path: Path, first: str) -> None:
    rows = [
        {"type": "session", "id": "s", "cwd": "/", "timestamp": "2026-11-08T10:41:00Z"},
        {"type": "message", "id": "e1", "timestamp": "", "message": {"role": "user", "content": "The pump is on."}},
        {"type": "compaction", "summary": "The pump is on.", "firstKeptEntryId": first, "timestamp": ""},
    ]
    path = tmp_path / "pi.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (compaction,) = read_file(str(path))
    assert isinstance(compaction, Compaction)
    assert compaction.summary == "The pump is on."


def test_what_only_looks_like_a_number_is_no_forgotten_event_of_openhands(tmp_path: Path) -> None:
    rows = [
        {"id": "²", "source": "user", "action": "message", "args": {"content": "The pump is on."}},
        {"id": 2, "source": "user", "action": "message", "args": {"content": "The tank is full."}},
        {
            "id": 3, "source": "agent", "action": "condensation",
            "args": {"summary": "The tank is full.", "forgotten_events_start_id": 1, "forgotten_events_end_id": 2},
        },
    ]  # fmt: skip
    path = tmp_path / "trajectory.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    (compaction,) = read_file(str(path))
    assert isinstance(compaction, Compaction)
    assert [span.text for span in compaction.spans] == ["The tank is full."]


def test_an_event_that_is_nested_too_deeply_is_an_error_with_its_file(tmp_path: Path) -> None:
    events = tmp_path / "events"
    shutil.copytree(Path(__file__).parent / "fixtures/transcripts/openhands_v1/bakery/events", events)
    first = sorted(events.iterdir())[0]
    first.write_text("[" * 100_000 + "]" * 100_000, encoding="utf-8")
    (error,) = [one for one in read_file(str(events)) if isinstance(one, RecordError)]
    assert str(error) == f"{first}: not readable JSON: it is nested too deeply"


def test_the_command_line_forces_and_lists_formats() -> None:
    session = str(FIXTURES / "claude_code.jsonl")
    assert run("check", "--isolated", "--select", "PRV006", "--format", "claude-code", session).exit_code == 0
    wrong = run("check", "--isolated", "--format", "claude", session)
    assert (wrong.exit_code, "there is no format 'claude'" in wrong.stderr) == (2, True)
    listed = run("formats")
    assert listed.exit_code == 0
    assert "claude-code" in listed.stdout
    assert {"name", "title", "found", "knows", "lacks"} == set(json.loads(run("formats", "--output-format", "json").stdout)[0])


def test_a_long_transcript_is_read_one_window_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        for window in range(40):
            file.write(lines(*(row(f"{window}-{number}", "word " * 2000) for number in range(50))))
            file.write(lines({**BOUNDARY, "uuid": f"b{window}"}, row(f"c{window}", f"Window {window}.", isCompactSummary=True)))
    tracemalloc.start()
    count = sum(1 for _ in read_file(str(path)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 40
    assert peak < path.stat().st_size / 2  # 20 MB; without streaming it would be more than the file


# ---------------------------------------------------------------- the parts


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


class Dripping(BytesIO):
    """A stream that gives a few bytes at a time, whatever is asked for."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(3 if size is None or size < 0 or size > 3 else size)


@given(st.lists(VALUES), st.sampled_from([None, 1]))
def test_a_list_comes_out_member_by_member(values: list[Any], indent: int | None) -> None:
    data = json.dumps(values, indent=indent).encode()
    assert [value for _, value, _ in members(Dripping(data))] == values


@given(st.dictionaries(st.text(), st.lists(VALUES, min_size=1) | st.text(), min_size=1))
def test_an_object_comes_out_field_by_field_and_its_lists_by_member(fields: dict[str, Any]) -> None:
    wanted = [(key, inner) for key, value in fields.items() for inner in (value if isinstance(value, list) else [value])]
    data = json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if b"\xed" not in data:  # lone surrogates are no UTF-8
        assert [(key, value) for key, value, _ in members(Dripping(data))] == wanted


def test_members_know_their_lines() -> None:
    assert [line for _, _, line in members(BytesIO(b'[\n1,\n\n"a\\n",\n {}]'))] == [2, 4, 5]


@pytest.mark.parametrize("data", [b"[1", b"[1,", b"[1 2]", b'{"a": 1', b'{"a" 1}', b'{"a": [1, }', b"[" * 100_000])
def test_what_breaks_is_a_fault(data: bytes) -> None:
    with pytest.raises(TextFault):
        list(members(BytesIO(data)))


TEXT = st.text(min_size=1).filter(lambda text: bool(text.strip()))


@given(st.lists(st.tuples(st.sampled_from("abc"), TEXT), min_size=1, max_size=8), st.sets(st.sampled_from("abc")))
def test_what_is_kept_is_not_replaced_and_ids_stay_unique(said: list[tuple[str, str]], kept: set[str]) -> None:
    window = Window("p")
    for message, text in said:
        window.add([Piece("user", text)], message=message)
    made = window.compact("S", line=1, kept=kept)
    replaced = [text for message, text in said if message not in kept]
    if not replaced:
        assert isinstance(made, Note)
        return
    assert isinstance(made, Compaction)
    assert [span.text for span in made.spans] == replaced
    after = [held.span for held in window.held]
    assert [span.text for span in after if span.role == "user"] == [text for message, text in said if message in kept]
    assert [span.text for span in after if span.role == "summary"] == ["S"]
    assert len({span.id for span in after}) == len(after)


def said(*blocks: Any) -> Iterator[tuple[str, str, str]]:
    yield from ((piece.role, piece.kind, piece.text) for piece in pieces("user", list(blocks)))


def test_blocks_are_told_by_what_they_are() -> None:
    assert list(said({"type": "text", "text": "a"}, {"type": "image", "source": {}}, "b", 5, {"type": "tool_result", "content": None})) == [
        ("user", "text", "a"), ("user", "text", "b"), ("tool", "tool_output", "")
    ]  # fmt: skip
    output = "It failed. the user said:\nno"
    assert list(said({"type": "tool_result", "tool_use_id": "t", "content": output})) == [("tool", "tool_output", output)]
