"""Calls are known by the tool, the program and the file that they open with."""

from __future__ import annotations

import pytest

from summarylint.evidence.calls import command_of, kind_of_call


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('Edit {"file_path": "/app/ferry.py"}', "deed"),
        ('write {"filePath": "/app/plan.md"}', "document"),
        ('update_plan {"plan": []}', "plan"),
        ('Bash {"command": "cd /app && git log -1"}', "look"),
        ('Bash {"command": "cd /app && git push"}', "deed"),
    ],
)
def test_a_call_by_what_it_shows(text: str, kind: str) -> None:
    assert kind_of_call(text) == kind


def test_the_command_line_of_a_shell() -> None:
    assert (command_of('Bash {"command": "ls -l"}') or "").startswith("ls -l")
    assert command_of('Edit {"file_path": "a.py", "new_string": "command: ls"}') is None
