"""Nothing that goes wrong in the hook stops the session: real processes, each with something broken."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from hook_session import FAITHFUL, LAUNDERED, Session, session

from summarylint.inline.claude_code import event as event_module
from summarylint.inline.claude_code.event import HookError, read_event
from summarylint.inline.claude_code.state import DAYS_KEPT, opened, state_file, sweep

__all__ = ["session"]

pytestmark = pytest.mark.slow

COMMAND = {"tool_name": "Bash", "tool_input": {"command": "kubectl delete ns staging"}, "tool_use_id": "call-1"}
HEAVY = ("spacy", "pydantic", "rich", "libcst", "markdown_it", "numpy", "regex", "yaml", "summarylint.engine", "summarylint.model")


def note(session: Session, data: bytes, *options: str) -> str:
    """The one line of a hook that ends with 0 and prints nothing."""
    status, out, err = session.given(data, *options)
    assert (status, out) == (0, "")
    assert err.count("\n") == 1
    assert err.startswith("note: hook: ")
    return err


def silent(session: Session, data: bytes) -> bool:
    return session.given(data) == (0, "", "")


def data(session: Session, name: str, **fields: object) -> bytes:
    return json.dumps(session.event(name, **fields)).encode()


def compaction(session: Session, **fields: object) -> bytes:
    return data(session, "PostCompact", trigger="auto", compact_summary=f"<summary>{LAUNDERED}</summary>", **fields)


# ---------------------------------------------------------------- the event


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (b"", "standard input is empty"),
        (b'{"hook_event_name": "PreTool', "standard input is no JSON"),
        (b"[" * 100_000, "standard input is no JSON"),
        (b'["PreToolUse"]', "holds no JSON object"),
        (b'{"session_id": "s"}', "names no hook_event_name"),
        (b'{"hook_event_name": "PreToolUse", "session_id": 7}', "names no session_id"),
        (b"\xff\xfe\x00", "standard input is no JSON"),
    ],
)
def test_what_is_no_event(session: Session, given: bytes, told: str) -> None:
    assert told in note(session, given)


@pytest.mark.parametrize("name", ["SessionStart", "PostToolUse", "Stop", "SomethingNew", "../../x", "answering"])
def test_an_event_without_an_answer(session: Session, name: str) -> None:
    assert silent(session, data(session, name, source="compact"))


@pytest.mark.parametrize("given", [None, [], "x", {"command": 7}, {"command": None}, {"edits": "x"}, {"command": "rm x\ud800"}])
@pytest.mark.parametrize("tool", ["Bash", "Edit", "mcp__a__b", "mcp__", "", 7])
def test_a_tool_call_of_any_shape(session: Session, given: object, tool: object) -> None:
    session.compacted(LAUNDERED)
    session.hook("PreToolUse", tool_name=tool, tool_input=given, tool_use_id=given)


def test_an_event_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_module, "LONGEST_EVENT", 1 << 20)
    with pytest.raises(HookError, match="longer than 1 MiB"):
        read_event(BytesIO(b" " * ((1 << 20) + 1)))


@pytest.mark.parametrize("id", ["../../x", "/etc/passwd", "a\x00b", "\ud800", "x" * 10_000, "CON"])
def test_a_session_id_names_no_path(session: Session, id: str) -> None:
    session.id = id
    before = {path for path in session.folder.rglob("*") if path.is_file()}
    assert session.compacted(LAUNDERED) != ""
    made = {path for path in session.folder.rglob("*") if path.is_file()} - before
    assert made == set(session.state_files)
    assert session.tool("kubectl delete ns staging")["permissionDecision"] == "ask"


# ---------------------------------------------------------------- the transcript


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "nothing")


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def an_empty_file(path: Path) -> None:
    path.write_bytes(b"")


def noise(path: Path) -> None:
    path.write_bytes(b'\xff\x00{}\n[1]\n"x"\nnull\n{"type": "user"}\n{"type": 7, "message": []}\n' * 50)


@pytest.mark.parametrize("put", [a_folder, os.mkfifo, a_link_to_nothing, a_link_to_a_device, a_link_to_itself, an_empty_file, noise])
def test_a_transcript_that_is_none(session: Session, put: Callable[[Path], None]) -> None:
    session.transcript.unlink()
    put(session.transcript)
    assert "session.jsonl" in note(session, compaction(session))
    assert session.tool("kubectl delete ns staging") == {}


def test_a_summary_without_end_is_not_checked(session: Session) -> None:
    assert "longer than 400,000 characters" in note(session, data(session, "PostCompact", compact_summary="word " * 100_000))


@pytest.mark.parametrize("path", ["", "nowhere.jsonl", "~nobody-of-this-name/x", "a\x00b", 7])
def test_a_path_that_leads_nowhere(session: Session, path: object) -> None:
    note(session, compaction(session, transcript_path=path))


def test_a_transcript_with_broken_lines_is_read_around_them(session: Session) -> None:
    with session.transcript.open("ab") as file:
        file.write(b'{"type": "user", "uuid": "x", "message": {"content": "caf\xe9"}}\n\x00\x00\n{"type": "user", "mess')
    assert session.given(compaction(session))[1:] == (
        "summarylint: 1 error in the new summary, handed to the model with the next prompt or tool call\n",
        "",
    )


def test_a_transcript_that_went_away_leaves_the_question(session: Session) -> None:
    session.compacted(LAUNDERED)
    session.transcript.unlink()
    status, out, err = session.given(data(session, "PreToolUse", **COMMAND))
    assert status == 0
    assert json.loads(out)["hookSpecificOutput"]["permissionDecision"] == "ask"
    assert err.startswith("note: hook: it is not known what was read again: ")


def test_a_failed_check_says_nothing_of_the_summary_before(session: Session) -> None:
    session.compacted(LAUNDERED)
    note(session, data(session, "PostCompact", trigger="auto", compact_summary=""))
    assert session.handed() == ""
    assert session.tool("kubectl delete ns staging") == {}


# ---------------------------------------------------------------- the state


def test_a_locked_state_lets_the_call_pass(session: Session) -> None:
    session.compacted(LAUNDERED)
    [path] = session.state_files
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "database is locked" in note(session, data(session, "PreToolUse", **COMMAND))
    assert session.tool("kubectl delete ns staging")["permissionDecision"] == "ask"


@pytest.mark.parametrize("broken", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000, b"x"])
def test_a_damaged_state_lets_the_call_pass_and_is_made_anew(session: Session, broken: bytes) -> None:
    session.compacted(LAUNDERED)
    [path] = session.state_files
    path.write_bytes(broken)
    assert "the state of this session cannot be used" in note(session, data(session, "PreToolUse", **COMMAND))
    assert session.compacted(LAUNDERED) != ""
    assert session.tool("kubectl delete ns staging")["permissionDecision"] == "ask"


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"depth": 0, "decision": "halt", "findings": [7], "claims": []}'])
def test_a_state_that_holds_something_else(session: Session, record: str) -> None:
    session.compacted(LAUNDERED)
    with closing(sqlite3.connect(session.state_files[0])) as database, database:
        database.execute("UPDATE compaction SET record = ?", (record,))
    assert "what was kept of the last compaction cannot be read" in note(session, data(session, "PreToolUse", **COMMAND))


def test_a_folder_that_cannot_be_made(session: Session) -> None:
    session.state.write_text("a file", encoding="utf-8")
    assert "the state of this session cannot be used" in note(session, compaction(session))
    assert silent(session, data(session, "PreToolUse", **COMMAND))


def test_a_link_in_the_place_of_the_state_is_not_followed(session: Session) -> None:
    session.compacted(LAUNDERED)
    [path] = session.state_files
    path.unlink()
    (session.folder / "other").write_bytes(b"")
    path.symlink_to(session.folder / "other")
    note(session, compaction(session))
    assert (session.folder / "other").read_bytes() == b""


def test_the_state_is_the_owners_alone(session: Session) -> None:
    session.compacted(LAUNDERED)
    [path] = session.state_files
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_folder_that_others_may_write_to_is_closed(session: Session) -> None:
    folder = session.state / "claude-code"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    session.compacted(LAUNDERED)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_state_of_another_user_is_not_believed(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.compacted(LAUNDERED)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(HookError, match="belongs to another user"), opened(session.id, session.state / "claude-code"):
        pass


def test_old_sessions_are_swept(session: Session) -> None:
    session.compacted(LAUNDERED)
    folder = session.state / "claude-code"
    with opened("young", folder, make=True):
        pass
    [old, young] = [state_file(session.id, folder), state_file("young", folder)]
    now = young.stat().st_mtime
    os.utime(old, (now, now - (DAYS_KEPT + 1) * 86_400))
    sweep(folder, now)
    assert session.state_files == [young]


# ---------------------------------------------------------------- the program


CRASH = """
import sys
from summarylint.inline.claude_code import answering
from summarylint.cli.main import main
def crash(event, options):
    raise {raised}
