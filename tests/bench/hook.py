"""What the hook of Claude Code costs as a whole process: `python tests/bench/hook.py [RUNS]` prints a table.

Seconds of CPU, user and system, from start to exit; the tool calls are what a user waits for. The cases take turns, so that
a busy machine is as busy for all of them.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hook_session import FAITHFUL, HEDGED, REFUSED_OUTPUT, Session

BUDGET = 0.150
"""Seconds that a tool call may cost."""

STATEMENTS = 200
"""Statements of the summary, as many as one of 20 kB has."""


def prepared(folder: Path) -> Session:
    """A session with a long summary that is unverified."""
    session = Session(folder)
    lines = [f"Shard {number} listens on port {7000 + number}." for number in range(STATEMENTS)]
    session.say(HEDGED)
    session.call("t1", "Bash", {"command": "psql"}, REFUSED_OUTPUT)
    session.call("t2", "Read", {"file_path": "shards.txt"}, "\n".join(lines))
    session.compacted("\n".join((FAITHFUL, *lines)))
    return session


def cpu(arguments: list[str], event: dict[str, Any] | None, session: Session) -> float:
    """The seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "SUMMARYLINT_STATE_DIR": str(session.state)}
    command = [sys.executable, "-m", "summarylint", *arguments]
    subprocess.run(command, input=json.dumps(event).encode(), capture_output=True, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        session = prepared(Path(folder))

        def call(command: str, **fields: Any) -> tuple[list[str], dict[str, Any]]:
            known = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "call-1"}
            return ["hook", "claude-code"], session.event("PreToolUse", **{**known, **fields})

        cases: dict[str, tuple[list[str], dict[str, Any] | None]] = {
            "summarylint --version": (["--version"], None),
            "tool call, never compacted": call("git push", session_id="another"),
            "tool call, unverified, looks": call("git status"),
            "tool call, unverified, acts": call("pytest -q"),
            "tool call, unverified, held": call("git push origin staging"),
            "prompt": (["hook", "claude-code"], session.event("UserPromptSubmit", prompt="go on")),
        }
        times: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(runs):
            for name, (arguments, event) in cases.items():
                times[name].append(cpu(arguments, event, session))
    print(f"{'CPU seconds of':<32}{'min':>8}{'median':>8}   budget {BUDGET:.3f}")
    for name, found in times.items():
        print(f"{name:<32}{min(found):>8.3f}{median(found):>8.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
