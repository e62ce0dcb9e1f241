"""A session of Claude Code for the tests of its hook: a transcript that grows, and events given to the real program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from summarylint.cli.main import cli

HEDGED = "I think the staging DB is on port 5433."
LAUNDERED = "Staging DB port is 5433."
FAITHFUL = "The user thinks the staging DB is on port 5433; connecting to 10.0.3.7, port 5433 failed: Connection refused."
REFUSED_OUTPUT = "psql: error: connection to server at 10.0.3.7, port 5433 failed: Connection refused"


@dataclass
class Session:
    """One session; `hook` runs the program, `say`, `call` and `compact` write what Claude Code would write."""

    folder: Path
    id: str = "0b6e3c1e-session"
    rows: int = 0
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def transcript(self) -> Path:
        return self.folder / "session.jsonl"

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def state_files(self) -> list[Path]:
        return sorted((self.state / "claude-code").glob("*.sqlite3"))

    def row(self, kind: str, content: Any = None, **more: Any) -> str:
        """Append one row and return its uuid."""
        self.rows += 1
        uuid = f"row-{self.rows}"
        row = {"type": kind, "uuid": uuid, "sessionId": self.id, "isSidechain": False, **more}
        if content is not None:
            row["message"] = {"role": kind, "content": content}
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        return uuid

    def say(self, text: str) -> str:
        return self.row("user", text)

    def call(self, id: str, name: str, arguments: dict[str, Any], output: str | None, *, failed: bool = False, **more: Any) -> str:
        """A tool call and, unless `output` is None, its result; the uuid of the last row."""
        uuid = self.row("assistant", [{"type": "tool_use", "id": id, "name": name, "input": arguments}], **more)
        if output is None:
            return uuid
        return self.row("user", [{"type": "tool_result", "tool_use_id": id, "content": output, "is_error": failed}], **more)

    def written(self, summary: str, *kept: str) -> None:
        """The rows that Claude Code writes once the compaction is done; the messages `kept` stay beside the summary."""
        self.row("system", subtype="compact_boundary", compactMetadata={"trigger": "auto", "preservedMessages": {"uuids": list(kept)}})
        self.row("user", f"This session is being continued from a previous conversation.\n\n{summary}", isCompactSummary=True)

    def event(self, name: str, **fields: Any) -> dict[str, Any]:
        known = {"session_id": self.id, "transcript_path": str(self.transcript), "cwd": str(self.folder), "hook_event_name": name}
        return {**known, **fields}

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "SUMMARYLINT_STATE_DIR": str(self.state), **self.environment}
        command = [sys.executable, "-m", "summarylint", "hook", "claude-code", *self.options, *options]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=self.folder)

    def given(self, data: bytes, *options: str) -> tuple[int, str, str]:
        """Run the program with `data` on standard input; its exit status and what it wrote."""
        process = self.start(*options)
        out, err = process.communicate(data)
        return process.returncode, out.decode(), err.decode()

    def hook(self, name: str, *options: str, **fields: Any) -> str:
        """What the hook prints for an event, in this process; it must end with 0 and write nothing to standard error."""
        event = json.dumps(self.event(name, **fields))
        arguments = ["hook", "claude-code", "--state", str(self.state), *self.options, *options]
        done = CliRunner().invoke(cli, arguments, input=event)
        assert (done.exit_code, done.stderr) == (0, "")
        return done.stdout

    def compacted(self, summary: str, *kept: str, write: bool = True) -> str:
        """A whole compaction: the event, and then the rows."""
        answer = self.hook(
            "PostCompact", trigger="auto", compact_summary=f"<analysis>\nLet me think.\n</analysis>\n<summary>\n{summary}\n</summary>"
        )
        if write:
            self.written(summary, *kept)
        return answer

    def tool(self, command: str, id: str = "call-1", *options: str) -> dict[str, Any]:
        """The decision about a command, empty where there is none."""
        return self.decided("Bash", {"command": command}, id, *options)

    def decided(self, name: str, arguments: dict[str, Any], id: str = "call-1", *options: str, **fields: Any) -> dict[str, Any]:
        out = self.hook("PreToolUse", *options, tool_name=name, tool_input=arguments, tool_use_id=id, **fields)
        return dict(json.loads(out)["hookSpecificOutput"]) if out else {}

    def handed(self, prompt: str = "go on", *options: str) -> str:
        """What the model is handed with a prompt."""
        out = self.hook("UserPromptSubmit", *options, prompt=prompt)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session in which a user guessed a port and a tool could not connect to it."""
    made = Session(tmp_path)
    made.say(HEDGED)
    made.call("t1", "Bash", {"command": "psql -h 10.0.3.7 -p 5433"}, REFUSED_OUTPUT)
    return made