answering.answer = crash
sys.argv = ["summarylint", "hook", "claude-code"]
main()
"""


@pytest.mark.parametrize(
    "raised", ["ZeroDivisionError('by nought')", "KeyboardInterrupt", "RecursionError", "MemoryError", "SystemExit(2)", "ImportError('x')"]
)
def test_a_crash_of_ours(session: Session, raised: str) -> None:
    done = subprocess.run([sys.executable, "-c", CRASH.format(raised=raised)], input=compaction(session), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.startswith(b"note: hook: " + raised.split("(")[0].encode())
    assert done.stderr.count(b"\n") == 1


def test_settings_that_do_not_load(session: Session) -> None:
    (session.folder / "summarylint.toml").write_text("selekt = []\n", encoding="utf-8")
    assert "unknown key 'selekt'" in note(session, compaction(session))


@pytest.mark.parametrize("redirection", [">/dev/full", "2>&-", "2>/dev/full", ">/dev/full 2>&-", "<&-"])
def test_streams_that_are_closed_or_full(session: Session, redirection: str) -> None:
    command = f"{sys.executable} -m summarylint hook claude-code --state {session.state} {redirection}"
    done = subprocess.run(["sh", "-c", command], input=data(session, "PreCompact", trigger="auto"), capture_output=True, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(("redirection", "words"), [("<&-", "is closed"), ("</dev/null", "is empty")])
def test_without_an_event_it_says_so(session: Session, redirection: str, words: str) -> None:
    command = f"{sys.executable} -m summarylint hook claude-code --state {session.state} {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == f"note: hook: standard input {words}, so there is no event to answer\n"
    assert (done.returncode, done.stdout) == (0, "")


def test_a_tool_call_imports_nothing_heavy(session: Session) -> None:
    session.compacted(LAUNDERED)
    code = (
        "import atexit, sys\n"
        f"atexit.register(lambda: print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr))\n"
        f"sys.argv = ['summarylint', 'hook', 'claude-code', '--state', {str(session.state)!r}]\n"
        "from summarylint.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data(session, "PreToolUse", **COMMAND), capture_output=True, check=False)
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "ask"
    assert done.stderr.decode().strip() == ""


# ---------------------------------------------------------------- two at once


def at_once(session: Session, *events: bytes, options: tuple[str, ...] = ()) -> list[tuple[int, str, str]]:
    """Run a process for each event, all of them waiting for their input before the first is given any."""
    processes = [session.start(*options) for _ in events]
    for process, event in zip(processes, events, strict=True):
        assert process.stdin is not None
        process.stdin.write(event)
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    results = []
    for process in processes:
        out, err = process.communicate()
        results.append((process.returncode, out.decode(), err.decode()))
    return results


def test_prompts_at_once_hand_the_findings_over_once(session: Session) -> None:
    session.compacted(LAUNDERED)
    results = at_once(session, *[data(session, "UserPromptSubmit", prompt="go on")] * 4)
    assert [(status, err) for status, _, err in results] == [(0, "")] * 4
    assert sorted(bool(out) for _, out, _ in results) == [False, False, False, True]


def test_calls_at_once_are_counted_one_by_one(session: Session) -> None:
    session.compacted(FAITHFUL)
    calls = [data(session, "PreToolUse", **{**COMMAND, "tool_use_id": f"call-{number}"}) for number in range(4)]
    results = at_once(session, *calls, options=("--asks", "2"))
    assert [(status, err) for status, _, err in results] == [(0, "")] * 4
    assert sorted(bool(out) for _, out, _ in results) == [False, False, True, True]


def test_compactions_at_once_leave_one_whole_record(session: Session) -> None:
    results = at_once(session, compaction(session), compaction(session))
    assert [(status, err) for status, _, err in results] == [(0, "")] * 2
    assert LAUNDERED in session.handed()
    assert session.handed() == ""
