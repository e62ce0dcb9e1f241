"""Which tool calls of Claude Code are held: what cannot be taken back or is seen by others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.inline.claude_code.deeds import deed_of


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("rm -rf build", "delete"),
        ("echo 'a | b' ; rm -rf build", "delete"),
        ('bash -c "echo a; rm -rf build"', "delete"),
        ("# don't wait\nrm -rf build", "delete"),
        ("kubectl delete ns staging", "delete"),
        ("git push origin main", "push"),
        ("git log --oneline && git push", "push"),
        ("grep -rl old src | xargs rm", "delete"),
        ("find . -name '*.log' -exec rm {} +", "delete"),
        ("cat notes > deploy/staging.env", "write"),
        ("cat <<EOF > staging.env\nDB_PORT=5433\nEOF", "write"),
        ("echo $(rm -rf build)", "delete"),
        ("helm upgrade shop ./chart", "deploy"),
        ("psql -c 'DROP TABLE users'", "delete"),
        ("FOO=1 terraform apply", "deploy"),
        ("cat notes > /tmp-other/staging.env", "write"),
        ("curl -X POST https://example.com/hook", "send"),
        ("terraform plan; terraform apply", "deploy"),
        ("cd x && rm -rf build", "delete"),
        ("ls & rm -rf build", "delete"),
        ("find . -name '*.log' -delete", "delete"),
        ("git branch -D release-7", "delete"),
        ("python - <<'EOF'\nimport shutil\nshutil.rmtree('build')\nEOF", "delete"),
        ("find . -fprint found.txt", "write"),
        ("eslint --fix src", "write"),
        ("kubectl delete -f x.yaml --dry-run=client | kubectl apply -f -", "deploy"),
    ],
)
def test_commands_that_are_held(command: str, kind: str) -> None:
    deed = deed_of("Bash", {"command": command})
    assert deed is not None
    assert deed.kind == kind


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "git status && git diff --stat",
        "grep -rn 'delete' src",
        "cat update.py | head -20",
        "pytest -q 2>/dev/null",
        "pytest -q > /dev/null 2>&1",
        "echo 'rm -rf build'",
        "FOO=1 rg 'push|deploy' docs",
        "pytest -k delete tests/test_push.py",
        "cargo test deploy > /tmp/out.txt 2>&1",
        'rg "a\\";push|b" docs',
        "terraform apply --dry-run",
        "cd x && grep -rn delete src",
        "cd x&&grep -rn delete src 2>&1 | head",
        "git branch --list",
        "",
    ],
)
def test_commands_that_are_not(command: str) -> None:
    assert deed_of("Bash", {"command": command}) is None


@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "WebFetch", "Task", "TodoWrite", "ExitPlanMode", "KillShell", "SendMessage"])
def test_built_in_tools_that_neither_run_nor_edit_are_not_held(tool: str) -> None:
    assert deed_of(tool, {"prompt": "delete everything, then push", "file_path": "rm.py", "command": "rm -rf /"}) is None


@pytest.mark.parametrize(
    ("tool", "arguments", "written"),
    [
        ("Write", {"file_path": "a", "content": "x"}, "x"),
        ("Edit", {"file_path": "a", "old_string": "o", "new_string": "n"}, "n"),
        ("MultiEdit", {"file_path": "a", "edits": [{"old_string": "o", "new_string": "n"}, {"new_string": "m"}, 7]}, "n\nm"),
        ("NotebookEdit", {"notebook_path": "a.ipynb", "new_source": "s"}, "s"),
    ],
)
def test_edits_are_writes_of_their_new_text(tool: str, arguments: dict[str, Any], written: str) -> None:
    deed = deed_of(tool, arguments)
    assert deed is not None
    assert (deed.kind, deed.written) == ("write", written)


@pytest.mark.parametrize(
    ("tool", "arguments", "kind"),
    [
        ("mcp__mail__send_message", {"to": "a@example.com"}, "send"),
        ("mcp__github__createPullRequest", {"title": "x"}, "write"),
        ("mcp__db__query", {"sql": "DELETE FROM users"}, "delete"),
        ("mcp__db__query", {"sql": "SELECT 1"}, None),
        ("mcp__github__get_issue", {"body": "delete it"}, None),
        ("mcp__wiki__searchPages", {"query": "how to deploy"}, None),
        ("mcp__x", {}, None),
    ],
)
def test_tools_of_servers_go_by_their_verb(tool: str, arguments: dict[str, Any], kind: str | None) -> None:
    deed = deed_of(tool, arguments)
    assert (None if deed is None else deed.kind) == kind


@given(st.text(max_size=200))
def test_any_command_can_be_looked_at(command: str) -> None:
    deed = deed_of("Bash", {"command": command})
    assert deed is None or deed.words in command
