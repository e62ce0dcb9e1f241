"""Calls are known by the tool, the program and the file that they open with."""

from __future__ import annotations

import json

import pytest

from summarylint.evidence.calls import command_of, kind_of_call, run_by


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('Edit {"file_path": "/app/ferry.py"}', "deed"),
        ('write {"filePath": "/app/plan.md"}', "document"),
        ('update_plan {"plan": []}', "plan"),
        ('Bash {"command": "cd /app && git log -1"}', "look"),
        ('Bash {"command": "cd /app && git push"}', "deed"),
        ('Bash {"command": "cat notes.txt && dropdb harrier-7"}', "deed"),
        ('Bash {"command": "ls; cd /app && git push", "description": "look"}', "deed"),
        ('Bash {"command": "ls\\nrm notes.txt"}', "deed"),
        ('Bash {"command": "cat notes.txt && git log -1 || true"}', "look"),
        ('Bash {"command": "grep -rn \\"push; rm\\" src | sort", "description": "look; then push"}', "look"),
        ('Bash {"command": "grep -rn \'push; rm\' src && ls"}', "look"),
    ],
)
def test_a_call_by_what_it_shows(text: str, kind: str) -> None:
    assert kind_of_call(text) == kind


def test_the_command_line_of_a_shell() -> None:
    assert (command_of('Bash {"command": "ls -l"}') or "").startswith("ls -l")
    assert command_of('Edit {"file_path": "a.py", "new_string": "command: ls"}') is None


@pytest.mark.parametrize(
    ("command", "run"),
    [
        ("./deploy/check.sh", {"check"}),
        ("cd a && FERRY=1 sudo bin/check --all", {"check"}),
        ("bash deploy/check.sh", {"check"}),
        ("some-runner deploy/check.sh", {"check", "some-runner"}),
        ("echo $(deploy/check.sh)", {"check"}),
        ("cat deploy/check.sh; cp deploy/check.sh b.sh && git add check.sh", set()),
        ("grep -n 'check\\|deck' check.sh", set()),
        ("cat > check.sh <<EOF\nrun check.sh\nEOF", set()),
    ],
)
def test_what_a_command_may_run(command: str, run: set[str]) -> None:
    call = f"Bash {json.dumps({'command': command, 'description': 'Run check.sh'})}"
    assert set(run_by(call)) & {"check", "some-runner", "b"} == run


def test_another_tool_runs_nothing() -> None:
    assert list(run_by('Read {"path": "check.sh"}')) == []
